import type { CalendarEvent } from '../../shared/icalendar.ts'
import type { Booking } from '../bookings/schema.ts'
import { blockReasonLabels } from '../bookings/words.ts'

/** The fields of a booking that a calendar shows. */
export type FeedBooking = Pick<
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

/** Who reads the calendar: a client, crew and admins, or everyone who sees a shared screen, without names and notes. */
export type FeedReader = 'client' | 'crew' | 'shared_screen'

/** A studio. `host` is the host name of the installation; every UID ends in it. */
type FeedStudio = { name: string; location: string | null; host: string }

/** The booking as a calendar event. Its `uid` and `sequence` are the same in every calendar and email. */
export function buildCalendarEvent(booking: FeedBooking, studio: FeedStudio, reader: FeedReader): CalendarEvent {
  const pending = booking.status === 'pending'
  const paragraphs = [
    pending && 'Waiting for the studio to confirm.',
    reader !== 'shared_screen' && booking.notes,
    reader === 'client' && `Booked at ${studio.name}.`,
  ].filter((text): text is string => Boolean(text))
  return {
    uid: `${booking.id}@${studio.host}`,
    sequence: booking.version - 1,
    stamp: booking.updated_at,
    starts_at: booking.starts_at,
    ends_at: booking.ends_at,
    status: booking.status === 'cancelled' ? 'CANCELLED' : pending ? 'TENTATIVE' : 'CONFIRMED',
    summary: titleOf(booking, studio, reader),
    description: paragraphs.join('\n\n') || undefined,
    location: [booking.rooms.join(', '), studio.location ?? studio.name].filter(Boolean).join(', '),
  }
}

function titleOf(booking: FeedBooking, studio: FeedStudio, reader: FeedReader): string {
  const service = serviceName(booking)
  if (booking.booking_type === 'blocked_time') return reader === 'shared_screen' ? 'Blocked' : `Blocked: ${service}`
  if (reader === 'client') return `${service} at ${studio.name}`
  return reader === 'shared_screen' ? service : `${service}: ${booking.client_name ?? 'Internal session'}`
}

/** The name of a booking: the studio's label of the service, or the reason of blocked time. */
export function serviceName({ service_type, service_label }: Pick<FeedBooking, 'service_type' | 'service_label'>) {
  const reasons: Record<string, string> = blockReasonLabels
  return service_label ?? reasons[service_type] ?? service_type.replaceAll('_', ' ')
}
