import type { StudioStats } from '@studiohub/contract/features/dashboards/schema.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { paths } from '#paths.ts'
import { CounterStrip, StripCounter } from '#ui/counters.tsx'

/** The four figures of the spec (section 2, studio-admin area), each with a link to its page. */
export function Figures({ crew, clients, upcoming_bookings, revenue }: StudioStats) {
  const money = revenue.map(({ amount_minor, currency }) => moneyText(amount_minor, currency)).join(' + ')
  return (
    <CounterStrip>
      <StripCounter title="Crew Members" value={crew} to={paths.studioStaff} />
      <StripCounter title="Clients" value={clients} to={paths.studioClients} />
      <StripCounter
        title="Upcoming Bookings"
        value={upcoming_bookings}
        note="Next 7 days"
        to={`${paths.studioBookings}?tab=list&show=upcoming`}
      />
      <StripCounter title="Monthly Revenue" value={money} note="This month's sessions" to={paths.studioBookings} />
    </CounterStrip>
  )
}
