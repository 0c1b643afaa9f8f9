import type { CalendarEvent } from '../../shared/icalendar.ts'
import type { Booking } from '../bookings/schema.ts'
import { blockReasonLabels } from '../bookings/words.ts'

/** The fields of a booking that a calendar shows. */
export type CalendarBooking = Pick<
  Booking,
  | 'id'
  | 'starts_at'
  | 'ends_at'
  | 'service_type'
  | 'booking_type'
  | 'status'
  | 'notes'
  | 'client_name'
  | 'updated_at'
  | 'version'
> & { service_label: string | null; rooms: string[] }

/** Who reads the calendar: a client, crew and admins, or everyone in the studio (`wall`: without names and notes). */
export type Reader = 'client' | 'crew' | 'wall'

/** `host`: of the installation, which its UIDs end in. */
type FeedStudio = { name: string; location: string | null; host: string }

/** The booking as a calendar event. Its `uid` and `sequence` are the same in every calendar and email. */
export function eventOf(booking: CalendarBooking, place: FeedStudio, reader: Reader): CalendarEvent {
  const pending = booking.status === 'pending'
  const words = [
    pending && 'Waiting for the studio to confirm.',
    reader !== 'wall' && booking.notes,
    reader === 'client' && `Booked at ${place.name}.`,
  ].filter((line): line is string => Boolean(line))
  return {
    uid: `${booking.id}@${place.host}`,
    sequence: booking.version - 1,
    stamp: booking.updated_at,
    starts_at: booking.starts_at,
    ends_at: booking.ends_at,
    status: booking.status === 'cancelled' ? 'CANCELLED' : pending ? 'TENTATIVE' : 'CONFIRMED',
    summary: titleOf(booking, place, reader),
    description: words.join('\n\n') || undefined,
    location: [booking.rooms.join(', '), place.location ?? place.name].filter(Boolean).join(', '),
  }
}

function titleOf(booking: CalendarBooking, place: FeedStudio, reader: Reader): string {
  const what = serviceName(booking)
  if (booking.booking_type === 'blocked_time') return reader === 'wall' ? 'Blocked' : `Blocked: ${what}`
  if (reader === 'client') return `${what} at ${place.name}`
  return reader === 'wall' ? what : `${what}: ${booking.client_name ?? 'Internal session'}`
}

/** The name of a booking: the studio's label of the service, or the reason of blocked time. */
export function serviceName({ service_type, service_label }: Pick<CalendarBooking, 'service_type' | 'service_label'>) {
  const reasons: Record<string, string> = blockReasonLabels
  return service_label ?? reasons[service_type] ?? service_type.replaceAll('_', ' ')
}
