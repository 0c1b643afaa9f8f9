import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import type { BookingChange } from '@studiohub/contract/features/bookings/input/schema.ts'
import { awaitsPayment } from '@studiohub/contract/features/bookings/lists/rules.ts'
import { canSetPrice, canUpdate, fieldsCrewCanChange } from '@studiohub/contract/features/bookings/policy.ts'
import { changesSession, reservesTime } from '@studiohub/contract/features/bookings/rules.ts'
import type { Booking, BookingWithWarnings } from '@studiohub/contract/features/bookings/schema.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { withAlternativesOnConflict } from '../alternatives/service.ts'
import { hideAmountsOf } from '../amounts/service.ts'
import { checkProject } from '../context/service.ts'
import { resolveActingActor } from '../crew/service.ts'
import { getBooking, lockBooking } from '../queries.ts'
import { queueForBookingsStudio } from '../queue-for-studio.ts'
import { repriceBooking } from '../quote-booking.ts'
import { recordBooking } from '../record-booking.ts'
import {
  applyMove,
  type ChangeResult,
  choosePolicyAfterChange,
  getClientDecisionTime,
  type MoveInput,
  resolveNotes,
} from './move-booking.ts'
import { editBooking } from './queries.ts'
import { type ChangeInput, createContextReader, resolveProject } from './resolve-change.ts'

const PAY_FIRST = 'Please pay for this session first, or cancel it and book another time.'

/** Moves, extends or edits a booking. The rules are those of a new booking, and the reservations move too. */
export const updateBooking = (caller: Caller, change: BookingChange & { id: string }, now: Date) =>
  withAlternativesOnConflict(caller, () =>
    queueForBookingsStudio(caller, change.id, () => updateOnce(caller, change, now)),
  )

function updateOnce(
  caller: Caller,
  { id, version, ...change }: BookingChange & { id: string },
  now: Date,
): Promise<BookingWithWarnings> {
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    const unlocked = (await getBooking(tx, id)) ?? fail('NOT_FOUND')
    const actingActor = await resolveActingActor(tx, actor, unlocked)
    authorize(canUpdate(actingActor, unlocked))
    // Crew who got the rights of the desk for this session.
    const actsAsDesk = actingActor !== actor
    if (actsAsDesk) authorize(isCrewChange(change), 'FIELD_NOT_ALLOWED')
    const before = (await lockBooking(tx, unlocked)) ?? fail('NOT_FOUND')
    if (version !== undefined && version !== before.version) fail('STALE_VERSION')
    // While the client pays, a change could make the price and the deposit differ from the amount that they pay.
    if (awaitsPayment(before) && actor.role === 'client') fail('INVALID_TRANSITION', { message: PAY_FIRST })
    const { booking, warnings, requested, released } = await applyChange(tx, actingActor, before, { change, now })
    const action = requested ? 'bookings.requestChange' : 'bookings.update'
    await recordBooking(tx, actor, { caller, action, before, after: booking, released })
    return { ...(await hideAmountsOf(tx, actor, booking)), warnings }
  })
}

/** Whether a change contains only fields that crew may change. */
const isCrewChange = (change: ChangeInput) =>
  Object.entries(change).every(
    ([name, value]) => value === undefined || fieldsCrewCanChange.some((field) => field === name),
  )

/** Applies a change. The caller has locked the studio and the booking. */
export const applyChange = (tx: Tx, actor: Actor, before: Booking, input: MoveInput): Promise<ChangeResult> =>
  changesSession(input.change) ? applyMove(tx, actor, before, input) : applyEdit(tx, actor, before, input)

/** Changes only notes, project or price. This is possible even after the session. */
async function applyEdit(tx: Tx, actor: Actor, before: Booking, input: MoveInput): Promise<ChangeResult> {
  const { change, now, findContext = createContextReader(tx) } = input
  const isOver = !reservesTime(before.status)
  if (before.status === 'cancelled' || (isOver && !canSetPrice(actor, before.studio_id))) fail('INVALID_TRANSITION')
  const context = await findContext(before, change)
  checkProject(change, context)
  const price = repriceBooking(actor, before, { change, context, next: before })
  const fields = {
    notes: resolveNotes(before, change),
    project_id: resolveProject(before, change),
    ...price,
    cancellation_policy: choosePolicyAfterChange(
      before,
      { ...before, ...price },
      getClientDecisionTime(actor, before, input),
    ),
    updated_at: now.toISOString(),
  }
  if (!(await editBooking(tx, before, fields))) fail('STALE_VERSION')
  const { project_title } = context
  const booking = { ...before, ...fields, project_title, version: before.version + 1 }
  return { booking, warnings: [], requested: false }
}
