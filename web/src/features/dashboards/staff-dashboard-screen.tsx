import { CalendarDays, ClipboardCheck, ListTodo } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Counter, Counters, CountersSkeleton } from '#ui/counters.tsx'
import { Page } from '#ui/page.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { useActiveStudio } from '../profile/api.ts'
import { NoStudio } from '../studios/components/no-studio.tsx'
import { useStaffStats } from './staff/api.ts'
import { Today } from './staff/components/today.tsx'

export default function StaffDashboardScreen() {
  const { studio } = useActiveStudio()
  const stats = useStaffStats()
  if (!studio) return <NoStudio page="Dashboard" />
  const checkIn = (
    <ButtonLink>
      <Link to={paths.staffCheckins}>
        <ClipboardCheck aria-hidden />
        Check In Client
      </Link>
    </ButtonLink>
  )
  return (
    <Page title="Dashboard" subtitle={`Your day at ${studio.name}`} action={checkIn}>
      <QueryView
        query={stats}
        loadingText="Loading statistics..."
        skeleton={<CountersSkeleton columns={3} />}
        errorTitle="Failed to load statistics"
      >
        {({ sessions_today, own_sessions_today, pending_tasks, overdue_tasks, checked_in }) => (
          <Counters columns={3}>
            <Counter
              title="Today's Schedule"
              value={sessions_today}
              note={own_sessions_today > 0 ? `sessions today, ${own_sessions_today} of them yours` : 'sessions today'}
              icon={CalendarDays}
              to={paths.staffSchedule}
            />
            <Counter
              title="Pending Tasks"
              value={pending_tasks}
              note={overdue_tasks > 0 ? `not started; ${overdue_tasks} of yours overdue` : 'not started yet'}
              icon={ListTodo}
              to={paths.staffTasks}
            />
            <Counter
              title="Clients Checked In"
              value={checked_in}
              note="at the studio now"
              icon={ClipboardCheck}
              to={paths.staffCheckins}
            />
          </Counters>
        )}
      </QueryView>
      <Today studio={studio} />
    </Page>
  )
}
