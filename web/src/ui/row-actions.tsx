import { Ellipsis } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Button, IconButton } from './button.tsx'
import { cx } from './cx.ts'
import { Dialog } from './dialog.tsx'
import type { RowAction } from './row-menu.tsx'
import { wholeRowClasses } from './table.tsx'

// Most tables have rows without a menu.
const RowMenu = lazy(async () => ({ default: (await import('./row-menu.tsx')).RowMenu }))

type RowActionsProps = {
  /** What the row is about, such as a person's name. */
  name: string
  /** The data that a narrow row has no space for. */
  facts?: ReactNode
  /** The buttons; a row may have only a menu. */
  children?: ReactNode
  /** The less frequent actions: in a menu after the buttons. */
  menu?: readonly RowAction[]
}

/**
 * The buttons and the menu of a table's row. In a narrow table they are one button, which opens a sheet with the row's data
 * and all actions.
 */
export function RowActions({ name, facts, children, menu = [] }: RowActionsProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <span className="hidden flex-wrap items-center justify-end gap-2 @3xl:flex">
        {children}
        {menu.length > 0 && (
          <Suspense fallback={<span className="-my-1 size-10" />}>
            <RowMenu name={name} actions={menu} />
          </Suspense>
        )}
      </span>
      <IconButton
        name={`Details of ${name}`}
        className={cx('@3xl:hidden', wholeRowClasses)}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Ellipsis aria-hidden />
      </IconButton>
      {isOpen && (
        <Dialog open onOpenChange={setOpen} title={name}>
          <div className="grid gap-4">
            {facts}
            <div className="grid gap-2 *:min-h-11">
              {children}
              {menu.map(({ label, name: actionName, isDanger, onSelect }) => (
                <Button
                  key={label}
                  look={isDanger ? 'quiet-danger' : 'secondary'}
                  aria-label={actionName}
                  onClick={onSelect}
                >
                  {label}
                </Button>
              ))}
            </div>
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
