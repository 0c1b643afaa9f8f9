import type { Actor } from '@studiohub/contract/actor.ts'
import { AppError, fail } from '@studiohub/contract/errors.ts'
import { type Alternative, pickNearestStarts } from '@studiohub/contract/features/availability/alternatives/rules.ts'
import { mayOverrideHours } from '@studiohub/contract/features/availability/policy.ts'
import {
  computeAvailability,
  toRequestedOthers,
  toRequestedResources,
} from '@studiohub/contract/features/availability/rules.ts'
import { toBookingWindow } from '@studiohub/contract/features/availability/window/rules.ts'
import {
  describeConflictForClient,
  describeConflictForStudio,
  type TakenResource,
} from '@studiohub/contract/features/bookings/conflicts/rules.ts'
import { canSeeAllBookings } from '@studiohub/contract/features/bookings/policy.ts'
import { computeInstants } from '@studiohub/contract/features/bookings/rules.ts'
import { dayStart, plusDays } from '@studiohub/contract/shared/instants.ts'
import { sessionMinutes } from '@studiohub/contract/shared/length.ts'
import { MINUTES_PER_DAY } from '@studiohub/contract/shared/opening-hours.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { executePrepared } from '#platform/db/statements.ts'
import { shareConcurrentCalls } from '#platform/process/share-calls.ts'
import {
  buildReservation,
  listCandidates,
  type ResourceChoice,
  type SessionRequest,
} from '../context/choice-service.ts'
import type { BookingContext } from '../context/queries.ts'
import { narrowToOpenHours } from '../context/service.ts'
import { reservedTimesQuery } from '../queries.ts'
import { isFree, listConflicts, type ReservedTimesRow, toReservedTimes } from '../reservations/queries.ts'

const DAYS = 7

/** A requested slot that is taken, with all that the search for alternatives needs. */
export type RequestedSlot = {
  actor: Actor
  request: SessionRequest
  choice: ResourceChoice
  context: BookingContext
  now: Date
  /** The booking that is moved: its own reservations do not conflict. */
  except?: string
}

/** Free starts on the requested day, and in the week that begins with it. */
type FreeTimes = { free_starts: string[]; alternatives: Alternative[] }

/** The conflicts that the caller may see, and free times. */
type Conflict = FreeTimes & { message: string | null; taken?: TakenResource[] }

/** Thrown if a slot is taken. It ends the transaction; `withAlternativesOnConflict` turns it into the answer. */
export class SlotTakenError extends AppError {
  readonly taken: RequestedSlot

  constructor(slot: RequestedSlot, details: Record<string, unknown> = {}) {
    super('BOOKING_CONFLICT', { details })
    this.taken = slot
  }
}

// Calls that compete for one slot fail shortly after each other. Waiting lets one search answer them all.
const COLLECT_MS = 40
const shareSearch = shareConcurrentCalls<Conflict>(COLLECT_MS)

/** Runs `work`. If the slot is taken, fails with the nearest free slots. */
export async function withAlternativesOnConflict<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SlotTakenError)) throw error
    // The transaction has ended, so no lock is held while other times are searched.
    const { message, ...details } = await describeConflict(caller, error.taken)
    fail('BOOKING_CONFLICT', { ...(message && { message }), details: { ...error.details, ...details } })
  }
}

/** Describes the conflict of a taken slot. Concurrent calls with the same rights and the same request share one search. */
function describeConflict(caller: Caller, slot: RequestedSlot): Promise<Conflict> {
  const search = toSlotSearch(slot)
  const runSearch = () =>
    asActor({ ...caller, idempotency: undefined }, async (tx) => {
      const { rows } = await executePrepared(tx, weekQuery(search))
      const free = findAlternatives(search, rows, slot.now)
      if (!search.sees_all) return { ...free, message: messageForClient(search, rows) }
      const conflicts = await listConflicts(tx, search.reservations, search.except)
      return { ...free, message: describeConflictForStudio(conflicts, search.zone) || null, taken: conflicts }
    })
  return shareSearch(JSON.stringify(search), runSearch)
}

function messageForClient({ choice, reservations, person_title }: SlotSearch, reserved: readonly ReservedTimesRow[]) {
  const isTaken = ({ id }: { id: string }) =>
    reservations.some((reservation) => reservation.resource_id === id && !isFree(reservation, reserved))
  const isPersonMissing = choice.person?.isRequired && !choice.required.some(isTaken)
  const rooms = choice.required
    .filter((resource) => resource.kind === 'room' && isTaken(resource))
    .map(({ name }) => name)
  return describeConflictForClient({
    rooms,
    isAnyRoom: choice.roomOptions.length > 0 && choice.roomOptions.every(isTaken),
    missing: isPersonMissing ? { person_title } : undefined,
  })
}

type SlotSearch = ReturnType<typeof toSlotSearch>

/** All data that the alternatives depend on, with the caller's rights, but without the clock and the reservations. */
function toSlotSearch({ actor, request, choice, context, except }: RequestedSlot) {
  const { booking_date, start_time } = request
  const at_desk = mayOverrideHours(actor, request.studio_id)
  return {
    viewer: { role: actor.role, studio_id: actor.studio_id },
    sees_all: canSeeAllBookings(actor, request.studio_id),
    reservations: listCandidates(choice).map((resource) =>
      buildReservation(resource, computeInstants(request, context.timezone)),
    ),
    booking_date,
    start_time,
    minutes: sessionMinutes(request),
    at_desk,
    choice,
    except,
    zone: context.timezone,
    person_title: context.service?.person_title ?? null,
    notice_minutes: context.min_notice_minutes,
    horizon_days: context.booking_horizon_days,
    hours: ignoresHours({ actor, request, choice, context }) ? null : context.hours,
  }
}

// If the request was for blocked time or outside of opening hours, alternatives may be outside of them too.
function ignoresHours({
  actor,
  request,
  choice,
  context,
}: Pick<RequestedSlot, 'actor' | 'request' | 'choice' | 'context'>) {
  if (request.booking_type === 'blocked_time') return true
  if (!mayOverrideHours(actor, request.studio_id)) return false
  return narrowToOpenHours(actor, request, context, choice).warnings.includes('OUTSIDE_OPENING_HOURS')
}

const weekQuery = ({ booking_date, zone, choice, except, minutes }: SlotSearch) =>
  reservedTimesQuery({
    resource_ids: listCandidates(choice).map(({ id }) => id),
    except,
    from: dayStart(plusDays(booking_date, -1), zone),
    to: dayStart(plusDays(booking_date, DAYS + 1 + Math.ceil(minutes / MINUTES_PER_DAY)), zone),
  })

/** @param reserved the reservations of the requested resources, in the week that begins with the day */
function findAlternatives(search: SlotSearch, reserved: ReservedTimesRow[], now: Date): FreeTimes {
  const { booking_date, minutes, zone, hours } = search
  const { required, roomOptions, person } = search.choice
  const reservations = reserved.map(toReservedTimes)
  // All named rooms are needed; if none is named, any one room.
  const namedRooms = required.filter(({ kind }) => kind === 'room')
  const [rooms, moreRooms] =
    roomOptions.length > 0 ? [roomOptions, namedRooms] : [namedRooms.slice(0, 1), namedRooms.slice(1)]
  const others = required.filter(({ kind }) => kind !== 'room')
  // A block may have only people and equipment.
  const hasRooms = rooms.length > 0
  const days = computeAvailability({
    zone,
    date: booking_date,
    days: DAYS,
    minutes,
    window: toBookingWindow({ ...search, now }),
    rooms: toRequestedResources(hasRooms ? rooms : others.slice(0, 1), reservations, hours),
    others: [
      ...toRequestedResources(moreRooms, reservations, hours),
      ...toRequestedOthers(hasRooms ? others : others.slice(1), reservations, hours),
    ],
    oneOfPeople: person?.isRequired ? toRequestedOthers(person.people, reservations, hours) : null,
    isFull: () => false,
  })
  const free_starts = pickNearestStarts(days.slice(0, 1), search).map(({ start_time }) => start_time)
  return { free_starts, alternatives: pickNearestStarts(days, search) }
}
