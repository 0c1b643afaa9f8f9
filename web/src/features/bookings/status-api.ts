import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { MutationFunctionContext } from '@tanstack/react-query'
import { client } from '#lib/server/api.ts'
import { sendInOrder } from '#lib/server/send-in-order.ts'
import { type CallOptions, useAction } from '#lib/server/use-action.ts'
import { bookingsKey, cacheResponse } from './cache-api.ts'
import { useCreateUndoToast } from './undo-api.ts'

type VersionedInput = { id: string; version?: number | undefined }

type SendChange<Input> = (input: Input, options: CallOptions) => Promise<Booking>

const sendStatusChange =
  <Input extends VersionedInput>(send: SendChange<Input>) =>
  async (input: Input, options: CallOptions, { client: queryClient }: MutationFunctionContext): Promise<Booking> => {
    const booking = await sendInOrder(input.id, (latestVersion) =>
      send(
        input.version === undefined ? input : { ...input, version: Math.max(input.version, latestVersion) },
        options,
      ),
    )
    cacheResponse(queryClient, booking)
    return booking
  }

const { confirm, decline, cancel, approveChange, declineChange } = client.bookings

/** A status change of a booking, such as confirming it, with an Undo action in its toast. */
export const useStatusChange = <Input extends VersionedInput>(
  send: SendChange<Input>,
  done: string | ((booking: Booking) => string),
  failed: string,
) => {
  const buildToast = useCreateUndoToast()
  return useAction({
    send: sendStatusChange(send),
    once: true,
    done: (booking: Booking) => buildToast(booking, typeof done === 'string' ? done : done(booking)),
    failed,
    refresh: bookingsKey,
  })
}

export const useConfirmBooking = () => useStatusChange(confirm, 'Booking confirmed', 'Failed to confirm booking')

export const useApproveChange = () => useStatusChange(approveChange, 'Change approved', 'Failed to approve the change')

export const useDeclineChange = () => useStatusChange(declineChange, 'Change declined', 'Failed to decline the change')

export const useDeclineBooking = () => useStatusChange(decline, 'Booking declined', 'Failed to decline booking')

export const useCancelBooking = () =>
  useStatusChange(cancel, 'Booking cancelled successfully', 'Failed to cancel booking')
