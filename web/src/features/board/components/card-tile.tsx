import { agents } from '@studiohub/contract/features/assistant/words.ts'
import type { CardPosition } from '@studiohub/contract/features/board/rules.ts'
import type { Card } from '@studiohub/contract/features/board/schema.ts'
import { isPhase, phaseLabels, phases } from '@studiohub/contract/features/projects/words.ts'
import { Bot, Ellipsis, GripVertical, MessageSquare, Paperclip } from 'lucide-react'
import { memo, type Ref, type SyntheticEvent, useRef } from 'react'
import { cx } from '#ui/cx.ts'
import { CardStatusBadge, CardStatusMark, PriorityIcon } from './marks.tsx'

type CardTileProps = {
  card: Card
  instructionsId: string
  showsClient: boolean
  onOpen: (id: string) => void
  onMove: (id: string, position: CardPosition) => void
}

/**
 * A card in its column: its title, and one line of details if it has some. Uses `content-visibility`, so that a thousand cards scroll
 * smoothly.
 */
export const CardTile = memo(function CardTile({ card, instructionsId, showsClient, onOpen, onMove }: CardTileProps) {
  const { id, title, priority } = card
  const menu = useRef<HTMLSelectElement>(null)
  const withDetails = showsDetails(card, showsClient)
  return (
    <li
      data-card={id}
      data-title={title}
      onContextMenu={(event) => openMenu(event, menu.current)}
      onKeyDown={(event) => event.key === 'm' && !event.ctrlKey && !event.metaKey && openMenu(event, menu.current)}
      className="board-card group/card relative grid min-w-0 grid-cols-1 content-center gap-1 rounded-md border border-border bg-card px-3 py-2 text-sm data-held:opacity-40 pointer-coarse:min-h-14"
    >
      <div className="flex items-start gap-1.5">
        <PriorityIcon priority={priority} className="mt-0.5" />
        <button
          type="button"
          data-open
          onClick={() => onOpen(id)}
          // The whole card opens it.
          className="line-clamp-2 min-w-0 grow text-left font-medium break-words group-hover/card:underline after:absolute after:inset-0 pointer-coarse:pr-6"
        >
          {title}
        </button>
        <button
          type="button"
          data-handle
          aria-label={`Move ${title}`}
          aria-describedby={instructionsId}
          className={cx(
            cornerClasses,
            // Fingers drag the whole card.
            'top-1 right-1 size-7 cursor-grab text-muted-foreground hover:bg-muted focus-visible:opacity-100 pointer-coarse:hidden',
          )}
        >
          <GripVertical aria-hidden className="size-4" />
        </button>
      </div>
      {withDetails && <Details card={card} showsClient={showsClient} />}
      <MoveMenu card={card} hasDetails={withDetails} onMove={onMove} menu={menu} />
    </li>
  )
})

type DetailsProps = Pick<CardTileProps, 'card' | 'showsClient'>

const showsDetails = (
  { status, assigned_agent, is_sample, files, comments, client_name }: Card,
  showsClient: boolean,
) =>
  status !== 'active' ||
  assigned_agent !== null ||
  is_sample ||
  files > 0 ||
  comments > 0 ||
  (showsClient && Boolean(client_name))

function Details({ card, showsClient }: DetailsProps) {
  const { status, assigned_agent, is_sample, client_name } = card
  return (
    <div className="flex min-w-0 items-center gap-x-2.5 overflow-hidden text-xs text-muted-foreground *:shrink-0 pointer-coarse:pr-8 pointer-fine:min-h-6">
      {status === 'blocked' && <CardStatusBadge status={status} />}
      {showsClient && client_name && <span className="min-w-0 shrink! truncate">{client_name}</span>}
      {status !== 'active' && status !== 'blocked' && <CardStatusMark status={status} />}
      {/* Next to a status, the agent would leave no space for the client. The opened card names both. */}
      {assigned_agent && (!showsClient || status === 'active') && (
        <span className="inline-flex items-center gap-1">
          <Bot aria-hidden className="size-3.5" />
          {agents[assigned_agent].name}
        </span>
      )}
      {is_sample && <span>Example</span>}
      <Count of={card.files} label="file" icon={Paperclip} />
      <Count of={card.comments} label="comment" icon={MessageSquare} />
    </div>
  )
}

/** The handle and the menu overlap the right end of the card, so that they take no width from the text. */
const cornerClasses =
  'absolute grid place-items-center rounded-md bg-card opacity-0 group-hover/card:opacity-100 pointer-coarse:opacity-100'

/** Opens the card's 'Move to...' menu: on a right click, a long press, or the key M. */
function openMenu(event: SyntheticEvent, menu: HTMLSelectElement | null) {
  if (!menu || (event.target instanceof Element && event.target.closest('[data-held]'))) return
  event.preventDefault()
  menu.focus()
  menu.showPicker()
}

function Count({ of: number, label, icon: Icon }: { of: number; label: string; icon: typeof Paperclip }) {
  if (number === 0) return null
  return (
    <span className="inline-flex shrink-0 items-center gap-1 tabular-nums">
      <Icon aria-hidden className="size-3.5" />
      {number}
      <span className="sr-only">{number === 1 ? label : `${label}s`}</span>
    </span>
  )
}

type MoveMenuProps = Pick<CardTileProps, 'card' | 'onMove'> & {
  /** Whether the card has a second line. Otherwise the menu is beside the handle. */
  hasDetails: boolean
  menu: Ref<HTMLSelectElement>
}

/** Moves a card without dragging: a native select behind an icon. */
function MoveMenu({ card, hasDetails, onMove, menu }: MoveMenuProps) {
  return (
    <span
      className={cx(
        cornerClasses,
        hasDetails ? 'right-1 bottom-1' : 'top-1 right-7',
        'size-7 hover:bg-muted pointer-coarse:inset-y-0 pointer-coarse:right-0 pointer-coarse:h-auto pointer-coarse:w-11 has-focus-visible:opacity-100 has-focus-visible:outline-2 has-focus-visible:outline-ring',
      )}
    >
      <Ellipsis aria-hidden className="size-4" />
      <select
        ref={menu}
        data-control
        aria-label={`Move ${card.title} to...`}
        title="Move to..."
        value=""
        onChange={(event) => {
          const phase = event.target.value
          if (isPhase(phase)) onMove(card.id, { phase, before_id: null })
        }}
        className="absolute inset-0 cursor-pointer opacity-0"
      >
        <option value="" disabled>
          Move to...
        </option>
        {phases
          .filter((phase) => phase !== card.phase)
          .map((phase) => (
            <option key={phase} value={phase}>
              {phaseLabels[phase]}
            </option>
          ))}
      </select>
    </span>
  )
}
