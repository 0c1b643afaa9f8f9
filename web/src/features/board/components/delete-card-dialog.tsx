import type { Card } from '@studiohub/contract/features/board/schema.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useDeleteCard } from '../api.ts'

type DeleteCardDialogProps = { card: Pick<Card, 'id' | 'title'>; onClose: () => void; onDeleted: () => void }

/** Asks before a card goes with what lies on it. */
export function DeleteCardDialog({ card, onClose, onDeleted }: DeleteCardDialogProps) {
  const remove = useDeleteCard()
  const start = () => {
    if (remove.isPending) return
    remove.mutate({ id: card.id }, { onSuccess: onDeleted, onError: onClose })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Delete Card"
      description={`“${card.title}” goes with its files and comments. This action cannot be undone.`}
      footer={
        <>
          <Button look="secondary" onClick={onClose} data-autofocus>
            Keep Card
          </Button>
          <Button look="danger" onClick={start} pending={remove.isPending} pendingText="Deleting...">
            Delete Card
          </Button>
        </>
      }
    />
  )
}
