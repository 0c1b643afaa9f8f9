import { computeHeights, hasLabel, labelStep, labelStepOnPhone } from '#ui/charts/bars.tsx'
import { cx } from '#ui/cx.ts'
import type { MonthColumn } from '../model/report-tables.ts'

/** The look of each amount of a month: of its column, and of the square before its heading in the table. */
export const amountLooks = ['bg-primary', 'border border-primary bg-primary/20']

/** Two amounts of each month as columns over time. The table below has the same numbers, so screen readers skip these. */
export function MonthColumns({ months }: { months: readonly MonthColumn[] }) {
  const heights = computeHeights(months.flatMap(({ amounts }) => amounts))
  const labels = months.map(({ label }) => label)
  const step = labelStep(labels)
  const phoneStep = labelStepOnPhone(labels)
  return (
    <div aria-hidden className="grid gap-1.5 pt-4">
      <div className="flex h-28 gap-2 border-b border-border sm:gap-4">
        {months.map(({ key, amounts }, month) => (
          <div key={key} className="flex min-w-0 flex-1 items-end justify-center gap-0.5">
            {amounts.map((amount, index) => (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: the amounts of a month have a fixed order
                key={index}
                className={cx(
                  'max-w-8 min-w-0 flex-1 rounded-t-sm border-b-0',
                  amount > 0 ? amountLooks[index] : 'hidden',
                )}
                style={{ height: `max(2px, ${(heights[month * amounts.length + index] ?? 0) * 100}%)` }}
              />
            ))}
          </div>
        ))}
      </div>
      <div className="flex gap-2 text-xs text-muted-foreground sm:gap-4">
        {months.map(({ key, label }, index) => (
          <span
            key={key}
            className={cx(
              'min-w-0 flex-1 overflow-visible text-center whitespace-nowrap',
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
