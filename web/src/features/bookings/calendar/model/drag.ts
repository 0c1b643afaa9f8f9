import { timeRangeText } from '@studiohub/contract/shared/formats.ts'
import type { MinuteRange } from '@studiohub/contract/shared/opening-hours.ts'
import { type Block, type Lane, STEP_MINUTES } from '#features/bookings/model/lanes.ts'
import { formatMinute } from '#features/bookings/model/moves.ts'
import { listenForPointerDrags, type Point } from '#ui/pointer-drag.ts'
import { getScrollArea, type ScrollArea, scrollNearEdge } from './edge-scroll.ts'

/** Height of an hour in pixels. */
export const HOUR_PX = 40
const PX_PER_MINUTE = HOUR_PX / 60

export const toPixels = (minutes: number) => minutes * PX_PER_MINUTE

/** The width of `count` lanes, which is also the distance of the lane with this index from the first one. */
export const lanePercent = (lanes: readonly Lane[], count: number) => `${(count / lanes.length) * 100}%`

/** What a drag starts from: a block, one of its edges, or an empty slot for a new booking. */
export type DragSource =
  | { kind: 'move' | 'start' | 'end'; block: Block }
  | { kind: 'create'; lane: number; minute: number }

/** The drop target, in minutes of the lane's day. */
export type DropTarget = { lane: number; from: number; to: number }

export type GridLayout = { lanes: readonly Lane[]; axis: MinuteRange }

export type DragOptions = GridLayout & {
  findBlock: (key: string) => Block | undefined
  canMove: (block: Block) => boolean
  canCreate: boolean
  onDrop: (source: DragSource, target: DropTarget) => void
}

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), Math.max(min, max))
const roundToStep = (minutes: number) => Math.round(minutes / STEP_MINUTES) * STEP_MINUTES

/** A booking with one room can move to another room. A booking with several rooms or none can only move to another day. */
export function mayChangeRoom({ entry }: Block) {
  return entry.booking.resources.filter(({ kind }) => kind === 'room').length === 1
}

/** The target lane of a block: the lane under the pointer, or the lane of the same room on that day. */
function getTargetLane(block: Block, index: number, lanes: readonly Lane[]): number {
  const lane = clamp(index, 0, lanes.length - 1)
  if (mayChangeRoom(block) && lanes[lane]?.kind !== 'elsewhere') return lane
  const findFirstLaneOfDay = (index: number) => lanes.findIndex(({ day }) => day === lanes[index]?.day)
  return clamp(findFirstLaneOfDay(lane) + block.lane - findFirstLaneOfDay(block.lane), 0, lanes.length - block.span)
}

/** The target after moving by a number of lanes and minutes. */
export function getDropTarget(
  source: DragSource,
  shift: { lanes: number; minutes: number },
  { lanes, axis }: GridLayout,
): DropTarget {
  const minutes = roundToStep(shift.minutes)
  if (source.kind === 'create') {
    const minute = clamp(source.minute + roundToStep(shift.minutes), axis.from, axis.to)
    const [from, to] = minute < source.minute ? [minute, source.minute] : [source.minute, minute]
    return { lane: source.lane, from, to: Math.max(to, from + STEP_MINUTES) }
  }
  const { block } = source
  if (source.kind === 'move') {
    const from = clamp(block.from + minutes, axis.from, axis.to - STEP_MINUTES)
    return { lane: getTargetLane(block, block.lane + shift.lanes, lanes), from, to: from + block.to - block.from }
  }
  if (source.kind === 'end') {
    return { lane: block.lane, from: block.from, to: clamp(block.to + minutes, block.from + STEP_MINUTES, axis.to) }
  }
  return { lane: block.lane, from: clamp(block.from + minutes, axis.from, block.to - STEP_MINUTES), to: block.to }
}

export const describeTarget = ({ from, to }: Pick<DropTarget, 'from' | 'to'>) =>
  timeRangeText(formatMinute(from), formatMinute(to % 1440))

function findDragSource(event: PointerEvent, layer: HTMLElement, options: DragOptions): DragSource | null {
  const element = event.target instanceof Element ? event.target : null
  const key = element?.closest('[data-block]')?.getAttribute('data-block')
  if (key) {
    const block = options.findBlock(key)
    if (!block || !options.canMove(block)) return null
    const edge = element?.closest('[data-edge]')?.getAttribute('data-edge')
    return { kind: edge === 'start' || edge === 'end' ? edge : 'move', block }
  }
  return options.canCreate ? { kind: 'create', ...findSlot(event, layer, options) } : null
}

/** The quarter of an hour under the pointer. */
export function findSlot(event: { clientX: number; clientY: number }, layer: HTMLElement, { lanes, axis }: GridLayout) {
  const box = layer.getBoundingClientRect()
  const lane = Math.floor(((event.clientX - box.left) / box.width) * lanes.length)
  const minute = axis.from + (event.clientY - box.top) / PX_PER_MINUTE
  return {
    lane: clamp(lane, 0, lanes.length - 1),
    minute: clamp(Math.floor(minute / STEP_MINUTES) * STEP_MINUTES, axis.from, axis.to - STEP_MINUTES),
  }
}

type DragState = {
  layer: HTMLElement
  ghost: HTMLElement
  options: () => DragOptions
  /** The layout, read once at the start of the drag. */
  box: DOMRect | null
  scrollArea: ScrollArea | null
  target: DropTarget | null
}

function startDrag(state: DragState, source: DragSource) {
  const { layer, ghost } = state
  state.box = layer.getBoundingClientRect()
  state.scrollArea = getScrollArea(layer)
  layer.dataset.dragging = source.kind
  if (source.kind !== 'create') findBlockElement(layer, source.block)?.setAttribute('data-held', '')
  ghost.hidden = false
}

/** @returns whether it scrolled, so that dragging continues without pointer movement */
function moveGhost(
  state: DragState,
  { source, start, current }: { source: DragSource; start: Point; current: Point },
): boolean {
  const { box, scrollArea, ghost, options } = state
  if (!box) return false
  const { lanes, axis } = options()
  const width = box.width / lanes.length
  const distance = { x: current.x - start.x, y: current.y - start.y }
  const isScrolling = scrollArea !== null && scrollNearEdge(scrollArea, current)
  if (scrollArea) {
    distance.x += scrollArea.scroller.scrollLeft - scrollArea.left
    distance.y += scrollArea.scroller.scrollTop - scrollArea.top
  }
  const shift = { lanes: Math.round(distance.x / width), minutes: distance.y / PX_PER_MINUTE }
  state.target = getDropTarget(source, shift, { lanes, axis })
  const { lane, from, to } = state.target
  const span = source.kind === 'create' ? 1 : source.block.span
  ghost.style.transform = `translate3d(${lane * width}px, ${toPixels(from - axis.from)}px, 0)`
  ghost.style.width = `${width * span}px`
  ghost.style.height = `${toPixels(Math.min(to, axis.to) - from)}px`
  ghost.textContent = describeTarget(state.target)
  return isScrolling
}

function endDrag(state: DragState, source: DragSource, isDropped: boolean) {
  const { layer, ghost, options, target } = state
  ghost.hidden = true
  delete layer.dataset.dragging
  for (const element of layer.querySelectorAll('[data-held]')) element.removeAttribute('data-held')
  if (isDropped && target) options().onDrop(source, target)
}

/**
 * Makes blocks of a layer draggable. During a drag no React state changes: one element moves by `transform`, and the
 * layout is read only once.
 * @returns a function that stops listening
 */
export function listenForDrags(layer: HTMLElement, ghost: HTMLElement, options: () => DragOptions): () => void {
  const state: DragState = { layer, ghost, options, box: null, scrollArea: null, target: null }
  return listenForPointerDrags<DragSource>(layer, {
    findDragSource: (event) => findDragSource(event, layer, options()),
    onStart: (source) => startDrag(state, source),
    onMove: (source, start, current) => moveGhost(state, { source, start, current }),
    onEnd: (source, isDropped) => endDrag(state, source, isDropped),
  })
}

const findBlockElement = (layer: HTMLElement, { key }: Block) =>
  layer.querySelector(`[data-block="${CSS.escape(key)}"]`)
