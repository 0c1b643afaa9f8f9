import { randomUUID } from 'node:crypto'
import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { canCreateBooking, getSeriesSessionsMax } from '@studiohub/contract/features/bookings/policy.ts'
import { computeInstants, localTimesExist } from '@studiohub/contract/features/bookings/rules.ts'
import type { Booking, BookingWarning } from '@studiohub/contract/features/bookings/schema.ts'
import { buildRrule, listSeriesDates, type WeeklyRule } from '@studiohub/contract/features/bookings/series/rules.ts'
import {
  atMostSessions,
  type NewSeries,
  type Series,
  type SeriesAnswer,
} from '@studiohub/contract/features/bookings/series/schema.ts'
import { withoutUsedHours } from '@studiohub/contract/features/prices/reductions/rules.ts'
import { getWeekday } from '@studiohub/contract/shared/opening-hours.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { lockStudioStatement } from '#platform/db/locks.ts'
import { executePrepared, pipeline } from '#platform/db/statements.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { RequestOrigin } from '#platform/http/request-origin.ts'
import { getCardProvider } from '#platform/payments/open.ts'
import { queueAgreementPdf } from '../../emails/agreements/jobs.ts'
import { acceptanceInsertStatement } from '../../terms/queries.ts'
import { buildReservation, chooseResourcesForNewBooking } from '../context/choice-service.ts'
import { type BookingContext, bookingContextQuery, getCalendarRange, toBookingContext } from '../context/queries.ts'
import { checkAndPickResources, listPersonWarnings, narrowToOpenHours, requireInstants } from '../context/service.ts'
import { buildTermsAcceptance } from '../create-booking.ts'
import { buildBooking } from '../create-booking-row.ts'
import { planNewClient, recordNewClient } from '../create-new-client.ts'
import { checkCurrentPrice, computePrice, sortRoomsByPrice } from '../quote-booking.ts'
import { recordSeries } from '../record-booking.ts'
import { insertBookings } from '../reservations/queries.ts'
import {
  type BookingRequest,
  checkNamedResources,
  checkTerms,
  needsApproval,
  resolveRequest,
} from '../resolve-request.ts'
import { insertSeries } from './queries.ts'
import {
  addCandidates,
  checkSkippable,
  createConflictError,
  type FailedSessions,
  lockSeriesOf,
  queueForSeriesLock,
  runForEachSession,
  type SessionWithCandidates,
  separateTakenSessions,
  toSkippedSession,
} from './service.ts'

/**
 * Books all sessions of a weekly rule at the same local time, in one transaction. With `skip` it books only the sessions that
 * are free, and the answer lists the others.
 */
export const createSeries = (caller: Caller, input: NewSeries, origin: RequestOrigin): Promise<SeriesAnswer> =>
  queueForSeriesLock(caller, origin.now, () => createOnce(caller, input, origin))

const ONE_BY_ONE = 'Sessions of this service are paid when you book them. Please book them one by one.'

function createOnce(
  caller: Caller,
  { every_weeks, weekdays, until, count, on_conflict, ...input }: NewSeries,
  { now, ip }: RequestOrigin,
): Promise<SeriesAnswer> {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    authorize(canCreateBooking(actor, input.studio_id))
    const { client_id, insert: insertClient } = planNewClient(input, now)
    const bookingInput = { ...input, client_id, calendar_range: getCalendarRange(input.booking_date) }
    const [, [firstRow]] = await pipeline(tx, [insertClient, bookingContextQuery(bookingInput)])
    const firstContext = toBookingContext(firstRow) ?? fail('NOT_FOUND')
    const request = resolveRequest(actor, bookingInput, firstContext)
    checkNamedResources(actor, request, firstContext)
    if (
      actor.role === 'client' &&
      firstContext.service?.deposit &&
      firstContext.takes_cards &&
      getCardProvider() !== null
    )
      fail('SERVICE_NOT_OFFERED', { message: ONE_BY_ONE })
    const days = weekdays ?? [getWeekday(request.booking_date)]
    const rule = { first_date: request.booking_date, every_weeks, weekdays: days, until, count }
    await lockSeriesOf(tx, user_id)
    const max = getSeriesSessionsMax(actor, request.studio_id, firstContext.series_sessions_max)
    const dates = listDates(rule, request, { context: firstContext, max })
    const sessions = dates.map((booking_date) => ({ ...request, booking_date }))
    // This runs before the lock, so that other bookings do not wait for a series that cannot be booked.
    const preview = await previewSessions({ tx, actor, context: firstContext, now }, sessions)
    checkSkippable(preview.free, preview, on_conflict)
    // Prices may have changed while this call waited for the lock.
    const [, [row]] = await pipeline(tx, [lockStudioStatement(request.studio_id), bookingContextQuery(bookingInput)])
    const context = toBookingContext(row) ?? fail('NOT_FOUND')
    checkCurrentPrice(request, computePrice(request, context, requestedRooms(request, context)))
    const series = buildSeries(request, buildRrule(rule), { user_id, now })
    await insertSeries(tx, series)
    if (insertClient && client_id) await recordNewClient(tx, actor, { caller, studio_id: request.studio_id, client_id })
    const scope = { tx, actor, context, now, user_id, series_id: series.id }
    const { booked, warnings, ...failed } = await bookEach(scope, preview.free)
    checkSkippable(booked, failed, on_conflict)
    checkTerms(actor, request, context)
    const acceptance = buildTermsAcceptance(request, booked, { now, ip })
    if (acceptance) await executePrepared(tx, acceptanceInsertStatement(acceptance))
    await queueAgreementPdf(tx, acceptance)
    await recordSeries(tx, actor, series, { caller, action: 'bookings.createSeries', after: booked })
    const skipped = [...preview.skipped, ...failed.skipped].sort((a, b) => a.booking_date.localeCompare(b.booking_date))
    return { series, bookings: booked, skipped, warnings }
  })
}

// The form shows the price of the first session; if no room was chosen, in the cheapest room.
const requestedRooms = ({ room_id, resource_ids = [] }: BookingRequest, { resources }: BookingContext) =>
  resources.filter(({ id, kind }) => kind === 'room' && (id === room_id || resource_ids.includes(id)))

/** The dates of the rule on which the local time exists. */
function listDates(
  rule: WeeklyRule,
  request: BookingRequest,
  { context, max }: { context: BookingContext; max: number },
): string[] {
  // Fails if the times are invalid on the first date. `listSeriesDates` skips later dates on which the local time does not exist.
  computeInstants(request, context.timezone)
  const dates = listSeriesDates(rule, max, (booking_date) =>
    localTimesExist({ ...request, booking_date }, context.timezone),
  )
  if (dates.length > max) {
    fail('VALIDATION_FAILED', { fields: { [rule.until ? 'until' : 'count']: atMostSessions(max) } })
  }
  return dates
}

function buildSeries(request: BookingRequest, rrule: string, { user_id, now }: { user_id: string; now: Date }): Series {
  const { studio_id, client_id, booking_type, service_type, booking_date, start_time, end_time, ends_next_day } =
    request
  return {
    id: randomUUID(),
    studio_id,
    client_id,
    booking_type,
    service_type,
    rrule,
    start_time,
    end_time,
    ends_next_day,
    first_date: booking_date,
    created_by: user_id,
    created_at: now.toISOString(),
  }
}

type SeriesScope = { tx: Tx; actor: Actor; context: BookingContext; now: Date; user_id: string; series_id: string }
type BookedSessions = FailedSessions & { booked: Booking[]; warnings: BookingWarning[] }

/** Finds the sessions of a series that are free, without the studio's lock. They are checked again after taking the lock. */
async function previewSessions(
  { tx, actor, context, now }: Omit<SeriesScope, 'user_id' | 'series_id'>,
  sessions: readonly BookingRequest[],
) {
  const withCandidates: SessionWithCandidates<BookingRequest>[] = []
  const failed = await runForEachSession(sessions, null, async (session) => {
    const instants = requireInstants(actor, session, context, now)
    const requestedChoice = sortRoomsByPrice(chooseResourcesForNewBooking(actor, session, context), session, context)
    const { choice, warnings } = narrowToOpenHours(actor, session, context, requestedChoice)
    withCandidates.push(addCandidates(session, choice, instants))
    return warnings
  })
  const { free, taken } = await separateTakenSessions(tx, withCandidates, [])
  const skipped = [...failed.skipped, ...taken.map((session) => toSkippedSession(session, 'BOOKING_CONFLICT'))]
  return { free, skipped, firstError: failed.firstError ?? createConflictError(taken) }
}

/** Books the sessions one after another, so that each check includes the previous ones. */
async function bookEach(scope: SeriesScope, sessions: readonly BookingRequest[]): Promise<BookedSessions> {
  const booked: Booking[] = []
  const outcome = await runForEachSession(sessions, null, async (request) => {
    const { booking, reservations, warnings } = await prepareBooking(
      { ...scope, context: contextAfter(scope.context, booked) },
      request,
    )
    // Under the studio's lock this cannot conflict. If it does, the whole series is rolled back.
    await insertBookings(scope.tx, [booking], reservations)
    booked.push(booking)
    return warnings
  })
  return { booked, ...outcome }
}

/** The context for the next session of a series: earlier sessions have already used hours of packages. */
const contextAfter = (context: BookingContext, booked: readonly Booking[]): BookingContext => ({
  ...context,
  packages: withoutUsedHours(
    context.packages,
    booked.flatMap(({ price_lines }) => price_lines),
  ),
})

async function prepareBooking({ tx, actor, context, now, series_id }: SeriesScope, request: BookingRequest) {
  const instants = requireInstants(actor, request, context, now)
  const requestedChoice = sortRoomsByPrice(chooseResourcesForNewBooking(actor, request, context), request, context)
  const { choice, warnings } = narrowToOpenHours(actor, request, context, requestedChoice)
  const resources = await checkAndPickResources(tx, actor, request, {
    choice,
    instants,
    now,
    context,
    series_id,
    needsApproval: needsApproval(request),
  })
  if (resources.length === 0) fail('BOOKING_CONFLICT')
  const price = computePrice(request, context, resources)
  const booking = buildBooking(request, { actor, now, context, instants, resources, series_id, price })
  const reservations = resources.map((resource) => ({
    ...buildReservation(resource, instants),
    booking_id: booking.id,
  }))
  return { booking, reservations, warnings: [...warnings, ...listPersonWarnings(request, context, resources)] }
}
