import type { NewBooking } from '@studiohub/contract/features/bookings/schema.ts'
import { client } from '#lib/server/api.ts'
import { hasCode } from '#lib/server/describe-error.ts'
import { type CallOptions, useAction } from '#lib/server/use-action.ts'
import { bookingsKey, requireSession, resourcesKey } from './api.ts'

async function createBooking(booking: NewBooking & { studio_id: string }, options: CallOptions) {
  await requireSession()
  return client.bookings.create(booking, options)
}

export const useCreateBooking = () =>
  useAction({
    send: createBooking,
    once: true,
    // The form then shows the new price, which the next attempt confirms.
    onError: (error, _asked, _before, { client: queryClient }) =>
      hasCode(error, 'PRICE_CHANGED') ? queryClient.invalidateQueries({ queryKey: resourcesKey }) : undefined,
    // What waits for its payment is not booked yet: the page of the booking says so.
    done: ({ booking_type, pay_by }) =>
      pay_by !== null
        ? null
        : booking_type === 'blocked_time'
          ? 'Time blocked successfully'
          : 'Booking created successfully',
    // Spec section 8: a fallback; prefer the server's message.
    failed: ({ message }) => ({
      title: message || 'Failed to create booking',
      description: 'Failed to create booking',
    }),
    refresh: bookingsKey,
  })
