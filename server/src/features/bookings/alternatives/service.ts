import type { Actor } from '@studiohub/contract/actor.ts'
import { AppError, fail } from '@studiohub/contract/errors.ts'
import { mayOverrideHours } from '@studiohub/contract/features/availability/policy.ts'
import {
  type Alternative,
  askedOthers,
  askedRooms,
  availability,
  nearestStarts,
  startTerms,
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
import { type HeldRow, isFree, listTaken, toHeld } from '../holds/queries.ts'
import { heldQuery } from '../queries.ts'
import type { Terms } from '../terms/queries.ts'
import { type Choice, candidatesOf, checkHours, holdOn, type SessionRequest } from '../terms/service.ts'

const DAYS = 7

/** A time that was wanted and is taken. @param but the booking that is moved, which is not in its own way */
export type TakenTime = { actor: Actor; wanted: SessionRequest; choice: Choice; terms: Terms; now: Date; but?: string }

/** Starts that are free instead: of that day, and of the week that begins with it. */
type FreeTimes = { free_starts: string[]; alternatives: Alternative[] }

/** What is in the way, as far as the caller may know, and what is free instead. */
type Conflict = FreeTimes & { message: string | null; taken?: TakenResource[] }

/** The time is taken. It ends the transaction; `withFreeTimes` answers it. */
export class TimeTaken extends AppError {
  readonly taken: TakenTime

  constructor(taken: TakenTime, details: Record<string, unknown> = {}) {
    super('BOOKING_CONFLICT', { details })
    this.taken = taken
  }
}

// Those who lose one hour come one after the other, as they get the studio's lock.
const COLLECT_MS = 40
const searchTogether = shareConcurrentCalls<Conflict>(COLLECT_MS)

/** Runs `work`; if the time is taken, refuses with the nearest free times. */
export async function withFreeTimes<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof TimeTaken)) throw error
    // The transaction has ended: no lock is held while other times are searched.
    const { message, ...found } = await describeConflict(caller, error.taken)
    return fail('BOOKING_CONFLICT', { ...(message && { message }), details: { ...error.details, ...found } })
  }
}

/** Describes a time that is taken. Callers with the same rights who lose it together share one search. */
function describeConflict(caller: Caller, taken: TakenTime): Promise<Conflict> {
  const question = questionOf(taken)
  const search = () =>
    asActor({ ...caller, idempotency: undefined }, async (tx) => {
      const { rows } = await executePrepared(tx, weekQuery(question))
      const free = findAlternatives(question, rows, taken.now)
      if (!question.sees_all) return { ...free, message: messageForClient(question, rows) }
      const inTheWay = await listTaken(tx, question.holds, question.but)
      return { ...free, message: conflictForStudio(inTheWay, question.zone) || null, taken: inTheWay }
    })
  return searchTogether(JSON.stringify(question), search)
}

function messageForClient({ choice, holds, person_title }: Question, held: readonly HeldRow[]) {
  const isTaken = ({ id }: { id: string }) => holds.some((hold) => hold.resource_id === id && !isFree(hold, held))
  const isPersonMissing = choice.person?.isRequired && !choice.all.some(isTaken)
  const rooms = choice.all.filter((resource) => resource.kind === 'room' && isTaken(resource)).map(({ name }) => name)
  return conflictForClient({
    rooms,
    isAnyRoom: choice.oneOf.length > 0 && choice.oneOf.every(isTaken),
    missing: isPersonMissing ? { person_title } : undefined,
  })
}

type Question = ReturnType<typeof questionOf>

/** All that an answer depends on, except the clock and what is held: also the rights that it is read with. */
function questionOf({ actor, wanted, choice, terms, but }: TakenTime) {
  const { booking_date, start_time } = wanted
  const runs_studio = mayOverrideHours(actor, wanted.studio_id)
  return {
    eyes: { role: actor.role, studio_id: actor.studio_id },
    sees_all: canSeeAllBookings(actor, wanted.studio_id),
    holds: candidatesOf(choice).map((resource) => holdOn(resource, sessionInstants(wanted, terms.timezone))),
    ...{ booking_date, start_time, minutes: minutesLong(wanted), runs_studio, choice, but },
    zone: terms.timezone,
    person_title: terms.service?.person_title ?? null,
    notice_minutes: terms.min_notice_minutes,
    horizon_days: terms.booking_horizon_days,
    hours: isAnyHour({ actor, wanted, choice, terms }) ? null : terms.hours,
  }
}

// Who blocks or books at night is offered other times of the night.
function isAnyHour({ actor, wanted, choice, terms }: Pick<TakenTime, 'actor' | 'wanted' | 'choice' | 'terms'>) {
  if (wanted.booking_type === 'blocked_time') return true
  if (!mayOverrideHours(actor, wanted.studio_id)) return false
  return checkHours(actor, wanted, terms, choice).warnings.includes('OUTSIDE_OPENING_HOURS')
}

const weekQuery = ({ booking_date, zone, choice, but, minutes }: Question) =>
  heldQuery({
    resource_ids: candidatesOf(choice).map(({ id }) => id),
    but,
    from: dayStart(plusDays(booking_date, -1), zone),
    to: dayStart(plusDays(booking_date, DAYS + 1 + Math.ceil(minutes / MINUTES_A_DAY)), zone),
  })

/** @param held what is held of the resources that were asked for, in the week that begins with the day */
function findAlternatives(asked: Question, held: HeldRow[], now: Date): FreeTimes {
  const { booking_date, minutes, zone, hours } = asked
  const { all, oneOf, person } = asked.choice
  const holds = held.map(toHeld)
  // Every room that was named is needed, one of those that were not.
  const named = all.filter(({ kind }) => kind === 'room')
  const [rooms, moreRooms] = oneOf.length > 0 ? [oneOf, named] : [named.slice(0, 1), named.slice(1)]
  const others = all.filter(({ kind }) => kind !== 'room')
  // A block may name nothing but people and equipment.
  const hasRooms = rooms.length > 0
  const days = availability({
    ...{ zone, date: booking_date, days: DAYS, minutes },
    terms: startTerms({ ...asked, now }),
    rooms: askedRooms(hasRooms ? rooms : others.slice(0, 1), holds, hours),
    also: [...askedRooms(moreRooms, holds, hours), ...askedOthers(hasRooms ? others : others.slice(1), holds, hours)],
    oneOfPeople: person?.isRequired ? askedOthers(person.oneOf, holds, hours) : null,
    isFull: () => false,
  })
  const free_starts = nearestStarts(days.slice(0, 1), asked).map(({ start_time }) => start_time)
  return { free_starts, alternatives: nearestStarts(days, asked) }
}
