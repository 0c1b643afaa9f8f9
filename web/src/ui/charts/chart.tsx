import type { ReactNode } from 'react'

type ChartProps = {
  /** The accessible name of the figure. */
  title: string
  /** Table headings. */
  columns: readonly string[]
  rows: readonly (readonly string[])[]
  children: ReactNode
}

/** The frame of every chart: the drawing, and a table with the same data for screen readers. */
export function Chart({ title, columns, rows, children }: ChartProps) {
  return (
    <figure aria-label={title} className="relative min-w-0">
      <div aria-hidden>{children}</div>
      {/* Clips the box, not the table, because a table does not shrink below the width of its text. */}
      <div className="sr-only">
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...cells]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {cells.map((cell, index) => (
                  <td key={columns[index + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
