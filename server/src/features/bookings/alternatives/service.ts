import type { Actor } from '@studiohub/contract/actor.ts'
import { AppError, fail } from '@studiohub/contract/errors.ts'
import { mayOverrideHours } from '@studiohub/contract/features/availability/policy.ts'
import {
  type Alternative,
  availability,
  nearestStarts,
  startRules,
  toRequestedOthers,
  toRequestedRooms,
} from '@studiohub/contract/features/availability/rules.ts'
import {
  conflictForClient,
  conflictForStudio,
  type TakenResource,
} from '@studiohub/contract/features/bookings/conflicts/rules.ts'
import { canSeeAllBookings } from '@studiohub/contract/features/bookings/policy.ts'
import { sessionInstants } from '@studiohub/contract/features/bookings/rules.ts'
import { dayStart, plusDays } from '@studiohub/contract/shared/instants.ts'
import { minutesLong } from '@studiohub/contract/shared/length.ts'
import { MINUTES_A_DAY } from '@studiohub/contract/shared/opening-hours.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { executePrepared } from '#platform/db/statements.ts'
import { shareConcurrentCalls } from '#platform/process/share-calls.ts'
import { type Choice, candidatesOf, reservationOf, type SessionRequest } from '../context/choice-service.ts'
import type { BookingContext } from '../context/queries.ts'
import { checkHours } from '../context/service.ts'
import { reservedTimesQuery } from '../queries.ts'
import { isFree, listConflicts, type ReservedTimesRow, toReservedTimes } from '../reservations/queries.ts'

const DAYS = 7

/** A requested time that is taken. @param but the booking that is being moved; its own reservations do not conflict */
export type TakenSlot = {
  actor: Actor
  request: SessionRequest
  choice: Choice
  context: BookingContext
  now: Date
  but?: string
}

/** Free starts on that day, and in the week that begins with it. */
type FreeTimes = { free_starts: string[]; alternatives: Alternative[] }

/** The conflicts that the caller may see, and free times. */
type Conflict = FreeTimes & { message: string | null; taken?: TakenResource[] }

/** Thrown if a time is taken, which ends the transaction. `withFreeTimes` turns it into the answer. */
export class SlotTakenError extends AppError {
  readonly taken: TakenSlot

  constructor(taken: TakenSlot, details: Record<string, unknown> = {}) {
    super('BOOKING_CONFLICT', { details })
    this.taken = taken
  }
}

// Callers that compete for one slot fail one after another, when they get the studio's lock.
const COLLECT_MS = 40
const searchTogether = shareConcurrentCalls<Conflict>(COLLECT_MS)

/** Runs `work`. If the time is taken, it fails with the nearest free times. */
export async function withFreeTimes<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SlotTakenError)) throw error
    // The transaction has ended, so no lock is held while other times are searched.
    const { message, ...found } = await describeConflict(caller, error.taken)
    return fail('BOOKING_CONFLICT', { ...(message && { message }), details: { ...error.details, ...found } })
  }
}

/** Describes the conflict of a taken time. Callers with the same rights that ask at the same time share one search. */
function describeConflict(caller: Caller, taken: TakenSlot): Promise<Conflict> {
  const question = questionOf(taken)
  const search = () =>
    asActor({ ...caller, idempotency: undefined }, async (tx) => {
      const { rows } = await executePrepared(tx, weekQuery(question))
      const free = findAlternatives(question, rows, taken.now)
      if (!question.sees_all) return { ...free, message: messageForClient(question, rows) }
      const conflicts = await listConflicts(tx, question.reservations, question.but)
      return { ...free, message: conflictForStudio(conflicts, question.zone) || null, taken: conflicts }
    })
  return searchTogether(JSON.stringify(question), search)
}

function messageForClient({ choice, reservations, person_title }: Question, reserved: readonly ReservedTimesRow[]) {
  const isTaken = ({ id }: { id: string }) =>
    reservations.some((hold) => hold.resource_id === id && !isFree(hold, reserved))
  const isPersonMissing = choice.person?.isRequired && !choice.all.some(isTaken)
  const rooms = choice.all.filter((resource) => resource.kind === 'room' && isTaken(resource)).map(({ name }) => name)
  return conflictForClient({
    rooms,
    isAnyRoom: choice.oneOf.length > 0 && choice.oneOf.every(isTaken),
    missing: isPersonMissing ? { person_title } : undefined,
  })
}

type Question = ReturnType<typeof questionOf>

/** Everything that an answer depends on except the clock and the reservations; includes the caller's rights. */
function questionOf({ actor, request, choice, context, but }: TakenSlot) {
  const { booking_date, start_time } = request
  const runs_studio = mayOverrideHours(actor, request.studio_id)
  return {
    eyes: { role: actor.role, studio_id: actor.studio_id },
    sees_all: canSeeAllBookings(actor, request.studio_id),
    reservations: candidatesOf(choice).map((resource) =>
      reservationOf(resource, sessionInstants(request, context.timezone)),
    ),
    ...{ booking_date, start_time, minutes: minutesLong(request), runs_studio, choice, but },
    zone: context.timezone,
    person_title: context.service?.person_title ?? null,
    notice_minutes: context.min_notice_minutes,
    horizon_days: context.booking_horizon_days,
    hours: isAnyHour({ actor, request, choice, context }) ? null : context.hours,
  }
}

// For a block, or a session outside of opening hours, the alternatives are not limited to opening hours.
function isAnyHour({ actor, request, choice, context }: Pick<TakenSlot, 'actor' | 'request' | 'choice' | 'context'>) {
  if (request.booking_type === 'blocked_time') return true
  if (!mayOverrideHours(actor, request.studio_id)) return false
  return checkHours(actor, request, context, choice).warnings.includes('OUTSIDE_OPENING_HOURS')
}

const weekQuery = ({ booking_date, zone, choice, but, minutes }: Question) =>
  reservedTimesQuery({
    resource_ids: candidatesOf(choice).map(({ id }) => id),
    but,
    from: dayStart(plusDays(booking_date, -1), zone),
    to: dayStart(plusDays(booking_date, DAYS + 1 + Math.ceil(minutes / MINUTES_A_DAY)), zone),
  })

/** @param reserved the reservations of the requested resources, in the week that begins with the day */
function findAlternatives(question: Question, reserved: ReservedTimesRow[], now: Date): FreeTimes {
  const { booking_date, minutes, zone, hours } = question
  const { all, oneOf, person } = question.choice
  const reservations = reserved.map(toReservedTimes)
  // All named rooms are needed; if none is named, any one room.
  const named = all.filter(({ kind }) => kind === 'room')
  const [rooms, moreRooms] = oneOf.length > 0 ? [oneOf, named] : [named.slice(0, 1), named.slice(1)]
  const others = all.filter(({ kind }) => kind !== 'room')
  // A block may have only people and equipment.
  const hasRooms = rooms.length > 0
  const days = availability({
    ...{ zone, date: booking_date, days: DAYS, minutes },
    rules: startRules({ ...question, now }),
    rooms: toRequestedRooms(hasRooms ? rooms : others.slice(0, 1), reservations, hours),
    also: [
      ...toRequestedRooms(moreRooms, reservations, hours),
      ...toRequestedOthers(hasRooms ? others : others.slice(1), reservations, hours),
    ],
    oneOfPeople: person?.isRequired ? toRequestedOthers(person.oneOf, reservations, hours) : null,
    isFull: () => false,
  })
  const free_starts = nearestStarts(days.slice(0, 1), question).map(({ start_time }) => start_time)
  return { free_starts, alternatives: nearestStarts(days, question) }
}
