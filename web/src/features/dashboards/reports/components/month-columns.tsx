import { hasLabel, labelStep, labelStepOnPhone } from '#ui/charts/bars.tsx'
import { cx } from '#ui/cx.ts'
import { listGridValues } from '../model/grid-values.ts'
import type { MonthColumn } from '../model/report-tables.ts'

/** The look of each amount of a month: of its column, and of the square before its heading in the table. */
export const amountLooks = ['bg-primary', 'border border-primary bg-primary/20']

type MonthColumnsProps = {
  months: readonly MonthColumn[]
  /** Formats the values of the lines. */
  format: (amount: number) => string
}

/** Two amounts of each month as columns over time. The table below has the same numbers, so screen readers skip these. */
export function MonthColumns({ months, format }: MonthColumnsProps) {
  // The highest line is at or above the highest column, so that each column can be read off.
  const gridValues = listGridValues(Math.max(0, ...months.flatMap(({ amounts }) => amounts)))
  const top = gridValues.at(-1) ?? 1
  const lines = gridValues.map((value) => ({ text: format(value), bottom: `${(value / top) * 100}%` }))
  const labels = months.map(({ label }) => label)
  const step = labelStep(labels)
  // One more letter each, because the values of the lines take a part of the width.
  const phoneStep = labelStepOnPhone(labels.map((label) => `${label} `))
  return (
    <div aria-hidden className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-1.5 pt-4">
      <div
        className="relative text-xs text-muted-foreground tabular-nums"
        style={{ width: `${Math.max(0, ...lines.map(({ text }) => text.length))}ch` }}
      >
        {lines.map(({ text, bottom }) => (
          <span key={text} className="absolute right-0 translate-y-1/2 whitespace-nowrap" style={{ bottom }}>
            {text}
          </span>
        ))}
      </div>
      <div className="relative flex h-44 gap-[min(0.5rem,2.5%)] border-b border-border sm:gap-4">
        {lines.map(({ text, bottom }) => (
          <span key={text} className="absolute inset-x-0 border-t border-border/60" style={{ bottom }} />
        ))}
        {months.map(({ key, amounts }) => (
          <div key={key} className="relative flex min-w-0 flex-1 items-end justify-center gap-0.5">
            {amounts.map((amount, index) => (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: the amounts of a month have a fixed order
                key={index}
                className={cx(
                  // Half of the month each, so that all are equally wide; one alone is in the middle.
                  'w-[calc(50%-1px)] max-w-8 rounded-t-sm border-b-0',
                  amount > 0 ? amountLooks[index] : 'hidden',
                )}
                style={{ height: `max(2px, ${(Math.max(0, amount) / top) * 100}%)` }}
              />
            ))}
          </div>
        ))}
      </div>
      <div className="col-start-2 flex gap-[min(0.5rem,2.5%)] text-xs text-muted-foreground sm:gap-4">
        {months.map(({ key, label }, index) => (
          <span
            key={key}
            className={cx(
              'flex min-w-0 flex-1 justify-center whitespace-nowrap',
              // A wider label than the last column begins further left, so that it does not leave the card.
              index === months.length - 1 && 'justify-center-safe [direction:rtl]',
              !hasLabel(index, months.length, phoneStep) && 'max-md:invisible',
            )}
          >
            {hasLabel(index, months.length, step) ? label : ''}
          </span>
        ))}
      </div>
    </div>
  )
}
