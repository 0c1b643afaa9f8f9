import { useEffect, useRef, useState } from 'react'
import { listenForPointerDrags } from '#ui/pointer-drag.ts'

/** A picture that is being dragged, and its target position. */
export type DraggedPicture = { id: string; position: number }

/** Makes the elements of a list (`data-picture`) draggable by their handle (`data-handle`). */
export function useOrderDrag(onDrop: (dragged: DraggedPicture) => void) {
  const list = useRef<HTMLUListElement>(null)
  const [dragged, setDragged] = useState<DraggedPicture | null>(null)
  const latest = useRef(onDrop)
  useEffect(() => {
    latest.current = onDrop
  })
  useEffect(() => {
    if (list.current) return listen(list.current, setDragged, (dropped) => latest.current(dropped))
  }, [])
  return { list, dragged }
}

const pictureAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-picture]') : null

function listen(
  list: HTMLElement,
  setDragged: (dragged: DraggedPicture | null) => void,
  onDrop: (dragged: DraggedPicture) => void,
) {
  let position = -1
  return listenForPointerDrags<string>(list, {
    findDragSource: ({ target }) => {
      const isHandle = target instanceof Element && target.closest('[data-handle]') !== null
      return isHandle ? (pictureAt(target)?.dataset.picture ?? null) : null
    },
    onStart: () => {
      position = -1
    },
    onMove: (id, _start, pointer) => {
      const target = pictureAt(document.elementFromPoint(pointer.x, pointer.y))
      const targetPosition = target ? [...list.children].indexOf(target) : -1
      if (targetPosition !== -1 && targetPosition !== position) {
        position = targetPosition
        setDragged({ id, position })
      }
      return false
    },
    onEnd: (id, isDropped) => {
      setDragged(null)
      if (isDropped && position !== -1) onDrop({ id, position })
    },
  })
}
