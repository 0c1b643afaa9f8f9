import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import type { BookingChange } from '@studiohub/contract/features/bookings/input/schema.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { useQueryClient } from '@tanstack/react-query'
import { client } from '#lib/server/api.ts'
import { sendInOrder } from '#lib/server/send-in-order.ts'
import { useAction } from '#lib/server/use-action.ts'
import { bookingKey, bookingsKey, cacheBooking, calendarsKey, changeKey, rangesKey } from './cache-api.ts'
import { useCreateUndoToast } from './undo-api.ts'

/** A change of a booking. `preview` has the fields to show before the server responds. */
export type OptimisticChange = {
  booking: CalendarBooking
  change: BookingChange
  preview: Partial<Omit<CalendarBooking, 'id' | 'change_request'>>
}

/** The current values of the fields that `preview` changes. */
const getPreviousFields = ({ change_request, ...booking }: CalendarBooking, preview: object): Partial<Booking> =>
  Object.fromEntries(Object.entries(booking).filter(([field]) => field in preview))

/** Changes a booking optimistically; reverts on an error. @param describeChange returns the text of the toast */
export function useOptimisticChange(describeChange: (before: CalendarBooking, after: Booking) => string) {
  const queryClient = useQueryClient()
  const isOnlyPendingChange = () => queryClient.isMutating({ mutationKey: changeKey }) === 1
  const buildToast = useCreateUndoToast()
  return useAction({
    mutationKey: changeKey,
    done: (booking, { booking: before }) => buildToast(booking, describeChange(before, booking)),
    send: ({ booking: { id, version }, change }: OptimisticChange) =>
      sendInOrder(id, (latestVersion) =>
        client.bookings.update({ id, version: Math.max(version, latestVersion), ...change }),
      ),
    onMutate: async ({ booking, preview }: OptimisticChange) => {
      await Promise.all(
        [rangesKey, calendarsKey, bookingKey(booking.id)].map((queryKey) => queryClient.cancelQueries({ queryKey })),
      )
      cacheBooking(queryClient, booking.id, preview)
    },
    onSuccess: ({ warnings, ...booking }) => {
      if (isOnlyPendingChange()) cacheBooking(queryClient, booking.id, booking)
    },
    onError: (_error, { booking, preview }) =>
      cacheBooking(queryClient, booking.id, getPreviousFields(booking, preview)),
    onSettled: () => (isOnlyPendingChange() ? queryClient.invalidateQueries({ queryKey: bookingsKey }) : undefined),
  })
}
