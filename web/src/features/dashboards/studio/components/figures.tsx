import type { StudioStats } from '@studiohub/contract/features/dashboards/schema.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { CalendarDays, UserCheck, Users, Wallet } from 'lucide-react'
import { paths } from '#paths.ts'
import { Counter, Counters } from '#ui/counters.tsx'

/** The four figures of the spec (section 2, studio-admin area), each with a link to its page. */
export function Figures({ crew, clients, upcoming_bookings, revenue }: StudioStats) {
  const money = revenue.map(({ amount_minor, currency }) => moneyText(amount_minor, currency)).join(' + ')
  return (
    <Counters columns={4}>
      <Counter title="Crew Members" value={crew} note="people who work here" icon={UserCheck} to={paths.studioStaff} />
      <Counter title="Clients" value={clients} note="people who book here" icon={Users} to={paths.studioClients} />
      <Counter
        title="Upcoming Bookings"
        value={upcoming_bookings}
        note="Next 7 days"
        icon={CalendarDays}
        to={paths.studioBookings}
      />
      <Counter
        title="Monthly Revenue"
        value={money}
        note="This month's sessions"
        icon={Wallet}
        to={paths.studioBookings}
      />
    </Counters>
  )
}
