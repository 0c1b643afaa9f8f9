import type { Invoice } from '@studiohub/contract/features/invoices/schema.ts'
import { moneyColumn } from '@studiohub/contract/shared/money.ts'
import { Link } from 'react-router'
import { formatShortDate } from '#features/bookings/shared/wording.ts'
import { formatMediumDate } from '#lib/page/time.ts'
import { cx } from '#ui/cx.ts'
import { Table, wholeRowClasses } from '#ui/table.tsx'
import { InvoiceBadge } from '../shared/invoice-badge.tsx'

type InvoiceTableProps = {
  invoices: readonly Invoice[]
  pathOf: (id: string) => string
  /** Hides the client, because all invoices belong to the same one. */
  isOwn?: boolean
}

/** An empty value; a narrow row leaves it out. */
const emptyValue = (
  <span data-wide-only className="text-muted-foreground">
    –
  </span>
)

// A narrow row has no column headings, so the value needs its own label, and no space for the weekday. Nothing is due of an
// invoice that is paid, void or written off.
function DueDay({ invoice: { due_on, open_minor, state } }: { invoice: Invoice }) {
  if (!due_on) return emptyValue
  if (open_minor <= 0) return <span data-wide-only>{formatShortDate(due_on)}</span>
  return (
    <span className={cx(state === 'overdue' && 'text-cancelled')}>
      <span className="@3xl:hidden">Due {formatMediumDate(due_on)}</span>
      <span className="@max-3xl:hidden">{formatShortDate(due_on)}</span>
    </span>
  )
}

/** What an invoice is for: its first line, with the day of the session, and how many more lines it has. */
function Subject({ invoice: { first_line, line_count } }: { invoice: Invoice }) {
  if (!first_line) return null
  const { description, service_on } = first_line
  return (
    <span className="grid">
      <span className="font-medium">
        {description}
        {line_count > 1 && <span className="font-normal text-muted-foreground"> and {line_count - 1} more</span>}
      </span>
      {service_on && <span className="text-xs text-muted-foreground">{formatShortDate(service_on)}</span>}
    </span>
  )
}

/** Formats amounts, those of one currency with the same decimals. */
const moneyFormat = (invoices: readonly Invoice[]) => (minor: number, currency: string) => {
  const rows = invoices.filter((invoice) => invoice.currency === currency)
  return moneyColumn(
    rows.flatMap(({ total_minor, open_minor }) => [total_minor, open_minor]),
    currency,
  )(minor)
}

/** Whether nobody owes the amount any more, although it was not paid. */
const isCancelled = (state: Invoice['state']) => state === 'void' || state === 'written_off'

/** Invoices with their state and open amount. */
export function InvoiceTable({ invoices, pathOf, isOwn = false }: InvoiceTableProps) {
  const formatMoney = moneyFormat(invoices)
  const numberColumn = {
    name: 'Number',
    narrow: 'meta' as const,
    cell: ({ id, number: text }: Invoice) => (
      <Link to={pathOf(id)} className={`font-medium underline-offset-4 hover:underline ${wholeRowClasses}`}>
        {text ?? 'No number yet'}
      </Link>
    ),
  }
  const forColumn = { name: 'For', narrow: 'title' as const, cell: (invoice: Invoice) => <Subject invoice={invoice} /> }
  const clientColumn = { name: 'Client', narrow: 'title' as const, cell: ({ client_name }: Invoice) => client_name }
  return (
    <Table
      label="Invoices"
      framed
      rows={invoices}
      keyOf={({ id }) => id}
      columns={[
        numberColumn,
        isOwn ? forColumn : clientColumn,
        {
          name: 'Issued',
          narrow: 'hidden',
          cell: ({ issued_on }) => (issued_on ? formatShortDate(issued_on) : emptyValue),
        },
        { name: 'Due', cell: (invoice) => <DueDay invoice={invoice} /> },
        {
          name: 'Total',
          align: 'end',
          narrow: 'end',
          cell: ({ total_minor, open_minor, currency, state }) => (
            <span className={cx('grid justify-items-end', isCancelled(state) && 'text-muted-foreground')}>
              {formatMoney(total_minor, currency)}
              {/* A narrow row has no column for the open amount. */}
              {(state === 'overdue' || (state !== 'draft' && open_minor > 0 && open_minor < total_minor)) && (
                <span className={cx('text-xs @3xl:hidden', state === 'overdue' ? 'text-cancelled' : 'text-pending')}>
                  {formatMoney(open_minor, currency)} open
                </span>
              )}
            </span>
          ),
        },
        {
          name: 'Open',
          align: 'end',
          narrow: 'hidden',
          cell: ({ open_minor, currency, state }) =>
            state === 'draft' || open_minor === 0 ? emptyValue : formatMoney(open_minor, currency),
        },
        { name: 'Status', align: 'end', narrow: 'meta', cell: (invoice) => <InvoiceBadge {...invoice} /> },
      ]}
    />
  )
}
