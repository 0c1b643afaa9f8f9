import type { AvailabilityQuery } from '@studiohub/contract/features/availability/schema.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { hasCode } from '#lib/server/describe-error.ts'
import { useLive } from '#lib/server/live.ts'
import { readAllPages } from '#lib/server/read-all-pages.ts'
import { useAction } from '#lib/server/use-action.ts'

const bookingsKey = api.bookings.key()
const availabilityKey = api.availability.key()
const resourcesKey = api.resources.key()

/** All bookings of the client at a studio, by date and start time. */
export const useOwnBookings = (studio_id: string) =>
  useQuery(
    queryOptions({
      queryKey: [...bookingsKey, 'own', studio_id],
      queryFn: () => readAllPages((page) => client.bookings.list({ studio_id, ...page })),
      meta: { failed: 'Failed to load bookings' },
    }),
  )

/** The possible start times. @param query null until a service is chosen */
export const useAvailability = (query: AvailabilityQuery | null) =>
  useQuery({
    ...api.availability.get.queryOptions({ input: query ?? skipToken }),
    // Availability goes stale quickly.
    staleTime: 5_000,
  })

/**
 * Pictures of services and rooms; the first of each is its cover. An error shows no message, because the page works without
 * them.
 */
export const usePictures = (studio_id: string) =>
  useQuery({
    ...api.resources.listPictures.queryOptions({ input: { studio_id } }),
    select: ({ items }) => items,
  })

const ANY_MINUTES = 60

/** Why the studio accepts no bookings at all, such as an ended plan; null if it accepts them. */
export function useClosedReason({ studio, today }: { studio: { id: string; is_active: boolean }; today: string }) {
  const { error } = useAvailability(
    studio.is_active ? { studio_id: studio.id, date: today, days: 1, minutes: ANY_MINUTES } : null,
  )
  return error && hasCode(error, 'PLAN_EXPIRED') ? error.message : null
}

/** Refetches the client's bookings and availability when they change. */
export function useLiveTimes() {
  useLive('bookings', bookingsKey)
  useLive('bookings', availabilityKey)
  useLive('resources', resourcesKey)
}

export const useMoveBooking = (before: Pick<Booking, 'status'>) =>
  useAction({
    send: client.bookings.update,
    done: (made) =>
      before.status === 'confirmed' && made.change_request
        ? { title: 'Change requested', description: 'The studio has to approve the new time.' }
        : 'Booking moved',
    failed: ({ message }) => ({
      title: message || 'Failed to move booking',
      description: 'Failed to move booking',
    }),
    refresh: bookingsKey,
  })

export const useWithdrawChange = () =>
  useAction({
    send: client.bookings.withdrawChange,
    done: 'Change request withdrawn',
    failed: 'Failed to withdraw the request',
    refresh: bookingsKey,
  })
