import { useEffect, useRef } from 'react'
import { type DragOptions, listenForDrags } from '../model/drag.ts'

/** Makes the blocks of a layer draggable. @returns refs for the layer and for the drag preview */
export function useDrag(options: DragOptions) {
  const layer = useRef<HTMLDivElement>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  useEffect(() => {
    if (layer.current && ghost.current) return listenForDrags(layer.current, ghost.current, () => latest.current)
  }, [])
  return { layer, ghost }
}
