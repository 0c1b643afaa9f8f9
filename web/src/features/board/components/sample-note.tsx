import type { Card } from '@studiohub/contract/features/board/schema.ts'
import { phases } from '@studiohub/contract/features/projects/words.ts'
import { Sparkles } from 'lucide-react'
import { ConfirmButton } from '#ui/confirm-dialog.tsx'
import { useSampleActions } from '../api.ts'

/** Explains the sample cards and removes them after a confirmation that lists them. */
export function SampleNote({ cards }: { cards: readonly Card[] }) {
  const { remove } = useSampleActions()
  const examples = cards.filter(({ is_sample }) => is_sample)
  if (examples.length === 0) return null
  const sortedExamples = phases.flatMap((phase) => examples.filter((card) => card.phase === phase))
  const titles = sortedExamples.map(({ title }) => `"${title}"`).join(', ')
  return (
    <aside
      aria-label="Example"
      className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-dashed border-border px-4 py-3 text-sm"
    >
      <p className="flex items-center gap-2">
        <Sparkles aria-hidden className="size-4 shrink-0" />
        An example shows how work moves across the board. Only you see it.
      </p>
      <ConfirmButton
        size="small"
        trigger="Remove the example"
        title="Remove the example"
        description={`This deletes ${titles}. Cards that you created, renamed or commented on stay.`}
        cancelLabel="Keep example"
        confirmLabel="Delete example cards"
        isPending={remove.isPending}
        onConfirm={() => remove.mutateAsync()}
      />
    </aside>
  )
}
