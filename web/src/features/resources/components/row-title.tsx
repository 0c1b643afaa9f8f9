import { cx } from '#ui/cx.ts'
import { wholeWideRowClasses } from '#ui/table.tsx'

/** The name of a row. A click anywhere on the row edits it; the row must be `relative`. */
export const RowTitle = ({ name, onEdit }: { name: string; onEdit: () => void }) => (
  <button
    type="button"
    aria-label={`Edit ${name}`}
    aria-haspopup="dialog"
    onClick={onEdit}
    className={cx('flex min-w-0 items-center gap-2 text-left', wholeWideRowClasses)}
  >
    <span className="truncate font-medium">{name}</span>
  </button>
)

/** The list of the rows at the end of a card. The space below its last row is the card's. */
export const rowListClasses = '-mb-2 grid divide-y divide-border empty:hidden md:-mb-3'

/** Wider than the content of the card, so that the row under the pointer is highlighted up to its edges. */
export const rowClasses =
  'relative -mx-4 flex min-h-14 min-w-0 items-center gap-x-3 px-4 py-2 transition duration-150 hover:bg-foreground/5 sm:-mx-5 sm:px-5 md:gap-x-4 md:py-3'
