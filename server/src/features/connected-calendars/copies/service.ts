import { fail } from '@studiohub/contract/errors.ts'
import { canAnswerCalendarMoves } from '@studiohub/contract/features/connected-calendars/policy.ts'
import type { CalendarMove, CalendarMoveAnswer } from '@studiohub/contract/features/connected-calendars/schema.ts'
import { localAt } from '@studiohub/contract/shared/instants.ts'
import { updateBooking } from '#features/bookings/moves/update-booking.ts'
import { cancelBooking } from '#features/bookings/steps/cancel-booking.ts'
import { audit } from '#platform/audit/audit.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { actAs, asActor, type Caller } from '#platform/db/actor.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { queueReading } from '../jobs.ts'
import { getCalendarToRead, setNextReading } from '../readings/queries.ts'
import * as queries from './queries.ts'

/** Sessions that were moved or deleted in a connected calendar, and wait for an answer. */
export function listMoves(caller: Caller, studio_id: string): Promise<{ items: CalendarMove[] }> {
  return asActor(caller, async (tx, actor) => {
    authorize(canAnswerCalendarMoves(requireRole(actor), studio_id))
    return { items: await queries.listMoves(tx, studio_id) }
  })
}

type AnswerMoveInput = CalendarMoveAnswer & { studio_id: string }

/**
 * Answers a move or a deletion that the caller saw. If they accept it, a separate transaction first moves or cancels the
 * booking, with the caller's rights and by the usual rules. If the call is interrupted after it, the booking and its copy have the
 * same time, so the studio is not asked again.
 * @returns the moves that still wait for an answer
 */
export async function answerMove(
  caller: Caller,
  answer: AnswerMoveInput,
  now: Date,
): Promise<{ items: CalendarMove[] }> {
  const { studio_id, accept, ...move } = answer
  const { timezone } = await asActor(caller, async (tx, actor) => {
    authorize(canAnswerCalendarMoves(requireRole(actor), studio_id))
    return (await queries.getMove(tx, studio_id, move)) ?? fail('NOT_FOUND')
  })
  if (accept) await acceptMove(caller, { ...move, timezone }, now)
  return endMove(caller, answer, now)
}

function endMove(caller: Caller, { studio_id, accept, ...move }: AnswerMoveInput, now: Date) {
  const { calendar_id, booking_id } = move
  return asActor(caller, async (tx, actor) => {
    authorize(canAnswerCalendarMoves(requireRole(actor), studio_id))
    const isOpen = (await queries.getMove(tx, studio_id, move)) !== undefined
    // Another answer, or the next reading, was faster.
    if (!isOpen && !accept) fail('NOT_FOUND')
    const items = await queries.listMoves(tx, studio_id)
    await actAs(tx, 'system')
    if (isOpen) await queries.endMove(tx, move)
    await setNextReading(tx, calendar_id, now)
    const calendar = await getCalendarToRead(tx, calendar_id)
    if (calendar) await queueReading(tx, calendar)
    await audit(tx, actor, {
      action: 'connectedCalendars.answerMove',
      studio_id,
      after: { booking_id, accepted: accept },
      object_type: 'connected_calendar',
      object_id: calendar_id,
      request_id: caller.request_id,
    })
    publish(tx, { studio_id, topic: 'resources', id: calendar_id })
    const isAnswered = (item: CalendarMove) => item.calendar_id === calendar_id && item.booking_id === booking_id
    return { items: items.filter((item) => !isAnswered(item)) }
  })
}

type AcceptedMove = Omit<CalendarMoveAnswer, 'accept' | 'calendar_id'> & { timezone: string }

async function acceptMove(caller: Caller, move: AcceptedMove, now: Date): Promise<void> {
  const { booking_id: id, outside_starts_at, outside_ends_at, timezone } = move
  if (outside_starts_at === null || outside_ends_at === null) {
    await cancelBooking(caller, { id, now })
    return
  }
  const [start, end] = [localAt(outside_starts_at, timezone), localAt(outside_ends_at, timezone)]
  const { days } = Temporal.PlainDate.from(start.date).until(end.date)
  const time = { booking_date: start.date, start_time: start.time, end_time: end.time, days: days + 1 }
  await updateBooking(caller, { id, ...time }, now)
}
