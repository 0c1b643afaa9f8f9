const CLICK_SLOP_PX = 4
const SCROLL_SLOP_PX = 10
const LONG_PRESS_MS = 350

export type Point = { x: number; y: number }

/** The handlers of a drag. Before the drag starts, only `findDragSource` is called. */
export type PointerDrag<DragSource> = {
  /** The draggable under the pointer, or null. */
  findDragSource: (event: PointerEvent) => DragSource | null
  /** The drag has started. Read the layout here, only once. */
  onStart: (source: DragSource, start: Point) => void
  /** Called at most once per frame. Return true to be called in the next frame even without movement. */
  moveDragged: (source: DragSource, start: Point, current: Point) => boolean
  /** The drag has ended: dropped at the last position, or cancelled. */
  end: (source: DragSource, isDropped: boolean) => void
}

type Gesture<DragSource> = {
  source: DragSource
  pointer: number
  start: Point
  current: Point
  isDragging: boolean
  frame: number
  timer: ReturnType<typeof setTimeout> | undefined
}

type DragState<DragSource> = {
  layer: HTMLElement
  handlers: PointerDrag<DragSource>
  gesture: Gesture<DragSource> | null
  /** Whether to ignore the click event that follows a drag. */
  ignoresClick: boolean
}

function drawDrag<DragSource>(state: DragState<DragSource>) {
  const { gesture, handlers } = state
  if (!gesture?.isDragging) return
  gesture.frame = 0
  if (handlers.moveDragged(gesture.source, gesture.start, gesture.current))
    gesture.frame = requestAnimationFrame(() => drawDrag(state))
}

function startDrag<DragSource>(state: DragState<DragSource>) {
  const { gesture, layer, handlers } = state
  if (!gesture) return
  gesture.isDragging = true
  layer.setPointerCapture(gesture.pointer)
  handlers.onStart(gesture.source, gesture.start)
  drawDrag(state)
}

function end<DragSource>(state: DragState<DragSource>, isDropped: boolean) {
  const { gesture, layer, handlers } = state
  if (!gesture) return
  clearTimeout(gesture.timer)
  cancelAnimationFrame(gesture.frame)
  state.gesture = null
  if (!gesture.isDragging) return
  if (layer.hasPointerCapture(gesture.pointer)) layer.releasePointerCapture(gesture.pointer)
  state.ignoresClick = true
  handlers.end(gesture.source, isDropped)
}

function onPointerDown<DragSource>(state: DragState<DragSource>, event: PointerEvent) {
  state.ignoresClick = false
  if (state.gesture || event.button !== 0 || !event.isPrimary) return
  const source = state.handlers.findDragSource(event)
  if (source === null) return
  const start = { x: event.clientX, y: event.clientY }
  state.gesture = {
    source,
    pointer: event.pointerId,
    start,
    current: start,
    isDragging: false,
    frame: 0,
    timer: undefined,
  }
  if (event.pointerType !== 'mouse') state.gesture.timer = setTimeout(() => startDrag(state), LONG_PRESS_MS)
}

function moveDrag<DragSource>(state: DragState<DragSource>, event: PointerEvent) {
  const { gesture } = state
  if (!gesture || event.pointerId !== gesture.pointer) return
  gesture.current = { x: event.clientX, y: event.clientY }
  if (gesture.isDragging) {
    if (gesture.frame === 0) gesture.frame = requestAnimationFrame(() => drawDrag(state))
    return
  }
  const distance = Math.hypot(gesture.current.x - gesture.start.x, gesture.current.y - gesture.start.y)
  if (event.pointerType === 'mouse') {
    if (distance >= CLICK_SLOP_PX) startDrag(state)
  } else if (distance >= SCROLL_SLOP_PX) end(state, false)
}

function onPointerUp<DragSource>(state: DragState<DragSource>, event: PointerEvent) {
  if (!state.gesture || event.pointerId !== state.gesture.pointer) return
  state.gesture.current = { x: event.clientX, y: event.clientY }
  cancelAnimationFrame(state.gesture.frame)
  drawDrag(state)
  end(state, true)
}

/**
 * Makes elements on a layer draggable: immediately with a mouse, after a long press by touch, so that touch can still
 * scroll. Escape cancels.
 * @returns a function that stops listening
 */
export function listenForPointerDrags<DragSource>(layer: HTMLElement, handlers: PointerDrag<DragSource>): () => void {
  const state: DragState<DragSource> = { layer, handlers, gesture: null, ignoresClick: false }
  const cancel = () => end(state, false)
  const preventScroll = (event: Event) => state.gesture?.isDragging && event.cancelable && event.preventDefault()
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !state.gesture?.isDragging) return
    event.stopPropagation()
    cancel()
  }
  const blockClick = (event: Event) => {
    if (state.ignoresClick) event.stopPropagation()
    state.ignoresClick = false
  }
  const stop = new AbortController()
  const options = { signal: stop.signal }
  layer.addEventListener('pointerdown', (event) => onPointerDown(state, event), options)
  layer.addEventListener('pointermove', (event) => moveDrag(state, event), options)
  layer.addEventListener('pointerup', (event) => onPointerUp(state, event), options)
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
