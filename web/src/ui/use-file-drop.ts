import { useEffect, useRef, useState } from 'react'

/**
 * Accepts files that are dropped on the element with the ref `dropZone`. Files that are dropped elsewhere are ignored: otherwise the browser would open
 * them instead of the page, and unsaved input would be lost.
 */
export function useFileDrop<T extends HTMLElement>(onFiles: (files: File[]) => void) {
  const dropZone = useRef<T>(null)
  const [isOver, setOver] = useState(false)
  const latest = useRef(onFiles)
  useEffect(() => {
    latest.current = onFiles
  })
  useEffect(() => {
    const listeners = new AbortController()
    const options = { signal: listeners.signal }
    const isInside = ({ target }: DragEvent) => target instanceof Node && dropZone.current?.contains(target) === true
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
    return () => listeners.abort()
  }, [])
  return { dropZone, isOver }
}
