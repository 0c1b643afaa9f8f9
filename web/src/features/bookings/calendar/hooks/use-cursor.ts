import type { MinuteRange } from '@studiohub/contract/shared/opening-hours.ts'
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type Block, STEP_MINUTES } from '#features/bookings/model/lanes.ts'
import { formatDayOfYear } from '#features/bookings/shared/wording.ts'
import { type DragOptions, type DragSource, getTarget, type Target, targetInWords } from '../model/drag.ts'

const SLOT_MINUTES = 30
/** How long the focused slot may still change after a key. */
const SETTLING_MS = 1500

/** Position of the keyboard cursor. `block` is the focused booking, because two can share a slot. */
export type Cursor = { lane: number; minute: number; block?: string }
type PickedUpBlock = { block: Block; lanes: number; minutes: number; stretch: number }

type CursorOptions = DragOptions & {
  blocks: readonly Block[]
  layer: RefObject<HTMLDivElement | null>
  /** Goes to the previous or next period. */
  onTurn: (by: -1 | 1) => void
}

const covers = (block: Block, { lane, minute }: Cursor) =>
  block.lane <= lane && lane < block.lane + block.span && block.from <= minute && minute < block.to

/**
 * Roving tabindex: the Tab key reaches one slot or booking, and arrow keys move on. Enter picks up a booking: arrows move
 * it, Shift and arrows resize it, Enter drops it, Escape cancels.
 */
export function useCursor(options: CursorOptions) {
  const { lanes, axis, blocks, layer } = options
  const [at, setAt] = useState<Cursor>({ lane: 0, minute: 0 })
  const [carried, setCarried] = useState<PickedUpBlock | null>(null)
  const [announcement, announce] = useState('')
  const focusStop = useFocusOnStop(layer)
  const cursor = {
    lane: Math.min(at.lane, lanes.length - 1),
    minute: Math.min(Math.max(at.minute, axis.from), axis.to - SLOT_MINUTES),
  }
  const here = blocks.filter((block) => covers(block, cursor))
  const stop = here.find(({ key }) => key === at.block) ?? here[0] ?? null
  const active = carried && blocks.find(({ key }) => key === carried.block.key) ? carried : null

  const go = (to: Cursor) => {
    focusStop()
    setAt(to)
  }
  const actions = { go, announce, setCarried }
  // A booking can be focused by keys, mouse or screen reader; the keys always act on the focused booking.
  const onFocus = ({ target: element }: FocusEvent) => {
    const focused = blocks.find(({ key }) => key === findKey(element))
    if (!focused) return
    if (stop?.key !== focused.key) setAt({ lane: focused.lane, minute: focused.from, block: focused.key })
    if (active && active.block.key !== focused.key) {
      setCarried(null)
      announce('Put back.')
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const focused = findKey(event.target)
    if (focused !== null && focused !== (active?.block ?? stop)?.key) return
    const isDone = active
      ? moveCarriedBooking(event, active, options, actions)
      : moveCursor(event, { cursor, stop, options, actions })
    if (!isDone) return
    event.preventDefault()
    event.stopPropagation()
  }
  const target = active && carriedTo(active, options).target
  return {
    cursor,
    stop,
    announcement,
    carried: active && target ? { block: active.block, target } : null,
    onKeyDown,
    onFocus,
    visit: setAt,
  }
}

/** The booking of a grid element. */
const findKey = (element: unknown) =>
  element instanceof Element ? (element.closest('[data-block]')?.getAttribute('data-block') ?? null) : null

/** @returns a function that focuses the cursor's slot or booking after the next render */
function useFocusOnStop(layer: RefObject<HTMLDivElement | null>): () => void {
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
    focusRequest.current = { until: performance.now() + SETTLING_MS, isNew: true }
  }
}

type Actions = {
  go: (to: Cursor) => void
  announce: (text: string) => void
  setCarried: (carried: PickedUpBlock | null) => void
}

function carriedTo(
  { block, lanes, minutes, stretch }: PickedUpBlock,
  options: CursorOptions,
): { grip: DragSource; target: Target } {
  const grip: DragSource = { kind: stretch === 0 ? 'move' : 'end', block }
  if (stretch !== 0) return { grip, target: getTarget(grip, { lanes: 0, minutes: stretch }, options) }
  return { grip, target: getTarget(grip, { lanes, minutes }, options) }
}

/** @returns whether the key was handled */
function moveCarriedBooking(
  event: KeyboardEvent,
  active: PickedUpBlock,
  options: CursorOptions,
  { go, announce, setCarried }: Actions,
): boolean {
  const describeLane = ({ lane }: Target) => {
    const to = options.lanes[lane]
    return to ? `${formatDayOfYear(to.day)}${to.room ? `, ${to.room.name}` : ''}` : ''
  }
  const by = carrySteps[`${event.shiftKey ? 'Shift+' : ''}${event.key}`]
  if (by) {
    const { block } = active
    const raw = by.stretch
      ? { block, lanes: 0, minutes: 0, stretch: active.stretch + by.stretch }
      : { block, lanes: active.lanes + (by.lanes ?? 0), minutes: active.minutes + (by.minutes ?? 0), stretch: 0 }
    const { target } = carriedTo(raw, options)
    // At an edge the booking stays where it is, so that the opposite key moves it immediately.
    const next = by.stretch
      ? { ...raw, stretch: target.to - block.to }
      : { ...raw, lanes: target.lane - block.lane, minutes: target.from - block.from }
    setCarried(next)
    announce(`${describeLane(target)}, ${targetInWords(target)}`)
    return true
  }
  if (event.key === 'Escape') {
    setCarried(null)
    announce('Put back.')
    return true
  }
  if (event.key !== 'Enter' && event.key !== ' ') return event.key === 'Tab'
  const { grip, target } = carriedTo(active, options)
  setCarried(null)
  go({ lane: target.lane, minute: target.from, block: active.block.key })
  announce(`Dropped: ${describeLane(target)}, ${targetInWords(target)}.`)
  options.onDrop(grip, target)
  return true
}

const carrySteps: Record<string, { lanes?: number; minutes?: number; stretch?: number }> = {
  ArrowUp: { minutes: -STEP_MINUTES },
  ArrowDown: { minutes: STEP_MINUTES },
  ArrowLeft: { lanes: -1 },
  ArrowRight: { lanes: 1 },
  'Shift+ArrowUp': { stretch: -STEP_MINUTES },
  'Shift+ArrowDown': { stretch: STEP_MINUTES },
}

type CursorMove = { cursor: Cursor; stop: Block | null; options: CursorOptions; actions: Actions }

/** @returns whether the key was handled */
function moveCursor(event: KeyboardEvent, { cursor, stop, options, actions }: CursorMove): boolean {
  if (event.key === 'Enter' && stop && options.canMove(stop)) {
    actions.setCarried({ block: stop, lanes: 0, minutes: 0, stretch: 0 })
    actions.announce('Picked up. Arrow keys move it, with Shift they stretch it. Enter drops it, Escape puts it back.')
    return true
  }
  if (event.key === 'PageUp' || event.key === 'PageDown') {
    options.onTurn(event.key === 'PageUp' ? -1 : 1)
    actions.go(cursor)
    return true
  }
  const { axis, lanes } = options
  const to = getNextPosition(cursor, stop, { key: event.key, axis })
  if (!to) return false
  if (to.lane < 0 || to.lane >= lanes.length) {
    options.onTurn(to.lane < 0 ? -1 : 1)
    actions.go({ ...to, lane: to.lane < 0 ? lanes.length - 1 : 0 })
  } else actions.go({ ...to, minute: Math.min(Math.max(to.minute, axis.from), axis.to - SLOT_MINUTES) })
  return true
}

/** The position after a key, starting from a slot or booking. */
function getNextPosition(
  cursor: Cursor,
  stop: Block | null,
  { key, axis }: { key: string; axis: MinuteRange },
): Cursor | null {
  const { lane, minute } = cursor
  switch (key) {
    case 'ArrowUp':
      return { lane, minute: (stop?.from ?? minute) - SLOT_MINUTES }
    case 'ArrowDown':
      return { lane, minute: stop?.to ?? minute + SLOT_MINUTES }
    case 'ArrowLeft':
      return { lane: (stop?.lane ?? lane) - 1, minute }
    case 'ArrowRight':
      return { lane: stop ? stop.lane + stop.span : lane + 1, minute }
    case 'Home':
      return { lane, minute: axis.from }
    case 'End':
      return { lane, minute: axis.to - SLOT_MINUTES }
    default:
      return null
  }
}
