import { localAt } from '#shared/instants.ts'
import { noPersonText } from '../../resources/words.ts'
import type { BookingType } from '../schema.ts'
import { blockReasonLabels, blockReasons } from '../words.ts'

/** A resource that is not free, since when and until when (ISO 8601, including buffers). For crew and admins only. */
export type TakenResource = {
  name: string
  from: string
  to: string
  /** `visitor`: a visitor's hold, which lasts some minutes. */
  booking_type: BookingType | 'visitor'
  /** The service's label; for blocked time the reason. */
  service: string
  /** Null for blocked time and internal sessions. */
  client_name: string | null
}

const SENTENCES_MAX = 3

const dayFormat = new Intl.DateTimeFormat('en', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' })
const dayText = (date: string) => dayFormat.format(new Date(`${date}T00:00:00Z`))

function timesText({ from, to }: TakenResource, zone: string): string {
  const [start, end] = [localAt(from, zone), localAt(to, zone)]
  return start.date === end.date
    ? `${start.time}-${end.time}`
    : `${dayText(start.date)}, ${start.time} to ${dayText(end.date)}, ${end.time}`
}

function describeTaken(resource: TakenResource, zone: string): string {
  const { name, booking_type, service, client_name } = resource
  if (booking_type === 'blocked_time') {
    const reason = blockReasons.find((key) => key === service)
    return `${name} is blocked ${timesText(resource, zone)} (${reason ? blockReasonLabels[reason] : service}).`
  }
  if (booking_type === 'visitor')
    return `${name} is held for a visitor ${timesText(resource, zone)}, for a few minutes.`
  return `${name} is taken ${timesText(resource, zone)} by ${client_name ?? 'an internal session'} (${service}).`
}

/** The text of a conflict for the studio: 'Studio A is taken 14:00-16:00 by Cleo Marsh (Mixing Session).' */
export function describeConflictForStudio(resources: readonly TakenResource[], zone: string): string {
  const more = resources.length - SENTENCES_MAX
  const sentences = resources.slice(0, SENTENCES_MAX).map((resource) => describeTaken(resource, zone))
  return [
    ...sentences,
    ...(more > 0 ? [`${more} more ${more === 1 ? 'booking conflicts' : 'bookings conflict'}.`] : []),
  ].join(' ')
}

/**
 * The text of a conflict for a client. It names rooms, never other clients. Null if clients may not know what is taken.
 * @param rooms the requested rooms that are taken
 * @param missing set if only a person of the service is missing. `person_title` is the studio's word for this person; null
 * means engineer.
 */
export function describeConflictForClient({
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
