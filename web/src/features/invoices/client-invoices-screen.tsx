import { moneyText } from '@studiohub/contract/shared/money.ts'
import { Receipt } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Page } from '#ui/page.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useActiveStudio, useMe } from '../profile/api.ts'
import { NoStudio } from '../studios/components/no-studio.tsx'
import { useInvoices, useOwnCredit } from './api.ts'
import { InvoiceTable } from './components/invoice-table.tsx'

const ClientPackages = lazy(async () => ({
  default: (await import('../packages/shared/client-packages.tsx')).ClientPackages,
}))

const CardOnFile = lazy(async () => ({
  default: (await import('../payments/shared/card-on-file.tsx')).CardOnFile,
}))

/** A client's invoices and prepaid hours at their studio. */
export default function ClientInvoicesScreen() {
  const { studio } = useActiveStudio()
  const { client_id } = useMe()
  if (!studio) return <NoStudio page="Invoices" />
  return (
    <Page title="Invoices" subtitle={`Your invoices from ${studio.name}`} titleSuffix={studio.name}>
      <div className="grid gap-6">
        {client_id && (
          <Suspense fallback={null}>
            <ClientPackages studio_id={studio.id} client_id={client_id} heading="h2" />
          </Suspense>
        )}
        <InvoiceList studio={studio} />
        {client_id && (
          <Suspense fallback={null}>
            <CardOnFile studio={studio} />
          </Suspense>
        )}
      </div>
    </Page>
  )
}

/** The client's credit at the studio. Renders nothing without credit, because most clients never have any. */
function OwnCredit({ studio }: { studio: { id: string; name: string } }) {
  const { data: credit = [] } = useOwnCredit(studio.id)
  if (credit.length === 0) return null
  return (
    <section aria-label="Credit" className="text-sm">
      <p>
        Credit at {studio.name}:{' '}
        <strong className="tabular-nums">
          {credit.map(({ currency, credit_minor }) => moneyText(credit_minor, currency)).join(' + ')}
        </strong>
      </p>
      <p className="text-muted-foreground">It is used for the deposit of your next booking, or for an invoice.</p>
    </section>
  )
}

function InvoiceList({ studio }: { studio: { id: string; slug: string; name: string } }) {
  const invoices = useInvoices({ studio_id: studio.id })
  return (
    <QueryView
      query={invoices}
      loadingText="Loading invoices..."
      errorTitle="Failed to load invoices"
      empty={
        <>
          <OwnCredit studio={studio} />
          <EmptyState icon={Receipt} title="No invoices yet">
            Your invoices appear here.
          </EmptyState>
        </>
      }
    >
      {(rows) => {
        const invoicesByCurrency = Map.groupBy(rows, ({ currency }) => currency)
        // The rows are sorted newest first, and the oldest open invoice is paid first.
        const firstOpen = rows.findLast(({ open_minor }) => open_minor > 0)
        const sums = [...invoicesByCurrency].map(([currency, invoicesOfCurrency]) =>
          moneyText(
            invoicesOfCurrency.reduce((sum, { open_minor }) => sum + open_minor, 0),
            currency,
          ),
        )
        return (
          <div className="grid gap-4">
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 rounded-md border border-border bg-card p-4 sm:p-5">
              <div className="grid gap-1">
                <p className="text-xl font-semibold">
                  Open: <span className="tabular-nums">{sums.join(' + ')}</span>
                </p>
                <OwnCredit studio={studio} />
              </div>
              {firstOpen && (
                <ButtonLink>
                  <Link to={paths.clientInvoice(studio.slug, firstOpen.id)}>
                    Pay {moneyText(firstOpen.open_minor, firstOpen.currency)}
                  </Link>
                </ButtonLink>
              )}
            </div>
            <InvoiceTable invoices={rows} pathOf={(id) => paths.clientInvoice(studio.slug, id)} isOwn />
            <ShowMore list={invoices} />
          </div>
        )
      }}
    </QueryView>
  )
}
