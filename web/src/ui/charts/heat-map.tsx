import { cx } from '../cx.ts'
import { Chart } from './chart.tsx'

type HeatMapProps = {
  title: string
  /** The heading of the rows, such as 'Weekday', and the labels of rows and columns. */
  rowHeading: string
  rows: readonly string[]
  columns: readonly string[]
  /** Usage per cell from 0 to 1, row by row; null if there is no capacity. */
  shares: readonly (readonly (number | null)[])[]
}

const formatShare = (share: number | null) => (share === null ? 'closed' : `${Math.round(share * 100)}%`)

/** Usage by two dimensions, such as weekday and hour. More usage has more color. */
export function HeatMap({ title, rowHeading, rows, columns, shares }: HeatMapProps) {
  const tableRows = rows.map((rowLabel, index) => [rowLabel, ...(shares[index] ?? []).map(formatShare)])
  return (
    <Chart title={title} columns={[rowHeading, ...columns]} rows={tableRows}>
      <div
        className="grid gap-px text-xs"
        style={{ gridTemplateColumns: `max-content repeat(${columns.length}, minmax(0, 1fr))` }}
      >
        {rows.map((rowLabel, index) => (
          <div key={rowLabel} className="contents">
            <span className="pr-2 leading-6 text-muted-foreground">{rowLabel}</span>
            {(shares[index] ?? []).map((share, column) => (
              <span
                key={columns[column]}
                title={`${rowLabel} ${columns[column]}: ${formatShare(share)}`}
                className="h-6 rounded-xs"
                style={{ background: colorOf(share) }}
              />
            ))}
          </div>
        ))}
        <span />
        {columns.map((column, index) => (
          <span
            key={column}
            className={cx(
              'overflow-visible pt-1 whitespace-nowrap text-muted-foreground',
              index % 3 !== 0 && 'invisible',
              index % 6 !== 0 && 'max-sm:invisible',
            )}
          >
            {index % 3 === 0 ? column : ''}
          </span>
        ))}
      </div>
    </Chart>
  )
}

const colorOf = (share: number | null) =>
  share === null
    ? 'transparent'
    : `color-mix(in oklab, var(--color-primary) ${Math.round(share * 100)}%, var(--color-muted))`
