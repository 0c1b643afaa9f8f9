/** A shorter mouse movement is a click. */
const CLICK_SLOP_PX = 4
/** A longer finger movement before the long press is a scroll. */
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
  onMove: (source: DragSource, start: Point, current: Point) => boolean
  /** The drag has ended: dropped at the last position, or cancelled. */
  onEnd: (source: DragSource, isDropped: boolean) => void
}

type Gesture<DragSource> = {
  source: DragSource
  pointerId: number
  start: Point
  current: Point
  isDragging: boolean
  frame: number
  longPressTimer: ReturnType<typeof setTimeout> | undefined
}

type DragState<DragSource> = {
  layer: HTMLElement
  handlers: PointerDrag<DragSource>
  gesture: Gesture<DragSource> | null
  /** Whether to ignore the click event that follows a drag. */
  ignoresClick: boolean
}

function reportMove<DragSource>(state: DragState<DragSource>) {
  const { gesture, handlers } = state
  if (!gesture?.isDragging) return
  gesture.frame = 0
  if (handlers.onMove(gesture.source, gesture.start, gesture.current))
    gesture.frame = requestAnimationFrame(() => reportMove(state))
}

function startDrag<DragSource>(state: DragState<DragSource>) {
  const { gesture, layer, handlers } = state
  if (!gesture) return
  gesture.isDragging = true
  layer.setPointerCapture(gesture.pointerId)
  handlers.onStart(gesture.source, gesture.start)
  reportMove(state)
}

function endGesture<DragSource>(state: DragState<DragSource>, isDropped: boolean) {
  const { gesture, layer, handlers } = state
  if (!gesture) return
  clearTimeout(gesture.longPressTimer)
  cancelAnimationFrame(gesture.frame)
  state.gesture = null
  if (!gesture.isDragging) return
  if (layer.hasPointerCapture(gesture.pointerId)) layer.releasePointerCapture(gesture.pointerId)
  state.ignoresClick = true
  handlers.onEnd(gesture.source, isDropped)
}

function onPointerDown<DragSource>(state: DragState<DragSource>, event: PointerEvent) {
  state.ignoresClick = false
  if (state.gesture || event.button !== 0 || !event.isPrimary) return
  const source = state.handlers.findDragSource(event)
  if (source === null) return
  const start = { x: event.clientX, y: event.clientY }
  state.gesture = {
    source,
    pointerId: event.pointerId,
    start,
    current: start,
    isDragging: false,
    frame: 0,
    longPressTimer: undefined,
  }
  if (event.pointerType !== 'mouse') state.gesture.longPressTimer = setTimeout(() => startDrag(state), LONG_PRESS_MS)
}

function onPointerMove<DragSource>(state: DragState<DragSource>, event: PointerEvent) {
  const { gesture } = state
  if (!gesture || event.pointerId !== gesture.pointerId) return
  gesture.current = { x: event.clientX, y: event.clientY }
  if (gesture.isDragging) {
    if (gesture.frame === 0) gesture.frame = requestAnimationFrame(() => reportMove(state))
    return
  }
  const distance = Math.hypot(gesture.current.x - gesture.start.x, gesture.current.y - gesture.start.y)
  if (event.pointerType === 'mouse') {
    if (distance >= CLICK_SLOP_PX) startDrag(state)
  } else if (distance >= SCROLL_SLOP_PX) endGesture(state, false)
}

function onPointerUp<DragSource>(state: DragState<DragSource>, event: PointerEvent) {
  if (!state.gesture || event.pointerId !== state.gesture.pointerId) return
  state.gesture.current = { x: event.clientX, y: event.clientY }
  cancelAnimationFrame(state.gesture.frame)
  reportMove(state)
  endGesture(state, true)
}

/**
 * Makes elements on a layer draggable: immediately with a mouse, after a long press by touch, so that touch can still
 * scroll. Escape cancels.
 * @returns a function that stops listening
 */
export function listenForPointerDrags<DragSource>(layer: HTMLElement, handlers: PointerDrag<DragSource>): () => void {
  const state: DragState<DragSource> = { layer, handlers, gesture: null, ignoresClick: false }
  const cancel = () => endGesture(state, false)
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
  // Otherwise the browser would send the mouse events of a tap after the drag, and move the focus.
  const blockTap = (event: Event) => {
    if (!state.ignoresClick || !event.cancelable) return
    event.preventDefault()
    state.ignoresClick = false
  }
  const stop = new AbortController()
  const options = { signal: stop.signal }
  layer.addEventListener('pointerdown', (event) => onPointerDown(state, event), options)
  layer.addEventListener('pointermove', (event) => onPointerMove(state, event), options)
  layer.addEventListener('pointerup', (event) => onPointerUp(state, event), options)
  layer.addEventListener('pointercancel', cancel, options)
  layer.addEventListener('touchmove', preventScroll, { ...options, passive: false })
  layer.addEventListener('touchend', blockTap, { ...options, passive: false })
  layer.addEventListener('contextmenu', preventScroll, options)
  layer.addEventListener('click', blockClick, { ...options, capture: true })
  window.addEventListener('keydown', onEscape, { ...options, capture: true })
  return () => {
    cancel()
    stop.abort()
  }
}
