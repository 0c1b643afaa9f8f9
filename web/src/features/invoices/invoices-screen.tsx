import type { InvoiceTotals } from '@studiohub/contract/features/invoices/schema.ts'
import { invoiceStateLabels, invoiceStates } from '@studiohub/contract/features/invoices/words.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { ChevronRight, CreditCard, Plus, Receipt, Settings } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useDebounce } from '#lib/hooks/use-debounce.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { CounterStrip, StripCounter } from '#ui/counters.tsx'
import { cx } from '#ui/cx.ts'
import { LazyRowMenu } from '#ui/lazy-row-menu.tsx'
import { Page } from '#ui/page.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Select } from '#ui/select.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { SkeletonTable } from '#ui/skeleton-shapes.tsx'
import { LoadingOverlay } from '#ui/spinner.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import { useDisputesAndPayouts } from '../payments/api.ts'
import { useActiveStudio } from '../profile/api.ts'
import { NoStudio } from '../studios/components/no-studio.tsx'
import { useInvoices, useOpenTotals } from './api.ts'
import { InvoiceTable } from './components/invoice-table.tsx'

const NewInvoiceDialog = lazy(async () => ({
  default: (await import('./components/new-invoice-dialog.tsx')).NewInvoiceDialog,
}))
const SettingsDialog = lazy(async () => ({
  default: (await import('./components/settings-dialog.tsx')).SettingsDialog,
}))

/** A studio's invoices, their totals, and a form for new invoices. */
export default function InvoicesScreen() {
  const { studio } = useActiveStudio()
  return studio ? <Invoices studio={studio} /> : <NoStudio page="Invoices" />
}

function Invoices({ studio }: { studio: Studio }) {
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'new' | 'settings' | null>(null)
  const close = () => setDialog(null)
  const newInvoice = (
    <Button onClick={() => setDialog('new')}>
      <Plus aria-hidden />
      New Invoice
    </Button>
  )
  return (
    <Page
      title="Invoices"
      subtitle="What your clients owe and have paid"
      action={newInvoice}
      otherActions={<OtherActions onSettings={() => setDialog('settings')} />}
    >
      <Totals studio_id={studio.id} />
      <InvoiceList studio_id={studio.id} onCreate={() => setDialog('new')} />
      <Suspense fallback={<LoadingOverlay>Opening...</LoadingOverlay>}>
        {dialog === 'new' && (
          <NewInvoiceDialog studio={studio} onClose={close} onCreated={({ id }) => navigate(paths.studioInvoice(id))} />
        )}
        {dialog === 'settings' && <SettingsDialog studio_id={studio.id} onClose={close} />}
      </Suspense>
    </Page>
  )
}

/** The settings. On phones they are in a menu. */
function OtherActions({ onSettings }: { onSettings: () => void }) {
  const isPhone = useIsPhone()
  if (!isPhone) {
    return (
      <Button look="secondary" onClick={onSettings}>
        <Settings aria-hidden />
        Settings
      </Button>
    )
  }
  return (
    <span className="flex items-center pr-3">
      <LazyRowMenu name="invoices" actions={[{ label: 'Settings', name: 'Settings', onSelect: onSettings }]} />
    </span>
  )
}

/** The link to disputes and payouts, after the first card payment. On phones it is a row above the filters. */
function CardLink({ studio_id }: { studio_id: string }) {
  const { data } = useDisputesAndPayouts(studio_id)
  if (!data || data.balances.length === 0) return null
  return (
    <Link
      to={paths.studioCardPayments}
      className={cx(
        'flex items-center gap-2 text-sm',
        'max-md:min-h-11 max-md:w-full max-md:rounded-md max-md:border max-md:border-border max-md:bg-card max-md:px-4',
        'md:ml-auto md:min-h-10 md:text-link md:underline md:underline-offset-4',
      )}
    >
      <CreditCard aria-hidden className="size-4 shrink-0" />
      Card payments, disputes and payouts
      <ChevronRight aria-hidden className="ml-auto size-4 shrink-0 text-muted-foreground md:hidden" />
    </Link>
  )
}

function Totals({ studio_id }: { studio_id: string }) {
  const { data } = useOpenTotals(studio_id)
  if (!data || data.length === 0) return null
  const sum = (pick: (totals: InvoiceTotals) => number) =>
    data.map((totals) => moneyText(pick(totals), totals.currency)).join(' + ')
  const isOverdue = data.some(({ overdue_minor }) => overdue_minor > 0)
  return (
    <CounterStrip>
      <StripCounter title="Open" value={sum(({ open_minor }) => open_minor)} />
      <StripCounter
        title="Overdue"
        value={sum(({ overdue_minor }) => overdue_minor)}
        isUrgent={isOverdue}
        {...(isOverdue && { to: paths.overdueInvoices })}
      />
      <StripCounter title="Received in 30 days" value={sum(({ paid_minor }) => paid_minor)} />
      <StripCounter title="Drafts" value={sum(({ draft_minor }) => draft_minor)} />
    </CounterStrip>
  )
}

function InvoiceList({ studio_id, onCreate }: { studio_id: string; onCreate: () => void }) {
  const [query, setQuery] = useSearchParams()
  const state = invoiceStates.find((value) => value === query.get('state'))
  const [text, setText] = useState('')
  const [search, setSearch] = useState('')
  const debounce = useDebounce()
  const invoices = useInvoices({ studio_id, ...(state && { state }), ...(search && { search }) })
  const isPhone = useIsPhone()
  const isFiltered = state !== undefined || search !== ''
  const empty = isFiltered ? (
    <EmptyState icon={Receipt} title="Nothing found">
      Try another status or text.
    </EmptyState>
  ) : (
    <EmptyState
      icon={Receipt}
      title="No invoices yet"
      action={
        <Button look="secondary" onClick={onCreate}>
          Create the first invoice
        </Button>
      }
    >
      Choose a client and the sessions to bill.
    </EmptyState>
  )
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        {isPhone && <CardLink studio_id={studio_id} />}
        <SearchInput
          aria-label="Search invoices"
          placeholder="Number, client"
          className="max-sm:grow-99 max-sm:basis-40 sm:w-64"
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            debounce(() => setSearch(target.value.trim()))
          }}
        />
        <div className="max-sm:grow max-sm:basis-37 sm:min-w-40">
          <Select
            aria-label="Status"
            value={state ?? ''}
            placeholder="All statuses"
            choices={invoiceStates.map((value) => ({
              value,
              label: value === 'sent' ? 'Open or sent' : invoiceStateLabels[value],
            }))}
            onChange={({ target }) =>
              setQuery(target.value ? { state: target.value } : {}, { replace: true, preventScrollReset: true })
            }
          />
        </div>
        {!isPhone && <CardLink studio_id={studio_id} />}
      </div>
      <QueryView
        query={invoices}
        loadingText="Loading invoices..."
        skeleton={<SkeletonTable />}
        errorTitle="Failed to load invoices"
        empty={empty}
      >
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
