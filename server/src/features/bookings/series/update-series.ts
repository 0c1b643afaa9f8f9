import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { canUpdate } from '@studiohub/contract/features/bookings/policy.ts'
import { changesSession } from '@studiohub/contract/features/bookings/rules.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { Series, SeriesAnswer, SeriesChange } from '@studiohub/contract/features/bookings/series/schema.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { type ChangeInput, createContextReader, resolveChange } from '#features/bookings/moves/resolve-change.ts'
import { applyChange } from '#features/bookings/moves/update-booking.ts'
import { recordSeries, recordSeriesRequests } from '#features/bookings/record-booking.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { getSeries, touchSeries } from './queries.ts'
import {
  addCandidates,
  checkSkippable,
  createConflictError,
  type FailedSessions,
  listFutureSessions,
  lockFutureSessions,
  lockSeriesOf,
  queueForSeriesLock,
  runForEachSession,
  type SessionWithCandidates,
  separateTakenSessions,
  toSkippedSession,
} from './service.ts'

type SeriesChangeInput = Omit<SeriesChange, 'from' | 'on_conflict'>
type SeriesScope = { tx: Tx; actor: Actor; input: SeriesChangeInput; now: Date }

/**
 * Changes the future sessions of a series, each like a single booking. If a client changes confirmed sessions, each gets a
 * change request. Sessions that cannot be changed are found before the studio is locked, so that other bookings do not wait
 * for them.
 */
export const updateSeries = (caller: Caller, change: SeriesChange & { id: string }, now: Date): Promise<SeriesAnswer> =>
  queueForSeriesLock(caller, now, () => updateOnce(caller, change, now))

function updateOnce(
  caller: Caller,
  { id, from, on_conflict, ...input }: SeriesChange & { id: string },
  now: Date,
): Promise<SeriesAnswer> {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    await lockSeriesOf(tx, user_id)
    const series = (await getSeries(tx, id)) ?? fail('NOT_FOUND')
    authorize(canUpdate(actor, series))
    const scope = { tx, actor, input, now }
    const preview = await previewSessions(scope, series, from)
    checkSkippable(preview.free, preview, on_conflict)
    const before = await lockFutureSessions(tx, series, { from, now })
    const isChangeable = ({ id }: Booking) => preview.skipped.every(({ booking_id }) => booking_id !== id)
    const { bookings, requestedIds, warnings, ...failed } = await changeEach(scope, before.filter(isChangeable))
    checkSkippable(bookings, failed, on_conflict)
    await touchSeries(tx, id, now)
    const changed = bookings.filter(({ id }) => !requestedIds.has(id))
    const requests = bookings.filter(({ id }) => requestedIds.has(id))
    await recordSeries(tx, actor, series, { caller, action: 'bookings.updateSeries', before, after: changed })
    await recordSeriesRequests(tx, actor, { caller, before, after: requests })
    const skipped = [...preview.skipped, ...failed.skipped].sort((a, b) => a.booking_date.localeCompare(b.booking_date))
    return { series, bookings, skipped, warnings }
  })
}

/**
 * Finds the sessions that can be changed, without the studio's lock. They are checked again after taking the lock. Reservations
 * of the series itself are ignored, because its sessions move too.
 */
async function previewSessions(
  { tx, actor, input, now }: SeriesScope,
  series: Series,
  from: string | undefined,
): Promise<FailedSessions & { free: readonly Booking[] }> {
  const sessions = await listFutureSessions(tx, series, { from, now })
  if (sessions.every((session) => !changesSession(buildChange(input, session)))) {
    return { free: sessions, skipped: [], firstError: undefined }
  }
  const withCandidates: SessionWithCandidates<Booking>[] = []
  const findContext = createContextReader(tx)
  const failed = await runForEachSession(sessions, getId, async (session) => {
    const change = buildChange(input, session)
    const resolved = resolveChange(actor, session, { change, now, context: await findContext(session, change) })
    withCandidates.push(addCandidates(session, resolved.choice, resolved.instants))
    return resolved.warnings
  })
  const { free, taken } = await separateTakenSessions(tx, withCandidates, sessions.map(getId))
  const conflicting = taken.map((session) => toSkippedSession(session, 'BOOKING_CONFLICT', session.id))
  return {
    free,
    skipped: [...failed.skipped, ...conflicting],
    firstError: failed.firstError ?? createConflictError(taken),
  }
}

/** Changes the sessions one after another, so that each check includes the previous ones. */
async function changeEach({ tx, actor, input, now }: SeriesScope, sessions: readonly Booking[]) {
  // Prices may have changed while this call waited for the lock.
  const findContext = createContextReader(tx)
  // If dates become later, the last session moves first, so that none conflicts with a session that has not moved yet.
  const inOrder = (input.shift_days ?? 0) > 0 ? sessions.toReversed() : sessions
  const bookings: Booking[] = []
  const requestedIds = new Set<string>()
  const outcome = await runForEachSession(inOrder, getId, async (session) => {
    const changed = await applyChange(tx, actor, session, { change: buildChange(input, session), now, findContext })
    bookings.push(changed.booking)
    if (changed.requested) requestedIds.add(session.id)
    return changed.warnings
  })
  bookings.sort((a, b) => a.starts_at.localeCompare(b.starts_at))
  return { ...outcome, bookings, requestedIds }
}

const getId = (session: Booking) => session.id

/** The change of one session: the change of the series, with the session's own date if dates are shifted. */
function buildChange({ shift_days = 0, ...change }: SeriesChangeInput, { booking_date }: Booking): ChangeInput {
  return shift_days === 0 ? change : { ...change, booking_date: plusDays(booking_date, shift_days) }
}
