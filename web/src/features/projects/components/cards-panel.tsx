import { agents } from '@studiohub/contract/features/assistant/words.ts'
import type { Card as BoardCard } from '@studiohub/contract/features/board/schema.ts'
import type { Project } from '@studiohub/contract/features/projects/schema.ts'
import { phaseLabels, phases } from '@studiohub/contract/features/projects/words.ts'
import { Bot, MessageSquare, Paperclip } from 'lucide-react'
import { Link } from 'react-router'
import { CardStatusMark, PriorityIcon } from '#features/board/shared/marks.tsx'
import { paths } from '#paths.ts'
import { Card } from '#ui/card.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { useProjectCards } from '../api.ts'
import { phaseIcons } from '../shared/marks.tsx'
import { useProjectAndBoardPaths } from '../shared/use-project-and-board-paths.ts'

/** The cards of a project by phase; each opens on the board. */
export function CardsPanel({ project }: { project: Project }) {
  const cards = useProjectCards(project.id)
  return (
    <Card title="Cards" description="The work of this project by phase">
      <QueryView
        query={cards}
        loadingText="Loading cards..."
        empty={<p className="text-sm text-muted-foreground">No cards yet. Open the board to create the first one.</p>}
      >
        {(items) => (
          <div className="grid grid-cols-1 gap-4">
            {phases
              .map((phase) => ({ phase, cards: items.filter((card) => card.phase === phase) }))
              .filter(({ cards }) => cards.length > 0)
              .map((group) => (
                <PhaseGroup key={group.phase} {...group} project_id={project.id} />
              ))}
          </div>
        )}
      </QueryView>
    </Card>
  )
}

type PhaseGroupProps = { phase: Project['phase']; cards: readonly BoardCard[]; project_id: string }

function PhaseGroup({ phase, cards, project_id }: PhaseGroupProps) {
  const Icon = phaseIcons[phase]
  return (
    <section aria-label={phaseLabels[phase]} className="grid grid-cols-1 gap-1">
      <h3 className="flex items-center gap-2 text-xs font-medium text-muted-foreground">
        <Icon aria-hidden className="size-3.5" />
        {phaseLabels[phase]}
        <span className="tabular-nums">{cards.length}</span>
      </h3>
      <ul className="grid grid-cols-1 divide-y divide-border border-t border-border">
        {cards.map((card) => (
          <CardLine key={card.id} card={card} project_id={project_id} />
        ))}
      </ul>
    </section>
  )
}

function CardLine({ card, project_id }: { card: BoardCard; project_id: string }) {
  const { board } = useProjectAndBoardPaths()
  const { id, title, status, priority, assigned_agent, files, comments } = card
  return (
    <li>
      <Link
        to={paths.withOpen(board, { project: project_id, card: id })}
        className="flex min-h-10 items-center gap-3 py-1.5 text-sm hover:bg-muted max-md:min-h-12"
      >
        <PriorityIcon priority={priority} />
        <span className={`min-w-0 flex-1 wrap-anywhere ${status === 'complete' ? 'text-muted-foreground' : ''}`}>
          {title}
        </span>
        {assigned_agent && (
          <span className="flex items-center gap-1 text-xs text-muted-foreground">
            <Bot aria-hidden className="size-3.5" />
            {agents[assigned_agent].name}
          </span>
        )}
        <Count icon={Paperclip} count={files} name={files === 1 ? 'file' : 'files'} />
        <Count icon={MessageSquare} count={comments} name={comments === 1 ? 'comment' : 'comments'} />
        {status !== 'active' && (
          <span className="text-xs">
            <CardStatusMark status={status} />
          </span>
        )}
      </Link>
    </li>
  )
}

function Count({ icon: Icon, count, name }: { icon: typeof Paperclip; count: number; name: string }) {
  if (count === 0) return null
  return (
    <span className="flex items-center gap-1 text-xs text-muted-foreground tabular-nums">
      <Icon aria-hidden className="size-3.5" />
      {count}
      <span className="sr-only"> {name}</span>
    </span>
  )
}
