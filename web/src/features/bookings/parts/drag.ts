import type { Stretch } from '@studiohub/contract/shared/opening-hours.ts'
import { type Block, type Lane, STEP_MINUTES } from './lanes.ts'
import { clock } from './moves.ts'

/** How tall an hour is, in pixels. */
export const HOUR_PX = 48
const PX_A_MINUTE = HOUR_PX / 60
const CLICK_SLOP_PX = 4
const SCROLL_SLOP_PX = 10
const LONG_PRESS_MS = 350

export const pixels = (minutes: number) => minutes * PX_A_MINUTE

/** What is held: a block, one of its edges, or a new stretch of time. */
export type Grip = { kind: 'move' | 'start' | 'end'; block: Block } | { kind: 'create'; lane: number; minute: number }

/** Where it is held over: minutes of the lane's day. */
export type Target = { lane: number; from: number; to: number }

export type Field = { lanes: readonly Lane[]; axis: Stretch }

export type DragTerms = Field & {
  blockOf: (key: string) => Block | undefined
  canMove: (block: Block) => boolean
  canCreate: boolean
  onDrop: (grip: Grip, target: Target) => void
}

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), Math.max(least, most))
const stepped = (minutes: number) => Math.round(minutes / STEP_MINUTES) * STEP_MINUTES

/** A session of one room may go to another; what holds several, or none, only to another day. */
export function mayChangeRoom({ entry }: Block) {
  return entry.kind === 'booking' && entry.booking.resources.filter(({ kind }) => kind === 'room').length === 1
}

/** The lane that a block comes to stand in: the one pointed at, or its own place in that lane's day. */
function laneFor(block: Block, wanted: number, lanes: readonly Lane[]): number {
  const lane = within(wanted, 0, lanes.length - 1)
  if (mayChangeRoom(block) && lanes[lane]?.kind !== 'elsewhere') return lane
  const firstOf = (index: number) => lanes.findIndex(({ day }) => day === lanes[index]?.day)
  return within(firstOf(lane) + block.lane - firstOf(block.lane), 0, lanes.length - block.span)
}

/** Where something held comes to stand when it is moved by so many lanes and minutes. */
export function targetOf(grip: Grip, by: { lanes: number; minutes: number }, { lanes, axis }: Field): Target {
  const minutes = stepped(by.minutes)
  if (grip.kind === 'create') {
    const end = within(grip.minute + stepped(by.minutes), axis.from, axis.to)
    const [from, to] = end < grip.minute ? [end, grip.minute] : [grip.minute, end]
    return { lane: grip.lane, from, to: Math.max(to, from + STEP_MINUTES) }
  }
  const { block } = grip
  if (grip.kind === 'move') {
    const from = within(block.from + minutes, axis.from, axis.to - STEP_MINUTES)
    return { lane: laneFor(block, block.lane + by.lanes, lanes), from, to: from + block.to - block.from }
  }
  if (grip.kind === 'end') {
    return { lane: block.lane, from: block.from, to: within(block.to + minutes, block.from + STEP_MINUTES, axis.to) }
  }
  return { lane: block.lane, from: within(block.from + minutes, axis.from, block.to - STEP_MINUTES), to: block.to }
}

export const targetInWords = ({ from, to }: Pick<Target, 'from' | 'to'>) => `${clock(from)} – ${clock(to % 1440)}`

type Drag = {
  grip: Grip
  pointer: number
  at: { x: number; y: number }
  now: { x: number; y: number }
  box: DOMRect | null
  frame: number
  timer: ReturnType<typeof setTimeout> | undefined
  target: Target | null
}

function gripOf(event: PointerEvent, layer: HTMLElement, terms: DragTerms): Grip | null {
  const element = event.target instanceof Element ? event.target : null
  const key = element?.closest('[data-block]')?.getAttribute('data-block')
  if (key) {
    const block = terms.blockOf(key)
    if (!block || !terms.canMove(block)) return null
    const edge = element?.closest('[data-edge]')?.getAttribute('data-edge')
    return { kind: edge === 'start' || edge === 'end' ? edge : 'move', block }
  }
  return terms.canCreate ? { kind: 'create', ...slotAt(event, layer, terms) } : null
}

/** The quarter of an hour under the pointer. */
export function slotAt(event: { clientX: number; clientY: number }, layer: HTMLElement, { lanes, axis }: Field) {
  const box = layer.getBoundingClientRect()
  const lane = Math.floor(((event.clientX - box.left) / box.width) * lanes.length)
  const minute = axis.from + (event.clientY - box.top) / PX_A_MINUTE
  return {
    lane: within(lane, 0, lanes.length - 1),
    minute: within(Math.floor(minute / STEP_MINUTES) * STEP_MINUTES, axis.from, axis.to - STEP_MINUTES),
  }
}

type Scene = {
  layer: HTMLElement
  ghost: HTMLElement
  terms: () => DragTerms
  drag: Drag | null
  /** Whether the click that ends a drag is still to come: it opens nothing. */
  swallows: boolean
}

function draw({ drag, ghost, terms }: Scene) {
  if (!drag?.box) return
  drag.frame = 0
  const { grip, at, now, box } = drag
  const { lanes, axis } = terms()
  const width = box.width / lanes.length
  const by = { lanes: Math.round((now.x - at.x) / width), minutes: (now.y - at.y) / PX_A_MINUTE }
  drag.target = targetOf(grip, by, { lanes, axis })
  const { lane, from, to } = drag.target
  const span = grip.kind === 'create' ? 1 : grip.block.span
  ghost.style.transform = `translate3d(${lane * width}px, ${pixels(from - axis.from)}px, 0)`
  ghost.style.width = `${width * span}px`
  ghost.style.height = `${pixels(Math.min(to, axis.to) - from)}px`
  ghost.textContent = targetInWords(drag.target)
}

function arm(scene: Scene) {
  const { drag, layer, ghost } = scene
  if (!drag) return
  drag.box = layer.getBoundingClientRect()
  layer.setPointerCapture(drag.pointer)
  layer.dataset.dragging = drag.grip.kind
  if (drag.grip.kind !== 'create') blockIn(layer, drag.grip.block)?.setAttribute('data-held', '')
  ghost.hidden = false
  draw(scene)
}

function end(scene: Scene, isDropped: boolean) {
  const { drag, layer, ghost, terms } = scene
  if (!drag) return
  clearTimeout(drag.timer)
  cancelAnimationFrame(drag.frame)
  scene.drag = null
  ghost.hidden = true
  delete layer.dataset.dragging
  for (const held of layer.querySelectorAll('[data-held]')) held.removeAttribute('data-held')
  if (!drag.box) return
  if (layer.hasPointerCapture(drag.pointer)) layer.releasePointerCapture(drag.pointer)
  scene.swallows = true
  if (isDropped && drag.target) terms().onDrop(drag.grip, drag.target)
}

function down(scene: Scene, event: PointerEvent) {
  scene.swallows = false
  if (scene.drag || event.button !== 0 || !event.isPrimary) return
  const grip = gripOf(event, scene.layer, scene.terms())
  if (!grip) return
  const at = { x: event.clientX, y: event.clientY }
  scene.drag = { grip, pointer: event.pointerId, at, now: at, box: null, frame: 0, timer: undefined, target: null }
  if (event.pointerType !== 'mouse') scene.drag.timer = setTimeout(() => arm(scene), LONG_PRESS_MS)
}

function move(scene: Scene, event: PointerEvent) {
  const { drag } = scene
  if (!drag || event.pointerId !== drag.pointer) return
  drag.now = { x: event.clientX, y: event.clientY }
  if (drag.box) {
    if (drag.frame === 0) drag.frame = requestAnimationFrame(() => draw(scene))
    return
  }
  const far = Math.hypot(drag.now.x - drag.at.x, drag.now.y - drag.at.y)
  if (event.pointerType === 'mouse') {
    if (far >= CLICK_SLOP_PX) arm(scene)
  } else if (far >= SCROLL_SLOP_PX) end(scene, false)
}

function up(scene: Scene, event: PointerEvent) {
  if (!scene.drag || event.pointerId !== scene.drag.pointer) return
  scene.drag.now = { x: event.clientX, y: event.clientY }
  draw(scene)
  end(scene, true)
}

/**
 * Lets blocks of a layer be dragged: by a mouse at once, by a finger after a long press, so that it can still scroll.
 * While something is held no state changes: one element is moved by `transform`, and what was read of the layout stays.
 * @returns how to stop listening
 */
export function listenForDrags(layer: HTMLElement, ghost: HTMLElement, terms: () => DragTerms): () => void {
  const scene: Scene = { layer, ghost, terms, drag: null, swallows: false }
  const giveUp = () => end(scene, false)
  const keepStill = (event: Event) => scene.drag?.box && event.cancelable && event.preventDefault()
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !scene.drag?.box) return
    event.stopPropagation()
    giveUp()
  }
  const swallow = (event: Event) => {
    if (scene.swallows) event.stopPropagation()
    scene.swallows = false
  }
  const stop = new AbortController()
  const options = { signal: stop.signal }
  layer.addEventListener('pointerdown', (event) => down(scene, event), options)
  layer.addEventListener('pointermove', (event) => move(scene, event), options)
  layer.addEventListener('pointerup', (event) => up(scene, event), options)
  layer.addEventListener('pointercancel', giveUp, options)
  layer.addEventListener('touchmove', keepStill, { ...options, passive: false })
  layer.addEventListener('contextmenu', keepStill, options)
  layer.addEventListener('click', swallow, { ...options, capture: true })
  window.addEventListener('keydown', onEscape, { ...options, capture: true })
  return () => {
    giveUp()
    stop.abort()
  }
}

const blockIn = (layer: HTMLElement, { key }: Block) => layer.querySelector(`[data-block="${CSS.escape(key)}"]`)
