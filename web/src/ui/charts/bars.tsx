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
  /** What is below the label of an open period. */
  openNote?: string
  format?: (value: number) => string
  /** For the values above the columns, which have little space. By default `format`. */
  formatAbove?: (value: number) => string
}

const LABELS_MAX = 12
/** Number of label characters that fit side by side in half the width of a page, and on a phone. */
const LETTERS = 72
const LETTERS_ON_PHONE = 48

/** Every n-th column has a label, so that labels do not overlap. Returns n. */
export const labelStep = (labels: readonly string[]) =>
  Math.max(1, Math.ceil(labels.length / LABELS_MAX), stepOfLetters(labels, LETTERS))

/** The same on a phone. */
export const labelStepOnPhone = (labels: readonly string[]) => stepOfLetters(labels, LETTERS_ON_PHONE)

const stepOfLetters = (labels: readonly string[], letters: number) =>
  Math.ceil((labels.length * (1 + Math.max(0, ...labels.map(({ length }) => length)))) / letters)

/** Whether a column has a label. Counted from the last one, because the newest period always has one. */
export const hasLabel = (index: number, count: number, step: number) => (count - 1 - index) % step === 0

/** The same on a phone. The note below the label of an open period takes the space of the label before it. */
const hasLabelOnPhone = (index: number, bars: readonly Bar[], step: number) =>
  hasLabel(index, bars.length, step) && !(step > 1 && bars.at(-1)?.isOpen && index === bars.length - 1 - step)

/** Height of each column from 0 to 1, relative to the highest. All are 0 if no value is positive. */
export function computeHeights(values: readonly number[]): number[] {
  const highest = Math.max(0, ...values)
  return values.map((value) => (highest === 0 ? 0 : Math.max(value, 0) / highest))
}

// An outline says that the amount is not final, and does not make the newest column the palest.
const openClasses = 'border border-b-0 border-primary bg-primary/20 bg-hatched'

/** Amounts over time as columns. Values are shown above them if there is space, else on hover. */
export function Bars(props: BarsProps) {
  const { title, labelHeading, valueHeading, bars, openNote = 'so far', format = String, formatAbove = format } = props
  const heights = computeHeights(bars.map(({ value }) => value))
  const labels = bars.map(({ label }) => label)
  const step = labelStep(labels)
  const stepOnPhone = labelStepOnPhone(labels)
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
            className="group relative flex h-full min-w-0 flex-1 items-end justify-center"
            title={`${label}${isOpen ? ` (${openNote})` : ''}: ${format(value)} ${valueHeading.toLowerCase()}`}
          >
            <div
              className={cx(
                'w-2/3 max-w-14 rounded-t-[3px] transition-opacity duration-150 group-hover:opacity-80',
                isOpen ? openClasses : 'bg-primary',
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
        {bars.map(({ label, isOpen }, index) => (
          <span
            key={label}
            className={cx(
              'flex min-w-0 flex-1 justify-center whitespace-nowrap',
              // The last label is below the middle of its column. If it is too wide even for the padding of the card, it begins
              // further left, so that it does not leave the card.
              index === bars.length - 1 && 'justify-center-safe [direction:rtl]',
              !hasLabelOnPhone(index, bars, stepOnPhone) && 'max-md:invisible',
              !hasLabel(index, bars.length, step) && 'md:invisible',
            )}
          >
            <bdi className={cx('text-center', index === bars.length - 1 && '-mx-3')}>
              {(hasLabel(index, bars.length, step) || hasLabelOnPhone(index, bars, stepOnPhone)) && label}
              {isOpen && <span className="block">{openNote}</span>}
            </bdi>
          </span>
        ))}
      </div>
    </Chart>
  )
}
