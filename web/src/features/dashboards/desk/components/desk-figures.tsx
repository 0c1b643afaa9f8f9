import { useStaffStats } from '#features/dashboards/staff/api.ts'
import { paths } from '#paths.ts'
import { CounterStrip, SkeletonCounters, StripCounter } from '#ui/counters.tsx'
import { QueryView } from '#ui/query-view.tsx'

const DeskFiguresSkeleton = () => (
  <SkeletonCounters
    counters={[
      { title: "Today's Schedule", width: 'w-6', noteWidth: 'w-12' },
      { title: 'Waiting Requests', width: 'w-6' },
      { title: 'Clients Checked In', width: 'w-6' },
    ]}
  />
)

/** The figures of crew at the desk, each with a link to its page. */
export const DeskFigures = () => (
  <QueryView
    query={useStaffStats()}
    loadingText="Loading statistics..."
    skeleton={<DeskFiguresSkeleton />}
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
