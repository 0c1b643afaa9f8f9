import type { CardPosition } from '@studiohub/contract/features/board/rules.ts'
import { isPhase, type Phase } from '@studiohub/contract/features/projects/words.ts'
import { listenForPointerDrags, type Point } from '#ui/pointer-drag.ts'

/** Pixels per arrow key press while dragging a card (spec section 9). */
export const STEP_PX = 25
const EDGE_PX = 48
/** A finger that moves less has only pressed. */
const PRESS_SLOP_PX = 10
const SCROLL_PX = 14

export type BoardDragOptions = {
  onDrop: (id: string, position: CardPosition, device: InputDevice) => void
  /** Announces the drag to screen readers. */
  announce: (text: string) => void
  labelOf: (phase: Phase) => string
}

type InputDevice = 'pointer' | 'keyboard'
type DraggedCard = {
  id: string
  device: InputDevice
  title: string
  card: HTMLElement
  ghost: HTMLElement
  box: DOMRect
  target: CardPosition | null
}

type DragState = { layer: HTMLElement; options: () => BoardDragOptions; draggedCard: DraggedCard | null }

function startDrag(state: DragState, card: HTMLElement, device: InputDevice) {
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
  state.layer.style.setProperty('--held-height', `${box.height}px`)
  state.layer.append(clone)
  card.setAttribute('data-held', '')
  const { card: id = '', title = '' } = card.dataset
  state.draggedCard = { id, device, title, card, ghost: clone, box, target: null }
}

/** The drop position at a point: its column, and the card before which the dragged card would be inserted. */
function findDropPosition(state: DragState, { x, y }: Point): CardPosition | null {
  const column = document.elementFromPoint(x, y)?.closest('[data-column]')
  const phase = column?.getAttribute('data-column')
  if (!(column instanceof HTMLElement) || !isPhase(phase) || !state.layer.contains(column)) return null
  const cards = [...column.querySelectorAll<HTMLElement>('[data-card]')].filter(
    (card) => card !== state.draggedCard?.card,
  )
  const next = cards.find((card) => {
    const { top, height } = card.getBoundingClientRect()
    return y < top + height / 2
  })
  return { phase, before_id: next?.dataset.card ?? null }
}

function showDropMarker({ layer }: DragState, target: CardPosition | null) {
  for (const element of layer.querySelectorAll('[data-drop]')) element.removeAttribute('data-drop')
  if (!target) return
  const before = target.before_id && layer.querySelector(`[data-card="${CSS.escape(target.before_id)}"]`)
  const markedElement = before || layer.querySelector(`[data-column="${target.phase}"]`)
  markedElement?.setAttribute('data-drop', '')
}

function containsPoint(layer: HTMLElement, { x, y }: Point): boolean {
  const { left, right, top, bottom } = layer.getBoundingClientRect()
  return x >= left && x <= right && y >= top && y <= bottom
}

function moveDraggedCard(state: DragState, offset: Point, current: Point) {
  const { draggedCard } = state
  if (!draggedCard) return
  draggedCard.ghost.style.transform = `translate3d(${offset.x}px, ${offset.y}px, 0)`
  // Between two columns, the last target stays.
  const target = findDropPosition(state, current) ?? (containsPoint(state.layer, current) ? draggedCard.target : null)
  if (target?.phase === draggedCard.target?.phase && target?.before_id === draggedCard.target?.before_id) return
  draggedCard.target = target
  showDropMarker(state, target)
}

/** Scrolls the board near its edges: horizontally the board, vertically the column. */
function scrollNearEdge({ layer }: DragState, { x, y }: Point): boolean {
  const box = layer.getBoundingClientRect()
  const stepX = x < box.left + EDGE_PX ? -SCROLL_PX : x > Math.min(box.right, innerWidth) - EDGE_PX ? SCROLL_PX : 0
  const list = document.elementFromPoint(x, y)?.closest('[data-list]')
  const listBox = list?.getBoundingClientRect()
  const stepY = !listBox ? 0 : y < listBox.top + EDGE_PX ? -SCROLL_PX : y > listBox.bottom - EDGE_PX ? SCROLL_PX : 0
  const before = [layer.scrollLeft, list?.scrollTop]
  layer.scrollLeft += stepX
  if (list) list.scrollTop += stepY
  return before[0] !== layer.scrollLeft || before[1] !== list?.scrollTop
}

function endDrag(state: DragState, wasReleased: boolean, device: InputDevice) {
  const { draggedCard, options } = state
  if (draggedCard?.device !== device) return
  state.draggedCard = null
  draggedCard.ghost.remove()
  draggedCard.card.removeAttribute('data-held')
  showDropMarker(state, null)
  if (wasReleased && draggedCard.target) options().onDrop(draggedCard.id, draggedCard.target, device)
}

const findCard = (target: EventTarget | null, inside: string) =>
  target instanceof Element && target.closest(inside) ? target.closest<HTMLElement>('[data-card]') : null

/** Opens the 'Move to...' menu of a card. */
export function openMoveMenu(card: Element) {
  const menu = card.querySelector<HTMLSelectElement>('select[data-control]')
  menu?.focus()
  menu?.showPicker()
}

/** Mouse and touch: the whole card is draggable, except its buttons. A finger that only presses opens the card's menu. */
function listenForPointers(state: DragState): () => void {
  let isPress = false
  return listenForPointerDrags<HTMLElement>(state.layer, {
    findDragSource: (event) => {
      isPress = event.pointerType !== 'mouse'
      const isControl = event.target instanceof Element && event.target.closest('[data-control]') !== null
      return isControl ? null : findCard(event.target, '[data-card]')
    },
    onStart: (card) => startDrag(state, card, 'pointer'),
    onMove(_card, start, current) {
      const offset = { x: current.x - start.x, y: current.y - start.y }
      if (Math.hypot(offset.x, offset.y) >= PRESS_SLOP_PX) isPress = false
      moveDraggedCard(state, offset, current)
      return !isPress && scrollNearEdge(state, current)
    },
    onEnd(card, isDropped) {
      endDrag(state, isDropped && !isPress, 'pointer')
      if (isDropped && isPress) openMoveMenu(card)
    },
  })
}

const arrowSteps: Record<string, Point> = {
  ArrowLeft: { x: -STEP_PX, y: 0 },
  ArrowRight: { x: STEP_PX, y: 0 },
  ArrowUp: { x: 0, y: -STEP_PX },
  ArrowDown: { x: 0, y: STEP_PX },
}

function describePosition({ draggedCard, options, layer }: DragState): string {
  if (!draggedCard?.target) return 'Not over a column'
  const { phase, before_id } = draggedCard.target
  const before = before_id && layer.querySelector<HTMLElement>(`[data-card="${CSS.escape(before_id)}"]`)?.dataset.title
  return before ? `Over ${options().labelOf(phase)}, before ${before}` : `Over ${options().labelOf(phase)}, at the end`
}

/** Keyboard: Space picks up and drops, arrows move, Escape cancels. */
function handleKey(state: DragState, offset: Point, event: KeyboardEvent): Point {
  const { options } = state
  const isPickOrDrop = event.key === ' ' || event.key === 'Enter'
  if (!state.draggedCard) {
    const card = isPickOrDrop ? findCard(event.target, '[data-handle]') : null
    if (!card) return offset
    event.preventDefault()
    startDrag(state, card, 'keyboard')
    moveDraggedCardByKey(state, { x: 0, y: 0 })
    options().announce(`Picked up ${card.dataset.title}. ${describePosition(state)}`)
    return { x: 0, y: 0 }
  }
  if (state.draggedCard.device !== 'keyboard') return offset
  const step = arrowSteps[event.key]
  if (!step && !isPickOrDrop && event.key !== 'Escape' && event.key !== 'Tab') return offset
  event.preventDefault()
  event.stopPropagation()
  if (step) {
    const next = { x: offset.x + step.x, y: offset.y + step.y }
    const before = describePosition(state)
    moveDraggedCardByKey(state, next)
    if (describePosition(state) !== before) options().announce(describePosition(state))
    return next
  }
  const { title } = state.draggedCard
  const hasTarget = isPickOrDrop && state.draggedCard.target
  options().announce(hasTarget ? `Dropped ${title}. ${describePosition(state)}` : `${title} stays where it was`)
  endDrag(state, isPickOrDrop, 'keyboard')
  return { x: 0, y: 0 }
}

function moveDraggedCardByKey(state: DragState, offset: Point) {
  const { box } = state.draggedCard ?? {}
  if (!box) return
  moveDraggedCard(state, offset, {
    x: box.left + box.width / 2 + offset.x,
    y: box.top + Math.min(box.height, 60) / 2 + offset.y,
  })
}

/** Makes the cards of a board movable by mouse, touch and keyboard. @returns a function that stops listening */
export function listenForCardDrags(layer: HTMLElement, options: () => BoardDragOptions): () => void {
  const state: DragState = { layer, options, draggedCard: null }
  const stopPointers = listenForPointers(state)
  const stop = new AbortController()
  let offset: Point = { x: 0, y: 0 }
  layer.addEventListener('keydown', (event) => (offset = handleKey(state, offset, event)), { signal: stop.signal })
  // Moving the focus elsewhere cancels a keyboard drag.
  layer.addEventListener('focusout', () => endDrag(state, false, 'keyboard'), { signal: stop.signal })
  return () => {
    stopPointers()
    stop.abort()
    endDrag(state, false, 'keyboard')
  }
}
