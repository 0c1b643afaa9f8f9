import type { NewSeries } from '@studiohub/contract/features/bookings/series/schema.ts'
import { client } from '#lib/server/api.ts'
import { type CallOptions, useAction } from '#lib/server/use-action.ts'
import { checkSignedIn } from './auth-api.ts'
import { bookingsKey } from './cache-api.ts'

async function createSeries(series: NewSeries, options: CallOptions) {
  await checkSignedIn()
  return client.bookings.createSeries(series, options)
}

/** Books a repeating session. If the form allows it, conflicting dates are left out and reported. */
export const useCreateSeries = () =>
  useAction({
    send: createSeries,
    once: true,
    done: ({ bookings, skipped }) => ({
      title: `${countText(bookings)} booked`,
      ...(skipped.length > 0 && { description: `${countText(skipped)} skipped.` }),
    }),
    failed: ({ message }) => ({
      title: message || 'Failed to create booking',
      description: 'Failed to create booking',
    }),
    refresh: bookingsKey,
  })

/** Changes the remaining sessions of a series: all or none, or only those without a conflict. */
export const useChangeSeries = () =>
  useAction({
    send: client.bookings.updateSeries,
    done: ({ bookings, skipped }) => ({
      title: `${countText(bookings)} changed`,
      ...(skipped.length > 0 && { description: `${countText(skipped)} unchanged.` }),
    }),
    refresh: bookingsKey,
  })

export const useCancelSeries = () =>
  useAction({
    send: client.bookings.cancelSeries,
    done: ({ bookings }) => `${countText(bookings)} cancelled`,
    failed: 'Failed to cancel booking',
    refresh: bookingsKey,
  })

/** '1 session', '3 sessions', '0 sessions'. */
const countText = ({ length }: readonly unknown[]) => `${length} ${length === 1 ? 'session' : 'sessions'}`
