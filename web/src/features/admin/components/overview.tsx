import type { PlatformStats } from '@studiohub/contract/features/admin/schema.ts'
import { plans } from '@studiohub/contract/features/subscriptions/words.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { Building2, CalendarDays, Users, Wallet } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Bars } from '#ui/charts/bars.tsx'
import { Counter, Counters } from '#ui/counters.tsx'
import { monthInShort, weekInShort } from '../model/wording.ts'

/** The platform's figures and how it came to them. */
export function Overview({ stats }: { stats: PlatformStats }) {
  const { months, weeks } = stats
  return (
    <div className="grid grid-cols-1 gap-6">
      <Figures stats={stats} />
      {stats.pending_requests > 0 && <Waiting count={stats.pending_requests} />}
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <Card title="Sessions a week" description="Of clients, by the day they take place; without cancelled ones">
          <Bars
            title="Sessions a week"
            labelHeading="Week from"
            valueHeading="Sessions"
            bars={weeks.map(({ week, bookings }, index) => ({
              label: weekInShort(week),
              value: bookings,
              isOpen: index === weeks.length - 1,
            }))}
          />
        </Card>
        <Card title="New people a month" description="Accounts that were opened and still exist">
          <Bars
            title="New people a month"
            labelHeading="Month"
            valueHeading="People"
            bars={monthsOf(months, 'users')}
          />
        </Card>
        <Card title="New studios a month">
          <Bars
            title="New studios a month"
            labelHeading="Month"
            valueHeading="Studios"
            bars={monthsOf(months, 'studios')}
          />
        </Card>
        <Plans stats={stats} />
      </div>
    </div>
  )
}

const monthsOf = (months: PlatformStats['months'], of: 'users' | 'studios') =>
  months.map((month, index) => ({
    label: monthInShort(month.month),
    value: month[of],
    isOpen: index === months.length - 1,
  }))

function Figures({ stats }: { stats: PlatformStats }) {
  const { studios, active_studios, users, revenue_minor, currency, active_bookings } = stats
  return (
    <Counters columns={4}>
      <Counter
        title="Total Studios"
        value={studios}
        note={`${active_studios} active`}
        icon={Building2}
        to={paths.superAdminStudios}
      />
      <Counter title="Total Users" value={users} note="With an account" icon={Users} to={paths.superAdminUsers} />
      <Counter
        title="Monthly Revenue"
        value={moneyText(revenue_minor, currency)}
        note="Of active paid plans; without agreed prices"
        icon={Wallet}
      />
      <Counter
        title="Active Bookings"
        value={active_bookings}
        note="Asked for or confirmed, and not over"
        icon={CalendarDays}
      />
    </Counters>
  )
}

function Waiting({ count }: { count: number }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-border bg-card p-5">
      <p className="text-sm">
        {count === 1 ? '1 request waits' : `${count} requests wait`} for an answer, from a studio or from you.
      </p>
      <ButtonLink look="secondary" size="small">
        <Link to={paths.superAdminUsersTab('pending')}>See who is waiting</Link>
      </ButtonLink>
    </div>
  )
}

function Plans({ stats }: { stats: PlatformStats }) {
  return (
    <Card title="Plans" description="How many studios are on each, and how many pay for it now">
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
