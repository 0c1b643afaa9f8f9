import type { NewBooking } from '@studiohub/contract/features/bookings/input/schema.ts'
import { termsKey } from '#features/terms/api.ts'
import { client } from '#lib/server/api.ts'
import { hasCode } from '#lib/server/describe-error.ts'
import { type CallOptions, useAction } from '#lib/server/use-action.ts'
import { checkSignedIn } from './auth-api.ts'
import { bookingsKey, resourcesKey } from './cache-api.ts'

async function createBooking(booking: NewBooking & { studio_id: string }, options: CallOptions) {
  await checkSignedIn()
  return client.bookings.create(booking, options)
}

export const useCreateBooking = () =>
  useAction({
    send: createBooking,
    once: true,
    // The form shows the new price or the new terms, and the next attempt accepts them.
    onError: async (error, _input, _before, { client: queryClient }) => {
      if (hasCode(error, 'PRICE_CHANGED')) await queryClient.invalidateQueries({ queryKey: resourcesKey })
      if (hasCode(error, 'TERMS_CHANGED') || hasCode(error, 'TERMS_NOT_ACCEPTED'))
        await queryClient.invalidateQueries({ queryKey: termsKey })
    },
    // A session that waits for its payment is not booked yet, and its page says so.
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
