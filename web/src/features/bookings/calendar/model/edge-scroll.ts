import type { Point } from '#ui/pointer-drag.ts'

/** The distance from the visible edge at which scrolling starts, and the maximum pixels per frame. */
const EDGE_PX = 40
const SCROLL_STEP_PX = 14

/** The visible area of a layer in its scroll container, and its initial scroll position. */
export type ScrollArea = {
  scroller: Element
  visibleArea: { left: number; right: number; top: number; bottom: number }
  left: number
  top: number
}

/** Null if the layer has no scroll container. */
export function getScrollArea(layer: HTMLElement): ScrollArea | null {
  const scroller = layer.closest('[data-scroller]')
  if (!scroller) return null
  const box = scroller.getBoundingClientRect()
  // The names of lanes and hours are sticky and cover the content below.
  const visibleArea = {
    left: Math.max(box.left, 0) + layer.offsetLeft,
    right: Math.min(box.right, window.innerWidth),
    top: Math.max(box.top, 0) + layer.offsetTop,
    bottom: Math.min(box.bottom, window.innerHeight),
  }
  return { scroller, visibleArea, left: scroller.scrollLeft, top: scroller.scrollTop }
}

/** The scroll distance per frame for a pointer near an edge: the nearer the pointer, the faster. */
export function getScrollSpeed(position: number, from: number, to: number): number {
  const overshoot = Math.max(position - (to - EDGE_PX), 0) - Math.max(from + EDGE_PX - position, 0)
  return Math.max(-SCROLL_STEP_PX, Math.min(SCROLL_STEP_PX, Math.round(overshoot / 3)))
}

/** Scrolls if the pointer is near an edge. @returns whether it could still scroll */
export function scrollNearEdge({ scroller, visibleArea }: ScrollArea, { x, y }: Point): boolean {
  const before = [scroller.scrollLeft, scroller.scrollTop]
  scroller.scrollBy(
    getScrollSpeed(x, visibleArea.left, visibleArea.right),
    getScrollSpeed(y, visibleArea.top, visibleArea.bottom),
  )
  return before[0] !== scroller.scrollLeft || before[1] !== scroller.scrollTop
}
