import type { PublicInvoice } from '@studiohub/contract/features/invoices/links/schema.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { Download } from 'lucide-react'
import { useLocation } from 'react-router'
import { formatShortDate } from '#features/bookings/shared/wording.ts'
import { PayLinkByCard, useLinkSecret } from '#features/payments/shared/pay-invoice.tsx'
import { DeadLink } from '#layouts/public/dead-link.tsx'
import { StudioMark } from '#layouts/public/studio-mark.tsx'
import { useBrand } from '#layouts/public/use-brand.ts'
import { isNotFound } from '#lib/hooks/use-is-not-found.ts'
import { describeError } from '#lib/server/describe-error.ts'
import { Button } from '#ui/button.tsx'
import { LoadingScreen } from '#ui/spinner.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useDownloadPublicPdf, usePublicInvoice } from './api.ts'
import { InvoicePaper } from './components/invoice-paper.tsx'
import { WaysToPay } from './components/ways-to-pay.tsx'
import { titleOfInvoice } from './model/invoice-text.ts'

/** The public page of an invoice. The secret after the `#` of the address names the invoice, so no account is needed. */
export default function PayScreen() {
  const token = useLinkSecret()
  const { data, error, mutate } = usePublicInvoice(token)
  const isAfterPayment = useLocation().search.includes('paid=')
  useBrand(data?.studio ?? null)
  const failure = error ? describeError(error) : null
  if (data) return <PayPage invoice={data} token={token} onPaid={() => mutate(token)} />
  return (
    <main className="mx-auto grid min-h-dvh max-w-lg place-content-center p-4">
      <title>Invoice</title>
      <h1 className="sr-only">Invoice</h1>
      {failure && !isNotFound(failure) ? (
        <ErrorState title="Failed to load the invoice" message={failure.message} onRetry={() => mutate(token)} />
      ) : failure || token === '' ? (
        <DeadLink {...(isAfterPayment && { title: 'Open the link again' })}>
          {isAfterPayment
            ? 'To see whether your payment has arrived, open the link from your email again.'
            : 'It may have expired. Ask the studio for a new one.'}
        </DeadLink>
      ) : (
        <LoadingScreen>Loading the invoice...</LoadingScreen>
      )}
    </main>
  )
}

type PayPageProps = { invoice: PublicInvoice; token: string; onPaid: () => void }

function PayPage({ invoice, token, onPaid }: PayPageProps) {
  const { studio } = invoice
  const download = useDownloadPublicPdf()
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-6 px-4 py-8">
      <title>{`${titleOfInvoice(invoice)} | ${studio.name}`}</title>
      <header className="flex items-center gap-3">
        <StudioMark studio={studio} />
        <p className="font-display text-lg font-semibold">{studio.name}</p>
      </header>
      <main className="grid gap-6">
        <Summary invoice={invoice} token={token} onPaid={onPaid} />
        <div>
          <Button
            look="secondary"
            pending={download.isPending}
            pendingText="Preparing..."
            onClick={() => download.mutate(token)}
          >
            <Download aria-hidden />
            Download PDF
          </Button>
        </div>
        <InvoicePaper invoice={invoice} studio={studio} hasWaysToPay={false} />
      </main>
      {studio.contact_email && (
        <p className="text-sm text-muted-foreground">
          Questions? Write to{' '}
          <a href={`mailto:${studio.contact_email}`} className="text-link underline underline-offset-4">
            {studio.contact_email}
          </a>
          .
        </p>
      )}
    </div>
  )
}

/** The amount to pay and the ways to pay it, above the invoice. */
function Summary({ invoice, token, onPaid }: PayPageProps) {
  const { kind, state, open_minor, currency, due_on } = invoice
  const isOpen = kind === 'invoice' && open_minor > 0 && state !== 'void'
  return (
    <section aria-label="To pay" className="grid gap-5 rounded-md border border-border bg-card p-5 shadow-sm">
      <div>
        <h1 className="text-sm font-normal text-muted-foreground">{titleOfInvoice(invoice)}</h1>
        <p className="text-2xl font-semibold tabular-nums">
          {isOpen ? moneyText(open_minor, currency) : state === 'paid' ? 'Paid. Thank you!' : 'Nothing to pay'}
        </p>
        {isOpen && due_on && (
          <p className={state === 'overdue' ? 'text-sm text-cancelled' : 'text-sm text-muted-foreground'}>
            {state === 'overdue' ? 'Was due on' : 'Due on'} {formatShortDate(due_on)}
          </p>
        )}
      </div>
      <PayLinkByCard token={token} open_minor={isOpen ? open_minor : 0} onPaid={onPaid} />
      {isOpen && <WaysToPay invoice={invoice} />}
    </section>
  )
}
