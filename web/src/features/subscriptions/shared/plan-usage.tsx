import type { Subscription } from '@studiohub/contract/features/subscriptions/schema.ts'
import { CircleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#paths.ts'
import { useSubscription } from '../api.ts'
import { BookingsMeter, monthName, RoomsMeter } from './plan-meters.tsx'
import { describeBookingsLeft, isNearlyUsedUp } from './plan-text.ts'

type PlanUsageProps = { studio_id: string }

/** A warning if few of this month's bookings are left; otherwise nothing. */
export function PlanLimitWarning({ studio_id }: PlanUsageProps) {
  const { data: plan } = useSubscription(studio_id)
  if (!plan || !isNearlyUsedUp(plan.bookings)) return null
  return (
    <section
      aria-label="Plan"
      className="grid gap-4 rounded-md border border-pending bg-card p-4 md:grid-cols-[1fr_2fr] md:items-center md:gap-8"
    >
      <div className="grid gap-1 text-sm">
        <p className="flex items-center gap-2 font-medium">
          <CircleAlert aria-hidden className="size-4 shrink-0 text-pending" />
          {describeBookingsLeft(plan.bookings, monthName(plan.bookings.month))}
        </p>
        <Link to={paths.studioSettingsTab('plan')} className="text-link underline underline-offset-4">
          See plans
        </Link>
      </div>
      <div className="grid gap-4 md:grid-cols-2 md:gap-8">
        <BookingsMeter bookings={plan.bookings} />
        <RoomsMeter rooms={plan.rooms} />
      </div>
    </section>
  )
}

const formatLimit = ({ used, limit }: { used: number; limit: number | null }) =>
  limit === null ? `${used}` : `${used} of ${limit}`

/**
 * One line with the usage, unless few bookings are left.
 * @param month `yyyy-MM`, of what the screen shows. The plan counts the current month, so the line is hidden in others.
 */
export function PlanUsage({ studio_id, month }: PlanUsageProps & { month: string }) {
  const { data: plan } = useSubscription(studio_id)
  if (!plan || plan.bookings.month !== month || isNearlyUsedUp(plan.bookings)) return null
  return <p className="text-xs text-muted-foreground tabular-nums">{describeUsage(plan)}</p>
}

const describeUsage = ({ bookings, rooms }: Pick<Subscription, 'bookings' | 'rooms'>) =>
  `Plan usage: ${formatLimit(bookings)} bookings in ${monthName(bookings.month)}${bookings.limit === null ? ' (no limit)' : ''}, ${formatLimit(rooms)} active rooms`
