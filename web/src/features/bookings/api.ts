import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import type { BookingsAnswer, BookingsQuery } from '@studiohub/contract/features/bookings/lists/schema.ts'
import { canUndo } from '@studiohub/contract/features/bookings/policy.ts'
import type { Booking, BookingChange } from '@studiohub/contract/features/bookings/schema.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import {
  infiniteQueryOptions,
  type MutationFunctionContext,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { toActor, useMe } from '#features/profile/api.ts'
import { api, client } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'
import { cursorInput, cursorPaging, flattenPages } from '#lib/server/pages.ts'
import { readAllPages } from '#lib/server/read-all-pages.ts'
import { sendInOrder } from '#lib/server/send-in-order.ts'
import type { ToastText } from '#lib/server/toast-texts.ts'
import { type CallOptions, useAction } from '#lib/server/use-action.ts'
import { currentSession } from '#lib/session/session.ts'

export const bookingsKey = api.bookings.key()
const changeKey = ['change-booking']
const rangesKey = api.bookings.list.key({ type: 'query' })
const calendarsKey = api.bookings.getCalendar.key()
const oneKey = (id: string) => api.bookings.get.queryKey({ input: { id } })
export const resourcesKey = api.resources.key()
const QUARTER_HOUR = 15 * 60_000
const ROWS_A_PAGE = 100
const UPCOMING_DAYS = 60

type DateRange = { from: string; to: string }

/** All bookings between two dates, inclusive. Clients get other clients' bookings as busy times only. */
export const bookingsBetweenQuery = (studio_id: string, range: DateRange) =>
  queryOptions({
    ...api.bookings.list.queryOptions({ input: { studio_id, ...range } }),
    meta: { failed: 'Failed to load bookings' },
  })

export const useBookingsBetween = (studio_id: string, range: DateRange) =>
  useQuery(bookingsBetweenQuery(studio_id, range))

/** The same query for the schedule of crew. */
export const useSchedule = (studio_id: string, range: DateRange) =>
  useQuery({ ...bookingsBetweenQuery(studio_id, range), meta: { failed: 'Failed to load schedule' } })

/** A cached calendar. `etag` is null after this browser has changed it. */
export type Calendar = { etag: string | null; items: CalendarBooking[] }

/** Which bookings a list shows: all, those of the next weeks, or pending ones. */
export type BookingListFilter = 'all' | 'upcoming' | 'pending'

/** Projects of a studio or of one of its clients, last changed first. */
export const useProjects = (studio_id: string, client_id: string | null, enabled = true) =>
  useQuery({
    queryKey: [...api.projects.list.key(), 'whole', studio_id, client_id],
    queryFn: () =>
      readAllPages((page) => client.projects.list({ studio_id, ...page, ...(client_id && { client_id }) })),
    enabled,
  })

/** Filters of a list. */
export type ListFilter = Omit<BookingsQuery, 'studio_id' | 'from' | 'to' | 'cursor' | 'limit'>

const inputOf: Record<BookingListFilter, (day: string) => Partial<BookingsQuery>> = {
  all: (day) => ({ since: day, limit: ROWS_A_PAGE }),
  upcoming: (day) => ({ from: day, to: plusDays(day, UPCOMING_DAYS - 1) }),
  pending: () => ({ waiting: 'true', limit: ROWS_A_PAGE }),
}

const bookingPages = (input: BookingsQuery) =>
  infiniteQueryOptions({
    ...api.bookings.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...input, ...cursorInput(cursor) }),
      ...cursorPaging,
    }),
    select: flattenPages,
    meta: { failed: 'Failed to load bookings' },
  })

/** Bookings from a day on, by date and start time. Those of the next weeks are complete; all others have pages. */
export const useBookingList = (studio_id: string, show: BookingListFilter, day: string, filter: ListFilter) =>
  useInfiniteQuery(bookingPages({ studio_id, ...filter, ...inputOf[show](day) }))

/** Bookings that ended before a day, page by page, the latest first. */
export const useEarlierBookings = (studio_id: string, day: string, filter: ListFilter, enabled: boolean) =>
  useInfiniteQuery({ ...bookingPages({ studio_id, ...filter, before: day, limit: ROWS_A_PAGE }), enabled })

/** Whether the studio has any bookings. It is queried only if a month is empty. */
export const useHasBookings = (studio_id: string, enabled: boolean) =>
  useQuery({
    ...api.bookings.list.queryOptions({ input: { studio_id, limit: 1 } }),
    select: ({ items }) => items.length > 0,
    enabled,
  })

export const useServices = (studio_id: string) =>
  useQuery({
    ...api.resources.listServices.queryOptions({ input: { studio_id, limit: 100 } }),
    select: ({ items }) => items,
    staleTime: QUARTER_HOUR,
  })

/** Bookable rooms, people and equipment in the studio's order. */
export const useBookable = (studio_id: string) =>
  useQuery({
    queryKey: [...api.resources.list.key(), 'whole', studio_id],
    queryFn: () => readAllPages((page) => client.resources.list({ studio_id, ...page })),
    select: (items) => items.filter(({ is_active }) => is_active),
    staleTime: QUARTER_HOUR,
  })

export const useOpeningHours = (studio_id: string) =>
  useQuery({
    ...api.resources.getOpeningHours.queryOptions({ input: { studio_id } }),
    staleTime: QUARTER_HOUR,
  })

/** Refetches bookings and related data when they change. */
export function useLiveBookings() {
  useLive('bookings', bookingsKey)
  useLive('resources', resourcesKey)
}

/** Spec section 8: without a session nothing is sent, and the form shows this error. */
export async function requireSession() {
  if (!(await currentSession())) throw new Error('You must be logged in to create a booking')
}

/** Writes a changed booking to every cache that shows it. */
function writeBooking(queryClient: QueryClient, id: string, shown: Partial<Booking>) {
  queryClient.setQueriesData<BookingsAnswer>(
    { queryKey: rangesKey },
    (answer) => answer && { ...answer, items: withChange(answer.items, id, shown) },
  )
  queryClient.setQueriesData<Calendar>(
    { queryKey: calendarsKey },
    (calendar) => calendar && { etag: null, items: withChange(calendar.items, id, shown) },
  )
  queryClient.setQueryData(oneKey(id), (one) => one && { ...one, ...shown })
}

const withChange = <One extends { id: string }>(items: readonly One[], id: string, shown: Partial<Booking>) =>
  items.map((one) => (one.id === id ? { ...one, ...shown } : one))

type Step = { id: string; version?: number | undefined }

// The next action needs the version of this response, so it must not wait for the refetch.
function writeAnswer(queryClient: QueryClient, booking: Booking) {
  // A change that is still pending already shows its own times.
  const isChanging = queryClient.isMutating({ mutationKey: changeKey }) > 0
  writeBooking(queryClient, booking.id, isChanging ? { status: booking.status, version: booking.version } : booking)
}

const actionOptions =
  <Input extends Step>(step: (input: Input) => Promise<Booking>) =>
  async (input: Input, _options: CallOptions, { client: queryClient }: MutationFunctionContext): Promise<Booking> => {
    const booking = await sendInOrder(input.id, (made) =>
      step(input.version === undefined ? input : { ...input, version: Math.max(input.version, made) }),
    )
    writeAnswer(queryClient, booking)
    return booking
  }

const { confirm, decline, cancel, approveChange, declineChange, undo } = client.bookings

/** The toast of a change, with an undo if the user may undo it. */
function useUndoable() {
  const actor = toActor(useMe())
  const back = useAction({
    // Undoes exactly this version, because a later change on this page is another one.
    send: (change: { id: string; version: number }) => sendInOrder(change.id, () => undo(change)),
    onSuccess: (booking, _change, _before, { client: queryClient }) => writeAnswer(queryClient, booking),
    done: 'Change undone',
    failed: 'This change was not undone',
    refresh: bookingsKey,
  })
  return ({ id, studio_id, client_id, version }: Booking, title: string): ToastText => {
    if (!canUndo(actor, { studio_id, client_id })) return title
    const run = () => back.mutate({ id, version })
    return { title, action: { id: `undo ${id}`, label: 'Undo', key: 'u', run } }
  }
}

/** A step of a booking, with an undo in its toast. */
export const useStep = <Input extends Step>(
  step: (input: Input) => Promise<Booking>,
  done: string | ((booking: Booking) => string),
  failed: string,
) => {
  const undoable = useUndoable()
  return useAction({
    send: actionOptions(step),
    done: (booking: Booking) => undoable(booking, typeof done === 'string' ? done : done(booking)),
    failed,
    refresh: bookingsKey,
  })
}

export const useConfirmBooking = () => useStep(confirm, 'Booking confirmed', 'Failed to confirm booking')

export const useApproveChange = () => useStep(approveChange, 'Change approved', 'Failed to approve the change')

export const useDeclineChange = () => useStep(declineChange, 'Change declined', 'Failed to decline the change')

export const useDeclineBooking = () => useStep(decline, 'Booking declined', 'Failed to decline booking')

export const useCancelBooking = () => useStep(cancel, 'Booking cancelled successfully', 'Failed to cancel booking')

/** One booking. Until it has loaded, the list's data is shown. */
export function useBooking(id: string, enabled = true) {
  const queryClient = useQueryClient()
  return useQuery({
    ...api.bookings.get.queryOptions({ input: { id } }),
    enabled,
    placeholderData: () =>
      queryClient
        .getQueriesData<BookingsAnswer>({ queryKey: rangesKey })
        .flatMap(([, answer]) => answer?.items ?? [])
        .find((booking) => booking.id === id),
  })
}

/** The data of a booking in open calendars, shown until the booking has loaded. */
export const useDrawnBooking = (id: string): CalendarBooking | undefined =>
  useQueryClient()
    .getQueriesData<Calendar>({ queryKey: calendarsKey })
    .flatMap(([, calendar]) => calendar?.items ?? [])
    .find((booking) => booking.id === id)

/** A change of a booking, and the fields to show before the server answers. */
export type OptimisticChange = {
  booking: CalendarBooking
  change: BookingChange
  shown: Partial<Omit<CalendarBooking, 'id' | 'change_request'>>
}

/** The fields of a booking in `shown`. */
const takeFields = ({ change_request, ...booking }: CalendarBooking, shown: object): Partial<Booking> =>
  Object.fromEntries(Object.entries(booking).filter(([field]) => field in shown))

/** Changes a booking optimistically; reverts on an error. @param textOf the text of the toast */
export function useOptimisticChange(textOf: (before: CalendarBooking, after: Booking) => string) {
  const queryClient = useQueryClient()
  const isLast = () => queryClient.isMutating({ mutationKey: changeKey }) === 1
  const undoable = useUndoable()
  return useAction({
    mutationKey: changeKey,
    done: (booking, { booking: before }) => undoable(booking, textOf(before, booking)),
    send: ({ booking: { id, version }, change }: OptimisticChange) =>
      sendInOrder(id, (made) => client.bookings.update({ id, version: Math.max(version, made), ...change })),
    onMutate: async ({ booking, shown }: OptimisticChange) => {
      await Promise.all(
        [rangesKey, calendarsKey, oneKey(booking.id)].map((queryKey) => queryClient.cancelQueries({ queryKey })),
      )
      writeBooking(queryClient, booking.id, shown)
    },
    onSuccess: ({ warnings, ...booking }) => {
      if (isLast()) writeBooking(queryClient, booking.id, booking)
    },
    onError: (_error, { booking, shown }) => writeBooking(queryClient, booking.id, takeFields(booking, shown)),
    onSettled: () => (isLast() ? queryClient.invalidateQueries({ queryKey: bookingsKey }) : undefined),
  })
}
