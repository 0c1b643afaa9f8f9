import { moneyText } from '@studiohub/contract/shared/money.ts'
import { Download } from 'lucide-react'
import { saveFile } from '#lib/page/save-file.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import { type Cell, getBarLengths, listShownColumns, type ReportTable, toCsvRows } from '../model/report-tables.ts'
import { amountLooks, MonthColumns } from './month-columns.tsx'

type ReportCardProps = {
  table: ReportTable
  /** The period. It ends the name of the file. */
  period: string
}

/** A report as a table, with a bar below each row or a chart above if they help to compare, and as a CSV file. */
export function ReportCard({ table, period }: ReportCardProps) {
  const { id, title, note, columns, columnNotes, rows, months, totals = [] } = table
  const columnIndexes = listShownColumns(table)
  const lengths = getBarLengths(table)
  const download = async () => {
    const { default: Papa } = await import('papaparse')
    const text = `\uFEFF${Papa.unparse(toCsvRows(table), { escapeFormulae: FORMULA })}`
    saveFile(new File([text], `${id}-${period}.csv`, { type: 'text/csv' }))
  }
  return (
    <Card>
      <div className="-mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-display font-semibold">{title}</h2>
        {rows.length > 0 && (
          <Button
            size="small"
            look="quiet"
            className="-mr-3"
            aria-label={`Download ${title} as CSV`}
            onClick={() => void download()}
          >
            <Download aria-hidden />
            CSV
          </Button>
        )}
      </div>
      {note && <p className="-mt-2 text-sm text-muted-foreground">{note}</p>}
      {months && <MonthColumns months={months} format={(minor) => moneyText(minor, currencyOf(table))} />}
      {rows.length === 0 ? (
        <p className="text-sm text-muted-foreground">Nothing in this period.</p>
      ) : (
        // Positioned, so that hidden texts in a scrolled part do not make the page wider.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        <section aria-label={title} tabIndex={0} className="relative max-h-96 overflow-auto">
          <table aria-label={title} className="w-full text-sm">
            <thead className="sticky top-0 bg-card text-muted-foreground">
              <tr>
                {columnIndexes.map((index) => (
                  <th
                    key={columns[index]}
                    scope="col"
                    className={cx('py-1.5 font-medium max-sm:text-xs', columnClasses(index))}
                  >
                    {months && index >= FIRST_AMOUNT && (
                      <span
                        aria-hidden
                        className={cx('mr-1.5 inline-block size-2.5 rounded-xs', amountLooks[index - FIRST_AMOUNT])}
                      />
                    )}
                    <Heading text={columns[index] ?? ''} note={columnNotes?.[columns[index] ?? '']} />
                  </th>
                ))}
              </tr>
            </thead>
            {rows.map((row, index) => (
              <tbody key={row.map(({ raw }) => raw).join(' ')}>
                <Cells table={table} row={row} />
                {table.sizes && !months && (
                  <tr aria-hidden>
                    <td colSpan={columnIndexes.length} className={index === rows.length - 1 ? 'pb-3' : 'pb-2'}>
                      <Bar length={lengths[index] ?? 0} />
                    </td>
                  </tr>
                )}
              </tbody>
            ))}
            {rows.length > 1 && totals.length > 0 && (
              <tfoot className="sticky bottom-0 border-t border-border bg-card font-semibold">
                {totals.map((row) => (
                  <Cells key={row[1]?.raw} table={table} row={row} />
                ))}
              </tfoot>
            )}
          </table>
        </section>
      )}
    </Card>
  )
}

/** In reports by month, the amounts come after the month and the currency. */
const FIRST_AMOUNT = 2

/** The currency of a report with only one. */
const currencyOf = ({ columns, rows }: ReportTable) => String(rows[0]?.[columns.indexOf('Currency')]?.raw)

/** Names are on the left, numbers on the right. */
const columnClasses = (index: number) =>
  index === 0 ? 'text-left' : 'w-px pl-3 text-right whitespace-nowrap tabular-nums sm:min-w-24 sm:pl-6'

/** The heading of a column. On phones its note is in a second line. */
const Heading = ({ text, note }: { text: string; note: string | undefined }) => (
  <>
    {text}
    {note && (
      <>
        , <span className="font-normal max-sm:block">{note}</span>
      </>
    )}
  </>
)

function Cells({ table, row }: { table: ReportTable; row: readonly Cell[] }) {
  return (
    <tr>
      {listShownColumns(table).map((index) => {
        const Tag = index === 0 ? 'th' : 'td'
        return (
          <Tag
            key={table.columns[index]}
            {...(index === 0 && { scope: 'row' })}
            className={cx('py-1.5 align-top [font-weight:inherit]', columnClasses(index))}
          >
            <CellText cell={row[index]} />
          </Tag>
        )
      })}
    </tr>
  )
}

/** The text of a cell; nothing as a quiet dash, so that amounts stand out. */
function CellText({ cell }: { cell: Cell | undefined }) {
  if (!cell?.isZero) return cell?.text
  return (
    <span className="text-muted-foreground">
      <span aria-hidden>–</span>
      <span className="sr-only">{cell.text}</span>
    </span>
  )
}

// A spreadsheet would run a text that begins like a formula, so such texts are escaped. Negative amounts are not formulas.
const FORMULA = /^(?:[=+@\t\r]|-(?!\d+(?:\.\d+)?$))/

const Bar = ({ length }: { length: number }) => (
  <span className="block h-1.5 rounded-full bg-muted">
    <span className="block h-full rounded-full bg-primary" style={{ width: `${length * 100}%` }} />
  </span>
)
