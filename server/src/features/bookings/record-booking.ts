import type { Actor } from '@studiohub/contract/actor.ts'
import { awaitsPayment, isOnHold } from '@studiohub/contract/features/bookings/lists/rules.ts'
import { canUndo } from '@studiohub/contract/features/bookings/policy.ts'
import { isSameSession, undoableActions } from '@studiohub/contract/features/bookings/rules.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { Series } from '@studiohub/contract/features/bookings/series/schema.ts'
import type { MessageKind } from '@studiohub/contract/features/messages/words.ts'
import type { AuditAction } from '@studiohub/contract/shared/audit-actions.ts'
import { emailAboutBooking, getSettlementDelayOptions, getUndoDelayOptions } from '#features/emails/bookings/jobs.ts'
import { queueExpiry } from '#features/emails/expired-requests/jobs.ts'
import { releaseUnpaidBooking } from '#features/payments/jobs.ts'
import { settleBooking } from '#features/payments/settlement-jobs.ts'
import { activateDraftProject } from '#features/projects/activation-jobs.ts'
import { audit, auditStatements, factsOfChange, type Texts } from '#platform/audit/audit.ts'
import type { Caller } from '#platform/db/actor.ts'
import { pipeline, type Statement } from '#platform/db/statements.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { type FormerBookingTime, insertUndoStatement } from './undos/queries.ts'

type AuditActor = Pick<Actor, 'user_id' | 'session_id'>
type RecordBookingInput = {
  caller: Caller
  action: AuditAction
  before?: Booking | undefined
  after: Booking
  /** The reservations before a move, for its undo. */
  released?: FormerBookingTime | undefined
}

/**
 * Records a change of a booking: its audit row and the data for an undo. Then it queues all other effects.
 */
export async function recordBooking(tx: Tx, actor: Actor, change: RecordBookingInput) {
  await pipeline(tx, [...bookingAuditStatements(tx, actor, change), undoStatement(actor, change)])
  await queueBookingEffects(tx, actor, change)
}

/** The statement that saves the data for an undo by the desk; null if the change cannot be undone. */
function undoStatement(
  actor: Actor,
  { action, before, after, released = undefined }: RecordBookingInput,
): Statement | null {
  if (!isUndoable(action) || !before || actor.user_id === null || !canUndo(actor, before)) return null
  const { client_name, project_title, ...booking } = before
  const { id: booking_id, studio_id, version, updated_at: at } = after
  const change = { booking_id, studio_id, user_id: actor.user_id, version, at }
  return insertUndoStatement(change, { booking, released: released ?? null })
}

const isUndoable = (action: AuditAction) => undoableActions.some((undoable) => undoable === action)

/** Queues all effects of a change except its audit row: open screens, the project, payments, the expiry, emails. */
export async function queueBookingEffects(
  tx: Tx,
  actor: AuditActor,
  { caller, action, before, after }: RecordBookingInput,
) {
  const { id, studio_id, client_id, version } = after
  publish(tx, { studio_id, topic: 'bookings', id, client_id })
  await activateProjects(tx, actor, { caller, after: [after] })
  await queuePaymentJobs(tx, actor, { action, before, after })
  await queueRequestExpiry(tx, before, after)
  const kind = chooseEmailKind(action, before, after)
  if (!kind) return
  const was = before && before.starts_at !== after.starts_at ? pickTimes(before) : undefined
  const change = { booking_id: id, kind, version, actor_id: actor.user_id, was }
  // Emails and notifications wait, because the studio may undo its change.
  const waits = isUndoable(action) && actor.user_id !== null
  await enqueue(tx, emailAboutBooking, change, waits ? getUndoDelayOptions() : {})
}

/** Queues the jobs that cancel an unpaid session, and that adjust the payment after a change. */
async function queuePaymentJobs(
  tx: Tx,
  actor: AuditActor,
  { action, before, after }: Pick<RecordBookingInput, 'action' | 'before' | 'after'>,
) {
  const { id: booking_id, pay_by, deposit_minor } = after
  if (!before && pay_by !== null) {
    // Uses the machine's clock, because the queue does too.
    const wait = Date.parse(pay_by) - Date.parse(after.created_at)
    await enqueue(tx, releaseUnpaidBooking, { booking_id }, { startAfter: new Date(Date.now() + wait) })
  }
  if (!before || deposit_minor === null) return
  const waits = isUndoable(action) && actor.user_id !== null
  await enqueue(tx, settleBooking, { booking_id }, waits ? getSettlementDelayOptions() : {})
}

/** Queues the expiry of a new request, or of a request whose expiry has changed. */
async function queueRequestExpiry(tx: Tx, before: Booking | undefined, after: Booking) {
  const expires_at = getRequestExpiry(after)
  if (expires_at === null || (before && getRequestExpiry(before) === expires_at)) return
  await queueExpiry(tx, after.id, Date.parse(expires_at) - Date.parse(after.updated_at))
}

const getRequestExpiry = ({ status, expires_at, change_request }: Booking) =>
  change_request?.expires_at ?? (status === 'pending' ? expires_at : null)

const pickTimes = ({ booking_date, start_time, end_time, days }: Booking) => ({
  booking_date,
  start_time,
  end_time,
  days,
})

const auditedFields = [
  'id',
  'client_id',
  'project_id',
  'series_id',
  'booking_date',
  'start_time',
  'end_time',
  'ends_next_day',
  'days',
  'service_type',
  'booking_type',
  'status',
  'no_show_at',
  'price_minor',
  'people',
  'fee',
  'currency',
  'version',
  'resources',
] as const

const toAuditRow = (booking: Booking) => ({
  ...booking,
  resources: booking.resources.map(({ id, kind }) => ({ id, kind })),
  // The reason for waiving a fee is free text, which the audit log does not store.
  fee: booking.fee && { ...booking.fee, waive_reason: undefined },
})

/**
 * The statements that write the audit row. For a change request it has the requested values, because the booking itself has
 * not changed.
 */
export function bookingAuditStatements(
  tx: Tx,
  actor: AuditActor,
  { caller, action, before, after }: RecordBookingInput,
): Statement[] {
  const { id, studio_id } = after
  const recorded = action === 'bookings.requestChange' ? { ...after, ...after.change_request } : after
  return auditStatements(tx, actor, {
    action,
    object_type: 'booking',
    object_id: id,
    studio_id,
    request_id: caller.request_id,
    ...factsOfChange(before && toAuditRow(before), toAuditRow(recorded), auditedFields),
    texts: findChangedTexts(actor, before, after),
  })
}

/** The changed texts of a booking, stored as data of its client, or of the actor if there is no client. */
function findChangedTexts(actor: Pick<Actor, 'user_id'>, before: Booking | undefined, after: Booking): Texts | null {
  const { client_id } = after
  const person_id = client_id === null ? actor.user_id : null
  const pickTexts = (booking: Booking | undefined) => ({
    notes: booking?.notes ?? null,
    cancel_reason: booking?.cancel_reason ?? null,
  })
  const [old, current] = [pickTexts(before), pickTexts(after)]
  const isSame = old.notes === current.notes && old.cancel_reason === current.cancel_reason
  if (isSame || (person_id === null && client_id === null)) return null
  return { person_id, client_id, before: old, after: current }
}

// A confirmed session activates its draft project.
async function activateProjects(
  tx: Tx,
  actor: AuditActor,
  { caller, after }: { caller: Caller; after: readonly Pick<Booking, 'status' | 'project_id' | 'updated_at'>[] },
) {
  const session = after.find(({ status, project_id }) => status === 'confirmed' && project_id !== null)
  if (!session?.project_id) return
  const { project_id, updated_at: at } = session
  await activateDraftProject(tx, actor, { project_id, at, request_id: caller.request_id })
}

const emailKinds: Record<string, MessageKind> = {
  'bookings.confirm': 'confirmed',
  'bookings.decline': 'declined',
  'bookings.cancel': 'cancelled',
  'bookings.requestChange': 'change_requested',
  'bookings.approveChange': 'change_approved',
  'bookings.declineChange': 'change_declined',
  'bookings.undo': 'restored',
  'bookings.waiveFee': 'fee_waived',
}

/** The email about a change; undefined for bookings without a client, and for changes of notes or prices. */
function chooseEmailKind(action: AuditAction, before: Booking | undefined, after: Booking): MessageKind | undefined {
  if (after.client_id === null || after.booking_type !== 'client_booking') return undefined
  // While a session waits for its payment, its creation and cancellation send no email.
  if (!before) return awaitsPayment(after) ? undefined : chooseKindOfNewBooking(after)
  if (awaitsPayment(before) && action === 'bookings.cancel') return undefined
  // A session on hold was no request, so its client reads that it was cancelled, not declined.
  if (action === 'bookings.decline' && isOnHold(before)) return 'cancelled'
  if (action !== 'bookings.update') return emailKinds[action]
  return isSameSession(before, after) ? undefined : 'moved'
}

function chooseKindOfNewBooking(booking: Booking): MessageKind {
  if (isOnHold(booking)) return 'on_hold'
  return booking.status === 'confirmed' ? 'booked' : 'requested'
}

type RecordedSeries = { caller: Caller; action: AuditAction; before?: readonly Booking[]; after: readonly Booking[] }

function chooseEmailKindOfSeries(action: AuditAction, first: Booking): MessageKind {
  if (action === 'bookings.createSeries') return chooseKindOfNewBooking(first)
  return action === 'bookings.cancelSeries' ? 'cancelled' : 'moved'
}

/** Records the change requests that one change of a series created: an audit row for each session, and one email for all. */
export async function recordSeriesRequests(
  tx: Tx,
  actor: AuditActor,
  { caller, before, after }: { caller: Caller; before: readonly Booking[]; after: readonly Booking[] },
) {
  const action = 'bookings.requestChange'
  for (const session of after) {
    const { id, studio_id, client_id } = session
    const old = before.find((booking) => booking.id === id)
    await pipeline(tx, bookingAuditStatements(tx, actor, { caller, action, before: old, after: session }))
    publish(tx, { studio_id, topic: 'bookings', id, client_id })
    await queueRequestExpiry(tx, old, session)
  }
  const [first] = after
  if (!first) return
  const { id: booking_id, version } = first
  const change = { booking_id, kind: 'change_requested' as const, version, actor_id: actor.user_id }
  await enqueue(tx, emailAboutBooking, { ...change, session_ids: after.map(({ id }) => id) })
}

/** The sessions that the email is about: those with changes other than notes and prices. */
const listSessionsToEmail = ({ action, before = [], after }: RecordedSeries) =>
  after.filter((session) => {
    const old = before.find(({ id }) => id === session.id)
    return action !== 'bookings.updateSeries' || !old || !isSameSession(old, session)
  })

/**
 * Records a change of a series: one audit row and one email with the changed sessions, and a notification for each session.
 */
export async function recordSeries(tx: Tx, actor: AuditActor, series: Series, change: RecordedSeries) {
  const { caller, action, before, after } = change
  const { id, studio_id, client_id } = series
  const auditedSessions = (sessions: readonly Booking[]) =>
    sessions.map(({ id, booking_date, start_time, status }) => ({ id, booking_date, start_time, status }))
  await audit(tx, actor, {
    action,
    object_type: 'booking_series',
    object_id: id,
    studio_id,
    ...(before && { before: { sessions: auditedSessions(before) } }),
    after: { sessions: auditedSessions(after) },
    request_id: caller.request_id,
  })
  for (const session of after) {
    publish(tx, { studio_id, topic: 'bookings', id: session.id, client_id })
    await queueRequestExpiry(
      tx,
      before?.find((booking) => booking.id === session.id),
      session,
    )
  }
  await activateProjects(tx, actor, { caller, after })
  const emailedSessions = listSessionsToEmail(change)
  const [first] = emailedSessions
  if (!first || client_id === null || series.booking_type !== 'client_booking') return
  const { id: booking_id, version } = first
  const email = { booking_id, kind: chooseEmailKindOfSeries(action, first), version, actor_id: actor.user_id }
  await enqueue(tx, emailAboutBooking, { ...email, session_ids: emailedSessions.map((session) => session.id) })
}
