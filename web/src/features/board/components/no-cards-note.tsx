import { Plus } from 'lucide-react'
import { Button } from '#ui/button.tsx'

type NoCardsNoteProps = {
  /** Whether the board shows one project. */
  isOneProject: boolean
  onCreate: () => void
}

/** What a card is, and the button for the first one. Shown above columns without cards. */
export function NoCardsNote({ isOneProject, onCreate }: NoCardsNoteProps) {
  return (
    <aside
      aria-label="First card"
      className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-dashed border-border px-4 py-3 text-sm"
    >
      <p>
        {isOneProject ? 'This project has no cards yet.' : 'The board has no cards yet.'} A card is one piece of work,
        such as a script or a mix.
      </p>
      <Button look="secondary" size="small" className="max-md:min-h-11" onClick={onCreate}>
        <Plus aria-hidden />
        Create the first card
      </Button>
    </aside>
  )
}
