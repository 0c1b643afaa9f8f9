import type { CSSProperties, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Chart } from './chart.tsx'

type HeatMapProps = {
  title: string
  /** The heading of the rows, such as 'Weekday', and the labels of rows and columns. The drawing has the short ones. */
  rowHeading: string
  rows: readonly { name: string; short: string }[]
  columns: readonly string[]
  /** Usage per cell from 0 to 1, row by row; null if there is no capacity. */
  shares: readonly (readonly (number | null)[])[]
}

type Share = number | null

const percentOf = (share: number) => Math.round(share * 100)
const formatShare = (share: Share) => (share === null ? 'closed' : `${percentOf(share)}%`)

/** The average of the cells that have capacity; null without any. All cells have the same capacity. */
export function averageShare(shares: readonly Share[]): Share {
  const open = shares.filter((share) => share !== null)
  return open.length === 0 ? null : open.reduce((sum, share) => sum + share, 0) / open.length
}

const withAverage = (shares: readonly Share[]) => [...shares, averageShare(shares)]

/** The steps of the scale. */
const SCALE = [0, 1 / 3, 2 / 3, 1]
/** With more columns, the labels of all would overlap. */
const LABELS_MAX = 16

/**
 * Usage by two dimensions, such as weekday and hour, with the average of each row and column. More usage has more color.
 * In a narrow box, rows and columns change places, so that each cell has space for its number.
 */
export function HeatMap({ title, rowHeading, rows, columns, shares }: HeatMapProps) {
  const averages = columns.map((_, column) => averageShare(shares.map((row) => row[column] ?? null)))
  const all = averageShare(shares.flat())
  const tableRows = [
    ...rows.map(({ name }, index) => [name, ...withAverage(shares[index] ?? []).map(formatShare)]),
    ['All', ...[...averages, all].map(formatShare)],
  ]
  const sizes: CSSProperties & Record<`--${string}`, number> = {
    '--cells': columns.length,
    '--lines': columns.length + 2,
  }
  return (
    <Chart title={title} columns={[rowHeading, ...columns, 'All']} rows={tableRows}>
      <div className="@container">
        <div
          className={cx(
            'grid auto-cols-[minmax(0,1fr)] grid-flow-col gap-px text-xs tabular-nums',
            'grid-cols-[max-content] grid-rows-[repeat(var(--lines),auto)]',
            '@4xl:grid-flow-row @4xl:grid-rows-none',
            '@4xl:grid-cols-[max-content_repeat(var(--cells),minmax(0,1fr))_max-content]',
          )}
          style={sizes}
        >
          <ColumnLabels columns={columns} />
          {rows.map(({ name, short }, index) => (
            <div key={name} className="contents">
              <RowLabel>{short}</RowLabel>
              {(shares[index] ?? []).map((share, column) => (
                <Cell key={columns[column]} title={`${name} ${columns[column]}: ${formatShare(share)}`} share={share} />
              ))}
              <Average share={averageShare(shares[index] ?? [])} />
            </div>
          ))}
          <div className="contents">
            <RowLabel>All</RowLabel>
            {averages.map((share, column) => (
              <Average key={columns[column]} share={share} />
            ))}
            <Average share={all} />
          </div>
        </div>
      </div>
      <Scale />
    </Chart>
  )
}

const ColumnLabels = ({ columns }: { columns: readonly string[] }) => (
  <div className="contents text-muted-foreground">
    <span />
    {columns.map((column, index) => (
      <span
        key={column}
        className={cx(
          'pr-2 text-right leading-5.5 whitespace-nowrap @4xl:px-0 @4xl:text-center @4xl:leading-5',
          columns.length > LABELS_MAX && index % 2 === 1 && '@4xl:invisible',
        )}
      >
        {column}
      </span>
    ))}
    <span className="pr-2 text-right leading-5.5 @4xl:pr-0 @4xl:pl-3 @4xl:leading-5">All</span>
  </div>
)

const Scale = () => (
  <p className="flex items-center justify-end gap-1.5 pt-3 text-xs text-muted-foreground tabular-nums">
    0%
    <span className="flex gap-px">
      {SCALE.map((part) => (
        <span key={part} className="size-3 rounded-xs" style={{ background: colorOf(part) }} />
      ))}
    </span>
    100%
  </p>
)

const RowLabel = ({ children }: { children: ReactNode }) => (
  <span className="text-center leading-5.5 text-muted-foreground @4xl:pr-2 @4xl:text-left">{children}</span>
)

const averageClasses = 'text-center leading-5.5 whitespace-nowrap @4xl:last:pl-3 @4xl:last:text-right'

/** A zero is a dash, so that usage stands out. The table for screen readers has its number. */
const Average = ({ share }: { share: Share }) => {
  const isUnused = share !== null && percentOf(share) === 0
  return (
    <span className={cx(averageClasses, isUnused && 'text-muted-foreground')}>
      {isUnused ? '–' : share !== null && formatShare(share)}
    </span>
  )
}

/** One cell with its percentage. Zero has no number, so that usage stands out. */
function Cell({ title, share }: { title: string; share: Share }) {
  const background = colorOf(share)
  return (
    <span
      title={title}
      className="h-5.5 overflow-hidden rounded-xs text-center leading-5.5"
      // Black or white, whichever has more contrast, as for the text on a brand's colors.
      style={{ background, color: `lab(from ${background} calc((49.44 - l) * 1e4) 0 0)` }}
    >
      {share !== null && percentOf(share) > 0 && formatShare(share)}
    </span>
  )
}

/** A little usage must differ from none, and full usage has less than the whole color, because it may fill most of the map. */
const LEAST_COLOR_PERCENT = 12
const MOST_COLOR_PERCENT = 80

/** The color of an open cell without usage: one step from that of the card. */
const UNUSED_COLOR = 'var(--color-muted)'

/** On a scale from 0 to 100%, so that the same color means the same usage in every map. */
function colorOf(share: Share) {
  if (share === null) return 'transparent'
  if (share <= 0) return UNUSED_COLOR
  const percent = LEAST_COLOR_PERCENT + Math.min(1, share) * (MOST_COLOR_PERCENT - LEAST_COLOR_PERCENT)
  return `color-mix(in oklab, var(--color-primary) ${Math.round(percent)}%, var(--color-card))`
}
