import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { useBlock } from '#features/conversations/shared/block-button.tsx'
import type { RowAction } from '#ui/row-menu.tsx'
import { useClient, useUndoClaim } from '../api.ts'
import { ClientDialog } from './client-dialog.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { RemoveDialog } from './remove-dialog.tsx'

const RowMenu = lazy(async () => ({ default: (await import('#ui/row-menu.tsx')).RowMenu }))
const EraseDialog = lazy(async () => ({ default: (await import('./erase-dialog.tsx')).EraseDialog }))

type ClientMenuProps = {
  studio_id: string
  client_id: string
  name: string
  /** Whether the user may erase clients without an account. */
  canErase: boolean
  /** The client for the question before they are removed. Null if the user cannot remove them here. */
  removable: Omit<ComponentProps<typeof RemoveDialog>['client'], 'user_id'> | null
  /** Called when the client was removed or erased. */
  onGone: () => void
}

type OpenDialog = 'edit' | 'merge' | 'erase' | 'remove'

/** The less frequent actions for a client, with their dialogs. */
export function ClientMenu({ studio_id, client_id, name, canErase, removable, onGone }: ClientMenuProps) {
  const { data: client } = useClient(studio_id, client_id)
  const block = useBlock({ studio_id, client_id })
  const undo = useUndoClaim()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  if (!client) return null
  const close = () => setDialog(null)
  const isCurrent = client.removed_at === null
  const opening = (label: string, opened: OpenDialog, isDanger = false): RowAction => ({
    label,
    name: label,
    isDanger,
    onSelect: () => setDialog(opened),
  })
  const undoClaim = { label: 'Undo claim', name: 'Undo claim', onSelect: () => undo.mutate({ studio_id, client_id }) }
  const actions = [
    isCurrent && opening('Edit client', 'edit'),
    isCurrent && opening('Merge with another', 'merge'),
    isCurrent && client.claimed && undoClaim,
    block && { label: block.label, name: block.label, onSelect: block.toggle },
    removable && opening('Remove client', 'remove', true),
    canErase && client.user_id === null && opening('Erase client', 'erase', true),
  ].filter((action) => action !== null && action !== false)
  if (actions.length === 0) return null
  return (
    <>
      {/* The margin of the menu is for the end of a row. */}
      <span className="mr-3">
        <Suspense fallback={<span className="block size-10" />}>
          <RowMenu name={name} actions={actions} />
        </Suspense>
      </span>
      {dialog === 'edit' && <ClientDialog studio_id={studio_id} client={client} onClose={close} />}
      {dialog === 'merge' && <MergeDialog studio_id={studio_id} client={client} onClose={close} />}
      {dialog === 'remove' && removable && (
        <RemoveDialog
          studio_id={studio_id}
          name={name}
          client={{ ...removable, user_id: client.user_id }}
          onClose={close}
          onRemoved={onGone}
        />
      )}
      <Suspense fallback={null}>
        {dialog === 'erase' && <EraseDialog studio_id={studio_id} client={client} onClose={close} onErased={onGone} />}
      </Suspense>
    </>
  )
}
