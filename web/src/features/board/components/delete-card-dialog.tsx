import type { Card } from '@studiohub/contract/features/board/schema.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useDeleteCard } from '../api.ts'

type DeleteCardDialogProps = { card: Pick<Card, 'id' | 'title'>; onClose: () => void; onDeleted: () => void }

/** Confirms the deletion of a card with its files and comments. */
export function DeleteCardDialog({ card, onClose, onDeleted }: DeleteCardDialogProps) {
  const remove = useDeleteCard()
  const deleteAndClose = () => {
    if (remove.isPending) return
    remove.mutate({ id: card.id }, { onSuccess: onDeleted, onError: onClose })
  }
  return (
    <ConfirmDialog
      title="Delete Card"
      description={`“${card.title}” will be deleted with its files and comments. This action cannot be undone.`}
      cancelLabel="Keep Card"
      confirmLabel="Delete Card"
      pendingLabel="Deleting..."
      isPending={remove.isPending}
      onConfirm={deleteAndClose}
      onClose={onClose}
    />
  )
}
