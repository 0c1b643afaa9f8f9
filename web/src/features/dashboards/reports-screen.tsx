import type { Reports } from '@studiohub/contract/features/dashboards/reports/schema.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { CalendarDate } from '@studiohub/contract/shared/time.ts'
import { CalendarDays, ChartColumn, Download } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useNow } from '#lib/hooks/use-now.ts'
import { paths } from '#paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { CounterStrip, SkeletonCounters, StripCounter } from '#ui/counters.tsx'
import { DateField } from '#ui/date-time-fields.tsx'
import { Page } from '#ui/page.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { SkeletonCards } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useActiveStudio } from '../profile/api.ts'
import { NoStudio } from '../studios/components/no-studio.tsx'
import { type Period, useAccountingExport, useReports } from './reports/api.ts'
import { PeriodPresets } from './reports/components/period-presets.tsx'
import { ReportCard } from './reports/components/report-card.tsx'
import { findPreset } from './reports/model/periods.ts'
import {
  createReportTables,
  isEmptyPeriod,
  listPeriodFigures,
  type ReportTable,
} from './reports/model/report-tables.ts'

/** A studio's earnings, the use of its rooms, and the open invoices. */
export default function ReportsScreen() {
  const { studio } = useActiveStudio()
  return studio ? <ReportsPage studio={studio} /> : <NoStudio page="Reports" />
}

const DAYS_PER_YEAR = 365

/** The period from the address. Without a valid one, the last year. */
function usePeriod({ id: studio_id, timezone }: Studio): [Period, (from: string, to: string) => void] {
  const [params, setParams] = useSearchParams()
  const today = todayIn(timezone, useNow())
  const readDate = (name: string) => CalendarDate.safeParse(params.get(name)).data
  const [from, to] = [readDate('from'), readDate('to')]
  const period = from && to && from <= to ? { from, to } : { from: plusDays(today, -DAYS_PER_YEAR + 1), to: today }
  return [
    { studio_id, ...period },
    (newFrom, newTo) => setParams({ from: newFrom, to: newTo }, { preventScrollReset: true }),
  ]
}

function ReportsPage({ studio }: { studio: Studio }) {
  const [period, setPeriod] = usePeriod(studio)
  const reports = useReports(period)
  const download = useAccountingExport()
  const exportForAccountant = (
    <Button
      look="secondary"
      title="Export for the accountant"
      pending={download.isPending}
      pendingText="Preparing..."
      onClick={() => download.mutate(period)}
    >
      <Download aria-hidden />
      Export for the accountant
    </Button>
  )
  const today = todayIn(studio.timezone, useNow())
  const [choosesDates, setChoosesDates] = useState(false)
  const isCustom = choosesDates || !findPreset(period, today)
  const choosePreset = (from: string, to: string) => {
    setChoosesDates(false)
    setPeriod(from, to)
  }
  return (
    <Page title="Reports" subtitle="What your studio earned and received" action={exportForAccountant}>
      <div className="grid gap-3 xl:flex xl:items-start xl:justify-between">
        <PeriodPresets
          period={period}
          today={today}
          isCustom={isCustom}
          onChange={choosePreset}
          onCustom={() => setChoosesDates(true)}
        />
        <div className={isCustom ? undefined : 'max-md:hidden'}>
          <PeriodForm key={`${period.from} ${period.to}`} period={period} onChange={setPeriod} />
        </div>
      </div>
      <QueryView
        query={reports}
        loadingText="Loading reports..."
        skeleton={<ReportsSkeleton />}
        errorTitle="Failed to load the reports"
        isEmpty={isEmptyPeriod}
        empty={<NothingInPeriod />}
      >
        {(data: Reports) => <Tables tables={createReportTables(data, period.from)} period={period} />}
      </QueryView>
    </Page>
  )
}

/** The totals of the period, then all reports. */
const Tables = ({ tables, period: { from, to } }: { tables: readonly ReportTable[]; period: Period }) => (
  <div className="grid grid-cols-1 gap-4">
    <CounterStrip asRows>
      {listPeriodFigures(tables).map((figure) => (
        <StripCounter key={figure.title} {...figure} />
      ))}
    </CounterStrip>
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      {tables.map((table) => (
        <ReportCard key={table.id} table={table} period={`${from}-to-${to}`} />
      ))}
    </div>
  </div>
)

const ReportsSkeleton = () => (
  <div className="grid grid-cols-1 gap-4">
    <SkeletonCounters
      counters={[
        { title: 'Earned', width: 'w-24', noteWidth: 'w-16' },
        { title: 'Received', width: 'w-20', noteWidth: 'w-12' },
        { title: 'Open today', width: 'w-20', noteWidth: 'w-12' },
      ]}
    />
    <SkeletonCards count={4} grid="gap-4 lg:grid-cols-2" card="h-96" />
  </div>
)

const NothingInPeriod = () => (
  <EmptyState
    icon={ChartColumn}
    title="Nothing in this period"
    action={
      <ButtonLink look="secondary">
        <Link to={paths.studioBookings}>
          <CalendarDays aria-hidden />
          Open bookings
        </Link>
      </ButtonLink>
    }
  >
    Revenue, the use of your rooms and open invoices appear here after your first sessions and payments.
  </EmptyState>
)

type PeriodFormProps = { period: Period; onChange: (from: string, to: string) => void }

function PeriodForm({ period, onChange }: PeriodFormProps) {
  const [from, setFrom] = useState(period.from)
  const [to, setTo] = useState(period.to)
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isPeriod = CalendarDate.safeParse(from).success && CalendarDate.safeParse(to).success && from <= to
    setError(isPeriod ? undefined : 'The end must not be before the start')
    if (isPeriod) onChange(from, to)
  }
  return (
    // In a wide window the labels are beside the fields, so that the period is one line.
    <form
      noValidate
      onSubmit={submit}
      className="grid grid-cols-2 items-end gap-x-3 gap-y-2 sm:max-md:grid-cols-[1fr_1fr_auto] md:flex md:flex-wrap xl:items-start xl:[&>div:has(label)]:grid-cols-[auto_9.5rem] xl:[&>div:has(label)]:items-center xl:[&>div:has(label)]:gap-x-2 xl:[&>div>p]:col-span-2"
    >
      <DateField label="From" value={from} onChange={({ target }) => setFrom(target.value)} />
      <DateField label="To" error={error} value={to} onChange={({ target }) => setTo(target.value)} />
      <Button type="submit" look="secondary" className="max-sm:col-span-full">
        Show period
      </Button>
    </form>
  )
}
