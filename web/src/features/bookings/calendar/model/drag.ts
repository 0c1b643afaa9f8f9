import { timeRangeText } from '@studiohub/contract/shared/formats.ts'
import type { MinuteRange } from '@studiohub/contract/shared/opening-hours.ts'
import { type Block, type Lane, STEP_MINUTES } from '#features/bookings/model/lanes.ts'
import { formatMinute } from '#features/bookings/model/moves.ts'
import { listenForPointerDrags, type Point } from '#ui/pointer-drag.ts'
import { scrollNearEdge, type View, viewOf } from './edge-scroll.ts'

/** Height of an hour in pixels. */
export const HOUR_PX = 48
const PX_A_MINUTE = HOUR_PX / 60

export const pixels = (minutes: number) => minutes * PX_A_MINUTE

/** What a drag starts from: a block, one of its edges, or an empty slot for a new booking. */
export type DragSource =
  | { kind: 'move' | 'start' | 'end'; block: Block }
  | { kind: 'create'; lane: number; minute: number }

/** The drop target, in minutes of the lane's day. */
export type Target = { lane: number; from: number; to: number }

export type Field = { lanes: readonly Lane[]; axis: MinuteRange }

export type DragOptions = Field & {
  blockOf: (key: string) => Block | undefined
  canMove: (block: Block) => boolean
  canCreate: boolean
  onDrop: (grip: DragSource, target: Target) => void
}

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), Math.max(least, most))
const stepped = (minutes: number) => Math.round(minutes / STEP_MINUTES) * STEP_MINUTES

/** A booking with one room can move to another room. A booking with several rooms or none can only move to another day. */
export function mayChangeRoom({ entry }: Block) {
  return entry.booking.resources.filter(({ kind }) => kind === 'room').length === 1
}

/** The target lane of a block: the lane under the pointer, or the lane of the same room on that day. */
function getTargetLane(block: Block, index: number, lanes: readonly Lane[]): number {
  const lane = within(index, 0, lanes.length - 1)
  if (mayChangeRoom(block) && lanes[lane]?.kind !== 'elsewhere') return lane
  const firstOf = (index: number) => lanes.findIndex(({ day }) => day === lanes[index]?.day)
  return within(firstOf(lane) + block.lane - firstOf(block.lane), 0, lanes.length - block.span)
}

/** The target after moving by a number of lanes and minutes. */
export function getTarget(grip: DragSource, by: { lanes: number; minutes: number }, { lanes, axis }: Field): Target {
  const minutes = stepped(by.minutes)
  if (grip.kind === 'create') {
    const end = within(grip.minute + stepped(by.minutes), axis.from, axis.to)
    const [from, to] = end < grip.minute ? [end, grip.minute] : [grip.minute, end]
    return { lane: grip.lane, from, to: Math.max(to, from + STEP_MINUTES) }
  }
  const { block } = grip
  if (grip.kind === 'move') {
    const from = within(block.from + minutes, axis.from, axis.to - STEP_MINUTES)
    return { lane: getTargetLane(block, block.lane + by.lanes, lanes), from, to: from + block.to - block.from }
  }
  if (grip.kind === 'end') {
    return { lane: block.lane, from: block.from, to: within(block.to + minutes, block.from + STEP_MINUTES, axis.to) }
  }
  return { lane: block.lane, from: within(block.from + minutes, axis.from, block.to - STEP_MINUTES), to: block.to }
}

export const targetInWords = ({ from, to }: Pick<Target, 'from' | 'to'>) =>
  timeRangeText(formatMinute(from), formatMinute(to % 1440))

function findDragSource(event: PointerEvent, layer: HTMLElement, options: DragOptions): DragSource | null {
  const element = event.target instanceof Element ? event.target : null
  const key = element?.closest('[data-block]')?.getAttribute('data-block')
  if (key) {
    const block = options.blockOf(key)
    if (!block || !options.canMove(block)) return null
    const edge = element?.closest('[data-edge]')?.getAttribute('data-edge')
    return { kind: edge === 'start' || edge === 'end' ? edge : 'move', block }
  }
  return options.canCreate ? { kind: 'create', ...findSlot(event, layer, options) } : null
}

/** The quarter of an hour under the pointer. */
export function findSlot(event: { clientX: number; clientY: number }, layer: HTMLElement, { lanes, axis }: Field) {
  const box = layer.getBoundingClientRect()
  const lane = Math.floor(((event.clientX - box.left) / box.width) * lanes.length)
  const minute = axis.from + (event.clientY - box.top) / PX_A_MINUTE
  return {
    lane: within(lane, 0, lanes.length - 1),
    minute: within(Math.floor(minute / STEP_MINUTES) * STEP_MINUTES, axis.from, axis.to - STEP_MINUTES),
  }
}

type DragState = {
  layer: HTMLElement
  ghost: HTMLElement
  options: () => DragOptions
  /** The layout, which is read at the start of the drag. */
  box: DOMRect | null
  view: View | null
  target: Target | null
}

function begin(scene: DragState, grip: DragSource) {
  const { layer, ghost } = scene
  scene.box = layer.getBoundingClientRect()
  scene.view = viewOf(layer)
  layer.dataset.dragging = grip.kind
  if (grip.kind !== 'create') blockIn(layer, grip.block)?.setAttribute('data-held', '')
  ghost.hidden = false
}

/** @returns whether it scrolled, so that dragging continues without pointer movement */
function draw(scene: DragState, { grip, at, now }: { grip: DragSource; at: Point; now: Point }): boolean {
  const { box, view, ghost, options } = scene
  if (!box) return false
  const { lanes, axis } = options()
  const width = box.width / lanes.length
  const far = { x: now.x - at.x, y: now.y - at.y }
  const isScrolling = view !== null && scrollNearEdge(view, now)
  if (view) {
    far.x += view.scroller.scrollLeft - view.left
    far.y += view.scroller.scrollTop - view.top
  }
  const by = { lanes: Math.round(far.x / width), minutes: far.y / PX_A_MINUTE }
  scene.target = getTarget(grip, by, { lanes, axis })
  const { lane, from, to } = scene.target
  const span = grip.kind === 'create' ? 1 : grip.block.span
  ghost.style.transform = `translate3d(${lane * width}px, ${pixels(from - axis.from)}px, 0)`
  ghost.style.width = `${width * span}px`
  ghost.style.height = `${pixels(Math.min(to, axis.to) - from)}px`
  ghost.textContent = targetInWords(scene.target)
  return isScrolling
}

function end(scene: DragState, grip: DragSource, isDropped: boolean) {
  const { layer, ghost, options, target } = scene
  ghost.hidden = true
  delete layer.dataset.dragging
  for (const held of layer.querySelectorAll('[data-held]')) held.removeAttribute('data-held')
  if (isDropped && target) options().onDrop(grip, target)
}

/**
 * Makes blocks of a layer draggable. During a drag no React state changes: one element moves by `transform`, and the
 * layout is read only once.
 * @returns a function that stops listening
 */
export function listenForDrags(layer: HTMLElement, ghost: HTMLElement, options: () => DragOptions): () => void {
  const scene: DragState = { layer, ghost, options, box: null, view: null, target: null }
  return listenForPointerDrags<DragSource>(layer, {
    findDragSource: (event) => findDragSource(event, layer, options()),
    onStart: (grip) => begin(scene, grip),
    moveDragged: (grip, at, now) => draw(scene, { grip, at, now }),
    end: (grip, isDropped) => end(scene, grip, isDropped),
  })
}

const blockIn = (layer: HTMLElement, { key }: Block) => layer.querySelector(`[data-block="${CSS.escape(key)}"]`)
