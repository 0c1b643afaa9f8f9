import type { PublicInvoice } from '@studiohub/contract/features/invoices/links/schema.ts'
import { createMoneyFormat, isReverseCharge } from '@studiohub/contract/features/invoices/rules.ts'
import type { InvoiceDetails } from '@studiohub/contract/features/invoices/schema.ts'
import { methodLabels, REVERSE_CHARGE_NOTE } from '@studiohub/contract/features/invoices/words.ts'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { formatShortDate } from '#features/bookings/shared/wording.ts'
import { cx } from '#ui/cx.ts'
import { quantityText, taxNote, taxRateText, titleOfInvoice } from '../model/invoice-text.ts'
import { InvoiceBadge } from '../shared/invoice-badge.tsx'
import { WaysToPay } from './ways-to-pay.tsx'

/** The data on an invoice. The studio and the client see all of it; the public page has no optional fields. */
export type PaperInvoice = Omit<PublicInvoice, 'studio'> &
  Partial<Pick<InvoiceDetails, 'corrects_id' | 'written_off_minor' | 'payments' | 'credit_notes'>>

type InvoicePaperProps = {
  invoice: PaperInvoice
  studio: { logo_url: string | null }
  /** Returns the path of another invoice. Without it, other invoices are not linked. */
  pathOf?: ((id: string) => string) | undefined
  /** Whether the invoice shows the ways to pay. */
  hasWaysToPay?: boolean
  /** Whether it shows its title and state. If not, the screen around it does. */
  hasTitle?: boolean
}

/** An invoice or credit note as on paper, also for printing. */
export function InvoicePaper({ invoice, studio, pathOf, hasWaysToPay = true, hasTitle = true }: InvoicePaperProps) {
  const { seller, buyer, note, reason, kind, state } = invoice
  const dates = <InvoiceDates invoice={invoice} pathOf={pathOf} />
  return (
    <article
      aria-label={titleOfInvoice(invoice)}
      className="grid w-full grid-cols-1 gap-8 wrap-anywhere rounded-md border border-border bg-card p-5 shadow-sm sm:p-10"
    >
      <header className="flex flex-wrap items-start justify-between gap-6">
        <address className="grid gap-1 text-sm whitespace-pre-line not-italic">
          {studio.logo_url && <img src={studio.logo_url} alt="" className="mb-2 h-10 w-fit object-contain" />}
          <span className="text-base font-semibold">{seller.name}</span>
          {seller.address}
          {seller.tax_number && <span>Tax number {seller.tax_number}</span>}
        </address>
        {hasTitle ? (
          <div className="grid justify-items-start gap-2 sm:justify-items-end">
            <h2 className="text-lg font-semibold">{titleOfInvoice(invoice)}</h2>
            {kind === 'invoice' && <InvoiceBadge state={state} />}
          </div>
        ) : (
          dates
        )}
      </header>
      <div className="flex flex-wrap justify-between gap-6 text-sm">
        <address className="grid gap-1 whitespace-pre-line not-italic">
          <span className="text-muted-foreground">To</span>
          <span className="font-medium">{buyer.name || 'Client'}</span>
          {buyer.company && <span>{buyer.company}</span>}
          {buyer.address}
          {buyer.tax_number && <span>Tax number {buyer.tax_number}</span>}
        </address>
        {hasTitle && dates}
      </div>
      {reason && <p className="text-sm whitespace-pre-line">Reason: {reason}</p>}
      <InvoiceLines invoice={invoice} />
      <InvoiceSums invoice={invoice} />
      {isReverseCharge(invoice) && <p className="text-sm">{REVERSE_CHARGE_NOTE}</p>}
      {note && <p className="text-sm whitespace-pre-line">{note}</p>}
      {invoice.policies.map((policy) => (
        <p key={policy} className="text-xs text-muted-foreground">
          {policy}
        </p>
      ))}
      {kind === 'invoice' && <PaymentHistory invoice={invoice} pathOf={pathOf} />}
      {hasWaysToPay && <WaysToPay invoice={invoice} />}
      {seller.footer && <p className="text-xs whitespace-pre-line text-muted-foreground">{seller.footer}</p>}
    </article>
  )
}

function InvoiceDates({ invoice, pathOf }: Pick<InvoicePaperProps, 'invoice' | 'pathOf'>) {
  const { issued_on, due_on, corrects_id } = invoice
  const facts = [
    ['Issued', issued_on && formatShortDate(issued_on)],
    ['Due', due_on && formatShortDate(due_on)],
    [
      'Corrects',
      corrects_id && pathOf && (
        <Link to={pathOf(corrects_id)} className="text-link underline underline-offset-4">
          the invoice
        </Link>
      ),
    ],
  ] as const
  return (
    <dl className="grid h-fit grid-cols-[auto_auto] gap-x-6 gap-y-1 text-sm">
      {facts.map(
        ([name, value]) =>
          value && (
            <Fragment key={name}>
              <dt className="text-muted-foreground">{name}</dt>
              <dd className="tabular-nums sm:text-right">{value}</dd>
            </Fragment>
          ),
      )}
    </dl>
  )
}

function InvoiceLines({ invoice }: { invoice: PaperInvoice }) {
  const { lines } = invoice
  const money = createMoneyFormat(invoice)
  const hasTax = lines.some(({ tax_rate_bp }) => tax_rate_bp > 0)
  const numberClasses = 'py-2 pl-3 text-right align-top whitespace-nowrap tabular-nums'
  return (
    <div className="overflow-x-auto">
      <table aria-label="Lines" className="w-full text-sm">
        <thead>
          <tr className="border-b border-border text-left text-muted-foreground">
            <th scope="col" className="py-2 font-medium">
              Description
            </th>
            <th scope="col" className={`${numberClasses} font-medium max-sm:hidden`}>
              Quantity
            </th>
            <th scope="col" className={`${numberClasses} font-medium max-sm:hidden`}>
              Price
            </th>
            {hasTax && (
              <th scope="col" className={`${numberClasses} font-medium`}>
                Tax
              </th>
            )}
            <th scope="col" className={`${numberClasses} font-medium`}>
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.position} className="border-b border-border">
              <td className="min-w-32 py-2 align-top">
                {line.description}
                {line.service_on && (
                  <span className="block text-muted-foreground">{formatShortDate(line.service_on)}</span>
                )}
              </td>
              <td className={`${numberClasses} max-sm:hidden`}>{quantityText(line)}</td>
              <td className={`${numberClasses} max-sm:hidden`}>{money(line.unit_price_minor)}</td>
              {hasTax && <td className={numberClasses}>{taxRateText(line.tax_rate_bp)}</td>}
              <td className={numberClasses}>{money(line.amount_minor)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function InvoiceSums({ invoice }: { invoice: PaperInvoice }) {
  const { net_minor, tax_minor, total_minor, paid_minor, credited_minor, open_minor, kind } = invoice
  const { written_off_minor = 0 } = invoice
  const money = signedMoney(createMoneyFormat(invoice))
  const note = taxNote(invoice.lines)
  const facts: [name: string, minor: number, isShown: boolean][] = [
    ['Net', net_minor, tax_minor !== 0],
    ['Tax', tax_minor, tax_minor !== 0],
    ['Total', total_minor, true],
    ['Credited', -credited_minor, credited_minor !== 0],
    ['Paid', -paid_minor, paid_minor !== 0],
    ['Written off', -written_off_minor, written_off_minor !== 0],
    ['Open', open_minor, kind === 'invoice' && invoice.issued_on !== null],
  ]
  return (
    <div className="grid justify-items-end gap-2">
      <dl className="grid w-fit grid-cols-[auto_auto] gap-x-8 gap-y-1 text-sm">
        {facts
          .filter(([, , isShown]) => isShown)
          .map(([name, minor]) => (
            <Fragment key={name}>
              <dt className={name === 'Open' || name === 'Total' ? 'font-semibold' : ''}>{name}</dt>
              <dd
                className={`text-right whitespace-nowrap tabular-nums ${name === 'Open' || name === 'Total' ? 'font-semibold' : ''}`}
              >
                {money(minor)}
              </dd>
            </Fragment>
          ))}
      </dl>
      {note && <p className="text-right text-xs text-muted-foreground">{note}</p>}
    </div>
  )
}

const kindLabels = { payment: 'Paid', refund: 'Refunded', credit: 'Credit given', payout: 'Credit paid out' } as const

/** Kinds that give money or credit back to the client. */
const isReturned = (kind: keyof typeof kindLabels) => kind !== 'payment'

/** Payments and refunds by date with their sum, then the credit notes, which are no payments. */
function PaymentHistory({ invoice, pathOf }: Pick<InvoicePaperProps, 'invoice' | 'pathOf'>) {
  const { payments = [], credit_notes = [], paid_minor } = invoice
  const money = signedMoney(createMoneyFormat(invoice))
  if (payments.length + credit_notes.length === 0) return null
  const paymentsByDate = payments.toSorted((first, second) => first.paid_on.localeCompare(second.paid_on))
  return (
    <section aria-label="Payments and credit notes" className="grid gap-2 text-sm">
      <h2 className="font-medium">Payments and credit notes</h2>
      <ul className="grid gap-1">
        {paymentsByDate.map(({ id, kind, method, amount_minor, paid_on }) => (
          <HistoryRow key={id} amount={money(isReturned(kind) ? -amount_minor : amount_minor)}>
            {kindLabels[kind]}, {methodLabels[method].toLowerCase()}, {formatShortDate(paid_on)}
          </HistoryRow>
        ))}
        {payments.length > 0 && (
          <HistoryRow amount={money(paid_minor)} className="border-t border-border pt-2 font-medium">
            Paid in total
          </HistoryRow>
        )}
        {credit_notes.map(({ id, number, issued_on, total_minor }) => (
          <HistoryRow key={id} amount={money(-total_minor)}>
            {pathOf ? (
              <Link to={pathOf(id)} className="text-link underline underline-offset-4">
                Credit note {number}
              </Link>
            ) : (
              `Credit note ${number}`
            )}
            , {formatShortDate(issued_on)}
          </HistoryRow>
        ))}
      </ul>
    </section>
  )
}

type HistoryRowProps = { amount: string; className?: string; children: ReactNode }

const HistoryRow = ({ amount, className, children }: HistoryRowProps) => (
  <li className={cx('flex justify-between gap-4', className)}>
    <span>{children}</span>
    <span className="whitespace-nowrap tabular-nums">{amount}</span>
  </li>
)

/** Amounts with a minus sign as wide as a digit, instead of a hyphen. */
const signedMoney = (money: (minor: number) => string) => (minor: number) => money(minor).replace('-', '\u2212')
