import { agents } from '@studiohub/contract/features/assistant/words.ts'
import type { CardPosition } from '@studiohub/contract/features/board/rules.ts'
import type { Card } from '@studiohub/contract/features/board/schema.ts'
import { isPhase, phaseLabels, phases } from '@studiohub/contract/features/projects/words.ts'
import { Bot, Ellipsis, GripVertical, MessageSquare, Paperclip } from 'lucide-react'
import { memo, type SyntheticEvent } from 'react'
import { cx } from '#ui/cx.ts'
import { openMoveMenu } from '../model/drag.ts'
import { CardStatusMark, PriorityIcon } from '../shared/marks.tsx'

type CardTileProps = {
  card: Card
  instructionsId: string
  showsClient: boolean
  /** Undefined if the board shows one project; empty while the titles load, so that the card keeps its height. */
  projectTitle: string | undefined
  onOpen: (id: string) => void
  onMove: (id: string, position: CardPosition) => void
}

/**
 * A card in its column: its title, its priority and project, and a third line if there is more to know. Uses
 * `content-visibility`, so that a thousand cards scroll smoothly.
 */
export const CardTile = memo(function CardTile(props: CardTileProps) {
  const { card, instructionsId, showsClient, projectTitle, onOpen, onMove } = props
  const { id, title, priority, client_name } = card
  const withDetails = hasDetails(card)
  const client = (showsClient && client_name) || null
  const place = [projectTitle, client].filter(Boolean).join(', ')
  return (
    <li
      data-card={id}
      data-title={title}
      onContextMenu={openMenu}
      onKeyDown={(event) => event.key === 'm' && !event.ctrlKey && !event.metaKey && openMenu(event)}
      className="board-card group/card relative grid min-w-0 grid-cols-1 content-center gap-1 rounded-md border border-border bg-card px-3 py-2 text-sm data-held:opacity-40 pointer-coarse:min-h-14"
    >
      <div className="flex items-start">
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
      <div
        className={cx(
          'flex min-h-5 min-w-0 items-center gap-2 text-xs text-muted-foreground',
          !withDetails && 'pointer-coarse:pr-8',
        )}
      >
        <PriorityIcon priority={priority} />
        {/* The client is in the title of this text and in the details, because the project already tells cards apart. */}
        <span title={place} className="min-w-0 grow truncate">
          {projectTitle ?? client}
          {projectTitle !== undefined && client && <span className="sr-only">, {client}</span>}
        </span>
      </div>
      {withDetails && <Details card={card} />}
      <MoveMenu card={card} onMove={onMove} />
    </li>
  )
})

const hasDetails = ({ status, assigned_agent, is_sample, files, comments }: Card) =>
  status !== 'active' || assigned_agent !== null || is_sample || files > 0 || comments > 0

/** What else there is to know about a card: its status first, always at the same place. */
function Details({ card: { status, assigned_agent, is_sample, files, comments } }: { card: Card }) {
  return (
    <div className="flex min-h-5 flex-wrap items-center gap-x-3 text-xs text-muted-foreground pointer-coarse:pr-8">
      {status !== 'active' && <CardStatusMark status={status} />}
      {is_sample && <span>Example</span>}
      {assigned_agent && (
        <span className="inline-flex items-center gap-1">
          <Bot aria-hidden className="size-3.5" />
          {agents[assigned_agent].name}
        </span>
      )}
      <Count of={files} label="file" icon={Paperclip} />
      <Count of={comments} label="comment" icon={MessageSquare} />
    </div>
  )
}

/** The handle and the menu overlap the right end of the card, so that they take no width from the text. */
const cornerClasses =
  'absolute grid place-items-center rounded-md bg-card opacity-0 group-hover/card:opacity-100 pointer-coarse:opacity-100'

/** Opens the card's 'Move to...' menu: on a right click or the key M. For a long press see `listenForCardDrags`. */
function openMenu(event: SyntheticEvent<HTMLElement>) {
  if (event.currentTarget.matches('[data-held]')) return
  event.preventDefault()
  openMoveMenu(event.currentTarget)
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

/** Moves a card without dragging: a native select behind an icon. */
function MoveMenu({ card, onMove }: Pick<CardTileProps, 'card' | 'onMove'>) {
  return (
    <span
      className={cx(
        cornerClasses,
        // For fingers, the whole end of the card responds. Its icon is in line with the marks.
        'right-1 bottom-1 size-7 hover:bg-muted pointer-coarse:inset-y-0 pointer-coarse:right-0 pointer-coarse:h-auto pointer-coarse:w-11 pointer-coarse:items-end pointer-coarse:pb-2.5 has-focus-visible:opacity-100 has-focus-visible:outline-2 has-focus-visible:outline-ring',
      )}
    >
      <Ellipsis aria-hidden className="size-4" />
      <select
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
