import type { Project } from '@studiohub/contract/features/projects/schema.ts'
import { timeRangeText } from '@studiohub/contract/shared/formats.ts'
import { CalendarDays } from 'lucide-react'
import { serviceLabel } from '#features/bookings/shared/wording.ts'
import { useServices } from '#features/resources/bookable-api.ts'
import { formatWeekdayAndDay } from '#lib/page/time.ts'
import { Card } from '#ui/card.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { useSessions } from '../api.ts'

/** Upcoming confirmed sessions; only in the production phase (spec section 4, Projects). */
export function SessionsPanel({ project }: { project: Project }) {
  const sessions = useSessions(project.id)
  const { data: services = [] } = useServices(project.studio_id)
  if (project.phase !== 'production') return null
  return (
    <Card title="Upcoming Sessions" description="Confirmed. Times are in the studio's time zone.">
      <QueryView query={sessions} loadingText="Loading sessions...">
        {(items) => (
          <ul aria-label="Upcoming Sessions" className="grid gap-3">
            {items.map(({ id, booking_date, start_time, end_time, service_type }) => (
              <li key={id} className="flex items-center gap-3 text-sm">
                <CalendarDays aria-hidden className="size-4 shrink-0 text-muted-foreground" />
                <span className="min-w-0 font-medium">
                  {serviceLabel({ booking_type: 'client_booking', service_type }, services)}
                </span>
                <span className="ml-auto shrink-0 text-muted-foreground tabular-nums">
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
