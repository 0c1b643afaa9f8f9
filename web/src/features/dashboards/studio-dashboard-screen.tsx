import { CalendarDays, Link2, type LucideIcon, Settings, UserPlus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { paths } from '#paths.ts'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Page } from '#ui/page.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useActiveStudio } from '../profile/api.ts'
import { NoStudio } from '../studios/components/no-studio.tsx'
import { useSubscription } from '../subscriptions/api.ts'
import { useStudioStats } from './studio/api.ts'

const DeskDay = lazy(async () => ({ default: (await import('./desk/components/desk-day.tsx')).DeskDay }))
const Figures = lazy(async () => ({ default: (await import('./studio/components/figures.tsx')).Figures }))
const OverTime = lazy(async () => ({ default: (await import('./studio/components/month-charts.tsx')).MonthCharts }))
const Utilization = lazy(async () => ({ default: (await import('./studio/components/utilization.tsx')).Utilization }))

const actions: readonly { to: string; label: string; icon: LucideIcon }[] = [
  { to: paths.studioBookings, label: 'Open the calendar', icon: CalendarDays },
  { to: paths.studioStaff, label: 'Invite crew', icon: UserPlus },
  { to: paths.studioClients, label: 'Get the sign-up link', icon: Link2 },
  { to: paths.studioSettings, label: 'Change the settings', icon: Settings },
]

export default function StudioDashboardScreen() {
  const { studio, me } = useActiveStudio()
  if (!studio) return <NoStudio />
  if (me.at_desk)
    return (
      <Suspense fallback={<FiguresSkeleton />}>
        <DeskDay studio={studio} />
      </Suspense>
    )
  return (
    <Page title={studio.name} subtitle={studio.location ?? 'No location set'}>
      <Statistics studio_id={studio.id} currency={studio.currency} />
      <div className="grid items-start gap-6 md:grid-cols-2">
        <Status studio={studio} />
        <Card title="Quick Actions">
          <div className="grid gap-2 sm:grid-cols-2">
            {actions.map(({ to, label, icon: Icon }) => (
              <ButtonLink key={to} look="secondary" className="justify-start">
                <Link to={to}>
                  <Icon aria-hidden />
                  {label}
                </Link>
              </ButtonLink>
            ))}
          </div>
        </Card>
      </div>
    </Page>
  )
}

/** Whether the studio is open and its plan accepts bookings. */
function Status({ studio: { id, is_active } }: { studio: { id: string; is_active: boolean } }) {
  const { data: plan } = useSubscription(id)
  const takesBookings = plan?.takes_bookings !== false
  return (
    <Card
      title="Studio Status"
      action={is_active ? <Badge tone="confirmed">Active</Badge> : <Badge tone="cancelled">Inactive</Badge>}
    >
      <p className="text-sm text-muted-foreground">
        {!is_active && 'Your studio does not accept bookings or new clients at the moment.'}
        {is_active && takesBookings && 'Your studio accepts bookings and new clients.'}
        {is_active && !takesBookings && 'Your studio accepts new clients, but no new bookings until you choose a plan.'}
      </p>
    </Card>
  )
}

const FiguresSkeleton = () => (
  <div className="grid gap-6">
    <Skeleton className="h-28" />
    <Skeleton className="h-64" />
  </div>
)

/** The figures, then room utilization and the history by month. */
function Statistics({ studio_id, currency }: { studio_id: string; currency: string }) {
  const stats = useStudioStats(studio_id)
  return (
    <QueryView
      query={stats}
      loadingText="Loading statistics..."
      skeleton={<FiguresSkeleton />}
      errorTitle="Error loading stats"
    >
      {(found) => (
        <Suspense fallback={<FiguresSkeleton />}>
          <div className="grid gap-6">
            <Figures {...found} />
            <Card title="Utilization" description="How much of your rooms' open time was booked in the last four weeks">
              <Utilization shares={found.utilisation} />
            </Card>
            <OverTime months={found.months} currency={currency} />
          </div>
        </Suspense>
      )}
    </QueryView>
  )
}
