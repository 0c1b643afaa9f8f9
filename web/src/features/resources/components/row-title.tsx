import { Pencil } from 'lucide-react'
import { cx } from '#ui/cx.ts'
import { wholeWideRowClasses } from '#ui/table.tsx'

/** The name of a row. A click anywhere on the row edits it; the row must be `relative`. */
export const RowTitle = ({ name, onEdit }: { name: string; onEdit: () => void }) => (
  <button
    type="button"
    aria-label={`Edit ${name}`}
    aria-haspopup="dialog"
    onClick={onEdit}
    className={cx('flex min-w-0 items-center gap-2 text-left underline-offset-4 hover:underline', wholeWideRowClasses)}
  >
    <span className="truncate font-medium">{name}</span>
  </button>
)

/** Shows next to the buttons of a wide row that a click edits it. The button is `RowTitle`. */
export const EditMark = () => (
  <span aria-hidden className="-mr-4 grid size-10 shrink-0 place-items-center max-md:hidden">
    <Pencil className="size-4 text-muted-foreground" />
  </span>
)

export const rowClasses = 'relative flex min-h-14 min-w-0 items-center gap-x-3 py-2 md:gap-x-4 md:py-3'
