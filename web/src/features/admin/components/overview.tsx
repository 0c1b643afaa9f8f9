import type { PlatformStats } from '@studiohub/contract/features/admin/schema.ts'
import { plans } from '@studiohub/contract/features/subscriptions/words.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { Building2, CalendarDays, Users, Wallet } from 'lucide-react'
import { arePlansOn } from '#lib/page/plans.ts'
import { paths } from '#paths.ts'
import { Card } from '#ui/card.tsx'
import { Bars } from '#ui/charts/bars.tsx'
import { Counter, Counters } from '#ui/counters.tsx'
import { listPeriodsWithData } from '../model/periods.ts'
import { formatShortDay, formatShortMonth } from '../model/wording.ts'

/** Key figures of the platform and their history. */
export function Overview({ stats }: { stats: PlatformStats }) {
  const { months, weeks } = stats
  const isFirstMonth = months.slice(0, -1).every(({ users, studios }) => users + studios === 0)
  return (
    <div className="grid grid-cols-1 gap-6">
      <Figures stats={stats} />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <History
          title="Sessions per week"
          description="Client bookings in the week from each date, without cancelled ones"
          labelHeading="Week from"
          valueHeading="Sessions"
          openNote="this week"
          describeOnly={(monday) => `sessions in the week from ${monday}`}
          periods={weeks.map(({ week, bookings }) => ({
            firstDay: week,
            label: formatShortDay(week),
            value: bookings,
          }))}
        />
        <History
          title="New people per month"
          description="New accounts, without deleted ones"
          labelHeading="Month"
          valueHeading="People"
          describeOnly={(firstOfMonth) => `new accounts since ${firstOfMonth}`}
          periods={months.map(({ month, users }) => toPeriod(month, users))}
        />
        <History
          title="New studios per month"
          description="By the day on which they were created"
          labelHeading="Month"
          valueHeading="Studios"
          describeOnly={(firstOfMonth) => `new studios since ${firstOfMonth}`}
          periods={months.map(({ month, studios }) => toPeriod(month, studios))}
        />
        {arePlansOn() && <Plans stats={stats} isWide={isFirstMonth} />}
      </div>
    </div>
  )
}

const toPeriod = (month: string, value: number) => ({
  firstDay: `${month}-01`,
  label: formatShortMonth(month),
  value,
})

type HistoryProps = {
  title: string
  description: string
  labelHeading: string
  valueHeading: string
  openNote?: string
  /** What is counted and since when, if only the current period has data. */
  describeOnly: (firstDay: string) => string
  /** Oldest first. The last one is the current period. */
  periods: readonly { firstDay: string; label: string; value: number }[]
}

/** A figure over time from its first period with data. If that is the current one, only its value is shown. */
function History({ title, description, describeOnly, periods, ...chart }: HistoryProps) {
  const bars = listPeriodsWithData(periods)
  const [first] = bars
  const only = bars.length === 1 ? first : undefined
  return (
    // A chart is as high as two figures.
    <Card title={title} description={description} className={only ? '' : 'lg:row-span-2'}>
      {only ? (
        <p className="flex items-baseline gap-2">
          <span className="text-xl font-semibold tabular-nums">{only.value}</span>
          <span className="text-sm text-muted-foreground">{describeOnly(formatShortDay(only.firstDay))}</span>
        </p>
      ) : (
        <Bars title={title} bars={bars} {...chart} />
      )}
    </Card>
  )
}

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

function Plans({ stats, isWide }: { stats: PlatformStats; isWide: boolean }) {
  return (
    <Card
      title="Plans"
      description="Studios per plan, and how many of them pay"
      className={isWide ? 'lg:col-span-2' : 'lg:row-span-2'}
    >
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
