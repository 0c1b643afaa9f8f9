import { timeText } from '@studiohub/contract/shared/formats.ts'
import { Link } from 'react-router'
import { z } from 'zod'
import { formatWeekdayAndDay } from '#lib/page/time.ts'
import { paths } from '#paths.ts'

const reasons = {
  no_such_time: 'this time does not exist (daylight saving)',
  already_past: 'would already have started',
  overlap: 'would overlap another session',
} as const
const Session = z.object({
  booking_id: z.string(),
  booking_date: z.string(),
  start_time: z.string(),
  why: z.enum(['no_such_time', 'already_past', 'overlap']),
})
const TimeZoneError = z.object({ data: z.object({ details: z.object({ sessions: z.array(Session) }) }) })

/** The bookings that prevent a change of the time zone, and why. */
export function ZoneChangeConflicts({ error }: { error: unknown }) {
  const sessions = TimeZoneError.safeParse(error).data?.data.details.sessions
  return (
    <div role="alert" className="grid gap-2 text-sm empty:hidden">
      {sessions && (
        <>
          <p className="text-cancelled">These sessions cannot keep their times in the new time zone:</p>
          <ul className="grid gap-1">
            {sessions.map(({ booking_id, booking_date, start_time, why }) => (
              <li key={booking_id} className="tabular-nums">
                {formatWeekdayAndDay(booking_date)}, {timeText(start_time)}: {reasons[why]}
              </li>
            ))}
          </ul>
          <Link to={paths.studioBookings} className="text-link underline underline-offset-4">
            Go to bookings
          </Link>
        </>
      )}
    </div>
  )
}
