import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import {
  canNameEquipment,
  canSeeAllBookings,
  canSetPrice,
  canUpdate,
  isBoundByCutoff,
} from '@studiohub/contract/features/bookings/policy.ts'
import {
  asksAgain,
  holds,
  isAsItWas,
  isTooLateToCancel,
  requestExpiry,
  requireInUse,
} from '@studiohub/contract/features/bookings/rules.ts'
import type {
  Booking,
  BookingChange,
  BookingStatus,
  BookingWarning,
  ChangedBooking,
} from '@studiohub/contract/features/bookings/schema.ts'
import { authorize, requireRole } from '../../../platform/authorize.ts'
import { asActor, type Caller, lock, type Tx } from '../../../platform/db/door.ts'
import { orAlternatives, TimeTaken } from '../alternatives/service.ts'
import { deleteChangeRequest, insertChangeRequest, replaceRequestedHolds } from '../changes/queries.ts'
import { checkNamed, priceOf } from '../create/service.ts'
import { isLonger } from '../limits/service.ts'
import { getBooking } from '../queries.ts'
import { recordBooking } from '../recording/service.ts'
import { getTerms, type Terms } from '../terms/queries.ts'
import {
  type Choice,
  checkHours,
  checkProject,
  checkServiceAndClient,
  checkTime,
  choiceOf,
  chooseResources,
  holdOn,
} from '../terms/service.ts'
import * as queries from './queries.ts'

/** Moves, extends or edits a booking: everything is asked anew as for a new one, and its holds follow it or nothing does. */
export const updateBooking = (caller: Caller, change: BookingChange & { id: string }, now: Date) =>
  orAlternatives(caller, () => updateOnce(caller, change, now))

function updateOnce(
  caller: Caller,
  { id, version, ...change }: BookingChange & { id: string },
  now: Date,
): Promise<ChangedBooking> {
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    const known = (await getBooking(tx, id)) ?? fail('NOT_FOUND')
    authorize(canUpdate(actor, known))
    await lock(tx, 'studio', known.studio_id)
    const before = (await getBooking(tx, id)) ?? fail('NOT_FOUND')
    if (version !== undefined && version !== before.version) fail('STALE_VERSION')
    const { booking, warnings, requested } = await changeWithin(tx, actor, before, { change, now })
    const action = requested ? 'bookings.requestChange' : 'bookings.update'
    await recordBooking(tx, actor, { caller, action, before, after: booking })
    return { ...booking, warnings }
  })
}

type Price = Pick<Booking, 'price_minor' | 'currency'>
/**
 * @param sold the price that was agreed on, where it is not to be looked up
 * @param forClient whether the client asked for it and the studio only says yes
 */
type Asked = { change: Omit<BookingChange, 'version'>; now: Date; sold?: Price; forClient?: boolean }
/** @param requested whether the studio is asked, and nothing was moved */
type Outcome = { booking: Booking; warnings: BookingWarning[]; requested: boolean }

/** Any change, with the studio's lock already taken. */
export const changeWithin = (tx: Tx, actor: Actor, before: Booking, asked: Asked): Promise<Outcome> =>
  asksAgain(asked.change) ? moveWithin(tx, actor, before, asked) : editWithin(tx, actor, before, asked)

/** Notes and price alone move nothing, so they may also be set right when a session is over. */
async function editWithin(tx: Tx, actor: Actor, before: Booking, { change, now }: Asked): Promise<Outcome> {
  const isOver = !holds(before.status)
  if (before.status === 'cancelled' || (isOver && !canSetPrice(actor, before.studio_id))) fail('INVALID_TRANSITION')
  const terms = (await getTerms(tx, { ...before, project_id: projectOf(before, change) })) ?? fail('NOT_FOUND')
  checkProject(change, terms)
  const edited = {
    notes: notesOf(before, change),
    project_id: projectOf(before, change),
    ...soldFor(actor, before, { change, terms }),
    updated_at: now.toISOString(),
  }
  if (!(await queries.editBooking(tx, before, edited))) fail('STALE_VERSION')
  const { project_title } = terms
  const booking = { ...before, ...edited, project_title, version: before.version + 1 }
  return { booking, warnings: [], requested: false }
}

/**
 * A change of when, where or what, with the studio's lock already taken. A client's change of a confirmed session becomes a
 * request, unless such sessions are confirmed at once. Refuses before it has written anything.
 * @throws TimeTaken where others hold what it needs
 */
export async function moveWithin(tx: Tx, actor: Actor, before: Booking, asked: Asked): Promise<Outcome> {
  const placed = await findPlace(tx, actor, before, asked)
  const { change, now } = asked
  const { wanted, instants, terms, taken } = placed
  const isSame = isAsItWas(before, { ...wanted, ...instants, resources: taken })
  const status = isSame ? before.status : statusAfter(actor, before, terms)
  const moved = {
    ...wanted,
    ...instants,
    ...(asked.sold ?? soldFor(actor, before, { change, terms })),
    notes: notesOf(before, change),
    status,
    lengthened_by_client: (asked.forClient || before.client_id === actor.user_id) && isLonger(instants, before),
    updated_at: now.toISOString(),
    expires_at: isSame ? before.expires_at : expiryAfter(actor, before, { placed, now }),
  }
  if (before.status === 'confirmed' && status === 'pending') return requestChange(tx, before, { moved, placed, now })
  return writeMove(tx, before, { moved, placed, isSame })
}

type Place = Awaited<ReturnType<typeof findPlace>>

/** Checks all rules of a changed session, and finds what it takes. */
async function findPlace(tx: Tx, actor: Actor, before: Booking, { change, now }: Asked) {
  const { studio_id } = before
  if (!holds(before.status)) fail('INVALID_TRANSITION')
  const wanted = wantedOf(before, change)
  const terms = (await getTerms(tx, wanted)) ?? fail('NOT_FOUND')
  checkProject(change, terms)
  if (change.add_resource_ids || change.remove_resource_ids) {
    authorize(canNameEquipment(actor, studio_id), 'FIELD_NOT_ALLOWED')
  }
  authorize(terms.is_active, 'STUDIO_INACTIVE')
  if (isBoundByCutoff(actor, studio_id)) checkChangeable(before, terms, now)
  if (wanted.service_type !== before.service_type) checkServiceAndClient(actor, wanted, terms)
  // A session that keeps its start may have begun: it is then only made longer or shorter, or moved to another room.
  const instants = checkTime(actor, wanted, terms, now, before.starts_at)
  const asked = choiceWith(actor, before, change, terms)
  checkNamed(actor, { ...change, studio_id }, terms.resources)
  const { choice, warnings } = checkHours(actor, wanted, terms, asked)
  const taken = await chooseResources(tx, actor, wanted, {
    ...{ choice, instants, now, terms, moved: before },
    isRequest: asksStudio(actor, before, terms),
  })
  const gone = new TimeTaken({ actor, wanted, choice: asked, terms, now, but: before.id })
  if (taken.length === 0) throw gone
  return { wanted, terms, instants, taken, warnings, gone }
}

type Writing = { moved: queries.Moved; placed: Place }

async function writeMove(
  tx: Tx,
  before: Booking,
  { moved, placed, isSame }: Writing & { isSame: boolean },
): Promise<Outcome> {
  const { instants, taken, warnings, gone } = placed
  // A move of the session itself ends what its client asked for; other people or equipment do not.
  if (before.change_request && !isSame) await deleteChangeRequest(tx, before.id)
  const done = await queries.moveBooking(
    tx,
    before,
    moved,
    taken.map((resource) => holdOn(resource, instants)),
  )
  if (!done.moved) fail('STALE_VERSION')
  if (!done.held) throw gone
  if (before.change_request && isSame) {
    const others = taken.filter(({ kind }) => kind !== 'room')
    const requested = before.change_request
    await replaceRequestedHolds(
      tx,
      before.id,
      others.map((resource) => holdOn(resource, requested)),
    )
  }
  return { booking: (await getBooking(tx, before.id)) ?? fail('NOT_FOUND'), warnings, requested: false }
}

/** Holds the new time beside the session's own, in the place of an earlier request. Notes and project change at once. */
async function requestChange(
  tx: Tx,
  before: Booking,
  { moved, placed, now }: Writing & { now: Date },
): Promise<Outcome> {
  const { terms, instants, taken, warnings, gone } = placed
  const { notes, project_id, updated_at, status, ...asked } = moved
  const { price_minor, currency, studio_id, client_id } = before
  if (before.change_request) await deleteChangeRequest(tx, before.id)
  const edited = { notes, project_id, price_minor, currency, updated_at }
  if (!(await queries.editBooking(tx, before, edited))) fail('STALE_VERSION')
  const expires_at = requestExpiry(terms, [before.starts_at, instants.starts_at], now)
  const request = { ...asked, studio_id, client_id, created_at: updated_at, expires_at }
  const requestedHolds = taken.map((resource) => holdOn(resource, instants))
  if (!(await insertChangeRequest(tx, before.id, request, requestedHolds))) throw gone
  return { booking: (await getBooking(tx, before.id)) ?? fail('NOT_FOUND'), warnings, requested: true }
}

/** A pending request never waits longer because its client changes it: else it could hold its room without end. */
function expiryAfter(actor: Actor, before: Booking, { placed, now }: { placed: Place; now: Date }) {
  const { expires_at } = before
  if (canSeeAllBookings(actor, before.studio_id)) return expires_at
  const fresh = requestExpiry(placed.terms, [placed.instants.starts_at], now)
  return expires_at !== null && Date.parse(expires_at) < Date.parse(fresh) ? expires_at : fresh
}

function wantedOf(before: Booking, change: Asked['change']) {
  return {
    studio_id: before.studio_id,
    client_id: before.client_id,
    booking_type: before.booking_type,
    booking_date: change.booking_date ?? before.booking_date,
    start_time: change.start_time ?? before.start_time,
    end_time: change.end_time ?? before.end_time,
    ends_next_day: change.ends_next_day ?? before.ends_next_day,
    service_type: change.service_type ?? before.service_type,
    project_id: projectOf(before, change),
  }
}

const projectOf = (before: Booking, { project_id }: Asked['change']) =>
  project_id === undefined ? before.project_id : project_id

const notesOf = (before: Booking, { notes }: Asked['change']) => (notes === undefined ? before.notes : notes || null)

// Else moving an hour before the start would be the way around the cut-off: move to next year, then cancel.
function checkChangeable(before: Booking, terms: Terms, now: Date) {
  if (!isTooLateToCancel(before.starts_at, terms.cancellation_cutoff_hours, now)) return
  fail('CANCELLATION_TOO_LATE', { message: 'It is too late to change this online. Please call the studio.' })
}

/**
 * What is not named stays; another room takes the place of the rooms it had. People and equipment are the studio's to
 * give: a client's list of resources names a room only, and the rest stays.
 */
function choiceWith(actor: Actor, before: Booking, change: Asked['change'], terms: Terms): Choice {
  const { room_id, add_resource_ids = [], remove_resource_ids = [] } = change
  const kept = before.resources.filter(({ kind }) => room_id === undefined || kind !== 'room')
  const assigned = canNameEquipment(actor, before.studio_id) ? [] : idsOf(kept.filter(({ kind }) => kind !== 'room'))
  const resource_ids = change.resource_ids ? [...change.resource_ids, ...assigned] : idsOf(kept)
  const needed = [...resource_ids.filter((id) => !remove_resource_ids.includes(id)), ...add_resource_ids]
  requireInUse(
    kept.filter(({ id }) => needed.includes(id)),
    terms.resources,
  )
  return choiceOf({ room_id, resource_ids: needed, booking_type: before.booking_type }, terms.resources)
}

const idsOf = (resources: readonly { id: string }[]) => resources.map(({ id }) => id)

/**
 * A client's change asks the studio again, unless it takes such sessions without being asked. Where it assigned people or
 * equipment it is asked in any case: whether they can come then is for the studio to say.
 */
function statusAfter(actor: Actor, before: Booking, terms: Terms): BookingStatus {
  if (canSeeAllBookings(actor, before.studio_id)) return before.status
  const isAssigned = before.resources.some(({ kind }) => kind !== 'room')
  return terms.service?.auto_confirm && !isAssigned ? 'confirmed' : 'pending'
}

/** Whether a client's change turns a confirmed session into a request again. */
const asksStudio = (actor: Actor, before: Booking, terms: Terms) =>
  before.status === 'confirmed' && statusAfter(actor, before, terms) === 'pending'

/** As sold, unless the service is another one or the studio says so. */
function soldFor(actor: Actor, before: Booking, { change, terms }: { change: Asked['change']; terms: Terms }) {
  const { price_minor, service_type } = change
  if (price_minor !== undefined) {
    authorize(canSetPrice(actor, before.studio_id) && before.booking_type === 'client_booking', 'FIELD_NOT_ALLOWED')
    const currency = before.currency ?? terms.service?.currency ?? terms.currency
    return { price_minor, currency: price_minor === null ? null : currency }
  }
  const isOther = service_type !== undefined && service_type !== before.service_type
  if (isOther) return priceOf(before.booking_type, terms)
  return { price_minor: before.price_minor, currency: before.currency }
}
