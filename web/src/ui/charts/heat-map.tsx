import { Chart } from './chart.tsx'

type HeatMapProps = {
  title: string
  /** What the lines stand for, such as 'Weekday'; their names and those of the columns, such as hours. */
  by: string
  lines: readonly string[]
  columns: readonly string[]
  /** How much of each field is used, line by line, from 0 to 1; null where there is nothing to use. */
  shares: readonly (readonly (number | null)[])[]
}

const inWords = (share: number | null) => (share === null ? 'closed' : `${Math.round(share * 100)}%`)

/** How used a thing is by two measures, such as a room by weekday and hour: the fuller a field, the more colour. */
export function HeatMap({ title, by, lines, columns, shares }: HeatMapProps) {
  const rows = lines.map((line, index) => [line, ...(shares[index] ?? []).map(inWords)])
  return (
    <Chart title={title} columns={[by, ...columns]} rows={rows}>
      <div
        className="grid gap-px text-xs"
        style={{ gridTemplateColumns: `max-content repeat(${columns.length}, minmax(0, 1fr))` }}
      >
        {lines.map((line, index) => (
          <div key={line} className="contents">
            <span className="pr-2 leading-6 text-muted-foreground">{line}</span>
            {(shares[index] ?? []).map((share, at) => (
              <span
                key={columns[at]}
                title={`${line} ${columns[at]}: ${inWords(share)}`}
                className="h-6 rounded-xs"
                style={{ background: colorOf(share) }}
              />
            ))}
          </div>
        ))}
        <span />
        {columns.map((column, at) => (
          <span key={column} className="overflow-visible pt-1 whitespace-nowrap text-muted-foreground">
            {at % 3 === 0 ? column : ''}
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
