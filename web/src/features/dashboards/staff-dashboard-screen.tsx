import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { LogIn } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { CounterStrip, SkeletonCounters, StripCounter } from '#ui/counters.tsx'
import { Page } from '#ui/page.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { LoadingOverlay } from '#ui/spinner.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import { useLiveBookings } from '../bookings/cache-api.ts'
import { useBookingContext } from '../bookings/hooks/use-booking-context.ts'
import { ComingUpSkeleton, TodaySkeleton } from '../bookings/today/components/today-skeleton.tsx'
import { useActiveStudio } from '../profile/api.ts'
import { NoStudio } from '../studios/components/no-studio.tsx'
import { useStaffStats } from './staff/api.ts'

const Arrivals = lazy(async () => ({ default: (await import('../checkins/components/arrivals.tsx')).Arrivals }))
const BookingDrawer = lazy(async () => ({
  default: (await import('../bookings/details/components/booking-drawer.tsx')).BookingDrawer,
}))
const ComingUp = lazy(async () => ({
  default: (await import('../bookings/today/components/coming-up.tsx')).ComingUp,
}))
const HereNow = lazy(async () => ({ default: (await import('../checkins/components/here-now.tsx')).HereNow }))
const OwnNextSession = lazy(async () => ({
  default: (await import('../bookings/today/components/own-next-session.tsx')).OwnNextSession,
}))
const OwnOverdueLine = lazy(async () => ({
  default: (await import('./staff/components/own-overdue-line.tsx')).OwnOverdueLine,
}))
const TodayBoard = lazy(async () => ({
  default: (await import('../bookings/today/components/today-board.tsx')).TodayBoard,
}))

export default function StaffDashboardScreen() {
  const { studio } = useActiveStudio()
  const isPhone = useIsPhone()
  if (!studio) return <NoStudio page="Dashboard" />
  const checkIn = (
    <ButtonLink>
      <Link to={paths.staffCheckins}>
        <LogIn aria-hidden />
        Check In Client
      </Link>
    </ButtonLink>
  )
  return (
    <Page title="Dashboard" subtitle={`Your day at ${studio.name}`} action={checkIn} dense>
      <Today studio={studio} isPhone={isPhone} />
    </Page>
  )
}

function CrewFigures() {
  return (
    <QueryView
      query={useStaffStats()}
      loadingText="Loading statistics..."
      skeleton={
        <SkeletonCounters
          counters={[
            { title: "Today's Schedule", width: 'w-6', noteWidth: 'w-20' },
            { title: 'Pending Tasks', width: 'w-6', noteWidth: 'w-20' },
            { title: 'Clients Checked In', width: 'w-6' },
          ]}
        />
      }
      errorTitle="Failed to load statistics"
    >
      {({ sessions_today, own_sessions_today, pending_tasks, overdue_tasks, checked_in }) => (
        <CounterStrip asRows>
          <StripCounter
            title="Today's Schedule"
            value={sessions_today}
            note={own_sessions_today > 0 ? `sessions today, ${own_sessions_today} of them yours` : 'sessions today'}
            to={paths.staffSchedule}
          />
          <StripCounter
            title="Pending Tasks"
            value={pending_tasks}
            note={overdue_tasks > 0 ? `${overdue_tasks} of yours overdue` : undefined}
            isUrgent
            to={paths.staffTasks}
          />
          <StripCounter title="Clients Checked In" value={checked_in} to={paths.staffCheckins} />
        </CounterStrip>
      )}
    </QueryView>
  )
}

function TodayHeading() {
  const { data: stats } = useStaffStats()
  return (
    <div className="flex flex-wrap items-baseline gap-x-3">
      <h2 className="text-lg font-semibold">Today</h2>
      {stats && stats.sessions_today > 0 && stats.own_sessions_today === 0 && (
        <p className="text-sm text-muted-foreground">No sessions for you today</p>
      )}
    </div>
  )
}

/** The next session of the current user, then the studio's rooms today. The sessions of the current user are marked. */
function Today({ studio, isPhone }: { studio: Studio; isPhone: boolean }) {
  useLiveBookings()
  const { context } = useBookingContext(studio)
  const [openId, setOpenId] = useState<string | null>(null)
  return (
    <div className="grid grid-cols-1 gap-4 pt-2">
      <Suspense
        fallback={
          <>
            <Skeleton className="h-24" />
            <h2 className="text-lg font-semibold">Today</h2>
            <TodaySkeleton rooms={context.rooms} zone={studio.timezone} />
          </>
        }
      >
        <Arrivals studio={studio}>
          {(arrivals, renderCheckIn) => (
            <div className="grid grid-cols-1 gap-4">
              <div className="grid grid-cols-1 items-center gap-x-8 gap-y-4 lg:grid-cols-[minmax(0,1fr)_auto]">
                <OwnNextSession
                  context={context}
                  arrivals={arrivals}
                  renderCheckIn={renderCheckIn}
                  onOpen={setOpenId}
                />
                {!isPhone && <CrewFigures />}
              </div>
              <Suspense>
                <OwnOverdueLine today={context.today} />
              </Suspense>
              <TodayHeading />
              <TodayBoard context={context} arrivals={arrivals} renderCheckIn={renderCheckIn} onOpen={setOpenId} />
            </div>
          )}
        </Arrivals>
      </Suspense>
      <div className="grid grid-cols-1 items-start gap-x-6 gap-y-6 pt-2 empty:hidden xl:has-[>:nth-child(2)]:grid-cols-[minmax(0,1fr)_18rem]">
        <Suspense fallback={<ComingUpSkeleton />}>
          <ComingUp context={context} hasOwnNextSession onOpen={setOpenId} />
        </Suspense>
        <Suspense>
          <HereNow studio={studio} to={paths.staffCheckins} />
        </Suspense>
      </div>
      {/* On phones not directly below the day, whose number of sessions is one of the counters. */}
      {isPhone && <CrewFigures />}
      {openId && (
        <Suspense fallback={<LoadingOverlay>Opening the booking...</LoadingOverlay>}>
          <BookingDrawer key={openId} context={context} id={openId} onClose={() => setOpenId(null)} />
        </Suspense>
      )}
    </div>
  )
}
