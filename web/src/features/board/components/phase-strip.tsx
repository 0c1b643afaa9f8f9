import { type Phase, phaseLabels, phases } from '@studiohub/contract/features/projects/words.ts'
import { type RefObject, useEffect, useState } from 'react'
import { phaseIcons } from '#features/projects/shared/marks.tsx'
import { cx } from '#ui/cx.ts'
import type { Columns } from '../model/columns.ts'

/**
 * All phases of the board with their number of cards, for phones, which show one column at a time. A tap scrolls to the
 * column.
 */
export function PhaseStrip({ board, columns }: { board: RefObject<HTMLElement | null>; columns: Columns }) {
  const visiblePhase = useVisiblePhase(board)
  const scrollTo = (phase: Phase) =>
    board.current?.querySelector(`[data-column="${phase}"]`)?.scrollIntoView({ inline: 'start', block: 'nearest' })
  return (
    <nav aria-label="Columns" className="grid grid-cols-5 rounded-md bg-muted/60 p-1 md:hidden">
      {phases.map((phase) => {
        const Icon = phaseIcons[phase]
        const count = columns[phase].length
        return (
          <button
            key={phase}
            type="button"
            aria-label={`${phaseLabels[phase]}, ${count} ${count === 1 ? 'card' : 'cards'}`}
            aria-current={phase === visiblePhase ? 'true' : undefined}
            onClick={() => scrollTo(phase)}
            className={cx(
              'flex min-h-11 items-center justify-center gap-1.5 rounded-md text-xs tabular-nums',
              phase === visiblePhase
                ? 'bg-raised font-semibold text-link shadow-sm ring-1 ring-border'
                : 'text-muted-foreground',
            )}
          >
            <Icon aria-hidden className="size-4" />
            {count}
          </button>
        )
      })}
    </nav>
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
