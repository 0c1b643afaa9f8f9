import { randomUUID } from 'node:crypto'
import type { Actor } from '@studiohub/contract/actor.ts'
import { AppError, type ErrorCode, fail } from '@studiohub/contract/errors.ts'
import { canCreateBooking, seriesSessionsMax } from '@studiohub/contract/features/bookings/policy.ts'
import { holds, type Instants, isThere, sessionInstants } from '@studiohub/contract/features/bookings/rules.ts'
import type { Booking, BookingWarning } from '@studiohub/contract/features/bookings/schema.ts'
import { datesOf, rruleOf, type WeeklyRule } from '@studiohub/contract/features/bookings/series/rules.ts'
import {
  atMostSessions,
  type NewSeries,
  type OnConflict,
  type Series,
  type SeriesAnswer,
  type SkippedSession,
} from '@studiohub/contract/features/bookings/series/schema.ts'
import { weekdayOf } from '@studiohub/contract/shared/opening-hours.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { awaitLock, lock, lockStudio } from '#platform/db/locks.ts'
import { executePrepared, pipeline } from '#platform/db/statements.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { type Limit, requireLimits } from '#platform/http/limits.ts'
import { type BookingRequest, checkNamed, checkRequest, isRequest, toBooking } from '../create-booking.ts'
import { planGuest, recordGuest } from '../create-guest.ts'
import { type Hold, insertBookings, takenQuery } from '../holds/queries.ts'
import { listBookingsOfSeries, lockBookingsOfSeries } from '../queries.ts'
import { cheapestFirst, checkSeenPrice, priceOf } from '../quote-booking.ts'
import { recordSeries } from '../record-booking.ts'
import { type Terms, termsOf, termsQuery } from '../terms/queries.ts'
import {
  type Choice,
  candidatesOf,
  checkHours,
  checkTime,
  choiceOfNew,
  chooseResources,
  chosenOf,
  holdOn,
  personWarnings,
} from '../terms/service.ts'
import * as queries from './queries.ts'

/**
 * Books every session of a weekly rule at the same local time, in one transaction: all of them, or with `skip` only the
 * free ones; the answer lists the others.
 */
export const createSeries = (caller: Caller, input: NewSeries, now: Date): Promise<SeriesAnswer> =>
  awaitSeries(caller, now, () => createOnce(caller, input, now))

function createOnce(
  caller: Caller,
  { every_weeks, weekdays, until, count, on_conflict, ...asked }: NewSeries,
  now: Date,
): Promise<SeriesAnswer> {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    authorize(canCreateBooking(actor, asked.studio_id))
    const guest = planGuest(asked, now)
    const first = { ...asked, client_id: guest.client_id }
    const [, [seenRow]] = await pipeline(tx, [guest.insert, termsQuery(first)])
    const seenTerms = termsOf(seenRow) ?? fail('NOT_FOUND')
    const wanted = checkRequest(actor, first, seenTerms)
    checkNamed(actor, wanted, seenTerms)
    const days = weekdays ?? [weekdayOf(wanted.booking_date)]
    const rule = { first_date: wanted.booking_date, every_weeks, weekdays: days, until, count }
    await lockSeriesOf(tx, user_id)
    const max = seriesSessionsMax(actor, wanted.studio_id, seenTerms.series_sessions_max)
    const dates = sessionsOf(rule, wanted, { terms: seenTerms, max })
    const sessions = dates.map((booking_date) => ({ ...wanted, booking_date }))
    // Check before taking the lock, so that other bookings do not wait for a series that cannot be booked.
    const seen = await lookAhead({ tx, actor, terms: seenTerms, now }, sessions)
    settle(seen.free, seen, on_conflict)
    // Prices may have changed while waiting for the lock.
    const [, [row]] = await pipeline(tx, [lockStudio(wanted.studio_id), termsQuery(first)])
    const terms = termsOf(row) ?? fail('NOT_FOUND')
    checkSeenPrice(wanted, priceOf(wanted, terms, roomsNamed(wanted, terms)))
    const series = seriesOf(wanted, rruleOf(rule), { user_id, now })
    await queries.insertSeries(tx, series)
    if (guest.isNew && guest.client_id)
      await recordGuest(tx, actor, { caller, studio_id: wanted.studio_id, client_id: guest.client_id })
    const story = { tx, actor, terms, now, user_id, series_id: series.id }
    const { made, warnings, ...left } = await bookEach(story, seen.free)
    settle(made, left, on_conflict)
    await recordSeries(tx, actor, series, { caller, action: 'bookings.createSeries', after: made })
    const skipped = [...seen.skipped, ...left.skipped].sort((a, b) => a.booking_date.localeCompare(b.booking_date))
    return { series, bookings: made, skipped, warnings }
  })
}

// The shown price is the first session's: without a room, that of the cheapest room.
const roomsNamed = ({ room_id, resource_ids = [] }: BookingRequest, { resources }: Terms) =>
  resources.filter(({ id, kind }) => kind === 'room' && (id === room_id || resource_ids.includes(id)))

const perClient: Limit = { name: 'series', count: 30, per_seconds: 600 }

/**
 * Queues `work`, which creates or changes a series, with other series of the same person. Limits the calls of clients,
 * because other bookings of the studio wait for them.
 */
export async function awaitSeries<T>(caller: Caller, now: Date, work: () => Promise<T>): Promise<T> {
  const reader = { ...caller, idempotency: undefined }
  const { role, user_id } = await asActor(reader, async (_tx, actor) => requireRole(actor))
  if (role === 'client') await requireLimits([{ limit: perClient, by: user_id }], now)
  return awaitLock('series', user_id, work)
}

/**
 * Serializes all series calls of one person. If a person sends many at once, other bookings of the studio wait for only
 * one of them. Take this lock before the studio's.
 */
export const lockSeriesOf = (tx: Tx, user_id: string) => lock(tx, 'series', user_id)

/** Fails the whole series if a session failed and none may be skipped, or if every session failed. */
export function settle(done: readonly unknown[], { skipped, refusal }: Left, on_conflict: OnConflict) {
  if (!refusal || (on_conflict === 'skip' && done.length > 0)) return
  fail(refusal.code, { message: refusal.message, details: { ...refusal.details, skipped } })
}

/** The dates of the rule on which its local time exists. */
function sessionsOf(rule: WeeklyRule, wanted: BookingRequest, { terms, max }: { terms: Terms; max: number }): string[] {
  // Fails if the times are invalid on every date. A date on which the clocks skip the time is left out.
  sessionInstants(wanted, terms.timezone)
  const dates = datesOf(rule, max, (booking_date) => isThere({ ...wanted, booking_date }, terms.timezone))
  if (dates.length > max) {
    fail('VALIDATION_FAILED', { fields: { [rule.until ? 'until' : 'count']: atMostSessions(max) } })
  }
  return dates
}

function seriesOf(wanted: BookingRequest, rrule: string, { user_id, now }: { user_id: string; now: Date }): Series {
  const { studio_id, client_id, booking_type, service_type, booking_date, start_time, end_time, ends_next_day } = wanted
  return {
    id: randomUUID(),
    ...{ studio_id, client_id, booking_type, service_type, rrule, start_time, end_time, ends_next_day },
    first_date: booking_date,
    created_by: user_id,
    created_at: now.toISOString(),
  }
}

type Story = { tx: Tx; actor: Actor; terms: Terms; now: Date; user_id: string; series_id: string }
/** The sessions that could not be booked, and their first error. */
export type Left = { skipped: SkippedSession[]; refusal: AppError | undefined }
type Done = Left & { made: Booking[]; warnings: BookingWarning[] }

/** Checks in one statement which sessions of a series are free. They are checked again within the lock. */
async function lookAhead(
  { tx, actor, terms, now }: Omit<Story, 'user_id' | 'series_id'>,
  sessions: readonly BookingRequest[],
) {
  const placed: Placed<BookingRequest>[] = []
  const outside = await oneByOne(sessions, null, async (session) => {
    const instants = checkTime(actor, session, terms, now)
    const asked = cheapestFirst(choiceOfNew(actor, session, terms), session, terms)
    const { choice, warnings } = checkHours(actor, session, terms, asked)
    placed.push(placedAt(session, choice, instants))
    return warnings
  })
  const { free, taken } = await splitTaken(tx, placed, [])
  const skipped = [...outside.skipped, ...taken.map((session) => skippedOf(session, 'BOOKING_CONFLICT'))]
  return { free, skipped, refusal: outside.refusal ?? conflictOf(taken) }
}

export const conflictOf = (taken: readonly unknown[]) =>
  taken.length > 0 ? new AppError('BOOKING_CONFLICT') : undefined

/** A session of a series at its requested time. */
export type Placed<Session> = { session: Session; choice: Choice; holds: Hold[] }

export const placedAt = <Session>(session: Session, choice: Choice, instants: Instants): Placed<Session> => ({
  session,
  choice,
  holds: candidatesOf(choice).map((resource) => holdOn(resource, instants)),
})

/** Checks in one statement which sessions have free resources, ignoring the reservations of the bookings `but`. */
export async function splitTaken<Session>(tx: Tx, placed: readonly Placed<Session>[], but: readonly string[]) {
  const whole = placed.flatMap(({ holds }) => holds)
  const { rows } = await executePrepared(tx, takenQuery(whole, but))
  const takenPlaces = new Set(rows.map(({ place }) => place))
  const free: Session[] = []
  const taken: Session[] = []
  let first = 0
  for (const { session, choice, holds } of placed) {
    const places = new Set(holds.flatMap((_, at) => (takenPlaces.has(first + at) ? [at] : [])))
    first += holds.length
    const takenIds = new Set(candidatesOf(choice).flatMap(({ id }, at) => (places.has(at) ? [id] : [])))
    const isFree = chosenOf(choice, ({ id }) => takenIds.has(id)).length > 0
    if (isFree) free.push(session)
    else taken.push(session)
  }
  return { free, taken }
}

/** Books the sessions in turn, so that each check includes the previous ones. */
async function bookEach(story: Story, sessions: readonly BookingRequest[]): Promise<Done> {
  const made: Booking[] = []
  const done = await oneByOne(sessions, null, async (wanted) => {
    const { booking, kept, warnings } = await place(story, wanted)
    // Cannot happen within the studio's lock. If it does, the whole series is rolled back.
    await insertBookings(story.tx, [booking], kept)
    made.push(booking)
    return warnings
  })
  return { made, ...done }
}

export const skippedOf = (
  { booking_date, start_time }: { booking_date: string; start_time: string },
  code: ErrorCode,
  booking_id: string | null = null,
): SkippedSession => ({ booking_id, booking_date, start_time, code })

/** Runs one step for each session in turn, and collects the sessions that fail. */
export async function oneByOne<Session extends { booking_date: string; start_time: string }>(
  sessions: readonly Session[],
  idOf: ((session: Session) => string) | null,
  work: (session: Session) => Promise<readonly BookingWarning[]>,
): Promise<Omit<Done, 'made'>> {
  const skipped: SkippedSession[] = []
  let refusal: AppError | undefined
  const warnings = new Set<BookingWarning>()
  for (const session of sessions) {
    try {
      for (const warning of await work(session)) warnings.add(warning)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refusal ??= error
      skipped.push(skippedOf(session, error.code, idOf?.(session)))
    }
  }
  return { skipped, refusal, warnings: [...warnings] }
}

async function place({ tx, actor, terms, now, series_id }: Story, wanted: BookingRequest) {
  const instants = checkTime(actor, wanted, terms, now)
  const asked = cheapestFirst(choiceOfNew(actor, wanted, terms), wanted, terms)
  const { choice, warnings } = checkHours(actor, wanted, terms, asked)
  const taken = await chooseResources(tx, actor, wanted, {
    ...{ choice, instants, now, terms, series_id },
    isRequest: isRequest(wanted),
  })
  if (taken.length === 0) fail('BOOKING_CONFLICT')
  const price = priceOf(wanted, terms, taken)
  const booking = toBooking(wanted, { actor, now, terms, instants, resources: taken, series_id, price })
  const kept = taken.map((resource) => ({ ...holdOn(resource, instants), booking_id: booking.id }))
  return { booking, kept, warnings: [...warnings, ...personWarnings(wanted, terms, taken)] }
}

/** A series with all its sessions that the caller may see. */
export function getSeries(caller: Caller, id: string) {
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    const series = (await queries.getSeries(tx, id)) ?? fail('NOT_FOUND')
    return { series, bookings: await listBookingsOfSeries(tx, series) }
  })
}

type SeriesRange = { from?: string | undefined; now: Date }

/** The future sessions from a date on. Fails if there are none. */
export async function listToCome(tx: Tx, series: Series, { from, now }: SeriesRange) {
  const sessions = await listBookingsOfSeries(tx, series)
  const left = sessions.filter(
    ({ status, starts_at, booking_date }) =>
      holds(status) && Date.parse(starts_at) > now.getTime() && booking_date >= (from ?? ''),
  )
  if (left.length === 0) fail('INVALID_TRANSITION')
  return left
}

/** The same, after taking the locks of the studio and of all sessions. */
export async function lockToCome(tx: Tx, series: Series, asked: SeriesRange) {
  await lockBookingsOfSeries(tx, series)
  return listToCome(tx, series, asked)
}
