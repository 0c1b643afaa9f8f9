import { localAt } from '../../../shared/instants.ts'
import { noPersonText } from '../../resources/words.ts'
import type { BookingType } from '../schema.ts'
import { blockReasonLabels, blockReasons } from '../words.ts'

/** A taken resource with the time (ISO 8601, including buffers) and the client, for the studio's crew and admins. */
export type TakenResource = {
  name: string
  from: string
  to: string
  /** `visitor`: the hold of a person without an account, for some minutes. */
  booking_type: BookingType | 'visitor'
  /** The service's label; for blocked time the reason. */
  service: string
  /** Null for blocked time and internal sessions. */
  client_name: string | null
}

const NAMED_MAX = 3

const dayFormat = new Intl.DateTimeFormat('en', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' })
const dayOf = (date: string) => dayFormat.format(new Date(`${date}T00:00:00Z`))

function timesOf({ from, to }: TakenResource, zone: string): string {
  const [start, end] = [localAt(from, zone), localAt(to, zone)]
  return start.date === end.date
    ? `${start.time}-${end.time}`
    : `${dayOf(start.date)}, ${start.time} to ${dayOf(end.date)}, ${end.time}`
}

function describeTaken(taken: TakenResource, zone: string): string {
  const { name, booking_type, service, client_name } = taken
  if (booking_type === 'blocked_time') {
    const reason = blockReasons.find((one) => one === service)
    return `${name} is blocked ${timesOf(taken, zone)} (${reason ? blockReasonLabels[reason] : service}).`
  }
  if (booking_type === 'visitor') return `${name} is held for a visitor ${timesOf(taken, zone)}, for a few minutes.`
  return `${name} is taken ${timesOf(taken, zone)} by ${client_name ?? 'an internal session'} (${service}).`
}

/** The text of a conflict for the studio: 'Studio A is taken 14:00-16:00 by Cleo Marsh (Mixing Session).' */
export function conflictForStudio(taken: readonly TakenResource[], zone: string): string {
  const more = taken.length - NAMED_MAX
  const sentences = taken.slice(0, NAMED_MAX).map((one) => describeTaken(one, zone))
  return [
    ...sentences,
    ...(more > 0 ? [`${more} more ${more === 1 ? 'booking conflicts' : 'bookings conflict'}.`] : []),
  ].join(' ')
}

/**
 * The text of a conflict for a client. It names rooms, never other clients. Null if the conflict is about something that
 * clients may not know.
 * @param rooms the requested rooms that are taken
 * @param missing if only a person of the service is missing: the clients' word for this person; null: engineer
 */
export function conflictForClient({
  rooms,
  isAnyRoom,
  missing,
}: {
  rooms: readonly string[]
  isAnyRoom: boolean
  missing?: { person_title: string | null } | undefined
}) {
  if (rooms.length > 0) return `${rooms.join(' and ')} ${rooms.length === 1 ? 'is' : 'are'} taken at this time.`
  if (isAnyRoom) return 'No room is free at this time.'
  return missing ? `${noPersonText(missing.person_title)} at this time.` : null
}
