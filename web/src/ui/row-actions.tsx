import { Ellipsis } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { IconButton } from './button.tsx'
import { cx } from './cx.ts'
import { Dialog } from './dialog.tsx'
import { wholeRowClasses } from './table.tsx'

type RowActionsProps = {
  /** What the row is about, such as a person's name. */
  name: string
  /** The data that a narrow row has no space for. */
  facts?: ReactNode
  /** The buttons. */
  children: ReactNode
}

/**
 * The buttons of a table's row. In a narrow table it is one button, which opens a sheet with the row's data and these
 * buttons.
 */
export function RowActions({ name, facts, children }: RowActionsProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <span className="hidden flex-wrap justify-end gap-2 @3xl:flex">{children}</span>
      <IconButton
        name={`Details of ${name}`}
        className={cx('@3xl:hidden', wholeRowClasses)}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Ellipsis aria-hidden />
      </IconButton>
      {open && (
        <Dialog open onOpenChange={setOpen} title={name}>
          <div className="grid gap-4">
            {facts}
            <div className="grid gap-2 *:min-h-11">{children}</div>
          </div>
        </Dialog>
      )}
    </>
  )
}

/** Labeled data for the sheet of a row. Entries without a value are left out. */
export function RowFacts({ facts }: { facts: Record<string, ReactNode> }) {
  return (
    <dl className="grid gap-2 text-sm">
      {Object.entries(facts).map(
        ([name, value]) =>
          value && (
            <div key={name} className="flex justify-between gap-4">
              <dt className="text-muted-foreground">{name}</dt>
              <dd className="min-w-0 text-right wrap-anywhere">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
