import { useStaffStats } from '#features/dashboards/staff/api.ts'
import { paths } from '#paths.ts'
import { CounterStrip, StripCounter } from '#ui/counters.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** The figures of crew at the desk, each with a link to its page. */
export const DeskFigures = () => (
  <QueryView
    query={useStaffStats()}
    loadingText="Loading statistics..."
    skeleton={<Skeleton className="h-11 w-96 max-w-full" />}
    errorTitle="Failed to load statistics"
  >
    {({ sessions_today, waiting_requests, checked_in }) => (
      <CounterStrip asRows>
        <StripCounter title="Today's Schedule" value={sessions_today} note="sessions" to={paths.studioBookings} />
        <StripCounter title="Waiting Requests" value={waiting_requests} to={paths.waitingBookings} />
        <StripCounter title="Clients Checked In" value={checked_in} to={paths.studioCheckins} />
      </CounterStrip>
    )}
  </QueryView>
)
