import type { Project } from '@studiohub/contract/features/projects/schema.ts'
import { timeRangeText } from '@studiohub/contract/shared/formats.ts'
import { CalendarDays } from 'lucide-react'
import { Link } from 'react-router'
import { useMe } from '#features/profile/api.ts'
import { formatWeekdayAndDay } from '#lib/page/time.ts'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { useSessions } from '../api.ts'

const formatService = (service: string) => service.replaceAll('_', ' ')

/** The page on which the user books a session for the project's client; null if they may not. */
function useBookingForm({ client_id }: Project): string | null {
  const { role, at_desk, studio } = useMe()
  if (role === 'client') return studio && paths.clientBookings(studio.slug)
  if (role !== 'studio_admin' && !at_desk) return null
  return paths.withOpen(paths.studioBookings, { new: 'booking', for: client_id })
}

/** Upcoming confirmed sessions; only in the production phase (spec section 4, Projects). */
export function SessionsPanel({ project }: { project: Project }) {
  const sessions = useSessions(project.id)
  const bookingForm = useBookingForm(project)
  if (project.phase !== 'production') return null
  return (
    <Card title="Upcoming Sessions" description="Confirmed. Times are in the studio's time zone.">
      <QueryView
        query={sessions}
        loadingText="Loading sessions..."
        empty={
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="text-sm text-muted-foreground">No confirmed sessions for this project yet.</p>
            {bookingForm && (
              <ButtonLink look="secondary" size="small" className="max-md:min-h-11">
                <Link to={bookingForm}>Book a session</Link>
              </ButtonLink>
            )}
          </div>
        }
      >
        {(items) => (
          <ul aria-label="Upcoming Sessions" className="grid gap-3">
            {items.map(({ id, booking_date, start_time, end_time, service_type }) => (
              <li key={id} className="flex items-center gap-3 text-sm">
                <CalendarDays aria-hidden className="size-4 shrink-0 text-muted-foreground" />
                <span className="font-medium first-letter:uppercase">{formatService(service_type)}</span>
                <span className="ml-auto text-muted-foreground tabular-nums">
                  {formatWeekdayAndDay(booking_date)}, {timeRangeText(start_time, end_time)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  )
}
