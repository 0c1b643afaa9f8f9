import type { Actor } from '@studiohub/contract/actor.ts'
import { awaitsPayment, isHold } from '@studiohub/contract/features/bookings/lists/rules.ts'
import { canUndo } from '@studiohub/contract/features/bookings/policy.ts'
import { isSameSession, undoableActions } from '@studiohub/contract/features/bookings/rules.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { Series } from '@studiohub/contract/features/bookings/series/schema.ts'
import type { MessageKind } from '@studiohub/contract/features/messages/words.ts'
import type { AuditAction } from '@studiohub/contract/shared/audit-actions.ts'
import { emailAboutBooking, undoWait } from '#features/emails/bookings/jobs.ts'
import { queueExpiry } from '#features/emails/expired-requests/jobs.ts'
import { letBookingGo } from '#features/payments/jobs.ts'
import { settleBooking } from '#features/payments/settlement-jobs.ts'
import { activateProject } from '#features/projects/queries.ts'
import { audit, auditStatements, factsOfChange, type Texts } from '#platform/audit/audit.ts'
import type { Caller } from '#platform/db/actor.ts'
import { pipeline, type Statement } from '#platform/db/statements.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { type ReplacedTime, undoInsert } from './undos/queries.ts'

type Recorder = Pick<Actor, 'user_id' | 'session_id'>
type RecordBookingInput = {
  caller: Caller
  action: AuditAction
  before?: Booking | undefined
  after: Booking
  /** The reservations that a move gave up, for its undo. */
  released?: ReplacedTime | undefined
}

/**
 * Records all effects of a change of a booking: an audit row, an event for the studio's open screens, emails, and the data
 * for an undo.
 */
export async function recordBooking(tx: Tx, actor: Actor, change: RecordBookingInput) {
  await pipeline(tx, [...bookingAudit(tx, actor, change), undoOf(actor, change)])
  await announceBooking(tx, actor, change)
}

/** Saves the data with which the desk can undo its change; null if it cannot be undone. */
function undoOf(actor: Actor, { action, before, after, released = undefined }: RecordBookingInput): Statement | null {
  if (!isUndoable(action) || !before || actor.user_id === null || !canUndo(actor, before)) return null
  const { client_name, project_title, ...booking } = before
  const { id: booking_id, studio_id, version, updated_at: at } = after
  const change = { booking_id, studio_id, user_id: actor.user_id, version, at }
  return undoInsert(change, { booking, released: released ?? null })
}

const isUndoable = (action: AuditAction) => undoableActions.some((one) => one === action)

/** The effects of a change except the audit row: the event for open screens, the start of the project, and emails. */
export async function announceBooking(tx: Tx, actor: Recorder, { caller, action, before, after }: RecordBookingInput) {
  const { id, studio_id, client_id, version } = after
  publish(tx, { studio_id, topic: 'bookings', id, client_id })
  await activateProjects(tx, actor, { caller, after: [after] })
  await followPayment(tx, actor, { action, before, after })
  await followRequest(tx, before, after)
  const kind = messageOf(action, before, after)
  if (!kind) return
  const was = before && before.starts_at !== after.starts_at ? timesOf(before) : undefined
  const change = { booking_id: id, kind, version, actor_id: actor.user_id, was }
  // Emails and notifications wait, because the studio may undo its change.
  const waits = isUndoable(action) && actor.user_id !== null
  await enqueue(tx, emailAboutBooking, change, waits ? undoWait() : {})
}

/** Queues the end of an unpaid session, and adjusts the payment after a change. */
async function followPayment(
  tx: Tx,
  actor: Recorder,
  { action, before, after }: Pick<RecordBookingInput, 'action' | 'before' | 'after'>,
) {
  const { id: booking_id, pay_by, deposit_minor } = after
  if (!before && pay_by !== null) {
    // Uses the machine's clock, because the queue does too.
    const wait = Date.parse(pay_by) - Date.parse(after.created_at)
    await enqueue(tx, letBookingGo, { booking_id }, { startAfter: new Date(Date.now() + wait) })
  }
  if (!before || deposit_minor === null) return
  const waits = isUndoable(action) && actor.user_id !== null
  await enqueue(tx, settleBooking, { booking_id }, waits ? undoWait() : {})
}

/** Queues the end of a new request, or of one with a new deadline, for the time when it expires. */
async function followRequest(tx: Tx, before: Booking | undefined, after: Booking) {
  const expires_at = expiryOfRequest(after)
  if (expires_at === null || (before && expiryOfRequest(before) === expires_at)) return
  await queueExpiry(tx, after.id, Date.parse(expires_at) - Date.parse(after.updated_at))
}

const expiryOfRequest = ({ status, expires_at, change_request }: Booking) =>
  change_request?.expires_at ?? (status === 'pending' ? expires_at : null)

const timesOf = ({ booking_date, start_time, end_time, days }: Booking) => ({
  ...{ booking_date, start_time, end_time, days },
})

const facts = [
  ...(['id', 'client_id', 'project_id', 'series_id', 'booking_date', 'start_time', 'end_time'] as const),
  ...([
    'ends_next_day',
    'days',
    'service_type',
    'booking_type',
    'status',
    'no_show_at',
    'price_minor',
    'people',
    'fee',
  ] as const),
  ...(['currency', 'version', 'resources'] as const),
]

const rowOf = (booking: Booking) => ({
  ...booking,
  resources: booking.resources.map(({ id, kind }) => ({ id, kind })),
  // The reason for waiving a fee is free text, which the audit log does not store.
  fee: booking.fee && { ...booking.fee, waive_reason: undefined },
})

/**
 * The statements that write the audit row. For a change request it has the requested values, because the booking itself has
 * not changed.
 */
export function bookingAudit(
  tx: Tx,
  actor: Recorder,
  { caller, action, before, after }: RecordBookingInput,
): Statement[] {
  const { id, studio_id } = after
  const shown = action === 'bookings.requestChange' ? { ...after, ...after.change_request } : after
  return auditStatements(tx, actor, {
    ...{ action, object_type: 'booking', object_id: id, studio_id, request_id: caller.request_id },
    ...factsOfChange(before && rowOf(before), rowOf(shown), facts),
    texts: textsOf(actor, before, after),
  })
}

/** The texts of a booking that changed. They are about its client, or about the actor if there is no client. */
function textsOf(actor: Pick<Actor, 'user_id'>, before: Booking | undefined, after: Booking): Texts | null {
  const { client_id } = after
  const person_id = client_id === null ? actor.user_id : null
  const of = (booking: Booking | undefined) => ({
    notes: booking?.notes ?? null,
    cancel_reason: booking?.cancel_reason ?? null,
  })
  const [was, is] = [of(before), of(after)]
  const isSame = was.notes === is.notes && was.cancel_reason === is.cancel_reason
  return isSame || (person_id === null && client_id === null) ? null : { person_id, client_id, before: was, after: is }
}

// A confirmed session starts a project that is a draft. This change of the project has its own audit row.
async function activateProjects(
  tx: Tx,
  actor: Recorder,
  { caller, after }: { caller: Caller; after: readonly Pick<Booking, 'status' | 'project_id' | 'updated_at'>[] },
) {
  const session = after.find(({ status, project_id }) => status === 'confirmed' && project_id !== null)
  const project = session?.project_id && (await activateProject(tx, session.project_id, session.updated_at))
  if (!project) return
  const { id, studio_id, client_id } = project
  const { request_id } = caller
  await audit(tx, actor, {
    ...{ action: 'projects.activate', object_type: 'project', object_id: id, studio_id, request_id },
    before: { status: 'draft' },
    after: { status: project.status },
  })
  publish(tx, { studio_id, topic: 'projects', id, client_id })
}

const steps: Record<string, MessageKind> = {
  'bookings.confirm': 'confirmed',
  'bookings.decline': 'declined',
  'bookings.cancel': 'cancelled',
  'bookings.requestChange': 'change_requested',
  'bookings.approveChange': 'change_approved',
  'bookings.declineChange': 'change_declined',
  'bookings.undo': 'restored',
  'bookings.waiveFee': 'fee_waived',
}

/** The email about a change; null for sessions without a client, and for changes of notes or prices. */
function messageOf(action: AuditAction, before: Booking | undefined, after: Booking): MessageKind | undefined {
  if (after.client_id === null || after.booking_type !== 'client_booking') return undefined
  // While a session waits for its payment, nobody gets emails about it, even if its client changes it.
  if (!before) return awaitsPayment(after) ? undefined : madeAs(after)
  if (awaitsPayment(before) && action === 'bookings.cancel') return undefined
  // There was no request that could be declined.
  if (action === 'bookings.decline' && isHold(before)) return 'cancelled'
  if (action !== 'bookings.update') return steps[action]
  return isSameSession(before, after) ? undefined : 'moved'
}

function madeAs(booking: Booking): MessageKind {
  if (isHold(booking)) return 'on_hold'
  return booking.status === 'confirmed' ? 'booked' : 'requested'
}

type RecordedSeries = { caller: Caller; action: AuditAction; before?: readonly Booking[]; after: readonly Booking[] }

function messageOfSeries(action: AuditAction, first: Booking): MessageKind {
  if (action === 'bookings.createSeries') return madeAs(first)
  return action === 'bookings.cancelSeries' ? 'cancelled' : 'moved'
}

/** Records the change requests that one change of a series created: an audit row for each session, and one email for all. */
export async function recordSeriesRequests(
  tx: Tx,
  actor: Recorder,
  { caller, before, after }: { caller: Caller; before: readonly Booking[]; after: readonly Booking[] },
) {
  const action = 'bookings.requestChange'
  for (const session of after) {
    const { id, studio_id, client_id } = session
    const was = before.find((one) => one.id === id)
    await pipeline(tx, bookingAudit(tx, actor, { caller, action, before: was, after: session }))
    publish(tx, { studio_id, topic: 'bookings', id, client_id })
    await followRequest(tx, was, session)
  }
  const [first] = after
  if (!first) return
  const { id: booking_id, version } = first
  const change = { booking_id, kind: 'change_requested' as const, version, actor_id: actor.user_id }
  await enqueue(tx, emailAboutBooking, { ...change, session_ids: after.map(({ id }) => id) })
}

/** The bookings to email about: those with changes other than notes and prices. */
const toTell = ({ action, before = [], after }: RecordedSeries) =>
  after.filter((session) => {
    const was = before.find(({ id }) => id === session.id)
    return action !== 'bookings.updateSeries' || !was || !isSameSession(was, session)
  })

/**
 * Records a change of a series: one audit row and one email with the changed sessions, and a notification for each session.
 */
export async function recordSeries(tx: Tx, actor: Recorder, series: Series, recorded: RecordedSeries) {
  const { caller, action, before, after } = recorded
  const { id, studio_id, client_id } = series
  const auditedSessions = (sessions: readonly Booking[]) =>
    sessions.map((one) => ({
      id: one.id,
      booking_date: one.booking_date,
      start_time: one.start_time,
      status: one.status,
    }))
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
    await followRequest(
      tx,
      before?.find((one) => one.id === session.id),
      session,
    )
  }
  await activateProjects(tx, actor, { caller, after })
  const concerned = toTell(recorded)
  const [first] = concerned
  if (!first || client_id === null || series.booking_type !== 'client_booking') return
  const { id: booking_id, version } = first
  const change = { booking_id, kind: messageOfSeries(action, first), version, actor_id: actor.user_id }
  await enqueue(tx, emailAboutBooking, { ...change, session_ids: concerned.map((session) => session.id) })
}
