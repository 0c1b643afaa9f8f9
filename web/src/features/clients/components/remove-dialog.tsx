import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useRemoveClient } from '../api.ts'

type RemoveDialogProps = {
  studio_id: string
  client: { id: string; role_id: string | null; user_id: string | null }
  name: string
  onClose: () => void
  onRemoved?: () => void
}

/** Asks before a client is removed from the studio's list. */
export function RemoveDialog({ studio_id, client, name, onClose, onRemoved = onClose }: RemoveDialogProps) {
  const remove = useRemoveClient()
  const removeClient = () =>
    remove.mutate({ studio_id, role_id: client.role_id ?? client.id }, { onSuccess: () => onRemoved() })
  return (
    <ConfirmDialog
      title={`Remove ${name}?`}
      description={
        client.user_id === null
          ? 'They leave your list of clients. Their bookings and projects stay.'
          : 'They lose access to your studio immediately. Their bookings and projects stay, and they can request to come back.'
      }
      cancelLabel="Keep"
      confirmLabel="Remove"
      pendingLabel="Removing..."
      isPending={remove.isPending}
      onConfirm={removeClient}
      onClose={onClose}
    />
  )
}
