import { listServicePictures } from '@studiohub/contract/features/availability/choices/rules.ts'
import type { AvailabilityQuery, PublicServices } from '@studiohub/contract/features/availability/schema.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { api, client } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'
import { readAllPages } from '#lib/server/read-all-pages.ts'
import { useAction } from '#lib/server/use-action.ts'

const bookingsKey = api.bookings.key()
/** Only the query of signed-in users. Live changes must not refetch the visitors' query, which has a limit per network. */
const freeTimesKey = api.availability.get.key()
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

/** What the public page of a studio offers. An inactive studio has none. */
const publicServicesQuery = ({ slug, is_active }: Pick<Studio, 'slug' | 'is_active'>) => ({
  ...api.availability.listPublicServices.queryOptions({ input: is_active ? { slug } : skipToken }),
  // A plan rarely ends while the page is open, and then the server rejects the booking.
  staleTime: 5 * 60_000,
})

/** A copy of the message of `PLAN_EXPIRED`, because the list of all errors is too large for this page. */
const CLOSED_TEXT = 'This studio is not accepting new bookings at the moment. Existing bookings are not affected.'

/**
 * Why a studio accepts no bookings although it is active: its plan has ended. Null if it accepts them. While `isLoading`, free
 * times must not be read, because the server would record a denied call.
 */
export function useClosedReason({ slug, is_active }: Pick<Studio, 'slug' | 'is_active'>) {
  const { data, isLoading } = useQuery({
    ...publicServicesQuery({ slug, is_active }),
    select: ({ takes_bookings }) => takes_bookings,
  })
  return { closedReason: data === false ? CLOSED_TEXT : null, isLoading }
}

/** A small picture for each service by its key, from the data of the public list, so that both lists show the same ones. */
export const useServiceCovers = (studio: Pick<Studio, 'slug' | 'is_active'>) =>
  useQuery({ ...publicServicesQuery(studio), select: toServiceCovers }).data

function toServiceCovers({ items, rooms }: PublicServices) {
  const pictures = [...items, ...rooms].flatMap((owner) => owner.pictures)
  const urls = listServicePictures(items, rooms)
  return new Map(items.map(({ key }, index) => [key, pictures.find(({ small_url }) => small_url === urls[index])]))
}

/** Refetches the client's bookings and availability when they change. */
export function useLiveTimes() {
  useLive('bookings', bookingsKey)
  useLive('bookings', freeTimesKey)
  useLive('resources', resourcesKey)
}

export const useMoveBooking = (before: Pick<Booking, 'status'>) =>
  useAction({
    send: client.bookings.update,
    done: (booking) =>
      before.status === 'confirmed' && booking.change_request
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
