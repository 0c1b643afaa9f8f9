import { type RefObject, useEffect, useRef } from 'react'
import { listenForPointerDrags, type Point } from '#ui/pointer-drag.ts'

export type WeekDrag = {
  /** Whether the entry with this key may be dragged. */
  canDrag: (key: string) => boolean
  /** Whether it may be dropped in the cell with this key. */
  canDrop: (key: string, cell: string) => boolean
  onDrop: (key: string, cell: string) => void
}

type CellTarget = { element: HTMLElement; box: DOMRect }
type DragSource = { key: string; chip: HTMLElement }

/** Makes entries (`data-block`) draggable between cells (`data-cell`). No React state changes during a drag. */
export function useWeekDrag(drag: WeekDrag) {
  const table = useRef<HTMLTableElement>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const latest = useRef(drag)
  useEffect(() => {
    latest.current = drag
  })
  useEffect(() => {
    if (table.current && ghost.current) return listenForWeekDrags(table.current, ghost.current, latest)
  }, [])
  return { table, ghost }
}

function listenForWeekDrags(table: HTMLTableElement, ghost: HTMLElement, drag: RefObject<WeekDrag>) {
  let targets: CellTarget[] = []
  let hoveredTarget: CellTarget | null = null
  let initialScroll = 0
  const markTarget = (next: CellTarget | null) => {
    hoveredTarget?.element.removeAttribute('data-over')
    next?.element.setAttribute('data-over', '')
    hoveredTarget = next
  }
  return listenForPointerDrags<DragSource>(table, {
    findDragSource: ({ target }) => {
      const chip = target instanceof Element ? target.closest<HTMLElement>('[data-block]') : null
      const key = chip?.dataset.block
      return chip && key && drag.current.canDrag(key) ? { key, chip } : null
    },
    onStart: ({ key, chip }) => {
      initialScroll = window.scrollY
      targets = [...table.querySelectorAll<HTMLElement>('[data-cell]')]
        .filter(({ dataset }) => drag.current.canDrop(key, dataset.cell ?? ''))
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
      chip.dataset.held = ''
      ghost.textContent = chip.textContent
      ghost.style.width = `${chip.offsetWidth}px`
      ghost.hidden = false
    },
    onMove: (_source, _start, current: Point) => {
      const y = current.y + window.scrollY - initialScroll
      ghost.style.transform = `translate3d(${current.x + 8}px, ${current.y + 8}px, 0)`
      markTarget(
        targets.find(({ box }) => box.left <= current.x && current.x < box.right && box.top <= y && y < box.bottom) ??
          null,
      )
      return false
    },
    onEnd: ({ key, chip }, isDropped) => {
      const cell = hoveredTarget?.element.dataset.cell
      delete chip.dataset.held
      ghost.hidden = true
      markTarget(null)
      if (isDropped && cell) drag.current.onDrop(key, cell)
    },
  })
}
