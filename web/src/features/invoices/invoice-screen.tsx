import { canChangeInvoices } from '@studiohub/contract/features/invoices/policy.ts'
import type { InvoiceDetails } from '@studiohub/contract/features/invoices/schema.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { ArrowLeft, FileX, Landmark } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { formatShortDate } from '#features/bookings/shared/wording.ts'
import { PayInvoiceByCard } from '#features/payments/shared/pay-invoice.tsx'
import { useIsNotFound } from '#lib/hooks/use-is-not-found.ts'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Page } from '#ui/page.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import { useInvoicePayment } from '../payments/api.ts'
import { DisputeNotice } from '../payments/shared/dispute-notice.tsx'
import { toActor, useActiveStudio } from '../profile/api.ts'
import { NoStudio } from '../studios/components/no-studio.tsx'
import { useInvoice } from './api.ts'
import { InvoiceActions } from './components/invoice-actions.tsx'
import { InvoicePaper } from './components/invoice-paper.tsx'
import { SentEmails } from './components/sent-emails.tsx'
import { titleOfInvoice } from './model/invoice-text.ts'
import { BackToInvoices } from './shared/back-to-invoices.tsx'
import { InvoiceBadge } from './shared/invoice-badge.tsx'

/** An invoice or credit note as a sheet of paper, with its actions. */
export default function InvoiceScreen() {
  const { studio, me } = useActiveStudio()
  const { id = '' } = useParams()
  const invoice = useInvoice(id)
  const isMissing = useIsNotFound(invoice, id)
  const isPhone = useIsPhone()
  if (!studio) return <NoStudio page="Invoice" />
  const isAdmin = canChangeInvoices(toActor(me), studio.id)
  const listPath = isAdmin ? paths.studioInvoices : paths.clientInvoices(studio.slug)
  if (isMissing) return <InvoiceNotFound listPath={listPath} />
  const pathOf = (invoice_id: string) =>
    isAdmin ? paths.studioInvoice(invoice_id) : paths.clientInvoice(studio.slug, invoice_id)
  const actions = invoice.data && <InvoiceActions invoice={invoice.data} isAdmin={isAdmin} listPath={listPath} />
  return (
    <Page
      narrow
      title={invoice.data ? titleOfInvoice(invoice.data) : 'Invoice'}
      badge={invoice.data && hasBadge(invoice.data) && <InvoiceBadge {...invoice.data} />}
      breadcrumb={<BackToInvoices to={listPath} />}
      subtitle={isPhone && isAdmin && invoice.data && isToPay(invoice.data) && <OpenLine invoice={invoice.data} />}
      otherActions={!isPhone && actions}
      {...(!isAdmin && { titleSuffix: studio.name })}
    >
      <QueryView query={invoice} loadingText="Loading the invoice..." errorTitle="Failed to load the invoice">
        {(data) => (
          <div className="grid grid-cols-1 gap-6">
            {isAdmin && <DisputeNotice studio_id={studio.id} invoice_id={data.id} />}
            {!isAdmin && <OpenAmount invoice={data} />}
            {isPhone && actions}
            {!isAdmin && data.kind === 'invoice' && (
              <PayInvoiceByCard id={data.id} open_minor={data.state === 'void' ? 0 : data.open_minor} />
            )}
            <InvoicePaper invoice={data} studio={studio} pathOf={pathOf} hasTitle={false} />
            <SentEmails emails={data.emails} />
          </div>
        )}
      </QueryView>
    </Page>
  )
}

const isToPay = ({ kind, state, open_minor }: InvoiceDetails) =>
  kind === 'invoice' && state !== 'draft' && state !== 'void' && open_minor > 0

/** What the client owes the studio and by when, in a line below the title. */
function OpenLine({ invoice }: { invoice: InvoiceDetails }) {
  const { state, open_minor, currency, due_on } = invoice
  return (
    <span className="print:hidden">
      <span className="text-base font-semibold text-foreground tabular-nums">
        {moneyText(open_minor, currency)} open
      </span>
      {due_on && <span className={cx(state === 'overdue' && 'text-cancelled')}> · {dueText(state, due_on)}</span>}
    </span>
  )
}

const dueText = (state: InvoiceDetails['state'], due_on: string) =>
  `${state === 'overdue' ? 'Was due' : 'Due'} ${formatShortDate(due_on)}`

/** What the client owes and by when, above the paper, with the way to the account for a transfer. */
function OpenAmount({ invoice }: { invoice: InvoiceDetails }) {
  const { id, state, open_minor, currency, due_on, seller } = invoice
  const { data: cardPayment } = useInvoicePayment(id)
  if (!isToPay(invoice)) return null
  return (
    <div className="flex w-full flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-md border border-border bg-card p-4 sm:px-10 print:hidden">
      <div className="grid gap-0.5">
        <p className="text-xl font-semibold tabular-nums">{moneyText(open_minor, currency)} to pay</p>
        {due_on && (
          <p className={cx('text-sm', state === 'overdue' ? 'text-cancelled' : 'text-muted-foreground')}>
            {dueText(state, due_on)}
          </p>
        )}
      </div>
      {seller.iban && (
        // Filled if clients cannot pay by card, which has a button of its own.
        <ButtonLink look={cardPayment?.can_pay === false ? 'primary' : 'secondary'} className="max-sm:w-full">
          <a href={paths.here('bank-transfer')}>
            <Landmark aria-hidden />
            Pay by bank transfer
          </a>
        </ButtonLink>
      )}
    </div>
  )
}

/** The title of a draft already says its state. */
const hasBadge = ({ kind, state }: InvoiceDetails) => kind === 'invoice' && state !== 'draft'

const InvoiceNotFound = ({ listPath }: { listPath: string }) => (
  <Page title="Invoice">
    <EmptyState
      icon={FileX}
      title="Invoice not found"
      action={
        <ButtonLink look="secondary">
          <Link to={listPath}>
            <ArrowLeft aria-hidden />
            All invoices
          </Link>
        </ButtonLink>
      }
    >
      It may have been deleted, or you don't have access to it.
    </EmptyState>
  </Page>
)
