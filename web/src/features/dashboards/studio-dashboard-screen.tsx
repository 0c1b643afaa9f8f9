import { CalendarDays, Link2, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import { useActiveStudio } from '../profile/api.ts'
import { NoStudio } from '../studios/parts/no-studio.tsx'

const actions: readonly { to: string; label: string; icon: LucideIcon }[] = [
  { to: paths.studioBookings, label: 'Open the calendar', icon: CalendarDays },
  { to: paths.studioSettings, label: 'Get the sign-up link', icon: Link2 },
]

export default function StudioDashboardScreen() {
  const { studio } = useActiveStudio()
  if (!studio) return <NoStudio />
  return (
    <Page title={studio.name} subtitle={studio.location ?? 'No location given yet'}>
      <div className="grid items-start gap-6 md:grid-cols-2">
        <Card
          title="Studio Status"
          action={studio.is_active ? <Badge tone="confirmed">Active</Badge> : <Badge tone="cancelled">Inactive</Badge>}
        >
          <p className="text-sm text-muted-foreground">
            {studio.is_active
              ? 'Your studio takes bookings and new clients.'
              : 'Your studio takes no bookings and no new clients at the moment.'}
          </p>
        </Card>
        <Card title="Quick Actions">
          <div className="grid gap-2">
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
