import type { MinuteRange } from '@studiohub/contract/shared/opening-hours.ts'
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type Block, STEP_MINUTES } from '#features/bookings/model/lanes.ts'
import { formatDayOfYear } from '#features/bookings/shared/wording.ts'
import { type DragOptions, type DragSource, type DropTarget, describeTarget, getDropTarget } from '../model/drag.ts'

const SLOT_MINUTES = 30
/** After a key press, renders set the focus for this long. */
const FOCUS_WINDOW_MS = 1500

/** Position of the keyboard cursor. `block` is the focused booking, because two can share a slot. */
export type Cursor = { lane: number; minute: number; block?: string }
type PickedUpBlock = { block: Block; lanes: number; minutes: number; addedMinutes: number }

type CursorOptions = DragOptions & {
  blocks: readonly Block[]
  layer: RefObject<HTMLDivElement | null>
  /** Goes to the previous or next period. */
  onChangePeriod: (steps: -1 | 1) => void
}

const coversCursor = (block: Block, { lane, minute }: Cursor) =>
  block.lane <= lane && lane < block.lane + block.span && block.from <= minute && minute < block.to

/**
 * Roving tabindex: the Tab key reaches one slot or booking, and arrow keys move on. Enter picks up a booking: arrows move
 * it, Shift and arrows resize it, Enter drops it, Escape cancels.
 */
export function useCursor(options: CursorOptions) {
  const { lanes, axis, blocks, layer } = options
  const [position, setPosition] = useState<Cursor>({ lane: 0, minute: 0 })
  const [pickedUp, setPickedUp] = useState<PickedUpBlock | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const requestFocus = useFocusRequest(layer)
  const cursor = {
    lane: Math.min(position.lane, lanes.length - 1),
    minute: Math.min(Math.max(position.minute, axis.from), axis.to - SLOT_MINUTES),
  }
  const blocksAtCursor = blocks.filter((block) => coversCursor(block, cursor))
  const focusedBlock = blocksAtCursor.find(({ key }) => key === position.block) ?? blocksAtCursor[0] ?? null
  const activeMove = pickedUp && blocks.find(({ key }) => key === pickedUp.block.key) ? pickedUp : null

  const moveCursor = (to: Cursor) => {
    requestFocus()
    setPosition(to)
  }
  const actions = { moveCursor, setAnnouncement, setPickedUp }
  // A booking can be focused by keys, mouse or screen reader; the keys always act on the focused booking.
  const onFocus = ({ target: element }: FocusEvent) => {
    const focused = blocks.find(({ key }) => key === findBlockKey(element))
    if (!focused) return
    if (focusedBlock?.key !== focused.key) setPosition({ lane: focused.lane, minute: focused.from, block: focused.key })
    if (activeMove && activeMove.block.key !== focused.key) {
      setPickedUp(null)
      setAnnouncement('Move cancelled.')
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const focused = findBlockKey(event.target)
    if (focused !== null && focused !== (activeMove?.block ?? focusedBlock)?.key) return
    const isHandled = activeMove
      ? handleMoveKey(event, activeMove, options, actions)
      : handleCursorKey(event, { cursor, focusedBlock, options, actions })
    if (!isHandled) return
    event.preventDefault()
    event.stopPropagation()
  }
  const target = activeMove && getMoveTarget(activeMove, options).target
  return {
    cursor,
    focusedBlock,
    announcement,
    pickedUp: activeMove && target ? { block: activeMove.block, target } : null,
    onKeyDown,
    onFocus,
    setCursor: setPosition,
  }
}

/** The booking of a grid element. */
const findBlockKey = (element: unknown) =>
  element instanceof Element ? (element.closest('[data-block]')?.getAttribute('data-block') ?? null) : null

/** @returns a function that focuses the cursor's slot or booking after the next render */
function useFocusRequest(layer: RefObject<HTMLDivElement | null>): () => void {
  const focusRequest = useRef({ until: 0, isNew: false })
  useEffect(() => {
    const { until, isNew } = focusRequest.current
    if (performance.now() > until) return
    // If a booking replaces the focused slot, the browser would move the focus to the page.
    if (isNew || document.activeElement === document.body) {
      layer.current?.querySelector<HTMLElement>('[data-stop]')?.focus()
    }
    focusRequest.current = { until, isNew: false }
  })
  return () => {
    focusRequest.current = { until: performance.now() + FOCUS_WINDOW_MS, isNew: true }
  }
}

type Actions = {
  moveCursor: (to: Cursor) => void
  setAnnouncement: (text: string) => void
  setPickedUp: (pickedUp: PickedUpBlock | null) => void
}

function getMoveTarget(
  { block, lanes, minutes, addedMinutes }: PickedUpBlock,
  options: CursorOptions,
): { source: DragSource; target: DropTarget } {
  const source: DragSource = { kind: addedMinutes === 0 ? 'move' : 'end', block }
  if (addedMinutes !== 0) return { source, target: getDropTarget(source, { lanes: 0, minutes: addedMinutes }, options) }
  return { source, target: getDropTarget(source, { lanes, minutes }, options) }
}

/** @returns whether the key was handled */
function handleMoveKey(
  event: KeyboardEvent,
  activeMove: PickedUpBlock,
  options: CursorOptions,
  { moveCursor, setAnnouncement, setPickedUp }: Actions,
): boolean {
  const describeLane = ({ lane }: DropTarget) => {
    const targetLane = options.lanes[lane]
    return targetLane ? `${formatDayOfYear(targetLane.day)}${targetLane.room ? `, ${targetLane.room.name}` : ''}` : ''
  }
  const step = moveSteps[`${event.shiftKey ? 'Shift+' : ''}${event.key}`]
  if (step) {
    const { block } = activeMove
    const unclamped = step.addedMinutes
      ? { block, lanes: 0, minutes: 0, addedMinutes: activeMove.addedMinutes + step.addedMinutes }
      : {
          block,
          lanes: activeMove.lanes + (step.lanes ?? 0),
          minutes: activeMove.minutes + (step.minutes ?? 0),
          addedMinutes: 0,
        }
    const { target } = getMoveTarget(unclamped, options)
    // Stores only the possible part of the move, so that at an edge the opposite key moves the booking immediately.
    const next = step.addedMinutes
      ? { ...unclamped, addedMinutes: target.to - block.to }
      : { ...unclamped, lanes: target.lane - block.lane, minutes: target.from - block.from }
    setPickedUp(next)
    setAnnouncement(`${describeLane(target)}, ${describeTarget(target)}`)
    return true
  }
  if (event.key === 'Escape') {
    setPickedUp(null)
    setAnnouncement('Move cancelled.')
    return true
  }
  // Tab must not leave the booking while it is picked up.
  if (event.key !== 'Enter' && event.key !== ' ') return event.key === 'Tab'
  const { source, target } = getMoveTarget(activeMove, options)
  setPickedUp(null)
  moveCursor({ lane: target.lane, minute: target.from, block: activeMove.block.key })
  setAnnouncement(`Dropped: ${describeLane(target)}, ${describeTarget(target)}.`)
  options.onDrop(source, target)
  return true
}

const moveSteps: Record<string, { lanes?: number; minutes?: number; addedMinutes?: number }> = {
  ArrowUp: { minutes: -STEP_MINUTES },
  ArrowDown: { minutes: STEP_MINUTES },
  ArrowLeft: { lanes: -1 },
  ArrowRight: { lanes: 1 },
  'Shift+ArrowUp': { addedMinutes: -STEP_MINUTES },
  'Shift+ArrowDown': { addedMinutes: STEP_MINUTES },
}

type CursorMove = { cursor: Cursor; focusedBlock: Block | null; options: CursorOptions; actions: Actions }

/** @returns whether the key was handled */
function handleCursorKey(event: KeyboardEvent, { cursor, focusedBlock, options, actions }: CursorMove): boolean {
  if (event.key === 'Enter' && focusedBlock && options.canMove(focusedBlock)) {
    actions.setPickedUp({ block: focusedBlock, lanes: 0, minutes: 0, addedMinutes: 0 })
    actions.setAnnouncement(
      'Picked up. Arrow keys move the booking. Shift and arrow keys change its end instead. Enter drops it, Escape puts it back.',
    )
    return true
  }
  if (event.key === 'PageUp' || event.key === 'PageDown') {
    options.onChangePeriod(event.key === 'PageUp' ? -1 : 1)
    actions.moveCursor(cursor)
    return true
  }
  const { axis, lanes } = options
  const nextPosition = getNextPosition(cursor, focusedBlock, { key: event.key, axis })
  if (!nextPosition) return false
  if (nextPosition.lane < 0 || nextPosition.lane >= lanes.length) {
    options.onChangePeriod(nextPosition.lane < 0 ? -1 : 1)
    actions.moveCursor({ ...nextPosition, lane: nextPosition.lane < 0 ? lanes.length - 1 : 0 })
  } else
    actions.moveCursor({
      ...nextPosition,
      minute: Math.min(Math.max(nextPosition.minute, axis.from), axis.to - SLOT_MINUTES),
    })
  return true
}

/** The position after a key, starting from a slot or booking. */
function getNextPosition(
  cursor: Cursor,
  focusedBlock: Block | null,
  { key, axis }: { key: string; axis: MinuteRange },
): Cursor | null {
  const { lane, minute } = cursor
  switch (key) {
    case 'ArrowUp':
      return { lane, minute: (focusedBlock?.from ?? minute) - SLOT_MINUTES }
    case 'ArrowDown':
      return { lane, minute: focusedBlock?.to ?? minute + SLOT_MINUTES }
    case 'ArrowLeft':
      return { lane: (focusedBlock?.lane ?? lane) - 1, minute }
    case 'ArrowRight':
      return { lane: focusedBlock ? focusedBlock.lane + focusedBlock.span : lane + 1, minute }
    case 'Home':
      return { lane, minute: axis.from }
    case 'End':
      return { lane, minute: axis.to - SLOT_MINUTES }
    default:
      return null
  }
}
