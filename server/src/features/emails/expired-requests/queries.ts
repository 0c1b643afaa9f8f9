import { pickNearestStarts } from '@studiohub/contract/features/availability/alternatives/rules.ts'
import {
  computeAvailability,
  toRequestedOthers,
  toRequestedResources,
} from '@studiohub/contract/features/availability/rules.ts'
import { toBookingWindow } from '@studiohub/contract/features/availability/window/rules.ts'
import type { SessionTimes } from '@studiohub/contract/features/bookings/rules.ts'
import { isRoomOf } from '@studiohub/contract/features/resources/rules.ts'
import { dayStart, plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { sessionMinutes } from '@studiohub/contract/shared/length.ts'
import { MINUTES_PER_DAY } from '@studiohub/contract/shared/opening-hours.ts'
import { sql } from 'kysely'
import { getBookingContext, getCalendarRange } from '#features/bookings/context/queries.ts'
import { type ReservedTimesRow, reservedTimes, toReservedTimes } from '#features/bookings/reservations/queries.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { bookingPath } from '../wording.ts'

/** A booking whose request has expired, with its new version. */
export type ExpiredRequest = { id: string; studio_id: string; client_id: string | null; version: number }

/** Whether the studio of booking `b` was ever opened here. An imported studio is not open until an admin opens it. */
const isOpened = sql`exists (select from studios s where s.id = b.studio_id and (s.is_active or s.opened_at is not null))`

const EXPIRY_REASON = 'The studio did not answer in time.'

/** The requests to end: those that expired by `now`, at most `limit`. With `id`: only that of one booking. */
type ExpiryFilter = { now: Date; limit: number; id?: string | undefined }

/** Cancels pending requests that have expired, oldest first. This frees their resources. */
export async function expirePendingBookings(tx: Tx, { now, limit, id }: ExpiryFilter): Promise<ExpiredRequest[]> {
  const { rows } = await sql<ExpiredRequest>`
    update bookings set status = 'cancelled', cancelled_at = ${now.toISOString()}, cancel_reason = ${EXPIRY_REASON},
      updated_at = ${now.toISOString()}, version = version + 1
    where status = 'pending' and id in (
      select b.id from bookings b where b.status = 'pending' and b.expires_at <= ${now.toISOString()} and b.pay_by is null
        and ${id ? sql`b.id = ${id}::uuid` : sql`true`} and ${isOpened}
      order by b.expires_at limit ${limit} for update skip locked)
    returning id, studio_id, client_id, version`.execute(tx)
  return rows
}

/** Deletes change requests that have expired, oldest first. Their bookings do not change. */
export async function expireChangeRequests(tx: Tx, { now, limit, id }: ExpiryFilter): Promise<ExpiredRequest[]> {
  // Locks bookings before their requests, as all code does. Otherwise an answer or a cancellation could deadlock with this.
  const { rows } = await sql<ExpiredRequest>`
    with due as (
      select b.id from change_requests c join bookings b on b.id = c.booking_id
      where c.expires_at <= ${now.toISOString()} and ${id ? sql`b.id = ${id}::uuid` : sql`true`} and ${isOpened}
      order by c.expires_at limit ${limit} for update of b skip locked
    ), ended as (
      delete from change_requests where booking_id in (select id from due) returning booking_id
    )
    update bookings set version = version + 1, updated_at = ${now.toISOString()}
    where id in (select booking_id from ended)
    returning id, studio_id, client_id, version`.execute(tx)
  return rows
}

/**
 * Open requests that expire soon and have no reminder yet: those in the last quarter of their time, at most four hours before the
 * end. Leaves out requests of less than two hours, because their first email is recent.
 */
export async function listRequestsToRemind(tx: Tx, now: Date, limit: number) {
  const at = sql`${now.toISOString()}::timestamptz`
  const { rows } = await sql<{ booking_id: string; version: number }>`
    select b.id as booking_id, b.version
    from (
      select id, created_at, expires_at from bookings where status = 'pending' and expires_at is not null and pay_by is null
      union all select booking_id, created_at, expires_at from change_requests) r
    join bookings b on b.id = r.id
    where ${isOpened} and r.expires_at > ${at} and r.expires_at - r.created_at >= interval '2 hours'
      and r.expires_at - least(interval '4 hours', (r.expires_at - r.created_at) / 4) <= ${at}
      and not exists (select from booking_messages m
        where m.booking_id = b.id and m.kind = 'expiring' and m.created_at >= r.created_at)
    order by r.expires_at limit ${limit}`.execute(tx)
  return rows
}

const SEARCH_DAYS = 7
const TIMES_MAX = 3

type ExpiredSession = Omit<SessionTimes, 'ends_next_day'> & { studio_id: string; slug: string; service_type: string }

/** The free times for the session of an expired request: the same time if it is still free, then the nearest ones. */
export async function listFreeTimes(tx: Tx, session: ExpiredSession, now: Date) {
  const { studio_id, service_type } = session
  const context = await getBookingContext(tx, {
    studio_id,
    service_type,
    calendar_range: getCalendarRange(session.booking_date),
  })
  const service = context?.is_active ? context.service : null
  if (!context || !service?.is_client_bookable) return []
  const zone = context.timezone
  const firstDay = [session.booking_date, todayIn(zone, now)].toSorted().at(-1) ?? session.booking_date
  const rooms = context.resources.filter(({ kind, id }) => kind === 'room' && isRoomOf(service, id))
  const people = service.person_ids && context.resources.filter(({ id }) => service.person_ids?.includes(id))
  const minutes = sessionMinutes(session)
  const reservations = await listReservedTimes(tx, [...rooms, ...(people ?? [])], { firstDay, zone, minutes })
  const days = computeAvailability({
    zone,
    date: firstDay,
    days: SEARCH_DAYS,
    minutes,
    others: [],
    isFull: () => false,
    window: toBookingWindow({
      zone,
      now,
      at_desk: false,
      notice_minutes: context.min_notice_minutes,
      horizon_days: context.booking_horizon_days,
    }),
    rooms: toRequestedResources(rooms, reservations, context.hours),
    oneOfPeople: people && toRequestedOthers(people, reservations, context.hours),
  })
  const { booking_date, start_time } = session
  const isStillFree = days.some(({ date, free }) => date === booking_date && free.includes(start_time))
  const sameTime = isStillFree ? [{ booking_date, start_time }] : []
  const times = [...sameTime, ...pickNearestStarts(days, session, TIMES_MAX - sameTime.length)]
  return times.map((time) => ({
    booking_date: time.booking_date,
    start_time: time.start_time,
    link: bookingPath(session.slug, { service: service_type, minutes, day: time.booking_date, time: time.start_time }),
  }))
}

/** The reservations of rooms and people on the searched days. */
async function listReservedTimes(
  tx: Tx,
  rooms: readonly { id: string }[],
  { firstDay, zone, minutes }: { firstDay: string; zone: string; minutes: number },
) {
  const ids = rooms.map(({ id }) => id)
  const { rows } = await sql<ReservedTimesRow>`
    select resource_id, ${reservedTimes} from reservations
    where resource_id = any (${`{${ids.join(',')}}`}::uuid[]) and holds
      and (expires_at is null or expires_at > app.now())
      and during && tstzrange(${dayStart(plusDays(firstDay, -1), zone)}::timestamptz,
        ${dayStart(plusDays(firstDay, SEARCH_DAYS + 1 + Math.ceil(minutes / MINUTES_PER_DAY)), zone)}::timestamptz)
    group by resource_id`.execute(tx)
  return rows.map(toReservedTimes)
}
