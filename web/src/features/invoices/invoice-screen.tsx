import { canChangeInvoices } from '@studiohub/contract/features/invoices/policy.ts'
import { useParams } from 'react-router'
import { PayInvoiceByCard } from '#features/payments/shared/pay-invoice.tsx'
import { paths } from '#paths.ts'
import { Page } from '#ui/page.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { DisputeNotice } from '../payments/shared/dispute-notice.tsx'
import { toActor, useActiveStudio } from '../profile/api.ts'
import { NoStudio } from '../studios/components/no-studio.tsx'
import { useInvoice } from './api.ts'
import { InvoiceActions } from './components/invoice-actions.tsx'
import { InvoicePaper } from './components/invoice-paper.tsx'
import { SentEmails } from './components/sent-emails.tsx'
import { titleOfInvoice } from './model/invoice-text.ts'

/** An invoice or credit note as a sheet of paper, with its actions. */
export default function InvoiceScreen() {
  const { studio, me } = useActiveStudio()
  const { id = '' } = useParams()
  const invoice = useInvoice(id)
  if (!studio) return <NoStudio page="Invoice" />
  const isAdmin = canChangeInvoices(toActor(me), studio.id)
  const listPath = isAdmin ? paths.studioInvoices : paths.clientInvoices(studio.slug)
  const pathOf = (invoice_id: string) =>
    isAdmin ? paths.studioInvoice(invoice_id) : paths.clientInvoice(studio.slug, invoice_id)
  return (
    <Page
      title={invoice.data ? titleOfInvoice(invoice.data) : 'Invoice'}
      {...(!isAdmin && { titleSuffix: studio.name })}
    >
      <QueryView query={invoice} loadingText="Loading the invoice..." errorTitle="Failed to load the invoice">
        {(data) => (
          <div className="grid gap-6">
            {isAdmin && <DisputeNotice studio_id={studio.id} invoice_id={data.id} />}
            <InvoiceActions invoice={data} isAdmin={isAdmin} listPath={listPath} />
            {!isAdmin && data.kind === 'invoice' && (
              <PayInvoiceByCard id={data.id} open_minor={data.state === 'void' ? 0 : data.open_minor} />
            )}
            <InvoicePaper invoice={data} studio={studio} pathOf={pathOf} />
            <SentEmails emails={data.emails} />
          </div>
        )}
      </QueryView>
    </Page>
  )
}
