import type { PlatformStats } from '@studiohub/contract/features/admin/schema.ts'
import { plans } from '@studiohub/contract/features/subscriptions/words.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { arePlansOn } from '#lib/page/plans.ts'
import { paths } from '#paths.ts'
import { Card } from '#ui/card.tsx'
import { Bars } from '#ui/charts/bars.tsx'
import { CounterStrip, StripCounter } from '#ui/counters.tsx'
import { listPeriodsWithData } from '../model/periods.ts'
import { formatShortDay, formatShortMonth } from '../model/wording.ts'

/** Key figures of the platform and their history. A history whose only period is the current one is a figure too. */
export function Overview({ stats }: { stats: PlatformStats }) {
  const histories = listHistories(stats).map((history) => ({ ...history, bars: listPeriodsWithData(history.periods) }))
  const charts = histories.filter(({ bars }) => bars.length > 1)
  return (
    <div className="grid grid-cols-1 gap-6">
      <Figures stats={stats} others={histories.filter(({ bars }) => bars.length === 1)} />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        {charts.map(({ title, description, headings, bars }) => (
          <Card key={title} title={title} description={description}>
            <Bars title={title} bars={bars} {...headings} />
          </Card>
        ))}
        {arePlansOn() && <Plans stats={stats} isWide={charts.length % 2 === 0} />}
      </div>
    </div>
  )
}

type Period = { firstDay: string; label: string; value: number }

type History = {
  title: string
  /** The title of the figure of the current period. */
  figureTitle: string
  description: string
  headings: { labelHeading: string; valueHeading: string; openNote?: string }
  /** Oldest first. The last one is the current period. */
  periods: readonly Period[]
}

const listHistories = ({ months, weeks }: PlatformStats): History[] => [
  {
    title: 'Sessions per week',
    figureTitle: 'Sessions',
    description: 'Bookings by week, without cancelled ones',
    headings: { labelHeading: 'Week from', valueHeading: 'Sessions', openNote: 'this week' },
    periods: weeks.map(({ week, bookings }) => ({ firstDay: week, label: formatShortDay(week), value: bookings })),
  },
  {
    title: 'New people per month',
    figureTitle: 'New people',
    description: 'New accounts, without deleted ones',
    headings: { labelHeading: 'Month', valueHeading: 'People' },
    periods: months.map(({ month, users }) => toPeriod(month, users)),
  },
  {
    title: 'New studios per month',
    figureTitle: 'New studios',
    description: 'By the day on which they were created',
    headings: { labelHeading: 'Month', valueHeading: 'Studios' },
    periods: months.map(({ month, studios }) => toPeriod(month, studios)),
  },
]

const toPeriod = (month: string, value: number) => ({
  firstDay: `${month}-01`,
  label: formatShortMonth(month),
  value,
})

type FiguresProps = { stats: PlatformStats; others: readonly { figureTitle: string; bars: readonly Period[] }[] }

function Figures({ stats, others }: FiguresProps) {
  const { studios, active_studios, users, revenue_minor, currency, active_bookings } = stats
  return (
    // Over the whole width, as the cards above and below.
    <div className="xl:*:grid xl:*:auto-cols-fr xl:*:grid-flow-col">
      <CounterStrip asRows>
        <StripCounter
          title="Total Studios"
          value={studios}
          note={`${active_studios} active, ${studios - active_studios} inactive`}
          to={paths.superAdminStudios}
        />
        <StripCounter title="Total Users" value={users} to={paths.superAdminUsers} />
        {arePlansOn() && (
          <StripCounter title="Monthly Revenue" value={moneyText(revenue_minor, currency)} note="at list price" />
        )}
        <StripCounter title="Active Bookings" value={active_bookings} note="including requests" />
        {others.flatMap(({ figureTitle, bars: [only] }) =>
          only
            ? [
                <StripCounter
                  key={figureTitle}
                  title={figureTitle}
                  value={only.value}
                  note={`since ${formatShortDay(only.firstDay)}`}
                />,
              ]
            : [],
        )}
      </CounterStrip>
    </div>
  )
}

function Plans({ stats, isWide }: { stats: PlatformStats; isWide: boolean }) {
  return (
    <Card
      title="Plans"
      description="Studios per plan, and how many of them pay"
      className={isWide ? 'lg:col-span-2' : ''}
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
