import type { NewSeries } from '@studiohub/contract/features/bookings/series/schema.ts'
import { useMutation } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { requireSession } from './api.ts'

const bookingsKey = api.bookings.key()

type AskedSeries = { studio_id: string; series: Omit<NewSeries, 'studio_id'>; idempotencyKey: string }

async function createSeries({ studio_id, series, idempotencyKey }: AskedSeries) {
  await requireSession()
  return client.bookings.createSeries({ studio_id, ...series }, { context: { idempotencyKey } })
}

/** Makes a session that repeats. What could not be had is left out where that was asked for, and counted. */
export const useCreateSeries = () =>
  useMutation({
    mutationFn: createSeries,
    meta: {
      done: (answer) => {
        const { many, left } = ofSeries(answer)
        return { title: `${many} booked`, ...(left && { description: `${left} left out.` }) }
      },
      failed: ({ message }) => ({
        title: message || 'Failed to create booking',
        description: 'Failed to create booking',
      }),
      refresh: bookingsKey,
    },
  })

const ofSeries = (answer: unknown) => {
  const { bookings, skipped } = Object(answer)
  return { many: sessions(bookings) || '0 sessions', left: sessions(skipped) }
}

/** '1 session', '3 sessions'; empty where there is none. */
function sessions(list: unknown): string {
  const count = Array.isArray(list) ? list.length : 0
  return count === 0 ? '' : `${count} ${count === 1 ? 'session' : 'sessions'}`
}

/** Changes the sessions of a series that are still to come: all of them or none, or only those without a conflict. */
export const useChangeSeries = () =>
  useMutation(
    api.bookings.updateSeries.mutationOptions({
      meta: {
        done: (answer) => {
          const { many, left } = ofSeries(answer)
          return { title: `${many} changed`, ...(left && { description: `${left} left as before.` }) }
        },
        refresh: bookingsKey,
      },
    }),
  )

export const useCancelSeries = () =>
  useMutation(
    api.bookings.cancelSeries.mutationOptions({
      meta: {
        done: (answer) => `${ofSeries(answer).many} cancelled`,
        failed: 'Failed to cancel booking',
        refresh: bookingsKey,
      },
    }),
  )
