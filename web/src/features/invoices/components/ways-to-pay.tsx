import type { PublicInvoice } from '@studiohub/contract/features/invoices/links/schema.ts'
import { Fragment } from 'react'

type PayableInvoice = Pick<PublicInvoice, 'kind' | 'number' | 'open_minor' | 'seller' | 'transfer_qr'>

/** How an invoice can be paid without a card. Renders nothing if nothing is owed or the studio has no bank account. */
export function WaysToPay({ invoice }: { invoice: PayableInvoice }) {
  const { kind, number, open_minor, seller } = invoice
  if (kind !== 'invoice' || number === null || open_minor <= 0 || !seller.iban) return null
  return <BankTransfer invoice={invoice} />
}

function BankTransfer({ invoice: { seller, number, transfer_qr } }: { invoice: PayableInvoice }) {
  const facts = [
    ['Account holder', seller.bank_holder],
    ['IBAN', seller.iban.replaceAll(/(.{4})(?=.)/g, '$1 ')],
    ['BIC', seller.bic],
    ['Reference', number],
  ] as const
  return (
    <section
      id="bank-transfer"
      aria-label="Bank transfer"
      className="flex scroll-mt-20 flex-wrap items-start justify-between gap-6 text-sm"
    >
      <div className="grid gap-2">
        <p className="font-medium">Pay by bank transfer</p>
        <dl className="grid w-fit grid-cols-[auto_auto] gap-x-6 gap-y-1">
          {facts.map(
            ([name, value]) =>
              value && (
                <Fragment key={name}>
                  <dt className="text-muted-foreground">{name}</dt>
                  <dd className="break-all tabular-nums">{value}</dd>
                </Fragment>
              ),
          )}
        </dl>
      </div>
      {transfer_qr && <TransferCode {...transfer_qr} />}
    </section>
  )
}

/** The number of empty cells around a QR code. */
const QUIET_ZONE = 4

/** The code that bank apps scan. It is black on white in every theme, because scanners need it. */
const TransferCode = ({ size, path }: NonNullable<PublicInvoice['transfer_qr']>) => (
  <figure className="grid w-36 gap-1 text-center text-xs text-muted-foreground">
    <svg
      role="img"
      aria-label="QR code for the transfer"
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${size + 2 * QUIET_ZONE} ${size + 2 * QUIET_ZONE}`}
      shapeRendering="crispEdges"
      className="w-full rounded-md bg-[#fff]"
    >
      <path d={path} fill="#000" />
    </svg>
    <figcaption>Scan with your bank app</figcaption>
  </figure>
)
