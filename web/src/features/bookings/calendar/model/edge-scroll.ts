import type { Point } from '#ui/pointer-drag.ts'

/** How near to the edge of what is seen the pointer makes it scroll, and how far in a frame at most. */
const EDGE_PX = 40
const SCROLL_STEP_PX = 14

/** What scrolls around a layer: the part of it that is seen of the layer, and how far it was scrolled at first. */
export type View = {
  scroller: Element
  seen: { left: number; right: number; top: number; bottom: number }
  left: number
  top: number
}

export function viewOf(layer: HTMLElement): View | null {
  const scroller = layer.closest('[data-scroller]')
  if (!scroller) return null
  const box = scroller.getBoundingClientRect()
  // The names of lanes and hours stay where they are, over what scrolls below them.
  const seen = {
    left: Math.max(box.left, 0) + layer.offsetLeft,
    right: Math.min(box.right, window.innerWidth),
    top: Math.max(box.top, 0) + layer.offsetTop,
    bottom: Math.min(box.bottom, window.innerHeight),
  }
  return { scroller, seen, left: scroller.scrollLeft, top: scroller.scrollTop }
}

/** How far to scroll for a pointer near an edge: the nearer, or further out, the faster. */
export function pulledBy(at: number, from: number, to: number): number {
  const out = Math.max(at - (to - EDGE_PX), 0) - Math.max(from + EDGE_PX - at, 0)
  return Math.max(-SCROLL_STEP_PX, Math.min(SCROLL_STEP_PX, Math.round(out / 3)))
}

/** Scrolls where the pointer is near an edge. @returns whether there was anything left to scroll */
export function scrollNearEdge({ scroller, seen }: View, { x, y }: Point): boolean {
  const before = [scroller.scrollLeft, scroller.scrollTop]
  scroller.scrollBy(pulledBy(x, seen.left, seen.right), pulledBy(y, seen.top, seen.bottom))
  return before[0] !== scroller.scrollLeft || before[1] !== scroller.scrollTop
}
