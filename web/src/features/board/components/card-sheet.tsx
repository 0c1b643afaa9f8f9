import { canDeleteCard } from '@studiohub/contract/features/board/policy.ts'
import type { CardWithHistory } from '@studiohub/contract/features/board/schema.ts'
import { listPhaseStays } from '@studiohub/contract/features/projects/rules.ts'
import { phaseLabels } from '@studiohub/contract/features/projects/words.ts'
import { FileX } from 'lucide-react'
import { useState } from 'react'
import { toActor, useMe } from '#features/profile/api.ts'
import { PhaseBadge } from '#features/projects/shared/marks.tsx'
import { useIsNotFound } from '#lib/hooks/use-is-not-found.ts'
import { useNow } from '#lib/hooks/use-now.ts'
import { formatDateTime } from '#lib/page/time.ts'
import { Button } from '#ui/button.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { SideSheet } from '#ui/side-sheet.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useCard, useCardOnBoard, useComments, useFiles } from '../api.ts'
import { CardComments } from './card-comments.tsx'
import { CardFiles } from './card-files.tsx'
import { CardForm } from './card-form.tsx'
import { DeleteCardDialog } from './delete-card-dialog.tsx'
import { formatDuration } from './marks.tsx'

/** Details of a card: files and comments, next to them the fields and the history. */
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
      {...(cachedCard && { subtitle: <PhaseBadge phase={cachedCard.phase} /> })}
      {...(mayDelete && {
        footer: (
          <Button look="quiet-danger" onClick={() => setDeleting(true)}>
            Delete Card
          </Button>
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

function CardDetails({ card }: { card: CardWithHistory }) {
  return (
    <div className="grid items-start gap-8 md:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid gap-8">
        <CardFiles card={card} />
        <CardComments card={card} />
      </div>
      <div className="grid gap-8 border-border max-md:border-t max-md:pt-6 md:border-l md:pl-8">
        <CardForm card={card} />
        <CardHistory card={card} />
      </div>
    </div>
  )
}

/** The card's phases and how long it stayed in each. */
function CardHistory({ card }: { card: CardWithHistory }) {
  const phaseStays = listPhaseStays(card.phase_history, useNow())
  return (
    <section className="grid gap-3">
      <h3 className="text-sm font-semibold">History</h3>
      <ol aria-label="History" className="grid gap-3 border-l border-border pl-4">
        {phaseStays.map(({ phase, since, milliseconds, ended_at }, index) => (
          <li key={`${since}-${phase}`} className="grid gap-0.5 text-sm">
            <p className="flex flex-wrap justify-between gap-2">
              <span className="font-medium">{phaseLabels[phase]}</span>
              <span className="text-muted-foreground tabular-nums">
                {ended_at === null ? `for ${formatDuration(milliseconds)}` : formatDuration(milliseconds)}
              </span>
            </p>
            <p className="text-xs text-muted-foreground">
              Since {formatDateTime(since)}
              {card.phase_history[index]?.moved_by_name && `, by ${card.phase_history[index].moved_by_name}`}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
