import { canDeleteCard } from '@studiohub/contract/features/board/policy.ts'
import type { Card, CardWithHistory } from '@studiohub/contract/features/board/schema.ts'
import { listPhaseStays } from '@studiohub/contract/features/projects/rules.ts'
import { phaseLabels } from '@studiohub/contract/features/projects/words.ts'
import { FileX } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { toActor, useMe } from '#features/profile/api.ts'
import { useSelectedProject } from '#features/projects/api.ts'
import { useProjectAndBoardPaths } from '#features/projects/shared/use-project-and-board-paths.ts'
import { useIsNotFound } from '#lib/hooks/use-is-not-found.ts'
import { useNow } from '#lib/hooks/use-now.ts'
import { formatDateTime } from '#lib/page/time.ts'
import { cx } from '#ui/cx.ts'
import { QueryView } from '#ui/query-view.tsx'
import { SideSheet } from '#ui/side-sheet.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useCard, useCardOnBoard, useComments, useFiles } from '../api.ts'
import { formatDuration } from '../shared/marks.tsx'
import { CardComments } from './card-comments.tsx'
import { CardFiles } from './card-files.tsx'
import { CardForm } from './card-form.tsx'
import { DeleteCardDialog } from './delete-card-dialog.tsx'

const RowMenu = lazy(async () => ({ default: (await import('#ui/row-menu.tsx')).RowMenu }))

/** Details of a card: its texts, files and comments, next to them the properties and the history. */
export function CardSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const card = useCard(id)
  const cachedCard = useCardOnBoard(id)
  const [isDeleting, setDeleting] = useState(false)
  const actor = toActor(useMe())
  const mayDelete = card.data !== undefined && canDeleteCard(actor, card.data)
  const isNotFound = useIsNotFound(card, id)
  // Waits for files and comments, because they come first and would move the rest if they arrived later.
  const [files, comments] = [useFiles(id), useComments(id)]
  const isWaiting = files.isPending || comments.isPending
  return (
    <SideSheet
      open
      width="page"
      onOpenChange={(open) => !open && onClose()}
      title={cachedCard?.title ?? 'Card'}
      {...(cachedCard && { isTitleHidden: true, subtitle: <Origin card={cachedCard} /> })}
      {...(mayDelete && {
        menu: (
          <Suspense fallback={null}>
            <RowMenu
              name={card.data.title}
              actions={[
                { label: 'Delete Card', name: 'Delete Card', isDanger: true, onSelect: () => setDeleting(true) },
              ]}
            />
          </Suspense>
        ),
      })}
    >
      {isNotFound ? (
        <EmptyState icon={FileX} title="Card not found">
          It may have been deleted, or you don't have access to it.
        </EmptyState>
      ) : (
        <QueryView
          query={{ ...card, data: isWaiting ? undefined : card.data }}
          loadingText="Loading card..."
          isEmpty={() => false}
        >
          {(loadedCard) => <CardDetails card={loadedCard} />}
        </QueryView>
      )}
      {isDeleting && card.data && (
        <DeleteCardDialog card={card.data} onClose={() => setDeleting(false)} onDeleted={onClose} />
      )}
    </SideSheet>
  )
}

const CardDetails = ({ card }: { card: CardWithHistory }) => (
  <CardForm card={card} aside={<CardHistory card={card} />}>
    <CardFiles card={card} />
    <CardComments card={card} />
  </CardForm>
)

/** The project and the client of a card. */
function Origin({ card: { project_id, client_name } }: { card: Card }) {
  const { data: project } = useSelectedProject(project_id, true)
  const { project: pathOf } = useProjectAndBoardPaths()
  if (!project) return <p className="truncate">{client_name || 'Card'}</p>
  return (
    <p className="truncate">
      <Link to={pathOf(project_id)} className="font-medium text-foreground underline-offset-4 hover:underline">
        {project.title}
      </Link>
      {client_name && ` · ${client_name}`}
    </p>
  )
}

/** The card's phases and how long it stayed in each. */
function CardHistory({ card }: { card: CardWithHistory }) {
  const phaseStays = listPhaseStays(card.phase_history, useNow())
  return (
    <section className="grid gap-3 border-t border-border pt-5">
      <h3 className="text-sm font-semibold">History</h3>
      <ol aria-label="History" className="grid">
        {phaseStays.map(({ phase, since, milliseconds, ended_at }, index) => (
          <li key={`${since}-${phase}`} className="group relative grid gap-0.5 pb-4 pl-5 text-sm last:pb-0">
            <span
              aria-hidden
              className="absolute top-2 bottom-0 left-1 w-px translate-y-2 bg-border group-last:hidden"
            />
            <span
              aria-hidden
              className={cx(
                'absolute top-1.5 left-0 size-2.25 rounded-full',
                ended_at === null ? 'bg-primary' : 'bg-input',
              )}
            />
            <p className="flex flex-wrap justify-between gap-x-2">
              <span className="font-medium">{phaseLabels[phase]}</span>
              <span className="text-xs leading-5 text-muted-foreground tabular-nums">
                {ended_at === null ? `for ${formatDuration(milliseconds)}` : formatDuration(milliseconds)}
              </span>
            </p>
            <p className="text-xs text-pretty text-muted-foreground">
              Since {formatDateTime(since)}
              {card.phase_history[index]?.moved_by_name && `, by ${card.phase_history[index].moved_by_name}`}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
