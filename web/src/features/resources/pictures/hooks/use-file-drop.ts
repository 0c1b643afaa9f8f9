import { useEffect, useRef, useState } from 'react'

/**
 * Accepts files that are dropped on an element. A file that misses it is ignored, because the browser would open it instead
 * of the page, and typed text would be lost.
 */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const zone = useRef<HTMLDivElement>(null)
  const [isOver, setOver] = useState(false)
  const latest = useRef(onFiles)
  useEffect(() => {
    latest.current = onFiles
  })
  useEffect(() => {
    const stop = new AbortController()
    const options = { signal: stop.signal }
    const isInside = ({ target }: DragEvent) => target instanceof Node && zone.current?.contains(target) === true
    const onDrag = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      event.dataTransfer.dropEffect = isInside(event) ? 'copy' : 'none'
      setOver(isInside(event))
    }
    const onDrop = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setOver(false)
      if (isInside(event)) latest.current([...event.dataTransfer.files])
    }
    const onLeave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setOver(false)
    window.addEventListener('dragover', onDrag, options)
    window.addEventListener('drop', onDrop, options)
    window.addEventListener('dragleave', onLeave, options)
    return () => stop.abort()
  }, [])
  return { zone, isOver }
}
