import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { canUpdate } from '@studiohub/contract/features/bookings/policy.ts'
import { needsApprovalAgain } from '@studiohub/contract/features/bookings/rules.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { Series, SeriesAnswer, SeriesChange } from '@studiohub/contract/features/bookings/series/schema.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { type ChangeInput, contextReader, resolveChange } from '#features/bookings/moves/resolve-change.ts'
import { applyChange } from '#features/bookings/moves/service.ts'
import { recordSeries, recordSeriesRequests } from '#features/bookings/record-booking.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { getSeries, touchSeries } from './queries.ts'
import {
  awaitSeries,
  checkSkipped,
  conflictOf,
  type FailedSessions,
  listComingSessions,
  lockComingSessions,
  lockSeriesOf,
  type PlacedSession,
  placeSession,
  runForEachSession,
  separateTakenSessions,
  skippedOf,
} from './service.ts'

type SeriesChangeInput = Omit<SeriesChange, 'from' | 'on_conflict'>
type SeriesScope = { tx: Tx; actor: Actor; input: SeriesChangeInput; now: Date }

/**
 * Changes the future sessions of a series, each like a single booking. If a client changes confirmed sessions, each gets a
 * change request. Sessions that cannot be changed are found before taking the studio's lock, so that other bookings do not
 * wait for them.
 */
export const updateSeries = (caller: Caller, change: SeriesChange & { id: string }, now: Date): Promise<SeriesAnswer> =>
  awaitSeries(caller, now, () => updateOnce(caller, change, now))

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
    const seen = await lookAhead(scope, series, from)
    checkSkipped(seen.free, seen, on_conflict)
    const before = await lockComingSessions(tx, series, { from, now })
    const isLeft = ({ id }: Booking) => seen.skipped.every(({ booking_id }) => booking_id !== id)
    const { bookings, requested, warnings, ...left } = await changeEach(scope, before.filter(isLeft))
    checkSkipped(bookings, left, on_conflict)
    await touchSeries(tx, id, now)
    const [changed = [], requests = []] = [false, true].map((is) =>
      bookings.filter((session) => requested.has(session.id) === is),
    )
    await recordSeries(tx, actor, series, { caller, action: 'bookings.updateSeries', before, after: changed })
    await recordSeriesRequests(tx, actor, { caller, before, after: requests })
    const skipped = [...seen.skipped, ...left.skipped].sort((a, b) => a.booking_date.localeCompare(b.booking_date))
    return { series, bookings, skipped, warnings }
  })
}

/**
 * Checks which sessions can be changed; under the lock they are checked again. Reservations of the series itself count as
 * free, because its sessions move too.
 */
async function lookAhead(
  { tx, actor, input, now }: SeriesScope,
  series: Series,
  from: string | undefined,
): Promise<FailedSessions & { free: readonly Booking[] }> {
  const sessions = await listComingSessions(tx, series, { from, now })
  if (sessions.every((session) => !needsApprovalAgain(changeOf(input, session)))) {
    return { free: sessions, skipped: [], firstError: undefined }
  }
  const placed: PlacedSession<Booking>[] = []
  const findContext = contextReader(tx)
  const outside = await runForEachSession(sessions, idOf, async (session) => {
    const change = changeOf(input, session)
    const place = resolveChange(actor, session, { change, now, context: await findContext(session, change) })
    placed.push(placeSession(session, place.choice, place.instants))
    return place.warnings
  })
  const { free, taken } = await separateTakenSessions(tx, placed, sessions.map(idOf))
  const inTheWay = taken.map((session) => skippedOf(session, 'BOOKING_CONFLICT', session.id))
  return { free, skipped: [...outside.skipped, ...inTheWay], firstError: outside.firstError ?? conflictOf(taken) }
}

/** Changes the sessions one after another, so that each check includes the previous ones. */
async function changeEach({ tx, actor, input, now }: SeriesScope, sessions: readonly Booking[]) {
  // Prices may have changed while this call waited for the lock.
  const findContext = contextReader(tx)
  // If dates become later, the last session moves first, so that none conflicts with a session that has not moved yet.
  const inTurn = (input.shift_days ?? 0) > 0 ? sessions.toReversed() : sessions
  const bookings: Booking[] = []
  const requested = new Set<string>()
  const done = await runForEachSession(inTurn, idOf, async (session) => {
    const changed = await applyChange(tx, actor, session, { change: changeOf(input, session), now, findContext })
    bookings.push(changed.booking)
    if (changed.requested) requested.add(session.id)
    return changed.warnings
  })
  bookings.sort((a, b) => a.starts_at.localeCompare(b.starts_at))
  return { ...done, bookings, requested }
}

const idOf = (session: Booking) => session.id

/** The change of one session: the change of the series, with the session's own date if dates are shifted. */
function changeOf({ shift_days = 0, ...change }: SeriesChangeInput, { booking_date }: Booking): ChangeInput {
  return shift_days === 0 ? change : { ...change, booking_date: plusDays(booking_date, shift_days) }
}
