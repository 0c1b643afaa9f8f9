import type { Card } from '@studiohub/contract/features/board/schema.ts'
import { Sparkles } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { useSample } from '../api.ts'

/** Says which cards are an example, and clears them away in one click. */
export function SampleNote({ cards }: { cards: readonly Card[] }) {
  const { remove } = useSample()
  if (!cards.some(({ is_sample }) => is_sample)) return null
  return (
    <aside
      aria-label="Example"
      className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-dashed border-border px-4 py-3 text-sm"
    >
      <p className="flex items-center gap-2">
        <Sparkles aria-hidden className="size-4 shrink-0" />
        An example shows how work moves across the board. Only you see it.
      </p>
      <Button look="secondary" size="small" pending={remove.isPending} onClick={() => remove.mutate()}>
        Clear the example
      </Button>
    </aside>
  )
}
