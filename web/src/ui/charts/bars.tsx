import { cx } from '../cx.ts'
import { Chart } from './chart.tsx'

/** One column. `isOpen`: its period has not ended yet. */
export type Bar = { label: string; value: number; isOpen?: boolean }

type BarsProps = {
  title: string
  /** Table headings for the columns and their values: 'Month', 'Bookings'. */
  labelHeading: string
  valueHeading: string
  bars: readonly Bar[]
  format?: (value: number) => string
  /** For the values above the columns, which have little space. By default `format`. */
  formatAbove?: (value: number) => string
}

const LABELS_MAX = 12
/** Number of label characters that fit side by side on a phone. */
const LETTERS_ON_PHONE = 48

/** Every n-th column has a label, so that labels do not overlap. Returns n. */
export const labelStep = (count: number) => Math.max(1, Math.ceil(count / LABELS_MAX))

/** The same on a phone, where the length of the labels matters. */
export const labelStepOnPhone = (labels: readonly string[]) =>
  Math.ceil((labels.length * (1 + Math.max(0, ...labels.map(({ length }) => length)))) / LETTERS_ON_PHONE)

/** Height of each column from 0 to 1, relative to the highest. All are 0 if no value is positive. */
export function heightsOf(values: readonly number[]): number[] {
  const highest = Math.max(0, ...values)
  return values.map((value) => (highest === 0 ? 0 : Math.max(value, 0) / highest))
}

/** Amounts over time as columns. Values are shown above them if there is space, else on hover. */
export function Bars({ title, labelHeading, valueHeading, bars, format = String, formatAbove = format }: BarsProps) {
  const heights = heightsOf(bars.map(({ value }) => value))
  const step = labelStep(bars.length)
  const stepOnPhone = labelStepOnPhone(bars.map(({ label }) => label))
  return (
    <Chart
      title={title}
      columns={[labelHeading, valueHeading]}
      rows={bars.map(({ label, value }) => [label, format(value)])}
    >
      <div className="flex h-44 items-end gap-1 border-b border-border pt-5">
        {bars.map(({ label, value, isOpen }, index) => (
          <div
            key={label}
            className="group relative flex h-full min-w-0 flex-1 items-end"
            title={`${label}: ${format(value)}`}
          >
            <div
              className={cx(
                'w-full rounded-t-sm bg-primary transition-opacity duration-150 group-hover:opacity-80',
                isOpen && 'opacity-60',
              )}
              style={{ height: `max(2px, ${(heights[index] ?? 0) * 100}%)` }}
            />
            <span
              className={cx(
                'pointer-events-none absolute inset-x-0 pb-0.5 text-center text-xs whitespace-nowrap tabular-nums group-hover:visible',
                bars.length > LABELS_MAX && 'invisible',
              )}
              style={{ bottom: `${(heights[index] ?? 0) * 100}%` }}
            >
              {formatAbove(value)}
            </span>
          </div>
        ))}
      </div>
      <div className="flex gap-1 pt-1.5 text-xs text-muted-foreground">
        {bars.map(({ label }, index) => (
          <span
            key={label}
            className={cx(
              'min-w-0 flex-1 overflow-visible text-center whitespace-nowrap',
              index % stepOnPhone !== 0 && 'max-md:invisible',
            )}
          >
            {index % step === 0 ? label : ''}
          </span>
        ))}
      </div>
    </Chart>
  )
}
