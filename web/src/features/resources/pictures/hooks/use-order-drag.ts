import { useEffect, useRef, useState } from 'react'
import { listenForPointerDrags } from '#ui/pointer-drag.ts'

/** A picture that is held, and the place where it would land. */
export type HeldPicture = { id: string; place: number }

/** Makes the elements of a list (`data-picture`) draggable by their handle (`data-handle`). */
export function useOrderDrag(onDrop: (held: HeldPicture) => void) {
  const list = useRef<HTMLUListElement>(null)
  const [held, setHeld] = useState<HeldPicture | null>(null)
  const latest = useRef(onDrop)
  useEffect(() => {
    latest.current = onDrop
  })
  useEffect(() => {
    if (list.current) return listen(list.current, setHeld, (dropped) => latest.current(dropped))
  }, [])
  return { list, held }
}

const pictureAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-picture]') : null

function listen(list: HTMLElement, setHeld: (held: HeldPicture | null) => void, onDrop: (held: HeldPicture) => void) {
  let place = -1
  return listenForPointerDrags<string>(list, {
    gripOf: ({ target }) => {
      const isHandle = target instanceof Element && target.closest('[data-handle]') !== null
      return isHandle ? (pictureAt(target)?.dataset.picture ?? null) : null
    },
    onStart: () => {
      place = -1
    },
    moveDraggedCard: (id, _at, now) => {
      const over = pictureAt(document.elementFromPoint(now.x, now.y))
      const next = over ? [...list.children].indexOf(over) : -1
      if (next !== -1 && next !== place) {
        place = next
        setHeld({ id, place })
      }
      return false
    },
    end: (id, isDropped) => {
      setHeld(null)
      if (isDropped && place !== -1) onDrop({ id, place })
    },
  })
}
