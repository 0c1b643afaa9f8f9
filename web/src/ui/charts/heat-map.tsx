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

/** The steps of the scale, as parts of the highest share. */
const SCALE = [0, 1 / 3, 2 / 3, 1]

/** Usage by two dimensions, such as weekday and hour. More usage has more color, relative to the highest. */
export function HeatMap({ title, rowHeading, rows, columns, shares }: HeatMapProps) {
  const tableRows = rows.map((rowLabel, index) => [rowLabel, ...(shares[index] ?? []).map(formatShare)])
  const highest = Math.max(0, ...shares.flat().map((share) => share ?? 0))
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
                style={{ background: colorOf(share, highest) }}
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
      {highest > 0 && (
        <p className="flex items-center justify-end gap-1.5 pt-3 text-xs text-muted-foreground tabular-nums">
          0%
          <span className="flex gap-px">
            {SCALE.map((part) => (
              <span key={part} className="size-3 rounded-xs" style={{ background: colorOf(part * highest, highest) }} />
            ))}
          </span>
          {formatShare(highest)}
        </p>
      )}
    </Chart>
  )
}

/** The highest share has less than the whole color, because it may fill most of the map. */
const MOST_COLOR_PERCENT = 80

const colorOf = (share: number | null, highest: number) =>
  share === null
    ? 'transparent'
    : `color-mix(in oklab, var(--color-primary) ${Math.round((share / (highest || 1)) * MOST_COLOR_PERCENT)}%, var(--color-muted))`
