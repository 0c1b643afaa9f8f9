import type { CardPosition } from '@studiohub/contract/features/board/rules.ts'
import { isPhase, type Phase } from '@studiohub/contract/features/projects/words.ts'
import { listenForPointerDrags, type Point } from '#ui/pointer-drag.ts'

/** How far one press of an arrow moves a card that is held (spec section 9). */
export const STEP_PX = 25
const EDGE_PX = 48
const SCROLL_PX = 14

export type BoardDragTerms = {
  onDrop: (id: string, place: CardPosition, by: By) => void
  /** For those who cannot see it: what is held, where it is, what became of it. */
  say: (text: string) => void
  labelOf: (phase: Phase) => string
}

type By = 'pointer' | 'keyboard'
type HeldCard = {
  id: string
  by: By
  title: string
  card: HTMLElement
  ghost: HTMLElement
  box: DOMRect
  target: CardPosition | null
}

type Scene = { layer: HTMLElement; terms: () => BoardDragTerms; held: HeldCard | null }

function begin(scene: Scene, card: HTMLElement, by: By) {
  const box = card.getBoundingClientRect()
  const clone = card.cloneNode(true)
  if (!(clone instanceof HTMLElement)) return
  clone.removeAttribute('data-card')
  clone.setAttribute('aria-hidden', 'true')
  clone.setAttribute('inert', '')
  clone.className += ' board-ghost'
  Object.assign(clone.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px` })
  scene.layer.append(clone)
  card.setAttribute('data-held', '')
  const { card: id = '', title = '' } = card.dataset
  scene.held = { id, by, title, card, ghost: clone, box, target: null }
}

/** The column and the card below a point: in front of which card what is held would come to lie. */
function placeAt(scene: Scene, { x, y }: Point): CardPosition | null {
  const column = document.elementFromPoint(x, y)?.closest('[data-column]')
  const phase = column?.getAttribute('data-column')
  if (!(column instanceof HTMLElement) || !isPhase(phase) || !scene.layer.contains(column)) return null
  const cards = [...column.querySelectorAll<HTMLElement>('[data-card]')].filter((card) => card !== scene.held?.card)
  const next = cards.find((card) => {
    const { top, height } = card.getBoundingClientRect()
    return y < top + height / 2
  })
  return { phase, before_id: next?.dataset.card ?? null }
}

function mark({ layer }: Scene, target: CardPosition | null) {
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

function draw(scene: Scene, by: Point, now: Point) {
  const { held } = scene
  if (!held) return
  held.ghost.style.transform = `translate3d(${by.x}px, ${by.y}px, 0)`
  // Between two columns it stays over the one that it came from.
  const target = placeAt(scene, now) ?? (isOver(scene.layer, now) ? held.target : null)
  if (target?.phase === held.target?.phase && target?.before_id === held.target?.before_id) return
  held.target = target
  mark(scene, target)
}

/** Near an edge the board goes on: to the side by itself, up and down in the column. */
function scrollAt({ layer }: Scene, { x, y }: Point): boolean {
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

function end(scene: Scene, isDropped: boolean, by: By) {
  const { held, terms } = scene
  if (held?.by !== by) return
  scene.held = null
  held.ghost.remove()
  held.card.removeAttribute('data-held')
  mark(scene, null)
  if (isDropped && held.target) terms().onDrop(held.id, held.target, by)
}

const cardOf = (target: EventTarget | null, inside: string) =>
  target instanceof Element && target.closest(inside) ? target.closest<HTMLElement>('[data-card]') : null

/** By mouse and by finger: the whole card is its handle, but for its buttons. */
function listenForPointers(scene: Scene): () => void {
  return listenForPointerDrags<HTMLElement>(scene.layer, {
    gripOf: (event) => {
      const isControl = event.target instanceof Element && event.target.closest('[data-control]') !== null
      return isControl ? null : cardOf(event.target, '[data-card]')
    },
    onStart: (card) => begin(scene, card, 'pointer'),
    draw(_card, at, now) {
      draw(scene, { x: now.x - at.x, y: now.y - at.y }, now)
      return scrollAt(scene, now)
    },
    end: (_card, isDropped) => end(scene, isDropped, 'pointer'),
  })
}

const arrows: Record<string, Point> = {
  ArrowLeft: { x: -STEP_PX, y: 0 },
  ArrowRight: { x: STEP_PX, y: 0 },
  ArrowUp: { x: 0, y: -STEP_PX },
  ArrowDown: { x: 0, y: STEP_PX },
}

function inWords({ held, terms, layer }: Scene): string {
  if (!held?.target) return 'Not over a column'
  const { phase, before_id } = held.target
  const before = before_id && layer.querySelector<HTMLElement>(`[data-card="${CSS.escape(before_id)}"]`)?.dataset.title
  return before ? `Over ${terms().labelOf(phase)}, before ${before}` : `Over ${terms().labelOf(phase)}, at the end`
}

/** By keyboard: Space takes up and puts down, the arrows move in steps, Escape gives up. */
function onKey(scene: Scene, by: Point, event: KeyboardEvent): Point {
  const { terms } = scene
  const isTake = event.key === ' ' || event.key === 'Enter'
  if (!scene.held) {
    const card = isTake ? cardOf(event.target, '[data-handle]') : null
    if (!card) return by
    event.preventDefault()
    begin(scene, card, 'keyboard')
    moveTo(scene, { x: 0, y: 0 })
    terms().say(`Picked up ${card.dataset.title}. ${inWords(scene)}`)
    return { x: 0, y: 0 }
  }
  if (scene.held.by !== 'keyboard') return by
  const step = arrows[event.key]
  if (!step && !isTake && event.key !== 'Escape' && event.key !== 'Tab') return by
  event.preventDefault()
  event.stopPropagation()
  if (step) {
    const next = { x: by.x + step.x, y: by.y + step.y }
    const words = inWords(scene)
    moveTo(scene, next)
    if (inWords(scene) !== words) terms().say(inWords(scene))
    return next
  }
  const { title } = scene.held
  terms().say(isTake ? `Dropped ${title}. ${inWords(scene)}` : `${title} stays where it was`)
  end(scene, isTake, 'keyboard')
  return { x: 0, y: 0 }
}

function moveTo(scene: Scene, by: Point) {
  const { box } = scene.held ?? {}
  if (!box) return
  draw(scene, by, { x: box.left + box.width / 2 + by.x, y: box.top + Math.min(box.height, 60) / 2 + by.y })
}

/** Lets the cards of a board be moved by mouse, finger and keyboard. @returns how to stop listening */
export function listenForCardDrags(layer: HTMLElement, terms: () => BoardDragTerms): () => void {
  const scene: Scene = { layer, terms, held: null }
  const stopPointers = listenForPointers(scene)
  const stop = new AbortController()
  let by: Point = { x: 0, y: 0 }
  layer.addEventListener('keydown', (event) => (by = onKey(scene, by, event)), { signal: stop.signal })
  // What is held by keyboard goes back where somebody looks elsewhere.
  layer.addEventListener('focusout', () => end(scene, false, 'keyboard'), { signal: stop.signal })
  return () => {
    stopPointers()
    stop.abort()
    end(scene, false, 'keyboard')
  }
}
