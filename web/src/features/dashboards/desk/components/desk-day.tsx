import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { CalendarClock, CalendarDays, ClipboardCheck } from 'lucide-react'
import { Link } from 'react-router'
import { useStaffStats } from '#features/dashboards/staff/api.ts'
import { Today } from '#features/dashboards/staff/components/today.tsx'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Counter, Counters, CountersSkeleton } from '#ui/counters.tsx'
import { Page } from '#ui/page.tsx'
import { QueryView } from '#ui/query-view.tsx'

/** The day of crew at the desk: sessions, requests that wait for an answer, and who is in the house. */
export function DeskDay({ studio }: { studio: Studio }) {
  const stats = useStaffStats()
  const checkIn = (
    <ButtonLink>
      <Link to={paths.studioCheckins}>
        <ClipboardCheck aria-hidden />
        Check In Client
      </Link>
    </ButtonLink>
  )
  return (
    <Page title="Dashboard" subtitle={`Your day at the desk of ${studio.name}`} action={checkIn}>
      <QueryView
        query={stats}
        loadingText="Loading statistics..."
        skeleton={<CountersSkeleton columns={3} />}
        errorTitle="Failed to load statistics"
      >
        {({ sessions_today, waiting_requests, checked_in }) => (
          <Counters columns={3}>
            <Counter
              title="Today's Schedule"
              value={sessions_today}
              note="sessions today"
              icon={CalendarDays}
              to={paths.studioBookings}
            />
            <Counter
              title="Waiting Requests"
              value={waiting_requests}
              note="for your answer"
              icon={CalendarClock}
              to={paths.waitingBookings}
            />
            <Counter
              title="Clients Checked In"
              value={checked_in}
              note="at the studio now"
              icon={ClipboardCheck}
              to={paths.studioCheckins}
            />
          </Counters>
        )}
      </QueryView>
      <Today studio={studio} />
    </Page>
  )
}
