import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { useBookingsBetween, useLiveBookings, useServices } from '#features/bookings/api.ts'
import { StatusBadge } from '#features/bookings/shared/status.tsx'
import { formatTimes, serviceLabel } from '#features/bookings/shared/wording.ts'
import { useNow } from '#lib/hooks/use-now.ts'
import { Card } from '#ui/card.tsx'
import { QueryView } from '#ui/query-view.tsx'

/** Today's sessions at the studio, by time. */
export function Today({ studio }: { studio: Studio }) {
  useLiveBookings()
  const today = todayIn(studio.timezone, useNow())
  const bookings = useBookingsBetween(studio.id, { from: today, to: today })
  const services = useServices(studio.id)
  return (
    <Card title="Today" description={`Sessions at ${studio.name}, by time.`}>
      <QueryView query={bookings} loadingText="Loading schedule..." errorTitle="Failed to load schedule">
        {({ items }) => {
          const sessions = items.filter(({ status }) => status !== 'cancelled')
          if (sessions.length === 0)
            return <p className="text-sm text-muted-foreground">Nothing is booked for today.</p>
          return (
            <ul aria-label="Today" className="grid divide-y divide-border">
              {sessions.map((session) => (
                <li key={session.id} className="flex items-center justify-between gap-4 py-3">
                  <span className="grid min-w-0 gap-0.5">
                    <span className="font-medium">
                      {session.booking_type === 'blocked_time' && 'Blocked: '}
                      {serviceLabel(session, services.data ?? [])}
                    </span>
                    <span className="text-sm wrap-anywhere text-muted-foreground tabular-nums">
                      {formatTimes(session)}
                      {session.client_name && `, ${session.client_name}`}
                    </span>
                  </span>
                  <StatusBadge status={session.status} />
                </li>
              ))}
            </ul>
          )
        }}
      </QueryView>
    </Card>
  )
}
