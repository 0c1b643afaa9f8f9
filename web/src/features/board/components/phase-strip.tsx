import { type Phase, phaseLabels, phases } from '@studiohub/contract/features/projects/words.ts'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { cx } from '#ui/cx.ts'
import type { Columns } from '../model/columns.ts'

/** At the end of the strip, less than this is left to scroll. */
const END_PX = 8

/**
 * All phases of the board with their number of cards, for phones, which show one column at a time. A tap scrolls to the
 * column. The visible column's phase is scrolled into view.
 */
export function PhaseStrip({ board, columns }: { board: RefObject<HTMLElement | null>; columns: Columns }) {
  const visiblePhase = useVisiblePhase(board)
  const scrollTo = (phase: Phase) =>
    board.current?.querySelector(`[data-column="${phase}"]`)?.scrollIntoView({ inline: 'start', block: 'nearest' })
  const strip = useRef<HTMLElement>(null)
  const [isAtEnd, setAtEnd] = useState(false)
  const measure = useCallback(() => {
    if (!strip.current) return
    const { scrollLeft, clientWidth, scrollWidth } = strip.current
    setAtEnd(scrollLeft + clientWidth >= scrollWidth - END_PX)
  }, [])
  useEffect(() => {
    if (!strip.current) return
    const observer = new ResizeObserver(measure)
    observer.observe(strip.current)
    return () => observer.disconnect()
  }, [measure])
  useEffect(() => {
    const tab = strip.current?.querySelector<HTMLElement>(`[data-phase="${visiblePhase}"]`)
    // Not `scrollIntoView`, which would also scroll the page.
    if (strip.current && tab)
      strip.current.scrollLeft = tab.offsetLeft - (strip.current.clientWidth - tab.offsetWidth) / 2
  }, [visiblePhase])
  return (
    <div
      className={cx(
        // The fade shows that there is more to scroll to.
        'relative overflow-hidden rounded-md bg-sunken after:pointer-events-none after:absolute after:inset-y-0 after:right-0 after:w-8 after:bg-linear-to-l after:from-sunken after:from-20% md:hidden',
        isAtEnd && 'after:hidden',
      )}
    >
      <nav
        ref={strip}
        aria-label="Columns"
        onScroll={measure}
        className="relative flex gap-0.5 overflow-x-auto p-1 [scrollbar-width:none]"
      >
        {phases.map((phase) => {
          const count = columns[phase].length
          return (
            <button
              key={phase}
              type="button"
              data-phase={phase}
              aria-label={`${phaseLabels[phase]}, ${count} ${count === 1 ? 'card' : 'cards'}`}
              aria-current={phase === visiblePhase ? 'true' : undefined}
              onClick={() => scrollTo(phase)}
              className={cx(
                'flex min-h-11 shrink-0 grow items-center justify-center gap-1 rounded-md px-2 text-xs whitespace-nowrap',
                phase === visiblePhase
                  ? 'bg-raised font-medium text-link shadow-sm ring-1 ring-border'
                  : 'text-muted-foreground',
              )}
            >
              {phaseLabels[phase]}
              <span className="tabular-nums">{count}</span>
            </button>
          )
        })}
      </nav>
    </div>
  )
}

/** The phase whose column takes most of the width of the board. */
function useVisiblePhase(board: RefObject<HTMLElement | null>): Phase {
  const [visiblePhase, setVisiblePhase] = useState<Phase>('pre_production')
  useEffect(() => {
    if (!board.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        const shown = entries.find(({ isIntersecting }) => isIntersecting)?.target.getAttribute('data-column')
        const phase = phases.find((candidate) => candidate === shown)
        if (phase) setVisiblePhase(phase)
      },
      { root: board.current, threshold: 0.6 },
    )
    for (const column of board.current.querySelectorAll('[data-column]')) observer.observe(column)
    return () => observer.disconnect()
  }, [board])
  return visiblePhase
}
