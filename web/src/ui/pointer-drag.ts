const CLICK_SLOP_PX = 4
const SCROLL_SLOP_PX = 10
const LONG_PRESS_MS = 350

export type Point = { x: number; y: number }

/** What is dragged, and what becomes of it; none of it is called before something is really held. */
export type PointerDrag<Grip> = {
  /** What is taken hold of where the pointer went down; null where there is nothing to take. */
  gripOf: (event: PointerEvent) => Grip | null
  /** It is held from now on: what is needed of the layout is read here, once. */
  begin: (grip: Grip, at: Point) => void
  /** At most once a frame; true to be called again in the next one, though nothing moved. */
  draw: (grip: Grip, at: Point, now: Point) => boolean
  /** It is held no longer: dropped where it was drawn last, or given up. */
  end: (grip: Grip, isDropped: boolean) => void
}

type Hold<Grip> = {
  grip: Grip
  pointer: number
  at: Point
  now: Point
  isHeld: boolean
  frame: number
  timer: ReturnType<typeof setTimeout> | undefined
}

type Scene<Grip> = {
  layer: HTMLElement
  drag: PointerDrag<Grip>
  hold: Hold<Grip> | null
  /** Whether the click that ends a drag is still to come: it opens nothing. */
  swallows: boolean
}

function draw<Grip>(scene: Scene<Grip>) {
  const { hold, drag } = scene
  if (!hold?.isHeld) return
  hold.frame = 0
  if (drag.draw(hold.grip, hold.at, hold.now)) hold.frame = requestAnimationFrame(() => draw(scene))
}

function arm<Grip>(scene: Scene<Grip>) {
  const { hold, layer, drag } = scene
  if (!hold) return
  hold.isHeld = true
  layer.setPointerCapture(hold.pointer)
  drag.begin(hold.grip, hold.at)
  draw(scene)
}

function end<Grip>(scene: Scene<Grip>, isDropped: boolean) {
  const { hold, layer, drag } = scene
  if (!hold) return
  clearTimeout(hold.timer)
  cancelAnimationFrame(hold.frame)
  scene.hold = null
  if (!hold.isHeld) return
  if (layer.hasPointerCapture(hold.pointer)) layer.releasePointerCapture(hold.pointer)
  scene.swallows = true
  drag.end(hold.grip, isDropped)
}

function down<Grip>(scene: Scene<Grip>, event: PointerEvent) {
  scene.swallows = false
  if (scene.hold || event.button !== 0 || !event.isPrimary) return
  const grip = scene.drag.gripOf(event)
  if (grip === null) return
  const at = { x: event.clientX, y: event.clientY }
  scene.hold = { grip, pointer: event.pointerId, at, now: at, isHeld: false, frame: 0, timer: undefined }
  if (event.pointerType !== 'mouse') scene.hold.timer = setTimeout(() => arm(scene), LONG_PRESS_MS)
}

function move<Grip>(scene: Scene<Grip>, event: PointerEvent) {
  const { hold } = scene
  if (!hold || event.pointerId !== hold.pointer) return
  hold.now = { x: event.clientX, y: event.clientY }
  if (hold.isHeld) {
    if (hold.frame === 0) hold.frame = requestAnimationFrame(() => draw(scene))
    return
  }
  const far = Math.hypot(hold.now.x - hold.at.x, hold.now.y - hold.at.y)
  if (event.pointerType === 'mouse') {
    if (far >= CLICK_SLOP_PX) arm(scene)
  } else if (far >= SCROLL_SLOP_PX) end(scene, false)
}

function up<Grip>(scene: Scene<Grip>, event: PointerEvent) {
  if (!scene.hold || event.pointerId !== scene.hold.pointer) return
  scene.hold.now = { x: event.clientX, y: event.clientY }
  cancelAnimationFrame(scene.hold.frame)
  draw(scene)
  end(scene, true)
}

/**
 * Lets what lies on a layer be dragged: by a mouse at once, by a finger after a long press, so that it can still scroll.
 * Escape gives it up.
 * @returns how to stop listening
 */
export function listenForPointerDrags<Grip>(layer: HTMLElement, drag: PointerDrag<Grip>): () => void {
  const scene: Scene<Grip> = { layer, drag, hold: null, swallows: false }
  const giveUp = () => end(scene, false)
  const keepStill = (event: Event) => scene.hold?.isHeld && event.cancelable && event.preventDefault()
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !scene.hold?.isHeld) return
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
