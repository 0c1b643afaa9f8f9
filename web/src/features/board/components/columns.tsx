import type { CardPosition } from '@studiohub/contract/features/board/rules.ts'
import type { Card } from '@studiohub/contract/features/board/schema.ts'
import { type Phase, phases } from '@studiohub/contract/features/projects/words.ts'
import { type KeyboardEvent, memo, useCallback, useDeferredValue, useEffect, useId, useRef } from 'react'
import { phaseIcons } from '#features/projects/shared/marks.tsx'
import { cx } from '#ui/cx.ts'
import { SkeletonCards } from '#ui/skeleton.tsx'
import type { Columns as Cards } from '../model/columns.ts'
import { type BoardDragOptions, listenForCardDrags } from '../model/drag.ts'
import { CardTile } from './card-tile.tsx'
import { PhaseStrip } from './phase-strip.tsx'

const columnGrid = cx(
  'auto-cols-[calc(100vw-2rem)] grid-flow-col gap-x-4 overflow-x-auto px-4 pb-2 sm:auto-cols-[18rem] md:px-8 xl:auto-cols-fr',
  // On phones a column is as wide as the screen, because the strip above names the others. Each swipe stops at a column. Not during a drag, which scrolls the board itself.
  'max-sm:snap-x max-sm:snap-mandatory max-sm:scroll-px-4 max-sm:has-data-held:snap-none',
)

/** Loading state of the columns. */
export const ColumnsSkeleton = () => (
  <div className="-mx-4 md:-mx-8">
    <SkeletonCards count={phases.length} grid={columnGrid} card="h-72" />
  </div>
)

type ColumnsProps = {
  columns: Cards
  labels: Record<Phase, string>
  showsClient: boolean
  /** By id. Omit it if the board shows one project. */
  projectTitles: ReadonlyMap<string, string> | undefined
  onMove: (card: Card, position: CardPosition) => void
  onOpen: (id: string) => void
}

/** The five columns. Cards move by mouse, touch, keyboard or menu. */
export function Columns({ columns, labels, showsClient, projectTitles, onMove, onOpen }: ColumnsProps) {
  const instructionsId = useId()
  const { layer, liveRegion, moveByMenu } = useCardDrags({ columns, labels, onMove })
  const latestOpen = useRef(onOpen)
  useEffect(() => {
    latestOpen.current = onOpen
  })
  const open = useCallback((id: string) => latestOpen.current(id), [])
  // Scrolling by keyboard needs a focusable element: a card, or else the whole board.
  const hasCards = phases.some((phase) => columns[phase].length > 0)
  return (
    <>
      <p id={instructionsId} className="sr-only">
        To move a card, press Space on its handle, use the arrow keys, and press Space again to put it down. Escape puts
        it back.
      </p>
      <p ref={liveRegion} role="status" aria-live="assertive" className="sr-only" />
      <PhaseStrip board={layer} columns={columns} />
      <section
        ref={layer}
        aria-label="Phases"
        tabIndex={hasCards ? undefined : 0}
        onKeyDown={focusNextCard}
        className={cx(
          'relative -mx-4 grid grid-rows-[auto_1fr] md:-mx-8',
          // To the end of the page, so that cards can be dropped below the columns too.
          'max-md:min-h-[calc(100dvh-17.25rem-var(--bottom-tabs))] md:min-h-[calc(100dvh-13.25rem)]',
          columnGrid,
        )}
      >
        {phases.map((phase) => (
          <Column
            key={phase}
            phase={phase}
            label={labels[phase]}
            cards={columns[phase]}
            instructionsId={instructionsId}
            showsClient={showsClient}
            projectTitles={projectTitles}
            onOpen={open}
            onMove={moveByMenu}
          />
        ))}
      </section>
    </>
  )
}

/** Arrow keys on a card's title move to the next card of the column, or to the same position in the next column. */
function focusNextCard(event: KeyboardEvent<HTMLElement>) {
  const { target, key } = event
  if (!(target instanceof HTMLElement) || !target.matches('[data-open]')) return
  const columns = [...event.currentTarget.querySelectorAll('[data-column]')].map((column) => [
    ...column.querySelectorAll<HTMLElement>('[data-open]'),
  ])
  const column = columns.findIndex((titles) => titles.includes(target))
  const row = columns[column]?.indexOf(target) ?? 0
  const next = findCardAfterKey(columns, { column, row }, key)
  if (!next) return
  event.preventDefault()
  next.focus()
}

function findCardAfterKey(columns: HTMLElement[][], { column, row }: { column: number; row: number }, key: string) {
  if (key === 'ArrowDown') return columns[column]?.[row + 1]
  if (key === 'ArrowUp') return columns[column]?.[row - 1]
  const hasCards = (titles: HTMLElement[]) => titles.length > 0
  const getCardAtRow = (titles: HTMLElement[] | undefined) => titles?.[Math.min(row, titles.length - 1)]
  if (key === 'ArrowRight') return getCardAtRow(columns.slice(column + 1).find(hasCards))
  return key === 'ArrowLeft' ? getCardAtRow(columns.slice(0, column).findLast(hasCards)) : undefined
}

const FOCUS_WINDOW_MS = 2_000

// A card that changes columns is mounted again and would lose the focus.
function restoreCardFocus(layer: HTMLElement | null, follow: { id: string; until: number } | null) {
  if (!follow || performance.now() > follow.until || document.activeElement !== document.body) return
  layer?.querySelector<HTMLElement>(`[data-card="${CSS.escape(follow.id)}"] [data-handle]`)?.focus()
}

type CardDragProps = Pick<ColumnsProps, 'columns' | 'labels' | 'onMove'>

/** Moves the cards that are dropped. After a move by keyboard, the focus follows the card. */
function useCardDrags({ columns, labels, onMove }: CardDragProps) {
  const layer = useRef<HTMLElement>(null)
  const liveRegion = useRef<HTMLParagraphElement>(null)
  const focusToRestore = useRef<{ id: string; until: number } | null>(null)
  const latest = useRef({ columns, labels, onMove })
  useEffect(() => {
    latest.current = { columns, labels, onMove }
    restoreCardFocus(layer.current, focusToRestore.current)
  })
  const moveByMenu = useCallback((id: string, position: CardPosition) => {
    const card = phases.flatMap((phase) => latest.current.columns[phase]).find((candidate) => candidate.id === id)
    if (card) latest.current.onMove(card, position)
  }, [])
  useEffect(() => {
    if (!layer.current) return
    const dragOptions: BoardDragOptions = {
      onDrop(id, position, device) {
        if (device === 'keyboard') focusToRestore.current = { id, until: performance.now() + FOCUS_WINDOW_MS }
        moveByMenu(id, position)
      },
      announce(text) {
        if (liveRegion.current) liveRegion.current.textContent = text
      },
      labelOf: (phase) => latest.current.labels[phase],
    }
    return listenForCardDrags(layer.current, () => dragOptions)
  }, [moveByMenu])
  return { layer, liveRegion, moveByMenu }
}

/** The number of cards of a column that are rendered immediately; the others are deferred. */
const FIRST_CARDS = 10

type ColumnProps = {
  phase: Phase
  label: string
  cards: readonly Card[]
  instructionsId: string
  showsClient: boolean
  projectTitles: ReadonlyMap<string, string> | undefined
  onOpen: (id: string) => void
  onMove: (id: string, position: CardPosition) => void
}

/** Rerenders a column only if one of its cards changed. */
const isSameColumn = ({ cards: previousCards, ...previous }: ColumnProps, { cards, ...next }: ColumnProps) =>
  cards.length === previousCards.length &&
  cards.every((card, index) => card === previousCards[index]) &&
  Object.entries(previous).every(([name, value]) => Reflect.get(next, name) === value)

const Column = memo(function Column({ phase, label, cards, projectTitles, onOpen, ...tile }: ColumnProps) {
  const Icon = phaseIcons[phase]
  const showsAll = useDeferredValue(true, false)
  const visibleCards = showsAll ? cards : cards.slice(0, FIRST_CARDS)
  return (
    <section
      aria-label={label}
      data-column={phase}
      data-fills-screen
      // The first row is as high as the longest column, the second is the rest of the page.
      className="group/column row-span-2 grid snap-start grid-cols-1 grid-rows-subgrid"
    >
      <div className="grid grid-cols-1 content-start gap-3 rounded-md md:min-h-56 md:border md:border-border md:bg-sunken md:p-2 group-data-drop/column:ring-2 group-data-drop/column:ring-ring">
        <h2 className="flex items-center max-md:sr-only gap-2 px-1 text-sm font-semibold">
          <Icon aria-hidden className="size-4 text-muted-foreground" />
          {label}
          <span className="ml-auto text-xs font-normal text-muted-foreground tabular-nums">
            {cards.length} <span className="sr-only">{cards.length === 1 ? 'card' : 'cards'}</span>
          </span>
        </h2>
        {/* The cards end above the floating button. On phones the last of many can be scrolled above it. */}
        <ul
          data-list
          aria-label={`Cards in ${label}`}
          className="board-list min-h-14 overflow-y-auto max-md:max-h-[max(16rem,calc(100dvh-19.75rem-var(--bottom-tabs)))] max-md:has-[>li:nth-child(5)]:pb-16 md:max-h-[calc(100dvh-19.5rem)]"
        >
          {visibleCards.map((card) => (
            <CardTile
              key={card.id}
              card={card}
              projectTitle={projectTitles && (projectTitles.get(card.project_id) ?? '')}
              onOpen={onOpen}
              {...tile}
            />
          ))}
          {cards.length === 0 && (
            <li className="grid place-items-center rounded-md border border-dashed border-border px-3 py-8 text-center text-xs text-muted-foreground">
              No cards
            </li>
          )}
        </ul>
      </div>
    </section>
  )
}, isSameColumn)
