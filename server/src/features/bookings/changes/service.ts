import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { canAnswerChange, canWithdrawChange } from '@studiohub/contract/features/bookings/policy.ts'
import { hasSameExtras } from '@studiohub/contract/features/bookings/quotes/rules.ts'
import type { Booking, BookingWithWarnings, ChangeRequest } from '@studiohub/contract/features/bookings/schema.ts'
import { isOverridden } from '@studiohub/contract/features/prices/rules.ts'
import type { AuditAction } from '@studiohub/contract/shared/audit-actions.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { withAlternativesOnConflict } from '../alternatives/service.ts'
import { applyMove } from '../moves/move-booking.ts'
import { getBooking, lockBooking } from '../queries.ts'
import { queueForBookingsStudio } from '../queue-for-studio.ts'
import { recordBooking } from '../record-booking.ts'
import { checkVersion } from '../steps/change-status.ts'
import { deleteChangeRequest, increaseBookingVersion } from './queries.ts'

type AnswerInput = { id: string; now: Date }
type SeenAnswerInput = AnswerInput & { version: number }
type OpenChangeRequest = { booking: Booking; request: ChangeRequest }

const NO_OPEN_REQUEST = 'This session has no open change request.'
const EXPIRED = 'This change request has expired.'

/**
 * Moves the session as its client requested, with its current people and equipment. The rules of a move are checked again,
 * because time has passed since the request.
 */
export const approveChange = (caller: Caller, input: SeenAnswerInput): Promise<BookingWithWarnings> =>
  withAlternativesOnConflict(caller, () => queueForBookingsStudio(caller, input.id, () => approveOnce(caller, input)))

function approveOnce(caller: Caller, input: SeenAnswerInput): Promise<BookingWithWarnings> {
  return asActor(caller, async (tx, actor) => {
    const { booking: before, request } = await lockOpenRequest(tx, actor, { input, isAllowed: canAnswerChange })
    if (Date.parse(request.expires_at) <= input.now.getTime()) fail('INVALID_TRANSITION', { message: EXPIRED })
    const { booking_date, start_time, end_time, days, service_type } = request
    const { price_minor, currency, price_lines, people } = request
    const rooms = request.resources.filter(({ kind }) => kind === 'room')
    const others = before.resources.filter(({ kind }) => kind !== 'room')
    const resource_ids = [...rooms, ...others].map(({ id }) => id)
    const preferred = request.resources.filter(({ kind }) => kind === 'person').map(({ id }) => id)
    // The client pays the price that they saw, even if the studio's prices have changed since. This does not apply if the
    // studio set a price by hand, or changed people or add-ons.
    const isOtherService = service_type !== before.service_type
    const keepsSeenPrice = isOtherService || (!isOverridden(before.price_lines) && hasSameExtras(before, request))
    const { booking, warnings, released } = await applyMove(tx, actor, before, {
      change: { booking_date, start_time, end_time, days, service_type, resource_ids },
      now: input.now,
      isClientRequest: true,
      preferred,
      ...(keepsSeenPrice && { agreedPrice: { price_minor, currency, price_lines, people } }),
    })
    await recordBooking(tx, actor, { caller, action: 'bookings.approveChange', before, after: booking, released })
    return { ...booking, warnings }
  })
}

/** The studio declines the request; the session stays as it is. */
export const declineChange = (caller: Caller, input: SeenAnswerInput): Promise<Booking> =>
  endRequest(caller, { input, isAllowed: canAnswerChange, action: 'bookings.declineChange' })

/** The client withdraws the request. */
export const withdrawChange = (caller: Caller, input: AnswerInput): Promise<Booking> =>
  endRequest(caller, { input, isAllowed: canWithdrawChange, action: 'bookings.withdrawChange' })

type RequestAccess = {
  input: AnswerInput & { version?: number }
  isAllowed: (actor: Actor, booking: Booking) => boolean
}

function endRequest(caller: Caller, { action, ...access }: RequestAccess & { action: AuditAction }): Promise<Booking> {
  const endOnce = () =>
    asActor(caller, async (tx, actor) => {
      const { booking: before } = await lockOpenRequest(tx, actor, access)
      const isEnded =
        (await deleteChangeRequest(tx, before.id)) && (await increaseBookingVersion(tx, before, access.input.now))
      if (!isEnded) fail('STALE_VERSION')
      const after = (await getBooking(tx, before.id)) ?? fail('NOT_FOUND')
      await recordBooking(tx, actor, { caller, action, before, after })
      return after
    })
  return queueForBookingsStudio(caller, access.input.id, endOnce)
}

/** Reads the open request and takes both locks, so that an answer, a move and a new request run one after another. */
async function lockOpenRequest(tx: Tx, actor: Actor, { input, isAllowed }: RequestAccess): Promise<OpenChangeRequest> {
  requireRole(actor)
  const unlocked = (await getBooking(tx, input.id)) ?? fail('NOT_FOUND')
  authorize(isAllowed(actor, unlocked))
  const booking = (await lockBooking(tx, unlocked)) ?? fail('NOT_FOUND')
  const request = booking.change_request ?? fail('INVALID_TRANSITION', { message: NO_OPEN_REQUEST })
  checkVersion(booking, input)
  return { booking, request }
}
