import type { ReactNode } from 'react'

type ChartProps = {
  /** What is shown; the name of the figure. */
  title: string
  /** The names of what stands in each column of the table of figures. */
  columns: readonly string[]
  rows: readonly (readonly string[])[]
  children: ReactNode
}

/** The frame of every chart: the picture for those who look, and the same figures as a table for those who hear. */
export function Chart({ title, columns, rows, children }: ChartProps) {
  return (
    <figure aria-label={title} className="relative min-w-0">
      <div aria-hidden>{children}</div>
      {/* A table keeps the width of its words, so the box around it is what is clipped. */}
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
