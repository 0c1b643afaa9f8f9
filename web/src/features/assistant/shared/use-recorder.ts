import { useCallback, useEffect, useRef, useState } from 'react'
import { toast } from '#ui/toast.tsx'

type Recorder = {
  state: 'off' | 'asking' | 'on'
  /** The last recording, for playback on this page only. */
  url: string | null
  start: () => Promise<void>
  stop: () => void
  discard: () => void
}

/** Records from the microphone. The recording never leaves the browser and is lost with the page. */
export function useRecorder(): Recorder {
  const [state, setState] = useState<Recorder['state']>('off')
  const [url, setUrl] = useState<string | null>(null)
  const activeRecorder = useRef<MediaRecorder | null>(null)

  useEffect(() => () => stopMicrophone(activeRecorder.current), [])
  useEffect(() => (url === null ? undefined : () => URL.revokeObjectURL(url)), [url])

  const start = useCallback(async () => {
    setState('asking')
    try {
      const recorder = await record((recording) => {
        setState('off')
        setUrl(URL.createObjectURL(recording))
      })
      activeRecorder.current = recorder
      setUrl(null)
      setState('on')
    } catch {
      setState('off')
      toast.error({ title: 'Microphone access denied', description: 'Please enable microphone permissions' })
    }
  }, [])
  const stop = useCallback(() => {
    activeRecorder.current?.stop()
    activeRecorder.current = null
  }, [])
  const discard = useCallback(() => setUrl(null), [])
  return { state, url, start, stop, discard }
}

async function record(onRecorded: (recording: Blob) => void): Promise<MediaRecorder> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
  const recorder = new MediaRecorder(stream)
  const chunks: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => chunks.push(data))
  recorder.addEventListener('stop', () => {
    for (const track of stream.getTracks()) track.stop()
    onRecorded(new Blob(chunks, { type: recorder.mimeType }))
  })
  recorder.start()
  return recorder
}

// Stops the microphone when the page is left.
function stopMicrophone(recorder: MediaRecorder | null) {
  for (const track of recorder?.stream.getTracks() ?? []) track.stop()
}
