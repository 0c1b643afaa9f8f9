import type { NewSeries } from '@studiohub/contract/features/bookings/series/schema.ts'
import { useMutation } from '@tanstack/react-query'
import { api, client } from '../../../lib/api.ts'

const bookingsKey = api.bookings.key()

type AskedSeries = Omit<NewSeries, 'studio_id'>

/** Makes a session that repeats. What could not be had is left out where that was asked for, and counted. */
export const useCreateSeries = () =>
  useMutation({
    mutationFn: ({
      studio_id,
      series,
      idempotencyKey,
    }: {
      studio_id: string
      series: AskedSeries
      idempotencyKey: string
    }) => client.bookings.createSeries({ studio_id, ...series }, { context: { idempotencyKey } }),
    meta: {
      done: (answer) => {
        const { many, left } = ofSeries(answer)
        return { title: `${many} booked`, ...(left > 0 && { description: `${left} left out: taken already.` }) }
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
  const many = Array.isArray(bookings) ? bookings.length : 0
  const left = Array.isArray(skipped) ? skipped.length : 0
  return { many: `${many} ${many === 1 ? 'session' : 'sessions'}`, left }
}

/** Changes the sessions of a series that are still to come, all of them or none. */
export const useChangeSeries = () =>
  useMutation(
    api.bookings.updateSeries.mutationOptions({
      meta: { done: (answer) => `${ofSeries(answer).many} changed`, refresh: bookingsKey },
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
