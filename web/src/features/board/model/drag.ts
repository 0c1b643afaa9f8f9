import type { CardPosition } from '@studiohub/contract/features/board/rules.ts'
import { isPhase, type Phase } from '@studiohub/contract/features/projects/words.ts'
import { listenForPointerDrags, type Point } from '#ui/pointer-drag.ts'

/** Pixels per arrow key press while dragging a card (spec section 9). */
export const STEP_PX = 25
const EDGE_PX = 48
const SCROLL_PX = 14

export type BoardDragOptions = {
  onDrop: (id: string, place: CardPosition, by: DragSource) => void
  /** Announces the drag to screen readers. */
  announce: (text: string) => void
  labelOf: (phase: Phase) => string
}

type DragSource = 'pointer' | 'keyboard'
type DraggedCard = {
  id: string
  by: DragSource
  title: string
  card: HTMLElement
  ghost: HTMLElement
  box: DOMRect
  target: CardPosition | null
}

type DragState = { layer: HTMLElement; options: () => BoardDragOptions; dragged: DraggedCard | null }

function startDrag(scene: DragState, card: HTMLElement, by: DragSource) {
  const box = card.getBoundingClientRect()
  const clone = card.cloneNode(true)
  if (!(clone instanceof HTMLElement)) return
  clone.removeAttribute('data-card')
  clone.setAttribute('aria-hidden', 'true')
  clone.setAttribute('inert', '')
  // The drag preview has a fixed position; `relative` would make it a column of the board.
  clone.classList.remove('relative', 'board-card')
  clone.classList.add('board-ghost')
  Object.assign(clone.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px` })
  scene.layer.style.setProperty('--held-height', `${box.height}px`)
  scene.layer.append(clone)
  card.setAttribute('data-held', '')
  const { card: id = '', title = '' } = card.dataset
  scene.dragged = { id, by, title, card, ghost: clone, box, target: null }
}

/** The column and the card below a point; the dragged card would be inserted before that card. */
function findDropPosition(scene: DragState, { x, y }: Point): CardPosition | null {
  const column = document.elementFromPoint(x, y)?.closest('[data-column]')
  const phase = column?.getAttribute('data-column')
  if (!(column instanceof HTMLElement) || !isPhase(phase) || !scene.layer.contains(column)) return null
  const cards = [...column.querySelectorAll<HTMLElement>('[data-card]')].filter((card) => card !== scene.dragged?.card)
  const next = cards.find((card) => {
    const { top, height } = card.getBoundingClientRect()
    return y < top + height / 2
  })
  return { phase, before_id: next?.dataset.card ?? null }
}

function showDropMarker({ layer }: DragState, target: CardPosition | null) {
  for (const marked of layer.querySelectorAll('[data-drop]')) marked.removeAttribute('data-drop')
  if (!target) return
  const before = target.before_id && layer.querySelector(`[data-card="${CSS.escape(target.before_id)}"]`)
  const place = before || layer.querySelector(`[data-column="${target.phase}"]`)
  place?.setAttribute('data-drop', '')
}

function isOver(layer: HTMLElement, { x, y }: Point): boolean {
  const { left, right, top, bottom } = layer.getBoundingClientRect()
  return x >= left && x <= right && y >= top && y <= bottom
}

function moveDragged(scene: DragState, by: Point, now: Point) {
  const { dragged } = scene
  if (!dragged) return
  dragged.ghost.style.transform = `translate3d(${by.x}px, ${by.y}px, 0)`
  // Between two columns the last target stays.
  const target = findDropPosition(scene, now) ?? (isOver(scene.layer, now) ? dragged.target : null)
  if (target?.phase === dragged.target?.phase && target?.before_id === dragged.target?.before_id) return
  dragged.target = target
  showDropMarker(scene, target)
}

/** Scrolls the board near its edges: horizontally the board, vertically the column. */
function scrollAt({ layer }: DragState, { x, y }: Point): boolean {
  const box = layer.getBoundingClientRect()
  const toSide = x < box.left + EDGE_PX ? -SCROLL_PX : x > Math.min(box.right, innerWidth) - EDGE_PX ? SCROLL_PX : 0
  const list = document.elementFromPoint(x, y)?.closest('[data-list]')
  const listBox = list?.getBoundingClientRect()
  const down = !listBox ? 0 : y < listBox.top + EDGE_PX ? -SCROLL_PX : y > listBox.bottom - EDGE_PX ? SCROLL_PX : 0
  const before = [layer.scrollLeft, list?.scrollTop]
  layer.scrollLeft += toSide
  if (list) list.scrollTop += down
  return before[0] !== layer.scrollLeft || before[1] !== list?.scrollTop
}

function endDrag(scene: DragState, isDropped: boolean, by: DragSource) {
  const { dragged, options } = scene
  if (dragged?.by !== by) return
  scene.dragged = null
  dragged.ghost.remove()
  dragged.card.removeAttribute('data-held')
  showDropMarker(scene, null)
  if (isDropped && dragged.target) options().onDrop(dragged.id, dragged.target, by)
}

const findCard = (target: EventTarget | null, inside: string) =>
  target instanceof Element && target.closest(inside) ? target.closest<HTMLElement>('[data-card]') : null

/** Mouse and touch: the whole card is draggable, except its buttons. */
function listenForPointers(scene: DragState): () => void {
  return listenForPointerDrags<HTMLElement>(scene.layer, {
    findDragSource: (event) => {
      const isControl = event.target instanceof Element && event.target.closest('[data-control]') !== null
      return isControl ? null : findCard(event.target, '[data-card]')
    },
    onStart: (card) => startDrag(scene, card, 'pointer'),
    moveDragged(_card, at, now) {
      moveDragged(scene, { x: now.x - at.x, y: now.y - at.y }, now)
      return scrollAt(scene, now)
    },
    end: (_card, isDropped) => endDrag(scene, isDropped, 'pointer'),
  })
}

const arrows: Record<string, Point> = {
  ArrowLeft: { x: -STEP_PX, y: 0 },
  ArrowRight: { x: STEP_PX, y: 0 },
  ArrowUp: { x: 0, y: -STEP_PX },
  ArrowDown: { x: 0, y: STEP_PX },
}

function describePosition({ dragged, options, layer }: DragState): string {
  if (!dragged?.target) return 'Not over a column'
  const { phase, before_id } = dragged.target
  const before = before_id && layer.querySelector<HTMLElement>(`[data-card="${CSS.escape(before_id)}"]`)?.dataset.title
  return before ? `Over ${options().labelOf(phase)}, before ${before}` : `Over ${options().labelOf(phase)}, at the end`
}

/** Keyboard: Space picks up and drops, arrows move, Escape cancels. */
function handleKey(scene: DragState, by: Point, event: KeyboardEvent): Point {
  const { options } = scene
  const isTake = event.key === ' ' || event.key === 'Enter'
  if (!scene.dragged) {
    const card = isTake ? findCard(event.target, '[data-handle]') : null
    if (!card) return by
    event.preventDefault()
    startDrag(scene, card, 'keyboard')
    moveTo(scene, { x: 0, y: 0 })
    options().announce(`Picked up ${card.dataset.title}. ${describePosition(scene)}`)
    return { x: 0, y: 0 }
  }
  if (scene.dragged.by !== 'keyboard') return by
  const step = arrows[event.key]
  if (!step && !isTake && event.key !== 'Escape' && event.key !== 'Tab') return by
  event.preventDefault()
  event.stopPropagation()
  if (step) {
    const next = { x: by.x + step.x, y: by.y + step.y }
    const words = describePosition(scene)
    moveTo(scene, next)
    if (describePosition(scene) !== words) options().announce(describePosition(scene))
    return next
  }
  const { title } = scene.dragged
  options().announce(isTake ? `Dropped ${title}. ${describePosition(scene)}` : `${title} stays where it was`)
  endDrag(scene, isTake, 'keyboard')
  return { x: 0, y: 0 }
}

function moveTo(scene: DragState, by: Point) {
  const { box } = scene.dragged ?? {}
  if (!box) return
  moveDragged(scene, by, { x: box.left + box.width / 2 + by.x, y: box.top + Math.min(box.height, 60) / 2 + by.y })
}

/** Makes the cards of a board movable by mouse, touch and keyboard. @returns a function that stops listening */
export function listenForCardDrags(layer: HTMLElement, options: () => BoardDragOptions): () => void {
  const scene: DragState = { layer, options, dragged: null }
  const stopPointers = listenForPointers(scene)
  const stop = new AbortController()
  let by: Point = { x: 0, y: 0 }
  layer.addEventListener('keydown', (event) => (by = handleKey(scene, by, event)), { signal: stop.signal })
  // Moving the focus elsewhere cancels a keyboard drag.
  layer.addEventListener('focusout', () => endDrag(scene, false, 'keyboard'), { signal: stop.signal })
  return () => {
    stopPointers()
    stop.abort()
    endDrag(scene, false, 'keyboard')
  }
}
