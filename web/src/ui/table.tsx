import type { ReactNode } from 'react'
import { cx } from './cx.ts'

type Column<Row> = {
  name: string
  /** If it renders nothing, the narrow layout hides the name too. */
  cell: (row: Row) => ReactNode
  /** Shows the heading to screen readers only, such as above buttons. */
  hideName?: boolean
  align?: 'end'
}

type TableProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}

/** A table; in a container under 768 px each row becomes a card. The table roles survive the change of display. */
export function Table<Row>({ label, columns, rows, keyOf }: TableProps<Row>) {
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
        <tbody className="grid gap-3 @3xl:table-row-group">
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              className="grid gap-2 rounded-md border border-border bg-card p-4 @3xl:table-row @3xl:border-0 @3xl:bg-transparent @3xl:hover:bg-card"
            >
              {columns.map(({ name, cell, hideName, align }) => (
                <td
                  key={name}
                  className={cx(
                    'flex items-baseline justify-between gap-4 @max-3xl:has-[>span:last-child:empty]:hidden @3xl:table-cell @3xl:border-b @3xl:border-border @3xl:px-3 @3xl:py-3',
                    align === 'end' && '@3xl:text-right',
                  )}
                >
                  {!hideName && <span className="text-muted-foreground @3xl:hidden">{name}</span>}
                  <span className={cx('min-w-0 text-right', align !== 'end' && '@3xl:text-left')}>{cell(row)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
