import type { PlatformStats } from '@studiohub/contract/features/admin/schema.ts'
import { plans } from '@studiohub/contract/features/subscriptions/words.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { Building2, CalendarDays, Users, Wallet } from 'lucide-react'
import { arePlansOn } from '#lib/page/plans.ts'
import { paths } from '#paths.ts'
import { Card } from '#ui/card.tsx'
import { Bars } from '#ui/charts/bars.tsx'
import { Counter, Counters } from '#ui/counters.tsx'
import { formatShortMonth, formatShortWeek } from '../model/wording.ts'

/** Key figures of the platform and their history. */
export function Overview({ stats }: { stats: PlatformStats }) {
  const { months, weeks } = stats
  return (
    <div className="grid grid-cols-1 gap-6">
      <Figures stats={stats} />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <Card title="Sessions a week" description="Client bookings by date, without cancelled ones">
          <Bars
            title="Sessions a week"
            labelHeading="Week from"
            valueHeading="Sessions"
            bars={weeks.map(({ week, bookings }, index) => ({
              label: formatShortWeek(week),
              value: bookings,
              isOpen: index === weeks.length - 1,
            }))}
          />
        </Card>
        <Card title="New people a month" description="New accounts, without deleted ones">
          <Bars
            title="New people a month"
            labelHeading="Month"
            valueHeading="People"
            bars={getMonthBars(months, 'users')}
          />
        </Card>
        <Card title="New studios per month" description="By the day on which they were created">
          <Bars
            title="New studios per month"
            labelHeading="Month"
            valueHeading="Studios"
            bars={getMonthBars(months, 'studios')}
          />
        </Card>
        {arePlansOn() && <Plans stats={stats} />}
      </div>
    </div>
  )
}

const getMonthBars = (months: PlatformStats['months'], field: 'users' | 'studios') =>
  months.map((month, index) => ({
    label: formatShortMonth(month.month),
    value: month[field],
    isOpen: index === months.length - 1,
  }))

function Figures({ stats }: { stats: PlatformStats }) {
  const { studios, active_studios, users, revenue_minor, currency, active_bookings } = stats
  return (
    <Counters columns={arePlansOn() ? 4 : 3}>
      <Counter
        title="Total Studios"
        value={studios}
        note={`${active_studios} active, ${studios - active_studios} inactive`}
        icon={Building2}
        to={paths.superAdminStudios}
      />
      <Counter
        title="Total Users"
        value={users}
        note="People with an account"
        icon={Users}
        to={paths.superAdminUsers}
      />
      {arePlansOn() && (
        <Counter
          title="Monthly Revenue"
          value={moneyText(revenue_minor, currency)}
          note="Paid plans at list price"
          icon={Wallet}
        />
      )}
      <Counter title="Active Bookings" value={active_bookings} note="Upcoming, requests too" icon={CalendarDays} />
    </Counters>
  )
}

function Plans({ stats }: { stats: PlatformStats }) {
  return (
    <Card title="Plans" description="Studios per plan, and how many of them pay">
      <dl className="grid text-sm">
        {stats.plans.map(({ tier, studios, active }) => (
          <div key={tier} className="flex justify-between gap-4 border-b border-border py-2.5 last:border-0">
            <dt>{plans[tier].name}</dt>
            <dd className="text-muted-foreground tabular-nums">
              {studios} {studios === 1 ? 'studio' : 'studios'}
              {tier !== 'trial' && `, ${active} active`}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
