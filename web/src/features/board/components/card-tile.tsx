import { agents } from '@studiohub/contract/features/assistant/words.ts'
import type { CardPosition } from '@studiohub/contract/features/board/rules.ts'
import type { Card } from '@studiohub/contract/features/board/schema.ts'
import { isPhase, phaseLabels, phases } from '@studiohub/contract/features/projects/words.ts'
import { Bot, GripVertical, MessageSquare, Paperclip } from 'lucide-react'
import { memo } from 'react'
import { Badge } from '#ui/badge.tsx'
import { CardStatusBadge, PriorityBadge } from './marks.tsx'

type CardTileProps = {
  card: Card
  instructionsId: string
  showsClient: boolean
  onOpen: (id: string) => void
  onMove: (id: string, place: CardPosition) => void
}

/** A card in its column. Uses `content-visibility`, so that a thousand cards scroll smoothly. */
export const CardTile = memo(function CardTile({ card, instructionsId, showsClient, onOpen, onMove }: CardTileProps) {
  const { id, title, priority, status, assigned_agent, is_sample, client_name } = card
  return (
    <li
      data-card={id}
      data-title={title}
      className="board-card relative grid min-w-0 grid-cols-1 gap-2 rounded-md border border-border bg-card p-3 text-sm data-drop:before:absolute data-drop:before:inset-x-0 data-drop:before:-top-1.5 data-drop:before:h-0.5 data-drop:before:bg-primary data-held:opacity-40"
    >
      <div className="flex items-start gap-1">
        <button
          type="button"
          data-handle
          aria-label={`Move ${title}`}
          aria-describedby={instructionsId}
          className="-ml-1.5 grid size-7 shrink-0 cursor-grab place-items-center rounded-md text-muted-foreground hover:bg-muted"
        >
          <GripVertical aria-hidden className="size-4" />
        </button>
        <button
          type="button"
          onClick={() => onOpen(id)}
          className="min-w-0 grow pt-0.5 text-left font-medium break-words hover:underline"
        >
          {title}
        </button>
      </div>
      {showsClient && client_name && <p className="truncate text-xs text-muted-foreground">{client_name}</p>}
      <div className="flex flex-wrap gap-1.5">
        <PriorityBadge priority={priority} />
        {status !== 'active' && <CardStatusBadge status={status} />}
        {assigned_agent && <Badge icon={Bot}>{agents[assigned_agent].name}</Badge>}
        {is_sample && <Badge>Example</Badge>}
      </div>
      <div className="flex items-center gap-3 text-xs text-muted-foreground">
        <Count of={card.files} label="file" icon={Paperclip} />
        <Count of={card.comments} label="comment" icon={MessageSquare} />
        <MoveMenu card={card} onMove={onMove} />
      </div>
    </li>
  )
})

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

/** Moves a card without dragging. */
function MoveMenu({ card, onMove }: Pick<CardTileProps, 'card' | 'onMove'>) {
  return (
    <select
      data-control
      aria-label={`Move ${card.title} to...`}
      value=""
      onChange={(event) => {
        const phase = event.target.value
        if (isPhase(phase)) onMove(card.id, { phase, before_id: null })
      }}
      className="ml-auto max-w-24 cursor-pointer rounded-md border border-border bg-card px-1 py-1 text-xs text-foreground hover:bg-muted"
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
  )
}
