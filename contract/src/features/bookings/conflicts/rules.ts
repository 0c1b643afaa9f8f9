import { localAt } from '../../../shared/instants.ts'
import type { BookingType } from '../schema.ts'
import { blockReasonLabels, blockReasons } from '../words.ts'

/** A resource that is taken, when (ISO 8601, buffers included) and for which client: for the studio's own people. */
export type TakenResource = {
  name: string
  from: string
  to: string
  booking_type: BookingType
  /** A service's label or, of blocked time, the reason. */
  service: string
  /** Null of blocked time and internal sessions. */
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
  return `${name} is taken ${timesOf(taken, zone)} by ${client_name ?? 'an internal session'} (${service}).`
}

/** What the studio's people read of a conflict: 'Studio A is taken 14:00-16:00 by Cleo Marsh (Mixing Session).' */
export function conflictForStudio(taken: readonly TakenResource[], zone: string): string {
  const more = taken.length - NAMED_MAX
  const sentences = taken.slice(0, NAMED_MAX).map((one) => describeTaken(one, zone))
  return [
    ...sentences,
    ...(more > 0 ? [`${more} more ${more === 1 ? 'booking is' : 'bookings are'} in the way.`] : []),
  ].join(' ')
}

/**
 * What a client reads of a conflict: rooms alone, never for which client. Null where something else is taken, which is not theirs
 * to know.
 * @param rooms the rooms that were named and are taken
 */
export function conflictForClient({ rooms, isAnyRoom }: { rooms: readonly string[]; isAnyRoom: boolean }) {
  if (rooms.length > 0) return `${rooms.join(' and ')} ${rooms.length === 1 ? 'is' : 'are'} taken at this time.`
  return isAnyRoom ? 'No room is free at this time.' : null
}
