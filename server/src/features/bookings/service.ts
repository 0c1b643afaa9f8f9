import { fail } from '@studiohub/contract/errors.ts'
import {
  BOOKINGS_RANGE_ROWS_MAX,
  type BookingsAnswer,
  type BookingsQuery,
} from '@studiohub/contract/features/bookings/lists/schema.ts'
import { canListBookings, canSeeAllBookings } from '@studiohub/contract/features/bookings/policy.ts'
import { splitBusyTime } from '@studiohub/contract/features/bookings/rules.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { dayStart, plusDays } from '@studiohub/contract/shared/instants.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { readPage, toPage } from '#platform/http/cursor.ts'
import { findClientId } from '../clients/queries.ts'
import { hideAmounts, hideAmountsOf } from './amounts/service.ts'
import { getBookingContext } from './context/queries.ts'
import * as lists from './lists/queries.ts'
import * as queries from './queries.ts'

/** A studio's bookings: all between two dates, or in pages. Clients see only the times of other people's bookings. */
export function listBookings(caller: Caller, query: BookingsQuery): Promise<BookingsAnswer> {
  const { studio_id, from, to } = query
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    authorize(canListBookings(actor, studio_id))
    const { status, waiting, service_type, project_id, room_id, person_id } = query
    const client_id = canSeeAllBookings(actor, studio_id) ? await findRequestedClient(tx, query) : actor.client_id
    const resource_ids = [...new Set([room_id, person_id].filter((id) => id !== undefined))]
    const filter = { studio_id, client_id, status, waiting, service_type, project_id, resource_ids }
    if (from === undefined || to === undefined) {
      const page = await listPage(tx, filter, query)
      return { ...page, items: await hideAmounts(tx, actor, studio_id, page.items) }
    }
    const bookings = await lists.listBookingsBetween(tx, { ...filter, from, to, limit: BOOKINGS_RANGE_ROWS_MAX + 1 })
    if (bookings.length > BOOKINGS_RANGE_ROWS_MAX) {
      fail('VALIDATION_FAILED', { fields: { to: 'There are too many bookings. Please request fewer days.' } })
    }
    const isClient = !canSeeAllBookings(actor, studio_id)
    const busy = isClient ? await listBusyTimes(tx, { studio_id, client_id: actor.client_id, from, to }) : []
    return { items: await hideAmounts(tx, actor, studio_id, bookings), next_cursor: null, busy }
  })
}

/** The id of the client record for the client id or user id of the query. */
async function findRequestedClient(tx: Tx, { studio_id, client_id }: BookingsQuery): Promise<string | null> {
  return client_id === undefined ? null : ((await findClientId(tx, studio_id, client_id)) ?? client_id)
}

async function listPage(
  tx: Tx,
  filter: Omit<lists.BookingsFilter, 'limit'>,
  query: Pick<BookingsQuery, 'cursor' | 'limit' | 'since' | 'before'>,
): Promise<BookingsAnswer> {
  const { after, limit, rows } = readPage(query)
  const bookings = await lists.listBookingsAfter(tx, {
    ...filter,
    after,
    limit: rows,
    since: query.since,
    before: query.before,
  })
  return { ...toPage(bookings, limit, (row) => [`${row.booking_date}T${row.start_time}`, row.id]), busy: [] }
}

/** The times in which rooms are reserved for other people than the client, split into local days. */
export async function listBusyTimes(
  tx: Tx,
  input: { studio_id: string; client_id: string | null; from: string; to: string },
) {
  const { timezone, resources } =
    (await getBookingContext(tx, { ...input, calendar_range: input })) ?? fail('NOT_FOUND')
  const rooms = resources.filter(({ kind }) => kind === 'room')
  const reservations = await queries.listReservations(tx, {
    resource_ids: rooms.map((room) => room.id),
    except_client_id: input.client_id,
    from: dayStart(input.from, timezone),
    to: dayStart(plusDays(input.to, 1), timezone),
  })
  const calendars = rooms.flatMap(({ id, calendar_times = [] }) =>
    calendar_times.map(([from, to]) => ({
      resource_id: id,
      starts_at: new Date(from).toISOString(),
      ends_at: new Date(to).toISOString(),
    })),
  )
  return [...reservations, ...calendars]
    .flatMap(({ resource_id, ...instants }) => splitBusyTime({ ...instants, room_id: resource_id }, timezone))
    .filter((busy) => busy.booking_date >= input.from && busy.booking_date <= input.to)
}

export function getBooking(caller: Caller, id: string): Promise<Booking> {
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    return hideAmountsOf(tx, actor, (await queries.getBooking(tx, id)) ?? fail('NOT_FOUND'))
  })
}
