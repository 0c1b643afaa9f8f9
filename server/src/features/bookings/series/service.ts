import { AppError, type ErrorCode, fail } from '@studiohub/contract/errors.ts'
import { type Instants, reservesTime } from '@studiohub/contract/features/bookings/rules.ts'
import type { BookingWarning } from '@studiohub/contract/features/bookings/schema.ts'
import type { OnConflict, Series, SkippedSession } from '@studiohub/contract/features/bookings/series/schema.ts'
import { requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { lock, queueForLock } from '#platform/db/locks.ts'
import { executePrepared } from '#platform/db/statements.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { type Limit, requireLimits } from '#platform/http/limits.ts'
import { hideAmounts } from '../amounts/service.ts'
import { buildReservation, listCandidates, pickResources, type ResourceChoice } from '../context/choice-service.ts'
import { listBookingsOfSeries, lockBookingsOfSeries } from '../queries.ts'
import { conflictsQuery, type Reservation } from '../reservations/queries.ts'
import * as queries from './queries.ts'

const perClient: Limit = { name: 'series', count: 30, per_seconds: 600 }

/**
 * Queues `work`, which creates or changes a series, behind other series of the same person. The number of calls is limited for
 * clients, because other bookings of the studio wait for these calls.
 */
export async function queueForSeriesLock<T>(caller: Caller, now: Date, work: () => Promise<T>): Promise<T> {
  const reader = { ...caller, idempotency: undefined }
  const { role, user_id } = await asActor(reader, async (_tx, actor) => requireRole(actor))
  if (role === 'client') await requireLimits([{ limit: perClient, by: user_id }], now)
  return queueForLock('series', user_id, work)
}

/**
 * Locks the series of one person. If a person sends many calls at once, other bookings of the studio then wait for only one
 * of them. Take this lock before the studio's.
 */
export const lockSeriesOf = (tx: Tx, user_id: string) => lock(tx, 'series', user_id)

/** Fails the whole series if a session failed and may not be skipped, or if all sessions failed. */
export function checkSkippable(
  succeeded: readonly unknown[],
  { skipped, firstError }: FailedSessions,
  on_conflict: OnConflict,
) {
  if (!firstError || (on_conflict === 'skip' && succeeded.length > 0)) return
  fail(firstError.code, { message: firstError.message, details: { ...firstError.details, skipped } })
}

/** The sessions that could not be booked or changed, and the first error. */
export type FailedSessions = { skipped: SkippedSession[]; firstError: AppError | undefined }

/** The error for sessions whose time is taken; undefined if there are none. */
export const createConflictError = (taken: readonly unknown[]) =>
  taken.length > 0 ? new AppError('BOOKING_CONFLICT') : undefined

/** A session of a series, and the reservations that it would have of all resources that it could get. */
export type SessionWithCandidates<Session> = { session: Session; choice: ResourceChoice; reservations: Reservation[] }

export const addCandidates = <Session>(
  session: Session,
  choice: ResourceChoice,
  instants: Instants,
): SessionWithCandidates<Session> => ({
  session,
  choice,
  reservations: listCandidates(choice).map((resource) => buildReservation(resource, instants)),
})

/** Finds in one statement which sessions have free resources. Reservations of the bookings `except` are ignored. */
export async function separateTakenSessions<Session>(
  tx: Tx,
  withCandidates: readonly SessionWithCandidates<Session>[],
  except: readonly string[],
) {
  const all = withCandidates.flatMap(({ reservations }) => reservations)
  const { rows } = await executePrepared(tx, conflictsQuery(all, except))
  const takenIndexes = new Set(rows.map(({ index }) => index))
  const free: Session[] = []
  const conflicting: Session[] = []
  let offset = 0
  for (const { session, choice, reservations } of withCandidates) {
    const candidates = listCandidates(choice)
    const takenIds = new Set(candidates.flatMap(({ id }, index) => (takenIndexes.has(offset + index) ? [id] : [])))
    offset += reservations.length
    const isFree = pickResources(choice, ({ id }) => takenIds.has(id)).length > 0
    if (isFree) free.push(session)
    else conflicting.push(session)
  }
  return { free, taken: conflicting }
}

export const toSkippedSession = (
  { booking_date, start_time }: { booking_date: string; start_time: string },
  code: ErrorCode,
  booking_id: string | null = null,
): SkippedSession => ({ booking_id, booking_date, start_time, code })

/** Runs a step for each session, one after another, and collects the sessions that fail. */
export async function runForEachSession<Session extends { booking_date: string; start_time: string }>(
  sessions: readonly Session[],
  idOf: ((session: Session) => string) | null,
  work: (session: Session) => Promise<readonly BookingWarning[]>,
): Promise<FailedSessions & { warnings: BookingWarning[] }> {
  const skipped: SkippedSession[] = []
  let firstError: AppError | undefined
  const warnings = new Set<BookingWarning>()
  for (const session of sessions) {
    try {
      for (const warning of await work(session)) warnings.add(warning)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      firstError ??= error
      skipped.push(toSkippedSession(session, error.code, idOf?.(session)))
    }
  }
  return { skipped, firstError, warnings: [...warnings] }
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

/** The future sessions of a series, optionally from a date on. Fails if there are none. */
export async function listFutureSessions(tx: Tx, series: Series, { from, now }: SeriesRange) {
  const sessions = await listBookingsOfSeries(tx, series)
  const upcoming = sessions.filter(
    ({ status, starts_at, booking_date }) =>
      reservesTime(status) && Date.parse(starts_at) > now.getTime() && booking_date >= (from ?? ''),
  )
  if (upcoming.length === 0) fail('INVALID_TRANSITION')
  return upcoming
}

/** Locks the studio and all sessions of a series, then lists its future sessions. */
export async function lockFutureSessions(tx: Tx, series: Series, range: SeriesRange) {
  await lockBookingsOfSeries(tx, series)
  return listFutureSessions(tx, series, range)
}
