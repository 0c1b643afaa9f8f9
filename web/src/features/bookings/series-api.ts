import type { NewSeries } from '@studiohub/contract/features/bookings/series/schema.ts'
import { api, client } from '#lib/server/api.ts'
import { type CallOptions, useAction } from '#lib/server/use-action.ts'
import { requireSession } from './api.ts'

const bookingsKey = api.bookings.key()

async function createSeries(series: NewSeries, options: CallOptions) {
  await requireSession()
  return client.bookings.createSeries(series, options)
}

/** Books a repeating session. If the form allows it, conflicting dates are left out and reported. */
export const useCreateSeries = () =>
  useAction({
    send: createSeries,
    once: true,
    done: ({ bookings, skipped }) => ({
      title: `${countOf(bookings)} booked`,
      ...(skipped.length > 0 && { description: `${countOf(skipped)} left out.` }),
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
      title: `${countOf(bookings)} changed`,
      ...(skipped.length > 0 && { description: `${countOf(skipped)} left as before.` }),
    }),
    refresh: bookingsKey,
  })

export const useCancelSeries = () =>
  useAction({
    send: client.bookings.cancelSeries,
    done: ({ bookings }) => `${countOf(bookings)} cancelled`,
    failed: 'Failed to cancel booking',
    refresh: bookingsKey,
  })

/** '1 session', '3 sessions', '0 sessions'. */
const countOf = ({ length }: readonly unknown[]) => `${length} ${length === 1 ? 'session' : 'sessions'}`
