import { ChevronDown, ChevronUp, Ellipsis, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { aboveRowClasses } from '#ui/table.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import { ReorderButtons } from './reorder-buttons.tsx'

type RowButtonsProps = {
  itemName: string
  isFirst: boolean
  isLast: boolean
  onMove: (step: -1 | 1) => void
  onDelete?: () => void
}

/** Buttons that move and delete a row. On phones it is one button, which opens a sheet with them. */
export function RowButtons(props: RowButtonsProps) {
  const isPhone = useIsPhone()
  const { itemName, onDelete, ...order } = props
  if (isPhone) return <Menu {...props} />
  return (
    <div className={`-mr-3 flex [&_button:not(:hover)_svg]:text-muted-foreground ${aboveRowClasses}`}>
      {!(order.isFirst && order.isLast) && <ReorderButtons itemName={itemName} {...order} />}
      {onDelete && (
        <IconButton name={`Delete ${itemName}`} onClick={onDelete}>
          <Trash2 aria-hidden />
        </IconButton>
      )}
    </div>
  )
}

function Menu({ itemName, isFirst, isLast, onMove, onDelete }: RowButtonsProps) {
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
