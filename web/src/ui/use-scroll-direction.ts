import { type RefObject, useEffect } from 'react'

/** Smaller movements of a finger change nothing. */
const MIN_MOVE_PX = 8
/** At the ends of the page, nothing is hidden. */
const END_PX = 16

/** Marks an element with `data-scrolled-down` after the page was scrolled down, until it is scrolled up or reaches an end. */
export function useScrollDirection(element: RefObject<HTMLElement | null>) {
  useEffect(() => {
    let last = window.scrollY
    const onScroll = () => {
      const y = window.scrollY
      const isAtEnd = y < END_PX || y + window.innerHeight > document.documentElement.scrollHeight - END_PX
      if (!isAtEnd && Math.abs(y - last) < MIN_MOVE_PX) return
      element.current?.toggleAttribute('data-scrolled-down', y > last && !isAtEnd)
      last = y
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [element])
}
