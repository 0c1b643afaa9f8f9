import type { StudioStats } from '@studiohub/contract/features/dashboards/schema.ts'
import { dateFormat } from '@studiohub/contract/shared/formats.ts'
import { minorDigits, moneyText } from '@studiohub/contract/shared/money.ts'
import { Card } from '#ui/card.tsx'
import { Bars } from '#ui/charts/bars.tsx'

const formatDate = dateFormat({ month: 'short' })
const formatMonth = (month: string) => formatDate(`${month}-01`)

type MonthChartsProps = {
  months: StudioStats['months']
  currency: string
  /** Whether the revenue comes from the books, which have no tax in it. Before the first invoice it is the prices of sessions. */
  isFromBooks: boolean
}

/** With fewer columns, they would be wider than high. */
const MONTHS_MIN = 3

/** The months from the first one with data. */
function listMonthsWithData(months: MonthChartsProps['months']) {
  const first = months.findIndex(({ bookings, revenue_minor }) => bookings > 0 || revenue_minor > 0)
  return months.slice(Math.min(first === -1 ? months.length : first, Math.max(0, months.length - MONTHS_MIN)))
}

/** Bookings and revenue of the last months, including the current one. */
export function MonthCharts({ months: allMonths, currency, isFromBooks }: MonthChartsProps) {
  const months = listMonthsWithData(allMonths)
  const unit = 10 ** minorDigits(currency)
  const isOpen = (index: number) => index === months.length - 1
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <Card title="Bookings by month" description="Sessions that were not cancelled">
        <Bars
          title="Bookings by month"
          labelHeading="Month"
          valueHeading="Bookings"
          bars={months.map(({ month, bookings }, index) => ({
            label: formatMonth(month),
            value: bookings,
            isOpen: isOpen(index),
          }))}
        />
      </Card>
      <Card
        title="Revenue by month"
        description={`Earned from sessions and invoices${isFromBooks ? ', without tax' : ''}, in ${currency}`}
      >
        <Bars
          title="Revenue by month"
          labelHeading="Month"
          valueHeading="Revenue"
          format={(minor) => moneyText(minor, currency)}
          formatAbove={(minor) => moneyText(Math.round(minor / unit) * unit, currency)}
          bars={months.map(({ month, revenue_minor }, index) => ({
            label: formatMonth(month),
            value: revenue_minor,
            isOpen: isOpen(index),
          }))}
        />
      </Card>
    </div>
  )
}
