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
    <Pencil aria-hidden className="size-3.5 shrink-0 text-muted-foreground max-md:hidden" />
  </button>
)

export const rowClasses = 'relative flex min-h-14 min-w-0 items-center gap-x-3 py-2 md:gap-x-4 md:py-3'
