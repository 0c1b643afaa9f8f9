import type { ReactNode } from 'react'
import { cx } from './cx.ts'

type Column<Row> = {
  name: string
  cell: (row: Row) => ReactNode
  /** Said instead of `name` where the heading would only be noise, as over buttons. */
  hideName?: boolean
  align?: 'end'
}

type TableProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}

/** A table; under 768 px each row becomes a card that names its values. The roles survive the change of display. */
export function Table<Row>({ label, columns, rows, keyOf }: TableProps<Row>) {
  return (
    <table aria-label={label} className="block w-full text-sm md:table">
      <thead className="hidden md:table-header-group">
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
      <tbody className="grid gap-3 md:table-row-group">
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            className="grid gap-2 rounded-md border border-border bg-card p-4 md:table-row md:border-0 md:bg-transparent md:hover:bg-card"
          >
            {columns.map(({ name, cell, hideName, align }) => (
              <td
                key={name}
                className={cx(
                  'flex items-baseline justify-between gap-4 md:table-cell md:border-b md:border-border md:px-3 md:py-3',
                  align === 'end' && 'md:text-right',
                )}
              >
                {!hideName && <span className="text-muted-foreground md:hidden">{name}</span>}
                <span className={cx('min-w-0 text-right', align !== 'end' && 'md:text-left')}>{cell(row)}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
