import type { CSSProperties, ReactNode } from 'react'
import { cx } from './cx.ts'

/**
 * Where a column is shown in a narrow row of two lines: in the first line, in the second line, or as the one button at the
 * end. `hidden` is for data that the details of the row show, `below` for a third line of rows that have one.
 */
type NarrowPlace = 'title' | 'meta' | 'end' | 'below' | 'hidden'

type Column<Row> = {
  name: string
  /** If it renders nothing, the narrow layout hides the name too. */
  cell: (row: Row) => ReactNode
  /** Shows the heading to screen readers only, such as above buttons. */
  hideName?: boolean
  align?: 'end'
  /** If any column has a place, narrow rows are 56 px high. Otherwise each row is a card with all names and values. */
  narrow?: NarrowPlace
}

type TableProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** A line above a row, such as the one where today begins. */
  lineAbove?: (row: Row) => Line | null
}

type Line = { text: string; isNarrowOnly: boolean }

/** For the button or link that opens the details of a narrow row: a tap anywhere on the row opens them. */
export const wholeRowClasses = '@max-3xl:after:absolute @max-3xl:after:inset-0'

const placeClasses: Record<NarrowPlace, string> = {
  title: '@max-3xl:col-start-1 @max-3xl:-col-end-2 @max-3xl:row-start-1 @max-3xl:truncate @max-3xl:font-medium',
  meta: '@max-3xl:row-start-2 @max-3xl:truncate @max-3xl:text-xs @max-3xl:text-muted-foreground',
  // Above a title whose tap area is the whole row. Not `relative`, so that the tap area of a button in it can be the whole
  // row too.
  end: '@max-3xl:-col-start-2 @max-3xl:row-span-2 @max-3xl:row-start-1 @max-3xl:pl-3 @max-3xl:z-1',
  // The summary of `details` is at the end of the row, and its tap area is the whole row.
  below: cx(
    '@max-3xl:col-span-full @max-3xl:row-start-3 @max-3xl:text-xs @max-3xl:text-muted-foreground @max-3xl:has-[summary]:-mr-24',
    '@max-3xl:[&_summary]:absolute @max-3xl:[&_summary]:inset-x-0 @max-3xl:[&_summary]:top-0',
    '@max-3xl:[&_summary]:flex @max-3xl:[&_summary]:h-14 @max-3xl:[&_summary]:items-center @max-3xl:[&_summary]:justify-end',
  ),
  hidden: '@max-3xl:hidden',
}

const wideCell = '@3xl:table-cell @3xl:border-b @3xl:border-border @3xl:px-3 @3xl:py-3'
const wideRow = '@3xl:table-row @3xl:border-0 @3xl:bg-transparent @3xl:hover:bg-card'

/**
 * A table. In a container under 768 px each row becomes two lines, or a card. The table roles are set explicitly, because
 * changing the display would remove them.
 */
export function Table<Row>({ label, columns, rows, keyOf, lineAbove }: TableProps<Row>) {
  const isCompact = columns.some(({ narrow }) => narrow)
  const metas = columns.filter(({ narrow = 'meta' }) => narrow === 'meta').length
  const tracks = { gridTemplateColumns: `${'minmax(0, auto) '.repeat(metas)}1fr auto` }
  return (
    <div className="@container overflow-x-auto">
      <table aria-label={label} className="block w-full text-sm @3xl:table">
        <thead className="hidden @3xl:table-header-group">
          <tr>
            {columns.map(({ name, hideName, align }) => (
              <th
                key={name}
                scope="col"
                className={cx(
                  'border-b border-border px-3 py-2.5 font-medium text-muted-foreground',
                  align === 'end' ? 'text-right' : 'text-left',
                )}
              >
                {hideName ? <span className="sr-only">{name}</span> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          className={cx(
            'grid @3xl:table-row-group',
            isCompact ? 'grid-cols-1 divide-y divide-border @3xl:divide-y-0' : 'gap-3',
          )}
        >
          {rows.map((row) => (
            <TableRow key={keyOf(row)} {...{ row, columns, isCompact, tracks }} line={lineAbove?.(row) ?? null} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type RowProps<Row> = {
  row: Row
  columns: readonly Column<Row>[]
  isCompact: boolean
  tracks: CSSProperties
  line: Line | null
}

function TableRow<Row>({ row, columns, isCompact, tracks, line }: RowProps<Row>) {
  return (
    <>
      {line && (
        <tr className={line.isNarrowOnly ? 'block @3xl:hidden' : 'block @3xl:table-row'}>
          <th
            scope="rowgroup"
            colSpan={columns.length}
            className="block pt-4 pb-2 text-left text-xs font-semibold @3xl:table-cell @3xl:border-b @3xl:border-border @3xl:px-3"
          >
            {line.text}
          </th>
        </tr>
      )}
      <tr
        style={isCompact ? tracks : undefined}
        className={
          isCompact
            ? cx(
                '@max-3xl:relative @max-3xl:grid @max-3xl:min-h-14 @max-3xl:content-center @max-3xl:items-center @max-3xl:py-2',
                '@max-3xl:has-[[data-narrow=below]_summary]:pr-24',
                wideRow,
              )
            : cx('grid gap-2 rounded-md border border-border bg-card p-4', wideRow)
        }
      >
        {columns.map((column) => (isCompact ? compactCell(row, column) : cardCell(row, column)))}
      </tr>
    </>
  )
}

const compactCell = <Row,>(row: Row, { name, cell, align, narrow = 'meta' }: Column<Row>) => (
  <td
    key={name}
    data-narrow={narrow}
    className={cx('min-w-0', wideCell, placeClasses[narrow], align === 'end' && '@3xl:text-right')}
  >
    <span className={cx(narrow === 'end' && '@max-3xl:flex @max-3xl:justify-end')}>{cell(row)}</span>
  </td>
)

const cardCell = <Row,>(row: Row, { name, cell, hideName, align }: Column<Row>) => (
  <td
    key={name}
    className={cx(
      'flex items-baseline justify-between gap-4 @max-3xl:has-[>span:last-child:empty]:hidden',
      wideCell,
      align === 'end' && '@3xl:text-right',
    )}
  >
    {!hideName && <span className="text-muted-foreground @3xl:hidden">{name}</span>}
    <span className={cx('min-w-0 text-right', align !== 'end' && '@3xl:text-left')}>{cell(row)}</span>
  </td>
)
