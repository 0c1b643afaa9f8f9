import type { Actor } from '@studiohub/contract/actor.ts'
import { AppError, fail } from '@studiohub/contract/errors.ts'
import type { BlockAnswer, NewBlock, Resolution } from '@studiohub/contract/features/bookings/blocks/schema.ts'
import { canBlockTime } from '@studiohub/contract/features/bookings/policy.ts'
import { noPrice } from '@studiohub/contract/features/bookings/quotes/rules.ts'
import { daysOf, transitions, without } from '@studiohub/contract/features/bookings/rules.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { authorize, type Person, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { awaitLock, lockStudio } from '#platform/db/locks.ts'
import { pipeline } from '#platform/db/statements.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { TimeTaken, withFreeTimes } from '../alternatives/service.ts'
import { deleteChangeRequest, touchBooking } from '../changes/queries.ts'
import { checkRequest, toBooking } from '../create-booking.ts'
import { type Hold, type HoldOfBooking, insertBookings, isInTheWay } from '../holds/queries.ts'
import { moveWithin } from '../moves/service.ts'
import { getBooking, listHeldBy, listInTheWay } from '../queries.ts'
import { recordBooking } from '../record-booking.ts'
import { applyStep } from '../steps/queries.ts'
import { stepOf } from '../steps/service.ts'
import { termsOf, termsQuery } from '../terms/queries.ts'
import { checkTime, choiceOf, holdOn } from '../terms/service.ts'

type Story = { tx: Tx; actor: Actor & Person; caller: Caller; now: Date }

/**
 * Blocks time over what stands there. Each booking in the way must be kept, cancelled or moved by the same call: where
 * one is not spoken of, nothing happens and the answer names it. What is kept is left out of the block.
 */
export const createBlock = (caller: Caller, input: NewBlock, now: Date): Promise<BlockAnswer> =>
  withFreeTimes(caller, () => awaitLock('studio', input.studio_id, () => blockOnce(caller, input, now)))

function blockOnce(caller: Caller, { resolutions = [], ...input }: NewBlock, now: Date): Promise<BlockAnswer> {
  return asActor(caller, async (tx, actor) => {
    const person = requireRole(actor)
    authorize(canBlockTime(actor, input.studio_id))
    const story = { tx, actor: person, caller, now }
    const blockInput = { ...input, booking_type: 'blocked_time' as const }
    const [, [row]] = await pipeline(tx, [lockStudio(input.studio_id), termsQuery(blockInput)])
    const terms = termsOf(row) ?? fail('NOT_FOUND')
    const wanted = checkRequest(actor, blockInput, terms)
    const instants = checkTime(actor, wanted, terms, now)
    const { all } = choiceOf(wanted, terms.resources)
    const whole = all.map((resource) => holdOn(resource, instants))
    const standing = await listInTheWay(tx, input.studio_id, whole)
    const kept = await resolve(story, standing, { resolutions, whole })
    const block = toBooking(wanted, { actor: person, now, terms, instants, resources: all, price: noPrice })
    const holds = await aroundKept(tx, block.id, { whole, kept: kept.map(({ id }) => id) })
    const answer = { ...block, resources: heldAmong(block, holds) }
    if (holds.length === 0) fail('INVALID_TIME_RANGE', { message: 'What is kept leaves nothing to block.' })
    // What was moved may have been moved within the block.
    const left = await listInTheWay(tx, input.studio_id, whole)
    const unkept = left.filter(({ id }) => !kept.some((one) => one.id === id))
    if (unkept.length > 0) inTheWay(unkept)
    await insertBookings(tx, [answer], holds)
    await recordBooking(tx, actor, { caller, action: 'bookings.createBlock', after: answer })
    const ids = (action: Resolution['action']) => spokenOf(resolutions, standing, action)
    const moved = await Promise.all(ids('move').map((id) => getBooking(tx, id)))
    return {
      block: { ...answer, warnings: [] },
      kept: kept.map(({ id }) => id),
      cancelled: ids('cancel'),
      moved: moved.filter((booking) => booking !== undefined),
    }
  })
}

const spokenOf = (resolutions: readonly Resolution[], standing: readonly Booking[], action: Resolution['action']) =>
  resolutions
    .filter((resolution) => resolution.action === action && standing.some(({ id }) => id === resolution.booking_id))
    .map(({ booking_id }) => booking_id)

const inTheWay = (bookings: readonly Booking[]): never => fail('BOOKING_CONFLICT', { details: { bookings } })

/** Does what was said about each booking in the way. @returns those that are kept */
async function resolve(
  story: Story,
  standing: readonly Booking[],
  { resolutions, whole }: { resolutions: readonly Resolution[]; whole: readonly Hold[] },
) {
  const sayingOf = (booking: Booking) => resolutions.find(({ booking_id }) => booking_id === booking.id)
  const unspoken = standing.filter((booking) => sayingOf(booking) === undefined)
  if (unspoken.length > 0) inTheWay(unspoken)
  const kept: Booking[] = []
  for (const booking of standing) {
    const resolution = sayingOf(booking)
    const isOnlyAsked = booking.change_request !== null && !(await isInTheWay(story.tx, booking.id, whole))
    if (resolution?.action === 'cancel' && isOnlyAsked) await declineFor(story, booking)
    else if (resolution?.action === 'cancel') await cancelFor(story, booking, resolution.reason ?? null)
    else if (resolution?.action === 'move') await moveFor(story, booking, resolution)
    else kept.push(booking)
  }
  return kept
}

/** Where only what a client asks for is in the way, that alone ends; the session stays. */
async function declineFor({ tx, actor, caller, now }: Story, before: Booking) {
  await deleteChangeRequest(tx, before.id)
  if (!(await touchBooking(tx, before, now))) fail('STALE_VERSION')
  const after = (await getBooking(tx, before.id)) ?? fail('NOT_FOUND')
  await recordBooking(tx, actor, { caller, action: 'bookings.declineChange', before, after })
}

async function cancelFor({ tx, actor, caller, now }: Story, before: Booking, reason: string | null) {
  const step = stepOf('cancel', actor.user_id, { now, reason })
  const taken = await applyStep(tx, [before.id], transitions.cancel.from, { step })
  if (taken.length === 0) fail('INVALID_TRANSITION')
  const after = (await getBooking(tx, before.id)) ?? fail('NOT_FOUND')
  await recordBooking(tx, actor, { caller, action: 'bookings.cancel', before, after })
}

async function moveFor(
  { tx, actor, caller, now }: Story,
  before: Booking,
  { to }: Extract<Resolution, { action: 'move' }>,
) {
  const change = { ...to, ...daysOf(to) }
  const { booking, released } = await moveWithin(tx, actor, before, { change, now }).catch((error: unknown) => {
    if (error instanceof TimeTaken) throw new TimeTaken(error.taken, { booking_id: before.id })
    if (!(error instanceof AppError)) throw error
    // What is wrong is wrong with that move, and with no field of the block.
    const { code, message, details, fields } = error
    return fail(code, {
      message: Object.values(fields ?? {})[0] ?? message,
      details: { ...details, booking_id: before.id },
    })
  })
  await recordBooking(tx, actor, { caller, action: 'bookings.update', before, after: booking, released })
}

/** What a block holds: the whole time of each resource without what kept bookings hold of it, each stretch a part. */
async function aroundKept(
  tx: Tx,
  booking_id: string,
  { whole, kept }: { whole: readonly Hold[]; kept: readonly string[] },
): Promise<HoldOfBooking[]> {
  const held = await listHeldBy(tx, kept)
  return whole.flatMap(({ resource_id, from, to }) => {
    const holes = held.filter((hold) => hold.resource_id === resource_id).flatMap((hold) => hold.held)
    return without({ from: Date.parse(from), to: Date.parse(to) }, holes).map((span, part) => ({
      ...{ booking_id, resource_id, part },
      from: new Date(span.from).toISOString(),
      to: new Date(span.to).toISOString(),
    }))
  })
}

const heldAmong = (block: Booking, holds: readonly HoldOfBooking[]) =>
  block.resources.filter(({ id }) => holds.some(({ resource_id }) => resource_id === id))
