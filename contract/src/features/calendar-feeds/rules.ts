import type { CalendarEvent } from '../../shared/icalendar.ts'
import type { Booking } from '../bookings/schema.ts'
import { blockReasonLabels } from '../bookings/words.ts'

/** A session as a calendar shows it. */
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

/** Whose calendar it is: a client's, of somebody who works there, or one that hangs on the wall. */
export type Reader = 'client' | 'crew' | 'wall'

type FeedStudio = { name: string; location: string | null }

/** The session as an event; its number is the same in every calendar and every mail. */
export function eventOf(booking: CalendarBooking, place: FeedStudio, reader: Reader): CalendarEvent {
  const pending = booking.status === 'pending'
  const words = [
    pending && 'Waiting for the studio to confirm.',
    reader !== 'wall' && booking.notes,
    reader === 'client' && `Booked at ${place.name}.`,
  ].filter((line): line is string => Boolean(line))
  return {
    uid: `${booking.id}@studiohub`,
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

/** What a session is called: its service as the studio names it, or of blocked time the reason. */
export function serviceName({ service_type, service_label }: Pick<CalendarBooking, 'service_type' | 'service_label'>) {
  const reasons: Record<string, string> = blockReasonLabels
  return service_label ?? reasons[service_type] ?? service_type.replaceAll('_', ' ')
}
