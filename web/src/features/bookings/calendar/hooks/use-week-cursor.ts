import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Block, Lane } from '#features/bookings/model/lanes.ts'
import { formatDayOfYear } from '#features/bookings/shared/wording.ts'
import { mayChangeRoom } from '../model/drag.ts'
import { clampPosition, nextPosition, type WeekCell, type WeekPosition } from '../model/week-cells.ts'

/** After a key press, renders set the focus for this long. */
const FOCUS_WINDOW_MS = 1500

/** `row` and `column` are the target's. They are valid only in the week whose first day is `week`. */
type PickedUpBlock = { block: Block; from: Lane; row: number; column: number; week: string }

type WeekCursorInput = {
  rows: readonly WeekCell[][]
  table: RefObject<HTMLTableElement | null>
  canMove: (block: Block) => boolean
  onDrop: (block: Block, from: Lane, to: Lane) => void
  /** Goes to the previous or next week. */
  onChangeWeek: (steps: -1 | 1) => void
}

const describeLane = ({ day, room }: Lane) => [formatDayOfYear(day), room?.name].filter(Boolean).join(', ')

/**
 * Keys of the week view: arrows move between days, rooms and entries. Enter picks up an entry, arrows move it to another day
 * or room, Enter drops it and Escape cancels. Page keys change the week; Home and End go to its first and last day.
 */
export function useWeekCursor({ rows, table, canMove, onDrop, onChangeWeek }: WeekCursorInput) {
  const [position, setPosition] = useState<WeekPosition>({ row: 0, column: 0, index: 0 })
  const [pickedUp, setPickedUp] = useState<PickedUpBlock | null>(null)
  const [announcement, announce] = useState('')
  const cursor = clampPosition(position, rows)
  const focusUntil = useRef(0)
  const week = rows[0]?.[0]?.lane.day ?? ''
  const cancelMove = () => {
    setPickedUp(null)
    announce('Move cancelled.')
  }
  if (pickedUp && pickedUp.week !== week) cancelMove()

  // Sets the focus again for a moment after a key press, because a dropped entry or another week renders later.
  useEffect(() => {
    if (performance.now() > focusUntil.current) return
    const focused = document.activeElement
    if (focused === document.body || table.current?.contains(focused)) {
      table.current?.querySelector<HTMLElement>('[data-stop]')?.focus()
    }
  })

  const moveCursor = (to: WeekPosition) => {
    focusUntil.current = performance.now() + FOCUS_WINDOW_MS
    if (to.column < 0 || to.column > 6) onChangeWeek(to.column < 0 ? -1 : 1)
    setPosition({ ...to, column: (to.column + 7) % 7 })
  }
  const handleMoveKey = (active: PickedUpBlock, event: KeyboardEvent): boolean => {
    if (event.key === 'Escape') {
      cancelMove()
      return true
    }
    const to = rows[active.row]?.[active.column]
    if (event.key === 'Enter' && to) {
      setPickedUp(null)
      onDrop(active.block, active.from, to.lane)
      const index = to.blocks.filter(({ from }) => from < active.block.from).length
      moveCursor({ row: active.row, column: active.column, index })
      announce(`Dropped: ${describeLane(to.lane)}.`)
      return true
    }
    const step = moveSteps[event.key]
    if (!step) return event.key === 'Tab'
    const row = mayChangeRoom(active.block) ? active.row + (step.row ?? 0) : active.row
    const next = rows[row]?.[active.column + (step.column ?? 0)]
    if (!next || next.lane.kind === 'elsewhere') return true
    setPickedUp({ ...active, row, column: active.column + (step.column ?? 0) })
    announce(describeLane(next.lane))
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const cell = rows[cursor.row]?.[cursor.column]
    const block = cell?.blocks[cursor.index]
    let isHandled = false
    if (pickedUp) isHandled = handleMoveKey(pickedUp, event)
    else if (event.key === 'Enter' && cell && block && canMove(block)) {
      setPickedUp({ block, from: cell.lane, row: cursor.row, column: cursor.column, week })
      announce('Picked up. Arrow keys move it. Enter drops it, Escape puts it back.')
      isHandled = true
    } else if (event.key === 'PageUp' || event.key === 'PageDown') {
      onChangeWeek(event.key === 'PageUp' ? -1 : 1)
      isHandled = true
    } else {
      const to = nextPosition(cursor, event.key, rows)
      if (to) moveCursor(to)
      isHandled = to !== null
    }
    if (!isHandled) return
    event.preventDefault()
    event.stopPropagation()
  }
  /** Goes to a block that was clicked. Another block that was picked up stays where it is. */
  const setCursor = (to: WeekPosition) => {
    if (pickedUp) cancelMove()
    setPosition(to)
  }
  return { cursor, pickedUp, announcement, onKeyDown, setCursor }
}

const moveSteps: Record<string, { row?: number; column?: number }> = {
  ArrowUp: { row: -1 },
  ArrowDown: { row: 1 },
  ArrowLeft: { column: -1 },
  ArrowRight: { column: 1 },
}
