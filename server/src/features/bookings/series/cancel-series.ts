import { fail } from '@studiohub/contract/errors.ts'
import { canCancel, isBoundByCutoff } from '@studiohub/contract/features/bookings/policy.ts'
import { isTooLateToCancel, transitions } from '@studiohub/contract/features/bookings/rules.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { SeriesAnswer, SeriesEnd } from '@studiohub/contract/features/bookings/series/schema.ts'
import { computeCancellationFee } from '@studiohub/contract/features/studios/cancellation/rules.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { getBookingContext } from '../context/queries.ts'
import { listBookingsOfSeries } from '../queries.ts'
import { recordSeries } from '../record-booking.ts'
import { buildStep } from '../steps/change-status.ts'
import { applyStep } from '../steps/queries.ts'
import * as queries from './queries.ts'
import { lockFutureSessions } from './service.ts'

/** The fees for cancelling, by the id of the session. Sessions without a fee are left out. */
const computeFees = (sessions: readonly Booking[], now: Date) =>
  Object.fromEntries(
    sessions.flatMap((session) => {
      const fee = computeCancellationFee(session, now)
      return fee ? [[session.id, fee]] : []
    }),
  )

/** Cancels the future sessions of a series. Clients cannot cancel sessions within the cut-off. */
export function cancelSeries(
  caller: Caller,
  { id, from, reason }: SeriesEnd & { id: string },
  now: Date,
): Promise<SeriesAnswer> {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    const series = (await queries.getSeries(tx, id)) ?? fail('NOT_FOUND')
    authorize(canCancel(actor, series))
    const before = await lockFutureSessions(tx, series, { from, now })
    const context = (await getBookingContext(tx, series)) ?? fail('NOT_FOUND')
    const isBound = isBoundByCutoff(actor, series.studio_id)
    const isLate = ({ starts_at }: Booking) =>
      isBound && isTooLateToCancel(starts_at, context.cancellation_cutoff_hours, now)
    const cancellableIds = before.filter((session) => !isLate(session)).map((session) => session.id)
    if (cancellableIds.length === 0) fail('CANCELLATION_TOO_LATE')
    const step = buildStep('cancel', user_id, { now, reason })
    const fees = isBound ? computeFees(before, now) : undefined
    const cancelledRows = await applyStep(tx, cancellableIds, transitions.cancel.from, { step, fees })
    const after = await listBookingsOfSeries(tx, series)
    const bookings = after.filter((session) => cancelledRows.includes(session.id))
    await queries.touchSeries(tx, id, now)
    await recordSeries(tx, actor, series, { caller, action: 'bookings.cancelSeries', before, after: bookings })
    const skipped = before.filter(isLate).map((session) => ({
      booking_id: session.id,
      booking_date: session.booking_date,
      start_time: session.start_time,
      code: 'CANCELLATION_TOO_LATE' as const,
    }))
    return { series, bookings, skipped, warnings: [] }
  })
}
