import type { StudioStats } from '@studiohub/contract/features/dashboards/schema.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { paths } from '#paths.ts'
import { CounterStrip, StripCounter } from '#ui/counters.tsx'
import { figuresClasses } from './figures-skeleton.tsx'

const sumText = (amounts: StudioStats['revenue']) =>
  amounts.map(({ amount_minor, currency }) => moneyText(amount_minor, currency)).join(' + ')

/** The four figures of the spec (section 2, studio-admin area), each with a link to its page. */
export function Figures({ crew, clients, upcoming_bookings, revenue, collected }: StudioStats) {
  return (
    <div className={figuresClasses}>
      <CounterStrip asRows>
        <StripCounter title="Crew Members" value={crew} to={paths.studioStaff} />
        <StripCounter title="Clients" value={clients} to={paths.studioClients} />
        <StripCounter
          title="Upcoming Bookings"
          value={upcoming_bookings}
          note="Next 7 days"
          to={`${paths.studioBookings}?tab=list&show=upcoming`}
        />
        <StripCounter
          title="Monthly Revenue"
          value={sumText(revenue)}
          note={collected ? `${sumText(collected)} received so far` : "This month's sessions"}
          to={collected ? paths.studioInvoices : paths.studioBookings}
        />
      </CounterStrip>
    </div>
  )
}
