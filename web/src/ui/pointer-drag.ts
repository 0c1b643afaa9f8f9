const CLICK_SLOP_PX = 4
const SCROLL_SLOP_PX = 10
const LONG_PRESS_MS = 350

export type Point = { x: number; y: number }

/** What is dragged, and its handlers. Before the drag starts only `findDragSource` is called. */
export type PointerDrag<DragSource> = {
  /** The draggable under the pointer, or null. */
  findDragSource: (event: PointerEvent) => DragSource | null
  /** The drag has started. Read the layout here, only once. */
  onStart: (grip: DragSource, at: Point) => void
  /** Called at most once per frame. Return true to be called in the next frame even without movement. */
  moveDragged: (grip: DragSource, at: Point, now: Point) => boolean
  /** The drag has ended: dropped at the last position, or cancelled. */
  end: (grip: DragSource, isDropped: boolean) => void
}

type Drag<DragSource> = {
  grip: DragSource
  pointer: number
  at: Point
  now: Point
  isDragging: boolean
  frame: number
  timer: ReturnType<typeof setTimeout> | undefined
}

type DragState<DragSource> = {
  layer: HTMLElement
  drag: PointerDrag<DragSource>
  hold: Drag<DragSource> | null
  /** Whether to ignore the click event that follows a drag. */
  ignoresClick: boolean
}

function draw<DragSource>(scene: DragState<DragSource>) {
  const { hold, drag } = scene
  if (!hold?.isDragging) return
  hold.frame = 0
  if (drag.moveDragged(hold.grip, hold.at, hold.now)) hold.frame = requestAnimationFrame(() => draw(scene))
}

function startDrag<DragSource>(scene: DragState<DragSource>) {
  const { hold, layer, drag } = scene
  if (!hold) return
  hold.isDragging = true
  layer.setPointerCapture(hold.pointer)
  drag.onStart(hold.grip, hold.at)
  draw(scene)
}

function end<DragSource>(scene: DragState<DragSource>, isDropped: boolean) {
  const { hold, layer, drag } = scene
  if (!hold) return
  clearTimeout(hold.timer)
  cancelAnimationFrame(hold.frame)
  scene.hold = null
  if (!hold.isDragging) return
  if (layer.hasPointerCapture(hold.pointer)) layer.releasePointerCapture(hold.pointer)
  scene.ignoresClick = true
  drag.end(hold.grip, isDropped)
}

function onPointerDown<DragSource>(scene: DragState<DragSource>, event: PointerEvent) {
  scene.ignoresClick = false
  if (scene.hold || event.button !== 0 || !event.isPrimary) return
  const grip = scene.drag.findDragSource(event)
  if (grip === null) return
  const at = { x: event.clientX, y: event.clientY }
  scene.hold = { grip, pointer: event.pointerId, at, now: at, isDragging: false, frame: 0, timer: undefined }
  if (event.pointerType !== 'mouse') scene.hold.timer = setTimeout(() => startDrag(scene), LONG_PRESS_MS)
}

function move<DragSource>(scene: DragState<DragSource>, event: PointerEvent) {
  const { hold } = scene
  if (!hold || event.pointerId !== hold.pointer) return
  hold.now = { x: event.clientX, y: event.clientY }
  if (hold.isDragging) {
    if (hold.frame === 0) hold.frame = requestAnimationFrame(() => draw(scene))
    return
  }
  const distance = Math.hypot(hold.now.x - hold.at.x, hold.now.y - hold.at.y)
  if (event.pointerType === 'mouse') {
    if (distance >= CLICK_SLOP_PX) startDrag(scene)
  } else if (distance >= SCROLL_SLOP_PX) end(scene, false)
}

function onPointerUp<DragSource>(scene: DragState<DragSource>, event: PointerEvent) {
  if (!scene.hold || event.pointerId !== scene.hold.pointer) return
  scene.hold.now = { x: event.clientX, y: event.clientY }
  cancelAnimationFrame(scene.hold.frame)
  draw(scene)
  end(scene, true)
}

/**
 * Makes elements on a layer draggable: immediately with a mouse, after a long press by touch, so that touch can still
 * scroll. Escape cancels.
 * @returns a function that stops listening
 */
export function listenForPointerDrags<DragSource>(layer: HTMLElement, drag: PointerDrag<DragSource>): () => void {
  const scene: DragState<DragSource> = { layer, drag, hold: null, ignoresClick: false }
  const cancel = () => end(scene, false)
  const preventScroll = (event: Event) => scene.hold?.isDragging && event.cancelable && event.preventDefault()
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !scene.hold?.isDragging) return
    event.stopPropagation()
    cancel()
  }
  const blockClick = (event: Event) => {
    if (scene.ignoresClick) event.stopPropagation()
    scene.ignoresClick = false
  }
  const stop = new AbortController()
  const options = { signal: stop.signal }
  layer.addEventListener('pointerdown', (event) => onPointerDown(scene, event), options)
  layer.addEventListener('pointermove', (event) => move(scene, event), options)
  layer.addEventListener('pointerup', (event) => onPointerUp(scene, event), options)
  layer.addEventListener('pointercancel', cancel, options)
  layer.addEventListener('touchmove', preventScroll, { ...options, passive: false })
  layer.addEventListener('contextmenu', preventScroll, options)
  layer.addEventListener('click', blockClick, { ...options, capture: true })
  window.addEventListener('keydown', onEscape, { ...options, capture: true })
  return () => {
    cancel()
    stop.abort()
  }
}
