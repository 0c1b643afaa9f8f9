import { type Actor, isAdminOrOperator, worksAtDesk, worksAtStudio } from '../../actor.ts'
import type { Booking, BookingStatus, BookingType } from './schema.ts'
import { SERIES_SESSIONS_MAX } from './words.ts'

const isClientOf = (actor: Actor, studio_id: string) => actor.role === 'client' && actor.studio_id === studio_id

/** The studio's people list all bookings. Clients list their own, and see only the times of the others. */
export const canListBookings = (actor: Actor, studio_id: string) =>
  worksAtStudio(actor, studio_id) || isClientOf(actor, studio_id)

/** Whether the actor may see names, services and notes of all bookings. */
export const canSeeAllBookings = worksAtStudio

/** The desk and the studio's clients. `canBookFor` limits for which client. */
export const canCreateBooking = (actor: Actor, studio_id: string) =>
  worksAtDesk(actor, studio_id) || isClientOf(actor, studio_id)

export const canBlockTime = worksAtDesk

/** Clients book only for themselves. The desk books for any client, or without one for an internal session. */
export const canBookFor = (actor: Actor, studio_id: string, client_id: string | null) =>
  worksAtDesk(actor, studio_id) || (isClientOf(actor, studio_id) && client_id !== null && client_id === actor.client_id)

/**
 * Whether the actor may create a booking with this status. Blocked time is confirmed. A session is pending, or confirmed if
 * the desk books it. Automatic confirmation is a setting of the studio, so it cannot be requested.
 */
export function canCreateWithStatus(
  actor: Actor,
  studio_id: string,
  booking_type: BookingType,
  status: BookingStatus,
): boolean {
  if (booking_type === 'blocked_time') return status === 'confirmed'
  return status === 'pending' || (status === 'confirmed' && worksAtDesk(actor, studio_id))
}

type BookingOwner = Pick<Booking, 'studio_id' | 'client_id'>

/** Whether the actor is the client of the session. */
export const isOwnBooking = (actor: Actor, booking: BookingOwner) =>
  isClientOf(actor, booking.studio_id) && booking.client_id !== null && booking.client_id === actor.client_id

/** Only the desk confirms and declines requests, answers change requests, completes sessions and marks no-shows. */
export const canConfirm = (actor: Actor, booking: BookingOwner) => worksAtDesk(actor, booking.studio_id)
export const canDecline = canConfirm
export const canAnswerChange = canConfirm
export const canComplete = canConfirm
export const canMarkNoShow = canConfirm

/** Whether the actor may record that the client asked for the cancellation, so that the client's policy applies. */
export const canCancelForClient = canConfirm
/** Only admins waive a fee. */
export const canWaiveFee = (actor: Actor, booking: BookingOwner) => isAdminOrOperator(actor, booking.studio_id)

/** Whether the actor may undo their own changes. `isTooLateToUndo` has the time limit. */
export const canUndo = canConfirm

/**
 * Whether the actor may cancel a booking; crew without desk rights may not. `isTooLateToCancel` has the time limit,
 * `transitions` the statuses.
 */
export const canCancel = (actor: Actor, booking: BookingOwner) =>
  worksAtDesk(actor, booking.studio_id) || isOwnBooking(actor, booking)

/**
 * Whether the actor may move and edit a booking. Crew without desk rights may not, except for sessions for which
 * `canChangeAssigned` allows it. `isTooLateToCancel` has the time limit.
 */
export const canUpdate = (actor: Actor, booking: BookingOwner) => canCancel(actor, booking)

/** Whether crew may confirm and move a session: the studio allows it, and they are assigned to it. */
export const canChangeAssigned = (
  actor: Actor,
  booking: Pick<Booking, 'studio_id'>,
  { crew_changes_sessions, is_assigned }: { crew_changes_sessions: boolean; is_assigned: boolean },
) => actor.role === 'staff' && actor.studio_id === booking.studio_id && crew_changes_sessions && is_assigned

/** The fields that crew may change on a session that they are assigned to: its time and its room. */
export const fieldsCrewCanChange = [
  'booking_date',
  'start_time',
  'end_time',
  'ends_next_day',
  'days',
  'room_id',
  'version',
] as const

/** Whether the actor may see the reductions of a client: the desk of any client, clients their own. */
export const canSeeReductions = (actor: Actor, studio_id: string) =>
  worksAtDesk(actor, studio_id) || isClientOf(actor, studio_id)

/** Whether the actor may see what clients pay: the desk and clients always, other crew if the studio allows it. */
export const canSeeAmounts = (actor: Actor, studio: { id: string; crew_sees_prices: boolean }) =>
  actor.role !== 'staff' || worksAtDesk(actor, studio.id) || (actor.studio_id === studio.id && studio.crew_sees_prices)

/** Only admins may set a price that differs from the listed price. */
export const canSetPrice = isAdminOrOperator

/** Only the desk sees which people are free at a time. */
export const canSeeServicePeople = worksAtDesk

/** Clients choose only rooms; the studio assigns people and equipment. */
export const canAssignPeopleAndEquipment = worksAtDesk

/**
 * Whether the limits of open requests and of hours booked ahead apply. They apply to clients, but not to the studio when it
 * books for them.
 */
export const isBoundByLimits = (actor: Actor, studio_id: string) => !worksAtDesk(actor, studio_id)

/** How many sessions the actor's series may have. @param clients_max the studio's limit for one client */
export const getSeriesSessionsMax = (actor: Actor, studio_id: string, clients_max: number) =>
  isBoundByLimits(actor, studio_id) ? clients_max : SERIES_SESSIONS_MAX

/** Whether the actor may withdraw a change request. Only the client may; the studio declines it instead. */
export const canWithdrawChange = isOwnBooking

/** Whether the cut-off applies: it does for clients; the desk may cancel at any time. */
export const isBoundByCutoff = (actor: Actor, studio_id: string) => !worksAtDesk(actor, studio_id)
