import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { writeCalendar } from '@studiohub/contract/shared/icalendar.ts'

type Session = Pick<Booking, 'id' | 'version' | 'starts_at' | 'ends_at' | 'updated_at' | 'status'>
type EventTexts = { title: string; location: string | null; url: string }

/** A calendar file (RFC 5545) with one session, in UTC, so that a calendar shows it in the time zone of its user. */
export const calendarFile = (session: Session, { title, location, url }: EventTexts): string =>
  writeCalendar({
    zone: 'UTC',
    events: [
      {
        // The same id as in emails and feeds, so that a calendar shows the session once.
        uid: `${session.id}@${new URL(url).hostname}`,
        sequence: session.version,
        stamp: session.updated_at,
        starts_at: session.starts_at,
        ends_at: session.ends_at,
        status: session.status === 'pending' ? 'TENTATIVE' : 'CONFIRMED',
        summary: title,
        description: url,
        location: location ?? undefined,
      },
    ],
  })
