import type { InvoiceTotals } from '@studiohub/contract/features/invoices/schema.ts'
import {
  type InvoiceStateFilter,
  invoiceStateFilters,
  invoiceStateLabels,
} from '@studiohub/contract/features/invoices/words.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { CreditCard, Plus, Receipt, Settings } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useDebounce } from '#lib/hooks/use-debounce.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { CounterStrip, StripCounter } from '#ui/counters.tsx'
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
      otherActions={<OtherActions studio_id={studio.id} onSettings={() => setDialog('settings')} />}
    >
      {/* Closer together on phones, so that the first invoice is within 320 px. */}
      <div className="grid grid-cols-1 gap-3 max-md:-mt-2 md:gap-6">
        <Totals studio_id={studio.id} />
        <InvoiceList studio_id={studio.id} onCreate={() => setDialog('new')} />
      </div>
      <Suspense fallback={<LoadingOverlay>Opening...</LoadingOverlay>}>
        {dialog === 'new' && (
          <NewInvoiceDialog studio={studio} onClose={close} onCreated={({ id }) => navigate(paths.studioInvoice(id))} />
        )}
        {dialog === 'settings' && <SettingsDialog studio_id={studio.id} onClose={close} />}
      </Suspense>
    </Page>
  )
}

/** The settings. On phones they are in a menu, with the link to card payments. */
function OtherActions({ studio_id, onSettings }: { studio_id: string; onSettings: () => void }) {
  const isPhone = useIsPhone()
  const navigate = useNavigate()
  const hasCardPayments = useHasCardPayments(studio_id)
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
      <LazyRowMenu
        name="invoices"
        actions={[
          { label: 'Settings', name: 'Settings', onSelect: onSettings },
          ...(hasCardPayments
            ? [{ label: CARD_LINK, name: CARD_LINK, onSelect: () => void navigate(paths.studioCardPayments) }]
            : []),
        ]}
      />
    </span>
  )
}

const CARD_LINK = 'Card payments, disputes and payouts'

/** Whether the studio has had a card payment. */
function useHasCardPayments(studio_id: string) {
  const { data } = useDisputesAndPayouts(studio_id)
  return data !== undefined && data.balances.length > 0
}

/** The link to disputes and payouts on wide screens, after the first card payment. */
function CardLink({ studio_id }: { studio_id: string }) {
  if (!useHasCardPayments(studio_id)) return null
  return (
    <Link
      to={paths.studioCardPayments}
      className="ml-auto flex min-h-10 items-center gap-2 text-sm text-link underline underline-offset-4"
    >
      <CreditCard aria-hidden className="size-4 shrink-0" />
      {CARD_LINK}
    </Link>
  )
}

/** The state in the address by which the list is filtered. */
function useStateFilter() {
  const [query] = useSearchParams()
  return invoiceStateFilters.find((value) => value === query.get('state'))
}

/** The studio's sums. Those of a state filter the list. */
function Totals({ studio_id }: { studio_id: string }) {
  const { data } = useOpenTotals(studio_id)
  const shownState = useStateFilter()
  if (!data || data.length === 0) return null
  const sum = (pick: (totals: InvoiceTotals) => number) =>
    data.map((totals) => moneyText(pick(totals), totals.currency)).join(' + ')
  const filterBy = (state: InvoiceStateFilter, pick: (totals: InvoiceTotals) => number) => ({
    value: sum(pick),
    // Nothing to show, unless the list shows it already.
    ...((state === shownState || data.some((totals) => pick(totals) !== 0)) && {
      to: paths.withOpen(paths.studioInvoices, { state }),
      isCurrent: state === shownState,
    }),
  })
  return (
    <CounterStrip>
      <StripCounter title="Open" {...filterBy('open', ({ open_minor }) => open_minor)} />
      <StripCounter
        title="Overdue"
        {...filterBy('overdue', ({ overdue_minor }) => overdue_minor)}
        isUrgent={data.some(({ overdue_minor }) => overdue_minor > 0)}
      />
      <StripCounter title="Received in 30 days" value={sum(({ paid_minor }) => paid_minor)} />
      <StripCounter title="Drafts" {...filterBy('draft', ({ draft_minor }) => draft_minor)} />
    </CounterStrip>
  )
}

const filterLabels: Record<InvoiceStateFilter, string> = {
  ...invoiceStateLabels,
  open: 'All open',
  sent: 'Open or sent',
}

function InvoiceList({ studio_id, onCreate }: { studio_id: string; onCreate: () => void }) {
  const [, setQuery] = useSearchParams()
  const state = useStateFilter()
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
            choices={invoiceStateFilters.map((value) => ({ value, label: filterLabels[value] }))}
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
