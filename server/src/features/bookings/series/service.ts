import { randomUUID } from 'node:crypto'
import type { Actor } from '@studiohub/contract/actor.ts'
import { AppError, type ErrorCode, fail } from '@studiohub/contract/errors.ts'
import { canCreateBooking, seriesSessionsMax } from '@studiohub/contract/features/bookings/policy.ts'
import { type Instants, isOnClock, reservesTime, sessionInstants } from '@studiohub/contract/features/bookings/rules.ts'
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
import { withoutDrawn } from '@studiohub/contract/features/prices/reductions/rules.ts'
import { weekdayOf } from '@studiohub/contract/shared/opening-hours.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { awaitLock, lock, lockStudio } from '#platform/db/locks.ts'
import { executePrepared, pipeline } from '#platform/db/statements.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { type Limit, requireLimits } from '#platform/http/limits.ts'
import { theCards } from '#platform/payments/open.ts'
import { drawLater } from '../../emails/agreements/jobs.ts'
import { acceptanceInsert } from '../../terms/queries.ts'
import { hideAmounts } from '../amounts/service.ts'
import { type Choice, candidatesOf, choiceOfNew, chosenOf, reservationOf } from '../context/choice-service.ts'
import { type BookingContext, bookingContextQuery, daysFrom, toBookingContext } from '../context/queries.ts'
import { checkHours, checkTime, chooseResources, personWarnings } from '../context/service.ts'
import { acceptanceOf, type BookingRequestContext } from '../create-booking.ts'
import { toBooking } from '../create-booking-row.ts'
import { planGuest, recordGuest } from '../create-guest.ts'
import { listBookingsOfSeries, lockBookingsOfSeries } from '../queries.ts'
import { cheapestFirst, checkSeenPrice, priceOf } from '../quote-booking.ts'
import { recordSeries } from '../record-booking.ts'
import { conflictsQuery, insertBookings, type Reservation } from '../reservations/queries.ts'
import { type BookingRequest, checkNamedResources, checkRequest, checkTerms, isRequest } from '../verify-request.ts'
import * as queries from './queries.ts'

/**
 * Books all sessions of a weekly rule at the same local time, in one transaction. With `skip` only the free ones are booked,
 * and the answer lists the others.
 */
export const createSeries = (caller: Caller, input: NewSeries, visit: BookingRequestContext): Promise<SeriesAnswer> =>
  awaitSeries(caller, visit.now, () => createOnce(caller, input, visit))

const ONE_BY_ONE = 'Sessions of this service are paid when you book them. Please book them one by one.'

function createOnce(
  caller: Caller,
  { every_weeks, weekdays, until, count, on_conflict, ...input }: NewSeries,
  { now, ip }: BookingRequestContext,
): Promise<SeriesAnswer> {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    authorize(canCreateBooking(actor, input.studio_id))
    const guest = planGuest(input, now)
    const first = { ...input, client_id: guest.client_id, around: daysFrom(input.booking_date) }
    const [, [seenRow]] = await pipeline(tx, [guest.insert, bookingContextQuery(first)])
    const seenContext = toBookingContext(seenRow) ?? fail('NOT_FOUND')
    const request = checkRequest(actor, first, seenContext)
    checkNamedResources(actor, request, seenContext)
    if (actor.role === 'client' && seenContext.service?.deposit && seenContext.takes_cards && theCards() !== null)
      fail('SERVICE_NOT_OFFERED', { message: ONE_BY_ONE })
    const days = weekdays ?? [weekdayOf(request.booking_date)]
    const rule = { first_date: request.booking_date, every_weeks, weekdays: days, until, count }
    await lockSeriesOf(tx, user_id)
    const max = seriesSessionsMax(actor, request.studio_id, seenContext.series_sessions_max)
    const dates = sessionsOf(rule, request, { context: seenContext, max })
    const sessions = dates.map((booking_date) => ({ ...request, booking_date }))
    // Checked before taking the lock, so that other bookings do not wait for a series that cannot be booked.
    const seen = await lookAhead({ tx, actor, context: seenContext, now }, sessions)
    checkSkipped(seen.free, seen, on_conflict)
    // Prices may have changed while this call waited for the lock.
    const [, [row]] = await pipeline(tx, [lockStudio(request.studio_id), bookingContextQuery(first)])
    const context = toBookingContext(row) ?? fail('NOT_FOUND')
    checkSeenPrice(request, priceOf(request, context, roomsNamed(request, context)))
    const series = seriesOf(request, rruleOf(rule), { user_id, now })
    await queries.insertSeries(tx, series)
    if (guest.isNew && guest.client_id)
      await recordGuest(tx, actor, { caller, studio_id: request.studio_id, client_id: guest.client_id })
    const scope = { tx, actor, context, now, user_id, series_id: series.id }
    const { booked, warnings, ...left } = await bookEach(scope, seen.free)
    checkSkipped(booked, left, on_conflict)
    checkTerms(actor, request, context)
    const acceptance = acceptanceOf(request, booked, { now, ip })
    if (acceptance) await executePrepared(tx, acceptanceInsert(acceptance))
    await drawLater(tx, acceptance)
    await recordSeries(tx, actor, series, { caller, action: 'bookings.createSeries', after: booked })
    const skipped = [...seen.skipped, ...left.skipped].sort((a, b) => a.booking_date.localeCompare(b.booking_date))
    return { series, bookings: booked, skipped, warnings }
  })
}

// The shown price is that of the first session; without a room, that of the cheapest room.
const roomsNamed = ({ room_id, resource_ids = [] }: BookingRequest, { resources }: BookingContext) =>
  resources.filter(({ id, kind }) => kind === 'room' && (id === room_id || resource_ids.includes(id)))

const perClient: Limit = { name: 'series', count: 30, per_seconds: 600 }

/**
 * Queues `work`, which creates or changes a series, behind other series of the same person. Clients have a limit of calls,
 * because other bookings of the studio wait for them.
 */
export async function awaitSeries<T>(caller: Caller, now: Date, work: () => Promise<T>): Promise<T> {
  const reader = { ...caller, idempotency: undefined }
  const { role, user_id } = await asActor(reader, async (_tx, actor) => requireRole(actor))
  if (role === 'client') await requireLimits([{ limit: perClient, by: user_id }], now)
  return awaitLock('series', user_id, work)
}

/**
 * Runs all series calls of one person one after another. If a person sends many at once, other bookings of the studio wait
 * for only one of them. Take this lock before the studio's.
 */
export const lockSeriesOf = (tx: Tx, user_id: string) => lock(tx, 'series', user_id)

/** Fails the whole series if a session failed and none may be left out, or if all failed. */
export function checkSkipped(
  done: readonly unknown[],
  { skipped, firstError }: FailedSessions,
  on_conflict: OnConflict,
) {
  if (!firstError || (on_conflict === 'skip' && done.length > 0)) return
  fail(firstError.code, { message: firstError.message, details: { ...firstError.details, skipped } })
}

/** The dates of the rule on which its local time exists. */
function sessionsOf(
  rule: WeeklyRule,
  request: BookingRequest,
  { context, max }: { context: BookingContext; max: number },
): string[] {
  // Fails if the times are invalid on every date. Dates on which the clocks skip the time are left out.
  sessionInstants(request, context.timezone)
  const dates = datesOf(rule, max, (booking_date) => isOnClock({ ...request, booking_date }, context.timezone))
  if (dates.length > max) {
    fail('VALIDATION_FAILED', { fields: { [rule.until ? 'until' : 'count']: atMostSessions(max) } })
  }
  return dates
}

function seriesOf(request: BookingRequest, rrule: string, { user_id, now }: { user_id: string; now: Date }): Series {
  const { studio_id, client_id, booking_type, service_type, booking_date, start_time, end_time, ends_next_day } =
    request
  return {
    id: randomUUID(),
    ...{ studio_id, client_id, booking_type, service_type, rrule, start_time, end_time, ends_next_day },
    first_date: booking_date,
    created_by: user_id,
    created_at: now.toISOString(),
  }
}

type SeriesScope = { tx: Tx; actor: Actor; context: BookingContext; now: Date; user_id: string; series_id: string }
/** The sessions that could not be booked, and the first error. */
export type FailedSessions = { skipped: SkippedSession[]; firstError: AppError | undefined }
type BookedSessions = FailedSessions & { booked: Booking[]; warnings: BookingWarning[] }

/** Checks in one statement which sessions of a series are free. Under the lock they are checked again. */
async function lookAhead(
  { tx, actor, context, now }: Omit<SeriesScope, 'user_id' | 'series_id'>,
  sessions: readonly BookingRequest[],
) {
  const placed: PlacedSession<BookingRequest>[] = []
  const outside = await runForEachSession(sessions, null, async (session) => {
    const instants = checkTime(actor, session, context, now)
    const requestedChoice = cheapestFirst(choiceOfNew(actor, session, context), session, context)
    const { choice, warnings } = checkHours(actor, session, context, requestedChoice)
    placed.push(placeSession(session, choice, instants))
    return warnings
  })
  const { free, taken } = await separateTakenSessions(tx, placed, [])
  const skipped = [...outside.skipped, ...taken.map((session) => skippedOf(session, 'BOOKING_CONFLICT'))]
  return { free, skipped, firstError: outside.firstError ?? conflictOf(taken) }
}

export const conflictOf = (taken: readonly unknown[]) =>
  taken.length > 0 ? new AppError('BOOKING_CONFLICT') : undefined

/** A session of a series at its requested time. */
export type PlacedSession<Session> = { session: Session; choice: Choice; reservations: Reservation[] }

export const placeSession = <Session>(
  session: Session,
  choice: Choice,
  instants: Instants,
): PlacedSession<Session> => ({
  session,
  choice,
  reservations: candidatesOf(choice).map((resource) => reservationOf(resource, instants)),
})

/** Finds in one statement which sessions have free resources. Reservations of the bookings `but` are ignored. */
export async function separateTakenSessions<Session>(
  tx: Tx,
  placed: readonly PlacedSession<Session>[],
  but: readonly string[],
) {
  const all = placed.flatMap(({ reservations }) => reservations)
  const { rows } = await executePrepared(tx, conflictsQuery(all, but))
  const takenPlaces = new Set(rows.map(({ place }) => place))
  const free: Session[] = []
  const taken: Session[] = []
  let first = 0
  for (const { session, choice, reservations } of placed) {
    const places = new Set(reservations.flatMap((_, at) => (takenPlaces.has(first + at) ? [at] : [])))
    first += reservations.length
    const takenIds = new Set(candidatesOf(choice).flatMap(({ id }, at) => (places.has(at) ? [id] : [])))
    const isFree = chosenOf(choice, ({ id }) => takenIds.has(id)).length > 0
    if (isFree) free.push(session)
    else taken.push(session)
  }
  return { free, taken }
}

/** Books the sessions one after another, so that each check includes the previous ones. */
async function bookEach(scope: SeriesScope, sessions: readonly BookingRequest[]): Promise<BookedSessions> {
  const booked: Booking[] = []
  const done = await runForEachSession(sessions, null, async (request) => {
    const { booking, kept, warnings } = await place({ ...scope, context: contextAfter(scope.context, booked) }, request)
    // This cannot happen under the studio's lock. If it does, the whole series is rolled back.
    await insertBookings(scope.tx, [booking], kept)
    booked.push(booking)
    return warnings
  })
  return { booked, ...done }
}

/** The context for the next session of a series: earlier sessions have already used hours of packages. */
const contextAfter = (context: BookingContext, booked: readonly Booking[]): BookingContext => ({
  ...context,
  packages: withoutDrawn(
    context.packages,
    booked.flatMap(({ price_lines }) => price_lines),
  ),
})

export const skippedOf = (
  { booking_date, start_time }: { booking_date: string; start_time: string },
  code: ErrorCode,
  booking_id: string | null = null,
): SkippedSession => ({ booking_id, booking_date, start_time, code })

/** Runs a step for each session, one after another, and collects the sessions that fail. */
export async function runForEachSession<Session extends { booking_date: string; start_time: string }>(
  sessions: readonly Session[],
  idOf: ((session: Session) => string) | null,
  work: (session: Session) => Promise<readonly BookingWarning[]>,
): Promise<Omit<BookedSessions, 'booked'>> {
  const skipped: SkippedSession[] = []
  let firstError: AppError | undefined
  const warnings = new Set<BookingWarning>()
  for (const session of sessions) {
    try {
      for (const warning of await work(session)) warnings.add(warning)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      firstError ??= error
      skipped.push(skippedOf(session, error.code, idOf?.(session)))
    }
  }
  return { skipped, firstError, warnings: [...warnings] }
}

async function place({ tx, actor, context, now, series_id }: SeriesScope, request: BookingRequest) {
  const instants = checkTime(actor, request, context, now)
  const requestedChoice = cheapestFirst(choiceOfNew(actor, request, context), request, context)
  const { choice, warnings } = checkHours(actor, request, context, requestedChoice)
  const taken = await chooseResources(tx, actor, request, {
    ...{ choice, instants, now, context, series_id },
    isRequest: isRequest(request),
  })
  if (taken.length === 0) fail('BOOKING_CONFLICT')
  const price = priceOf(request, context, taken)
  const booking = toBooking(request, { actor, now, context, instants, resources: taken, series_id, price })
  const kept = taken.map((resource) => ({ ...reservationOf(resource, instants), booking_id: booking.id }))
  return { booking, kept, warnings: [...warnings, ...personWarnings(request, context, taken)] }
}

/** A series with all its sessions that the caller may see. */
export function getSeries(caller: Caller, id: string) {
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    const series = (await queries.getSeries(tx, id)) ?? fail('NOT_FOUND')
    const bookings = await listBookingsOfSeries(tx, series)
    return { series, bookings: await hideAmounts(tx, actor, series.studio_id, bookings) }
  })
}

type SeriesRange = { from?: string | undefined; now: Date }

/** The future sessions from a date on. Fails if there are none. */
export async function listComingSessions(tx: Tx, series: Series, { from, now }: SeriesRange) {
  const sessions = await listBookingsOfSeries(tx, series)
  const left = sessions.filter(
    ({ status, starts_at, booking_date }) =>
      reservesTime(status) && Date.parse(starts_at) > now.getTime() && booking_date >= (from ?? ''),
  )
  if (left.length === 0) fail('INVALID_TRANSITION')
  return left
}

/** The same, but first takes the locks of the studio and of all sessions. */
export async function lockComingSessions(tx: Tx, series: Series, range: SeriesRange) {
  await lockBookingsOfSeries(tx, series)
  return listComingSessions(tx, series, range)
}
