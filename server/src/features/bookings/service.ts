import { randomUUID } from 'node:crypto'
import type { Actor } from '@studiohub/contract/actor.ts'
import { errors, fail } from '@studiohub/contract/errors.ts'
import {
  canBlockTime,
  canBookFor,
  canCancel,
  canComplete,
  canConfirm,
  canCreateBooking,
  canDecline,
  canListBookings,
  canSeeAllBookings,
  canSetStatus,
  isBoundByCutoff,
  mayBookAnyHour,
} from '@studiohub/contract/features/bookings/policy.ts'
import {
  busyTimes,
  checkOpeningHours,
  checkStart,
  firstStatus,
  type Instants,
  isPossible,
  isTooLateToCancel,
  monthOf,
  nearestFreeStarts,
  type SessionTimes,
  sessionInstants,
  type Transition,
  transitions,
  withBuffers,
} from '@studiohub/contract/features/bookings/rules.ts'
import {
  BOOKINGS_RANGE_ROWS_MAX,
  type Booking,
  type BookingStatus,
  type BookingsAnswer,
  type BookingsQuery,
  type NewBookingAtStudio,
} from '@studiohub/contract/features/bookings/schema.ts'
import type { OpeningHours } from '@studiohub/contract/features/resources/schema.ts'
import { hasBookingLeft } from '@studiohub/contract/features/subscriptions/rules.ts'
import { plans, type Tier } from '@studiohub/contract/features/subscriptions/schema.ts'
import { dayStart, plusDays } from '@studiohub/contract/shared/instants.ts'
import type { z } from 'zod'
import { authorize, requireRole } from '../../platform/authorize.ts'
import { readPage, toPage } from '../../platform/cursor.ts'
import { asActor, type Caller, lock, type Tx } from '../../platform/db/door.ts'
import * as queries from './queries.ts'

/** A studio's bookings: whole between two days, else in pages; of others than the asker's a client learns when alone. */
export function listBookings(caller: Caller, query: BookingsQuery): Promise<BookingsAnswer> {
  const { studio_id, status, from, to } = query
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    authorize(canListBookings(actor, studio_id))
    const client_id = canSeeAllBookings(actor, studio_id) ? null : user_id
    const wanted = { studio_id, status, client_id }
    if (from === undefined || to === undefined) return listPage(tx, wanted, query)
    const items = await queries.listBookingsBetween(tx, { ...wanted, from, to, limit: BOOKINGS_RANGE_ROWS_MAX + 1 })
    if (items.length > BOOKINGS_RANGE_ROWS_MAX) {
      fail('VALIDATION_FAILED', { fields: { to: 'There are too many bookings. Please ask for fewer days.' } })
    }
    return { items, next_cursor: null, busy: client_id ? await listBusy(tx, { studio_id, client_id, from, to }) : [] }
  })
}

async function listPage(
  tx: Tx,
  wanted: Pick<queries.BookingsWanted, 'studio_id' | 'status' | 'client_id'>,
  query: Pick<BookingsQuery, 'cursor' | 'limit'>,
): Promise<BookingsAnswer> {
  const { after, limit, rows } = readPage(query)
  const found = await queries.listBookingsAfter(tx, { ...wanted, after, limit: rows })
  return { ...toPage(found, limit, (row) => [`${row.booking_date}T${row.start_time}`, row.id]), busy: [] }
}

async function listBusy(tx: Tx, asked: { studio_id: string; client_id: string; from: string; to: string }) {
  const { timezone, resources } = (await queries.getTerms(tx, asked)) ?? fail('NOT_FOUND')
  const rooms = resources.filter(({ kind }) => kind === 'room')
  const holds = await queries.listHolds(tx, {
    studio_id: asked.studio_id,
    resource_ids: rooms.map((room) => room.id),
    but_of: asked.client_id,
    from: dayStart(asked.from, timezone),
    to: dayStart(plusDays(asked.to, 1), timezone),
  })
  return holds
    .flatMap(({ resource_id, ...hold }) => busyTimes({ ...hold, room_id: resource_id }, timezone))
    .filter((busy) => busy.booking_date >= asked.from && busy.booking_date <= asked.to)
}

export function getBooking(caller: Caller, id: string): Promise<Booking> {
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    return (await queries.getBooking(tx, id)) ?? fail('NOT_FOUND')
  })
}

type Asked = z.output<typeof NewBookingAtStudio>
type Wanted = Asked & SessionTimes & { status: BookingStatus; client_id: string | null }

/**
 * Books a session or blocks time. All of it happens in one transaction: the plan's count, the choice of the room, the
 * booking, what it holds and the trail. The studio's lock makes racing calls wait for each other; that no resource is
 * held twice, the database itself refuses. A refused time comes with the nearest free starts of that day.
 */
export function createBooking(caller: Caller, input: Asked, now: Date): Promise<Booking> {
  return asActor(caller, async (tx, actor) => {
    const { studio_id } = input
    const { user_id } = requireRole(actor)
    authorize(canCreateBooking(actor, studio_id))
    const wanted = wantedBy(actor, input)
    const terms = (await queries.getTerms(tx, wanted)) ?? fail('NOT_FOUND')
    authorize(terms.is_active, 'STUDIO_INACTIVE')
    const anyHour = mayBookAnyHour(actor, studio_id)
    const instants = sessionInstants(wanted, terms.timezone)
    checkStart({ ...wanted, ...instants }, { zone: terms.timezone, now, mayRecordToday: anyHour })
    if (!anyHour) checkOpeningHours(wanted, terms.hours)
    checkServiceAndClient(wanted, terms)
    const choice = choiceOf(wanted, terms.resources)
    await lock(tx, 'studio', studio_id)
    if (wanted.booking_type === 'client_booking') await checkPlan(tx, wanted, terms.tier)
    const taken = await chooseResources(tx, choice, instants)
    const booking = {
      ...toWrite(wanted, { user_id, now }),
      ...instants,
      client_name: terms.client_name,
      resources: taken.map(named),
    }
    const holds = taken.map((resource) => holdOn(resource, instants))
    if (taken.length === 0 || !(await queries.insertBooking(tx, booking, holds))) {
      const open = { zone: terms.timezone, now, hours: anyHour ? null : terms.hours }
      fail('BOOKING_CONFLICT', { details: { free_starts: await listFreeStarts(tx, booking, choice, open) } })
    }
    await queries.recordBooking(tx, actor, { caller, action: 'bookings.create', after: booking })
    return booking
  })
}

const named = ({ id, name, kind }: queries.Bookable) => ({ id, name, kind })

const holdOn = (resource: queries.Bookable, instants: Instants) => ({
  resource_id: resource.id,
  ...withBuffers(instants, resource),
})

function toWrite(wanted: Wanted, { user_id, now }: { user_id: string; now: Date }) {
  const { studio_id, booking_date, start_time, end_time, ends_next_day, service_type, booking_type, status } = wanted
  const at = now.toISOString()
  return {
    id: randomUUID(),
    ...{ studio_id, booking_date, start_time, end_time, ends_next_day, service_type, booking_type, status },
    project_id: null,
    client_id: wanted.client_id,
    notes: wanted.notes || null,
    created_by: user_id,
    created_at: at,
    updated_at: at,
    cancelled_at: null,
    cancelled_by: null,
    cancel_reason: null,
  }
}

/** What was asked with what follows from who asks; refuses fields that are not theirs to set (safety T26, T27). */
function wantedBy(actor: Actor, input: Asked): Wanted {
  const { studio_id, booking_type, status = firstStatus(booking_type) } = input
  if (booking_type === 'blocked_time') {
    authorize(canBlockTime(actor, studio_id), 'FIELD_NOT_ALLOWED')
    authorize(!input.client_id, 'FIELD_NOT_ALLOWED')
  }
  authorize(canSetStatus(actor, studio_id, booking_type, status), 'FIELD_NOT_ALLOWED')
  const client_id = input.client_id ?? (actor.role === 'client' ? actor.user_id : null)
  authorize(canBookFor(actor, studio_id, client_id))
  return { ...input, ends_next_day: input.ends_next_day ?? false, status, client_id }
}

function checkServiceAndClient(wanted: Wanted, terms: { offers_service: boolean; knows_client: boolean }) {
  if (wanted.booking_type === 'blocked_time') return
  if (!terms.offers_service) {
    fail('SERVICE_NOT_OFFERED', { fields: { service_type: errors.SERVICE_NOT_OFFERED.message } })
  }
  if (wanted.client_id !== null && !terms.knows_client) {
    fail('CLIENT_NOT_IN_STUDIO', { fields: { client_id: errors.CLIENT_NOT_IN_STUDIO.message } })
  }
}

async function checkPlan(tx: Tx, wanted: Wanted, tier: Tier | null) {
  if (tier !== null && plans[tier].bookings_per_month === null) return
  const live = await queries.countLiveBookings(tx, wanted.studio_id, monthOf(wanted.booking_date))
  authorize(tier !== null && hasBookingLeft(tier, live), 'PLAN_LIMIT_REACHED')
}

/** What a booking needs: `all` of these, and where `oneOf` names any, one of those. */
type Choice = { all: queries.Bookable[]; oneOf: queries.Bookable[] }

/** In the studio's own order; none where no room is free. */
async function chooseResources(tx: Tx, { all, oneOf }: Choice, instants: Instants): Promise<queries.Bookable[]> {
  if (oneOf.length === 0) return all
  const holds = oneOf.map((room) => holdOn(room, instants))
  const free = await queries.firstFree(tx, holds)
  const room = oneOf.find(({ id }) => id === free)
  return room ? [...all, room].sort((a, b) => a.position - b.position || a.id.localeCompare(b.id)) : []
}

/** The resources that were named; without a room among them any free one, or for blocked time every room. */
function choiceOf(
  { room_id, resource_ids = [], booking_type }: Pick<Asked, 'room_id' | 'resource_ids' | 'booking_type'>,
  active: queries.Bookable[],
): Choice {
  const named = new Set(room_id ? [room_id, ...resource_ids] : resource_ids)
  const all = active.filter(({ id }) => named.has(id))
  const rooms = active.filter(({ kind }) => kind === 'room')
  const unknown = all.length < named.size || (room_id && !rooms.some(({ id }) => id === room_id))
  if (unknown || rooms.length === 0)
    fail('ROOM_NOT_AVAILABLE', { fields: { room_id: errors.ROOM_NOT_AVAILABLE.message } })
  if (booking_type === 'blocked_time') return { all: named.size === 0 ? rooms : all, oneOf: [] }
  return { all, oneOf: all.some(({ kind }) => kind === 'room') ? [] : rooms }
}

/** The free starts of the day nearest to a time that was refused. */
async function listFreeStarts(
  tx: Tx,
  refused: Booking,
  { all, oneOf }: Choice,
  open: { zone: string; now: Date; hours: OpeningHours[] | null },
): Promise<string[]> {
  const holds = await queries.listHolds(tx, {
    studio_id: refused.studio_id,
    resource_ids: [...all, ...oneOf].map(({ id }) => id),
    but: refused.id,
    from: dayStart(plusDays(refused.booking_date, -1), open.zone),
    to: dayStart(plusDays(refused.booking_date, 3), open.zone),
  })
  const occupied = (resources: queries.Bookable[]) =>
    resources.map((resource) => ({ ...resource, held: holds.filter((hold) => hold.resource_id === resource.id) }))
  return nearestFreeStarts(refused, { ...open, all: occupied(all), oneOf: occupied(oneOf) })
}

/** What a step was asked with. */
type Step = { id: string; now: Date; reason?: string | null | undefined }

/** The studio takes a pending booking on. */
export const confirmBooking = (caller: Caller, step: Step) => takeStep(caller, 'confirm', canConfirm, step)

/** The studio turns a pending booking down; it is then cancelled, with a reason if one was given. */
export const declineBooking = (caller: Caller, step: Step) => takeStep(caller, 'decline', canDecline, step)

/** The studio at any time, its client until the cut-off. */
export const cancelBooking = (caller: Caller, step: Step) => takeStep(caller, 'cancel', canCancel, step)

/** A confirmed session took place. */
export const completeBooking = (caller: Caller, step: Step) => takeStep(caller, 'complete', canComplete, step)

function takeStep(
  caller: Caller,
  transition: Transition,
  may: (actor: Actor, booking: Booking) => boolean,
  step: Step,
): Promise<Booking> {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    const before = (await queries.getBooking(tx, step.id)) ?? fail('NOT_FOUND')
    authorize(may(actor, before))
    if (!isPossible(transition, before.status)) fail('INVALID_TRANSITION')
    if (transition === 'cancel' && isBoundByCutoff(actor, before.studio_id)) await checkCutoff(tx, before, step.now)
    const at = step.now.toISOString()
    const { from, to } = transitions[transition]
    const ended = to === 'cancelled' && { cancelled_at: at, cancelled_by: user_id, cancel_reason: step.reason || null }
    const moved = await queries.moveBooking(tx, step.id, from, { status: to, updated_at: at, ...ended })
    if (!moved) fail('INVALID_TRANSITION')
    const after = (await queries.getBooking(tx, step.id)) ?? fail('NOT_FOUND')
    await queries.recordBooking(tx, actor, { caller, action: `bookings.${transition}`, before, after })
    return after
  })
}

async function checkCutoff(tx: Tx, booking: Booking, now: Date) {
  const { cancellation_cutoff_hours } = (await queries.getTerms(tx, booking)) ?? fail('NOT_FOUND')
  authorize(!isTooLateToCancel(booking.starts_at, cancellation_cutoff_hours, now), 'CANCELLATION_TOO_LATE')
}
