import { useCallback, useEffect, useRef, useState } from 'react'
import { toast } from '#ui/toast.tsx'

type Recorder = {
  state: 'off' | 'asking' | 'on'
  /** What was recorded last, for this page to play; nobody else has it. */
  url: string | null
  start: () => Promise<void>
  stop: () => void
  discard: () => void
}

/** Records what is said into the microphone. It stays in this browser and goes with the page. */
export function useRecorder(): Recorder {
  const [state, setState] = useState<Recorder['state']>('off')
  const [url, setUrl] = useState<string | null>(null)
  const running = useRef<MediaRecorder | null>(null)

  useEffect(() => () => release(running.current), [])
  useEffect(() => (url === null ? undefined : () => URL.revokeObjectURL(url)), [url])

  const start = useCallback(async () => {
    setState('asking')
    try {
      const recorder = await record((recorded) => {
        setState('off')
        setUrl(URL.createObjectURL(recorded))
      })
      running.current = recorder
      setUrl(null)
      setState('on')
    } catch {
      setState('off')
      toast.error({ title: 'Microphone access denied', description: 'Please enable microphone permissions' })
    }
  }, [])
  const stop = useCallback(() => {
    running.current?.stop()
    running.current = null
  }, [])
  const discard = useCallback(() => setUrl(null), [])
  return { state, url, start, stop, discard }
}

async function record(onRecorded: (recorded: Blob) => void): Promise<MediaRecorder> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
  const recorder = new MediaRecorder(stream)
  const parts: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
  recorder.addEventListener('stop', () => {
    for (const track of stream.getTracks()) track.stop()
    onRecorded(new Blob(parts, { type: recorder.mimeType }))
  })
  recorder.start()
  return recorder
}

// Leaving the page ends the recording, and the light beside the camera goes out.
function release(recorder: MediaRecorder | null) {
  for (const track of recorder?.stream.getTracks() ?? []) track.stop()
}
