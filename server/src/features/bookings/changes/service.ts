import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { canAnswerChange, canWithdrawChange } from '@studiohub/contract/features/bookings/policy.ts'
import { hasSameExtras } from '@studiohub/contract/features/bookings/quotes/rules.ts'
import type { Booking, ChangedBooking, ChangeRequest } from '@studiohub/contract/features/bookings/schema.ts'
import { isOverridden } from '@studiohub/contract/features/prices/rules.ts'
import type { AuditAction } from '@studiohub/contract/shared/audit-actions.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { withFreeTimes } from '../alternatives/service.ts'
import { awaitStudioOf } from '../lock-studio.ts'
import { applyMove } from '../moves/service.ts'
import { getBooking, lockBooking } from '../queries.ts'
import { recordBooking } from '../record-booking.ts'
import { checkSeenVersion } from '../steps/service.ts'
import { deleteChangeRequest, touchBooking } from './queries.ts'

type AnswerInput = { id: string; now: Date }
type SeenAnswerInput = AnswerInput & { version: number }
type OpenChangeRequest = { booking: Booking; request: ChangeRequest }

const NONE_OPEN = 'This session has no open change request.'
const EXPIRED = 'This change request has expired.'

/**
 * The studio moves the session as its client requested. The session's current people and equipment move with it. The rules
 * of a move are checked again, because time has passed.
 */
export const approveChange = (caller: Caller, input: SeenAnswerInput): Promise<ChangedBooking> =>
  withFreeTimes(caller, () => awaitStudioOf(caller, input.id, () => approveOnce(caller, input)))

function approveOnce(caller: Caller, input: SeenAnswerInput): Promise<ChangedBooking> {
  return asActor(caller, async (tx, actor) => {
    const { booking: before, request } = await openRequest(tx, actor, { input, may: canAnswerChange })
    if (Date.parse(request.expires_at) <= input.now.getTime()) fail('INVALID_TRANSITION', { message: EXPIRED })
    const { booking_date, start_time, end_time, days, service_type } = request
    const { price_minor, currency, price_lines, people } = request
    const rooms = request.resources.filter(({ kind }) => kind === 'room')
    const others = before.resources.filter(({ kind }) => kind !== 'room')
    const resource_ids = [...rooms, ...others].map(({ id }) => id)
    const preferred = request.resources.filter(({ kind }) => kind === 'person').map(({ id }) => id)
    // The client gets the price that they saw, even if the list has changed since. This does not apply if the studio set a
    // price by hand, or changed people or add-ons.
    const isOtherService = service_type !== before.service_type
    const isAsTold = isOtherService || (!isOverridden(before.price_lines) && hasSameExtras(before, request))
    const { booking, warnings, released } = await applyMove(tx, actor, before, {
      change: { booking_date, start_time, end_time, days, service_type, resource_ids },
      now: input.now,
      forClient: true,
      preferred,
      ...(isAsTold && { sold: { price_minor, currency, price_lines, people } }),
    })
    await recordBooking(tx, actor, { caller, action: 'bookings.approveChange', before, after: booking, released })
    return { ...booking, warnings }
  })
}

/** The studio declines the request; the session stays as it is. */
export const declineChange = (caller: Caller, input: SeenAnswerInput): Promise<Booking> =>
  dropRequest(caller, { input, may: canAnswerChange, action: 'bookings.declineChange' })

/** The client withdraws the request. */
export const withdrawChange = (caller: Caller, input: AnswerInput): Promise<Booking> =>
  dropRequest(caller, { input, may: canWithdrawChange, action: 'bookings.withdrawChange' })

type EndRequestInput = { input: AnswerInput & { version?: number }; may: (actor: Actor, booking: Booking) => boolean }

function dropRequest(
  caller: Caller,
  { action, ...ending }: EndRequestInput & { action: AuditAction },
): Promise<Booking> {
  const drop = () =>
    asActor(caller, async (tx, actor) => {
      const { booking: before } = await openRequest(tx, actor, ending)
      const isEnded = (await deleteChangeRequest(tx, before.id)) && (await touchBooking(tx, before, ending.input.now))
      if (!isEnded) fail('STALE_VERSION')
      const after = (await getBooking(tx, before.id)) ?? fail('NOT_FOUND')
      await recordBooking(tx, actor, { caller, action, before, after })
      return after
    })
  return awaitStudioOf(caller, ending.input.id, drop)
}

/** Reads the open request and takes both locks, so that an answer, a move and a new request run one after another. */
async function openRequest(tx: Tx, actor: Actor, { input, may }: EndRequestInput): Promise<OpenChangeRequest> {
  requireRole(actor)
  const known = (await getBooking(tx, input.id)) ?? fail('NOT_FOUND')
  authorize(may(actor, known))
  const booking = (await lockBooking(tx, known)) ?? fail('NOT_FOUND')
  const request = booking.change_request ?? fail('INVALID_TRANSITION', { message: NONE_OPEN })
  checkSeenVersion(booking, input)
  return { booking, request }
}
