import { agents } from '@studiohub/contract/features/assistant/words.ts'
import type { CardPosition } from '@studiohub/contract/features/board/rules.ts'
import type { Card } from '@studiohub/contract/features/board/schema.ts'
import { isPhase, phaseLabels, phases } from '@studiohub/contract/features/projects/words.ts'
import { Bot, Ellipsis, GripVertical, MessageSquare, Paperclip } from 'lucide-react'
import { memo, type Ref, type SyntheticEvent, useRef } from 'react'
import { CardStatusBadge, CardStatusMark, PriorityIcon } from './marks.tsx'

type CardTileProps = {
  card: Card
  instructionsId: string
  showsClient: boolean
  onOpen: (id: string) => void
  onMove: (id: string, place: CardPosition) => void
}

/**
 * A card in its column: title, then one line of details. Uses `content-visibility`, so that a thousand cards scroll
 * smoothly.
 */
export const CardTile = memo(function CardTile({ card, instructionsId, showsClient, onOpen, onMove }: CardTileProps) {
  const { id, title, priority, status, assigned_agent, is_sample, client_name } = card
  const menu = useRef<HTMLSelectElement>(null)
  return (
    <li
      data-card={id}
      data-title={title}
      onContextMenu={(event) => openMenu(event, menu.current)}
      onKeyDown={(event) => event.key === 'm' && !event.ctrlKey && !event.metaKey && openMenu(event, menu.current)}
      className="board-card group/card relative grid min-w-0 grid-cols-1 gap-1 rounded-md border border-border bg-card px-3 py-2 text-sm data-held:opacity-40"
    >
      <div className="flex items-start gap-1.5">
        <PriorityIcon priority={priority} className="mt-0.5" />
        <button
          type="button"
          data-open
          onClick={() => onOpen(id)}
          className="min-w-0 grow text-left font-medium break-words hover:underline"
        >
          {title}
        </button>
        <button
          type="button"
          data-handle
          aria-label={`Move ${title}`}
          aria-describedby={instructionsId}
          className="-my-1 -mr-2 grid size-7 shrink-0 cursor-grab place-items-center rounded-md text-muted-foreground opacity-0 group-hover/card:opacity-100 hover:bg-muted focus-visible:opacity-100 pointer-coarse:opacity-100"
        >
          <GripVertical aria-hidden className="size-4" />
        </button>
      </div>
      <div className="flex min-h-6 min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1 text-xs text-muted-foreground">
        {status === 'blocked' && <CardStatusBadge status={status} />}
        {showsClient && client_name && <span className="min-w-0 truncate">{client_name}</span>}
        {status !== 'active' && status !== 'blocked' && <CardStatusMark status={status} />}
        {assigned_agent && (
          <span className="inline-flex items-center gap-1">
            <Bot aria-hidden className="size-3.5" />
            {agents[assigned_agent].name}
          </span>
        )}
        {is_sample && <span>Example</span>}
        <Count of={card.files} label="file" icon={Paperclip} />
        <Count of={card.comments} label="comment" icon={MessageSquare} />
        <MoveMenu card={card} onMove={onMove} menu={menu} />
      </div>
    </li>
  )
})

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

type MoveMenuProps = Pick<CardTileProps, 'card' | 'onMove'> & { menu: Ref<HTMLSelectElement> }

/** Moves a card without dragging: a native select behind an icon. */
function MoveMenu({ card, onMove, menu }: MoveMenuProps) {
  return (
    <span className="relative -my-1 -mr-2 ml-auto grid size-7 shrink-0 place-items-center rounded-md opacity-0 group-hover/card:opacity-100 hover:bg-muted has-focus-visible:opacity-100 has-focus-visible:outline-2 has-focus-visible:outline-ring pointer-coarse:opacity-100">
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
