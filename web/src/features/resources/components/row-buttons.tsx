import { ChevronDown, ChevronUp, Ellipsis, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button, IconButton } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import type { RowAction } from '#ui/row-menu.tsx'
import { aboveRowClasses } from '#ui/table.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'

const RowMenu = lazy(async () => ({ default: (await import('#ui/row-menu.tsx')).RowMenu }))

type RowButtonsProps = {
  itemName: string
  isFirst: boolean
  isLast: boolean
  onEdit: () => void
  onMove: (step: -1 | 1) => void
  onDelete?: () => void
}

/** A menu that edits, moves and deletes a row. On phones it is a sheet. */
export function RowButtons(props: RowButtonsProps) {
  const isPhone = useIsPhone()
  if (isPhone) return <Sheet {...props} />
  return (
    <div className={aboveRowClasses}>
      <Suspense fallback={<span className="-mr-3 block size-10" />}>
        <RowMenu name={props.itemName} actions={listActions(props)} />
      </Suspense>
    </div>
  )
}

function listActions({ itemName, isFirst, isLast, onEdit, onMove, onDelete }: RowButtonsProps): RowAction[] {
  return [
    { label: 'Edit', name: `Edit ${itemName}`, onSelect: onEdit },
    ...(isFirst ? [] : [{ label: 'Move up', name: `Move ${itemName} up`, onSelect: () => onMove(-1) }]),
    ...(isLast ? [] : [{ label: 'Move down', name: `Move ${itemName} down`, onSelect: () => onMove(1) }]),
    ...(onDelete ? [{ label: 'Delete', name: `Delete ${itemName}`, isDanger: true, onSelect: onDelete }] : []),
  ]
}

function Sheet({ itemName, isFirst, isLast, onMove, onDelete }: RowButtonsProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton
        name={`More actions for ${itemName}`}
        className={aboveRowClasses}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Ellipsis aria-hidden />
      </IconButton>
      <Dialog open={isOpen} onOpenChange={setOpen} title={itemName}>
        <div className="grid gap-2 *:min-h-11">
          <Button look="secondary" aria-disabled={isFirst || undefined} onClick={() => !isFirst && onMove(-1)}>
            <ChevronUp aria-hidden />
            Move up
          </Button>
          <Button look="secondary" aria-disabled={isLast || undefined} onClick={() => !isLast && onMove(1)}>
            <ChevronDown aria-hidden />
            Move down
          </Button>
          {onDelete && (
            <Button
              look="quiet-danger"
              onClick={() => {
                setOpen(false)
                onDelete()
              }}
            >
              <Trash2 aria-hidden />
              Delete
            </Button>
          )}
        </div>
      </Dialog>
    </>
  )
}
