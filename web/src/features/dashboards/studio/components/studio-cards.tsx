import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { CalendarDays, Link2, type LucideIcon, Settings, UserPlus } from 'lucide-react'
import { Link } from 'react-router'
import { useSubscription } from '#features/subscriptions/api.ts'
import { paths } from '#paths.ts'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { describeStudioStatus } from '../model/studio-status.ts'

const actions: readonly { to: string; label: string; icon: LucideIcon }[] = [
  { to: paths.studioBookings, label: 'Open the calendar', icon: CalendarDays },
  { to: paths.studioStaff, label: 'Invite crew', icon: UserPlus },
  { to: paths.studioClients, label: 'Get the sign-up link', icon: Link2 },
  { to: paths.studioSettings, label: 'Change the settings', icon: Settings },
]

/** The studio's status and its quick actions (spec section 2). */
export const StudioCards = ({ studio }: { studio: Studio }) => (
  <div className="grid grid-cols-1 items-start gap-6 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] md:items-stretch">
    <Status studio={studio} />
    <QuickActions />
  </div>
)

const QuickActions = () => (
  <Card title="Quick Actions">
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(11rem,100%),1fr))] gap-2">
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
)

/** Whether the studio is open, and whether its plan accepts bookings and is paid. */
function Status({ studio: { id, is_active } }: { studio: { id: string; is_active: boolean } }) {
  const { data: plan } = useSubscription(id)
  const { tone, label, text } = describeStudioStatus(is_active, plan)
  return (
    <Card title="Studio Status" action={<Badge tone={tone}>{label}</Badge>}>
      <p className="text-sm text-muted-foreground">{text}</p>
    </Card>
  )
}
