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

const columnGrid =
  'auto-cols-[82vw] grid-flow-col gap-4 overflow-x-auto px-4 pb-2 sm:auto-cols-[18rem] md:px-8 xl:auto-cols-fr'

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
  onMove: (card: Card, place: CardPosition) => void
  onOpen: (id: string) => void
}

/** The five columns. Cards move by mouse, touch, keyboard or menu. */
export function Columns({ columns, labels, showsClient, onMove, onOpen }: ColumnsProps) {
  const instructionsId = useId()
  const { layer, speech, moveByMenu } = useCardDrags({ columns, labels, onMove })
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
      <p ref={speech} role="status" aria-live="assertive" className="sr-only" />
      <section
        ref={layer}
        aria-label="Phases"
        tabIndex={hasCards ? undefined : 0}
        onKeyDown={walkCards}
        className={cx('relative -mx-4 grid md:-mx-8', columnGrid)}
      >
        {phases.map((phase) => (
          <Column
            key={phase}
            phase={phase}
            label={labels[phase]}
            cards={columns[phase]}
            instructionsId={instructionsId}
            showsClient={showsClient}
            onOpen={open}
            onMove={moveByMenu}
          />
        ))}
      </section>
    </>
  )
}

/** Arrow keys on a card's title move to the next card of the column, or to the same position in the next column. */
function walkCards(event: KeyboardEvent<HTMLElement>) {
  const { target, key } = event
  if (!(target instanceof HTMLElement) || !target.matches('[data-open]')) return
  const columns = [...event.currentTarget.querySelectorAll('[data-column]')].map((column) => [
    ...column.querySelectorAll<HTMLElement>('[data-open]'),
  ])
  const column = columns.findIndex((titles) => titles.includes(target))
  const row = columns[column]?.indexOf(target) ?? 0
  const next = cardAfterKey(columns, { column, row }, key)
  if (!next) return
  event.preventDefault()
  next.focus()
}

function cardAfterKey(columns: HTMLElement[][], { column, row }: { column: number; row: number }, key: string) {
  if (key === 'ArrowDown') return columns[column]?.[row + 1]
  if (key === 'ArrowUp') return columns[column]?.[row - 1]
  const filled = (titles: HTMLElement[]) => titles.length > 0
  const beside = (titles: HTMLElement[] | undefined) => titles?.[Math.min(row, titles.length - 1)]
  if (key === 'ArrowRight') return beside(columns.slice(column + 1).find(filled))
  return key === 'ArrowLeft' ? beside(columns.slice(0, column).findLast(filled)) : undefined
}

const FOLLOW_MS = 2_000

// A card that changes columns is mounted again and would lose the focus.
function restoreCardFocus(layer: HTMLElement | null, follow: { id: string; until: number } | null) {
  if (!follow || performance.now() > follow.until || document.activeElement !== document.body) return
  layer?.querySelector<HTMLElement>(`[data-card="${CSS.escape(follow.id)}"] [data-handle]`)?.focus()
}

type CardDragProps = Pick<ColumnsProps, 'columns' | 'labels' | 'onMove'>

/** Moves cards that were dropped. After a move by keyboard the focus follows the card. */
function useCardDrags({ columns, labels, onMove }: CardDragProps) {
  const layer = useRef<HTMLElement>(null)
  const speech = useRef<HTMLParagraphElement>(null)
  const follow = useRef<{ id: string; until: number } | null>(null)
  const latest = useRef({ columns, labels, onMove })
  useEffect(() => {
    latest.current = { columns, labels, onMove }
    restoreCardFocus(layer.current, follow.current)
  })
  const moveByMenu = useCallback((id: string, place: CardPosition) => {
    const card = phases.flatMap((phase) => latest.current.columns[phase]).find((one) => one.id === id)
    if (card) latest.current.onMove(card, place)
  }, [])
  useEffect(() => {
    if (!layer.current) return
    const terms: BoardDragOptions = {
      onDrop(id, place, by) {
        if (by === 'keyboard') follow.current = { id, until: performance.now() + FOLLOW_MS }
        moveByMenu(id, place)
      },
      announce(text) {
        if (speech.current) speech.current.textContent = text
      },
      labelOf: (phase) => latest.current.labels[phase],
    }
    return listenForCardDrags(layer.current, () => terms)
  }, [moveByMenu])
  return { layer, speech, moveByMenu }
}

/** Renders the first cards immediately and defers the rest. */
const FIRST_CARDS = 10

type ColumnProps = {
  phase: Phase
  label: string
  cards: readonly Card[]
  instructionsId: string
  showsClient: boolean
  onOpen: (id: string) => void
  onMove: (id: string, place: CardPosition) => void
}

/** Rerenders a column only if one of its cards changed. */
const isSameColumn = ({ cards: before, ...rest }: ColumnProps, { cards, ...now }: ColumnProps) =>
  cards.length === before.length &&
  cards.every((card, at) => card === before[at]) &&
  Object.entries(rest).every(([name, value]) => Reflect.get(now, name) === value)

const Column = memo(function Column({ phase, label, cards, onOpen, ...tile }: ColumnProps) {
  const Icon = phaseIcons[phase]
  const isWhole = useDeferredValue(true, false)
  const drawn = isWhole ? cards : cards.slice(0, FIRST_CARDS)
  return (
    <section
      aria-label={label}
      data-column={phase}
      className="grid grid-cols-1 content-start gap-3 rounded-md bg-muted/60 p-2 data-drop:ring-2 data-drop:ring-ring"
    >
      <h2 className="flex items-center gap-2 px-1 text-sm font-semibold">
        <Icon aria-hidden className="size-4 text-muted-foreground" />
        {label}
        <span className="ml-auto text-xs font-normal text-muted-foreground tabular-nums">
          {cards.length} <span className="sr-only">{cards.length === 1 ? 'card' : 'cards'}</span>
        </span>
      </h2>
      <ul data-list aria-label={`Cards in ${label}`} className="board-list max-h-[64dvh] min-h-24 overflow-y-auto">
        {drawn.map((card) => (
          <CardTile key={card.id} card={card} onOpen={onOpen} {...tile} />
        ))}
        {cards.length === 0 && (
          <li className="grid place-items-center rounded-md border border-dashed border-border px-3 py-8 text-center text-xs text-muted-foreground">
            No cards
          </li>
        )}
      </ul>
    </section>
  )
}, isSameColumn)
