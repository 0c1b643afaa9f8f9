import { canUndo } from '@studiohub/contract/features/bookings/policy.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { toActor, useMe } from '#features/profile/api.ts'
import { client } from '#lib/server/api.ts'
import { sendInOrder } from '#lib/server/send-in-order.ts'
import type { ToastText } from '#lib/server/toast-texts.ts'
import { useAction } from '#lib/server/use-action.ts'
import { bookingsKey, cacheResponse } from './cache-api.ts'

/** Builds the toast of a change, with an Undo action if the user may undo it. */
export function useCreateUndoToast() {
  const actor = toActor(useMe())
  const undoAction = useAction({
    // Undo only this version: a later change on this page has its own undo.
    send: (change: { id: string; version: number }) => sendInOrder(change.id, () => client.bookings.undo(change)),
    onSuccess: (booking, _change, _before, { client: queryClient }) => cacheResponse(queryClient, booking),
    done: 'Change undone',
    failed: 'This change was not undone',
    refresh: bookingsKey,
  })
  return ({ id, studio_id, client_id, version }: Booking, title: string): ToastText => {
    if (!canUndo(actor, { studio_id, client_id })) return title
    const run = () => undoAction.mutate({ id, version })
    return { title, action: { id: `undo ${id}`, label: 'Undo', key: 'u', run } }
  }
}
