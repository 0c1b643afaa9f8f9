import type { InvoiceTotals } from '@studiohub/contract/features/invoices/schema.ts'
import { invoiceStateLabels, invoiceStates } from '@studiohub/contract/features/invoices/words.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { CreditCard, Plus, Receipt, Settings } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useDebounce } from '#lib/hooks/use-debounce.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/input.tsx'
import { Page } from '#ui/page.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Select } from '#ui/select.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { LoadingOverlay } from '#ui/spinner.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useCardBooks } from '../payments/api.ts'
import { useActiveStudio } from '../profile/api.ts'
import { NoStudio } from '../studios/components/no-studio.tsx'
import { useInvoices, useTotals } from './api.ts'
import { InvoiceTable } from './components/invoice-table.tsx'

const NewInvoiceDialog = lazy(async () => ({
  default: (await import('./components/new-invoice-dialog.tsx')).NewInvoiceDialog,
}))
const SettingsDialog = lazy(async () => ({
  default: (await import('./components/settings-dialog.tsx')).SettingsDialog,
}))

/** A studio's invoices: open amounts, and new invoices from sessions. */
export default function InvoicesScreen() {
  const { studio } = useActiveStudio()
  return studio ? <Invoices studio={studio} /> : <NoStudio page="Invoices" />
}

function Invoices({ studio }: { studio: Studio }) {
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'new' | 'settings' | null>(null)
  const close = () => setDialog(null)
  const actions = (
    <div className="flex gap-2">
      <Button look="secondary" onClick={() => setDialog('settings')}>
        <Settings aria-hidden />
        Settings
      </Button>
      <Button onClick={() => setDialog('new')}>
        <Plus aria-hidden />
        New Invoice
      </Button>
    </div>
  )
  return (
    <Page title="Invoices" subtitle="What your clients owe and have paid" action={actions}>
      <Totals studio_id={studio.id} />
      <CardLink studio_id={studio.id} />
      <List studio_id={studio.id} />
      <Suspense fallback={<LoadingOverlay>Opening...</LoadingOverlay>}>
        {dialog === 'new' && (
          <NewInvoiceDialog studio={studio} onClose={close} onCreated={({ id }) => navigate(paths.studioInvoice(id))} />
        )}
        {dialog === 'settings' && <SettingsDialog studio_id={studio.id} onClose={close} />}
      </Suspense>
    </Page>
  )
}

/** The link to disputes and payouts, after the first card payment. */
function CardLink({ studio_id }: { studio_id: string }) {
  const { data } = useCardBooks(studio_id)
  if (!data || data.balances.length === 0) return null
  return (
    <Link
      to={paths.studioCardPayments}
      className="flex w-fit items-center gap-2 text-sm text-link underline underline-offset-4"
    >
      <CreditCard aria-hidden className="size-4" />
      Card payments, disputes and payouts
    </Link>
  )
}

function Totals({ studio_id }: { studio_id: string }) {
  const { data } = useTotals(studio_id)
  if (!data || data.length === 0) return null
  const sum = (pick: (one: InvoiceTotals) => number) =>
    data.map((one) => moneyText(pick(one), one.currency)).join(' + ')
  const facts = [
    ['Open', sum((one) => one.open_minor)],
    ['Overdue', sum((one) => one.overdue_minor)],
    ['Received in 30 days', sum((one) => one.paid_minor)],
    ['Drafts', sum((one) => one.draft_minor)],
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {facts.map(([name, value]) => (
        <div key={name} className="grid gap-0.5 rounded-md border border-border bg-card p-4">
          <dt className="text-sm text-muted-foreground">{name}</dt>
          <dd className="text-lg font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function List({ studio_id }: { studio_id: string }) {
  const [query, setQuery] = useSearchParams()
  const state = invoiceStates.find((one) => one === query.get('state'))
  const [text, setText] = useState('')
  const [search, setSearch] = useState('')
  const debounce = useDebounce()
  const invoices = useInvoices({ studio_id, ...(state && { state }), ...(search && { search }) })
  const isFiltered = state !== undefined || search !== ''
  const empty = (
    <EmptyState icon={Receipt} title={isFiltered ? 'Nothing found' : 'No invoices yet'}>
      {isFiltered ? 'Try another state or text.' : 'Create the first one from the sessions of a client.'}
    </EmptyState>
  )
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-3">
        <Input
          type="search"
          aria-label="Search invoices"
          placeholder="Number or client"
          className="sm:w-64"
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            debounce(() => setSearch(target.value.trim()))
          }}
        />
        <div className="min-w-40">
          <Select
            aria-label="State"
            value={state ?? ''}
            placeholder="All states"
            choices={invoiceStates.map((value) => ({ value, label: invoiceStateLabels[value] }))}
            onChange={({ target }) =>
              setQuery(target.value ? { state: target.value } : {}, { replace: true, preventScrollReset: true })
            }
          />
        </div>
      </div>
      <QueryView query={invoices} loadingText="Loading invoices..." errorTitle="Failed to load invoices" empty={empty}>
        {(rows) => (
          <div className="grid gap-4">
            <InvoiceTable invoices={rows} pathOf={paths.studioInvoice} />
            <ShowMore list={invoices} />
          </div>
        )}
      </QueryView>
    </div>
  )
}
