import { Download } from 'lucide-react'
import { saveFile } from '#lib/page/save-file.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { heightsOf } from '#ui/charts/bars.tsx'
import { csvRows, type ReportTable, shownColumns } from '../model/report-tables.ts'

type ReportCardProps = {
  table: ReportTable
  /** The period, as the end of the file's name. */
  period: string
}

/** A report as a table with a bar in each row, and as a CSV file. */
export function ReportCard({ table, period }: ReportCardProps) {
  const { id, title, columns, rows, sizes } = table
  const shown = shownColumns(table)
  const widths = table.areShares ? sizes.map((size) => Math.min(1, size)) : heightsOf(sizes)
  const download = async () => {
    const { default: Papa } = await import('papaparse')
    const text = `\uFEFF${Papa.unparse(csvRows(table), { escapeFormulae: FORMULA })}`
    saveFile(new File([text], `${id}-${period}.csv`, { type: 'text/csv' }))
  }
  return (
    <Card>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-display font-semibold">{title}</h2>
        {rows.length > 0 && (
          <Button size="small" look="quiet" aria-label={`Download ${title} as CSV`} onClick={() => void download()}>
            <Download aria-hidden />
            CSV
          </Button>
        )}
      </div>
      {rows.length === 0 ? (
        <p className="text-sm text-muted-foreground">Nothing in this period.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        <section aria-label={title} tabIndex={0} className="max-h-96 overflow-auto">
          <table aria-label={title} className="w-full text-sm">
            <thead className="sticky top-0 bg-card text-left text-muted-foreground">
              <tr>
                {shown.map((index) => (
                  <th key={columns[index]} scope="col" className={index === 0 ? 'py-1.5 font-medium' : NUMBERS_HEAD}>
                    {columns[index]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <tr key={row.map(({ raw }) => raw).join(' ')}>
                  {shown.map((column) =>
                    column === 0 ? (
                      <th key={columns[column]} scope="row" className="w-2/5 py-1.5 text-left font-normal">
                        {row[column]?.text}
                        <Bar width={widths[index] ?? 0} />
                      </th>
                    ) : (
                      <td
                        key={columns[column]}
                        className="py-1.5 pl-3 text-right align-top whitespace-nowrap tabular-nums"
                      >
                        {row[column]?.text}
                      </td>
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Card>
  )
}

const NUMBERS_HEAD = 'py-1.5 pl-3 text-right font-medium'
// A spreadsheet would run a text that begins like a formula. Negative amounts are not formulas.
const FORMULA = /^(?:[=+@\t\r]|-(?!\d+(?:\.\d+)?$))/

const Bar = ({ width }: { width: number }) => (
  <span aria-hidden className="mt-1 block h-1.5 rounded-xs bg-muted">
    <span className="block h-full rounded-xs bg-primary" style={{ width: `${width * 100}%` }} />
  </span>
)
