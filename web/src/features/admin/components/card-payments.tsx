import type { CardStudio, CardVolume, FailedEvent } from '@studiohub/contract/features/admin/cards/schema.ts'
import { dateFormat } from '@studiohub/contract/shared/formats.ts'
import { moneyColumn, moneyText } from '@studiohub/contract/shared/money.ts'
import { CircleCheck, CreditCard } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { RelativeTime } from '#lib/page/relative-time.tsx'
import { paths } from '#paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { CounterStrip, StripCounter } from '#ui/counters.tsx'
import { cx } from '#ui/cx.ts'
import { QueryView } from '#ui/query-view.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Table } from '#ui/table.tsx'
import { useCardStudios, usePlatformCards, useRetryReport } from '../cards-api.ts'
import { cardStates } from '../model/card-states.ts'
import { computeCardTotals, computeNet } from '../model/card-totals.ts'

const formatMonth = dateFormat({ month: 'long', year: 'numeric' })

// All columns have one width, so that the sums can be above them.
const columnWidth = '20%'

/** Card payments of the platform: failed events, the studios that accept cards, and the amounts. */
export function CardPayments() {
  const cards = usePlatformCards()
  const studios = useCardStudios()
  return (
    <QueryView
      // The sections depend on both queries.
      query={{ ...cards, data: studios.isPending ? undefined : cards.data }}
      loadingText="Loading card payments..."
      errorTitle="Error loading data"
    >
      {({ volume, failed_reports }) => {
        const hasNoStudios = studios.data?.length === 0
        // Sums of one month would repeat its row.
        const hasSums = new Set(volume.map(({ month }) => month)).size > 1
        return volume.length === 0 && failed_reports.length === 0 && hasNoStudios ? (
          <NoCardPayments />
        ) : (
          <div className="grid grid-cols-1 gap-6">
            <div className="grid grid-cols-1 gap-3 empty:hidden">
              {hasSums && <Figures volume={volume} />}
              <Status
                isEveryReportProcessed={failed_reports.length === 0}
                hasNoStudios={hasNoStudios}
                hasPayments={volume.length > 0}
              />
            </div>
            {failed_reports.length > 0 && (
              <Section title="Failed webhooks">
                <FailedEvents rows={failed_reports} />
              </Section>
            )}
            {!hasNoStudios && (
              <Section title="Studios that accept cards">
                <Studios studios={studios} />
              </Section>
            )}
            {volume.length > 0 && (
              <Section title={hasSums ? 'By month' : 'Paid by card in the last 12 months'}>
                <Volume rows={volume} />
              </Section>
            )}
          </div>
        )
      }}
    </QueryView>
  )
}

/** The sums of all months in the table. */
function Figures({ volume }: { volume: readonly CardVolume[] }) {
  const id = useId()
  const totals = computeCardTotals(volume)
  const sumText = (minorOf: (total: (typeof totals)[number]) => number) =>
    totals.map((total) => moneyText(minorOf(total), total.currency)).join(' + ')
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-2">
      <h2 id={id} className="text-base font-semibold">
        Last 12 months
      </h2>
      <CounterStrip asRows>
        <StripCounter title="Payments" value={totals.reduce((sum, { payments }) => sum + payments, 0)} />
        <StripCounter title="Paid by card" value={sumText(({ paid_minor }) => paid_minor)} />
        <StripCounter title="Refunded" value={sumText(({ refunded_minor }) => refunded_minor)} />
        <StripCounter title="Net" value={sumText(computeNet)} />
      </CounterStrip>
    </section>
  )
}

type StatusProps = { isEveryReportProcessed: boolean; hasNoStudios: boolean; hasPayments: boolean }

/** What the sections below have no rows for: what is good with a tick, other facts without one. */
function Status({ isEveryReportProcessed, hasNoStudios, hasPayments }: StatusProps) {
  const facts = [
    hasNoStudios && 'No studio accepts cards at the moment.',
    hasNoStudios && hasPayments && 'These payments are from earlier.',
    !hasPayments && 'No card payments yet.',
  ].filter(Boolean)
  if (!isEveryReportProcessed && facts.length === 0) return null
  return (
    <div className="divide-y divide-border rounded-md border border-border bg-card text-sm">
      {isEveryReportProcessed && (
        <p className="flex gap-2 px-4 py-3">
          <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-confirmed" />
          All Stripe payments are recorded.
        </p>
      )}
      {facts.length > 0 && (
        <p className="px-4 py-3 text-muted-foreground">
          {facts.join(' ')}
          {hasNoStudios && (
            <>
              {' '}
              <Link to={paths.superAdminStudios} className="text-link underline underline-offset-4">
                Open studios
              </Link>
            </>
          )}
        </p>
      )}
    </div>
  )
}

const NoCardPayments = () => (
  <EmptyState
    icon={CreditCard}
    title="No card payments yet"
    action={
      <ButtonLink look="secondary">
        <Link to={paths.superAdminStudios}>Open studios</Link>
      </ButtonLink>
    }
  >
    No studio accepts cards. Ask a studio to connect Stripe in its settings; its payments then appear here.
  </EmptyState>
)

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-3">
    <h2 className="text-base font-semibold">{title}</h2>
    {children}
  </section>
)

const Studios = ({ studios }: { studios: ReturnType<typeof useCardStudios> }) => (
  <div className="grid gap-4">
    <QueryView query={studios} loadingText="Loading studios..." errorTitle="Error loading data">
      {(rows) => <StudioRows rows={rows} />}
    </QueryView>
    <ShowMore list={studios} />
  </div>
)

const StudioRows = ({ rows }: { rows: readonly CardStudio[] }) => (
  <Table
    framed
    label="Studios with cards"
    rows={rows}
    keyOf={({ studio_id }) => studio_id}
    columns={[
      { name: 'Studio', cell: ({ name }) => name },
      { name: 'State', cell: ({ state }) => <Badge tone={cardStates[state].tone}>{cardStates[state].label}</Badge> },
      { name: 'Payouts', cell: ({ pays_out }) => (pays_out ? 'On' : 'Off') },
      { name: 'Differences', align: 'end', cell: ({ differences }) => differences },
      { name: 'Compared', cell: (studio) => <Comparison studio={studio} /> },
    ]}
  />
)

function Comparison({ studio: { compared_at, failed_at } }: { studio: CardStudio }) {
  if (failed_at !== null)
    return (
      <>
        Stripe did not respond, <RelativeTime at={failed_at} />
      </>
    )
  return compared_at === null ? 'Not yet' : <RelativeTime at={compared_at} />
}

/** Formats amounts, those of one currency with the same decimals. */
const moneyFormat = (rows: readonly CardVolume[]) => (minor: number, currency: string) => {
  const amounts = rows.filter((row) => row.currency === currency)
  return moneyColumn(
    amounts.flatMap(({ paid_minor, refunded_minor }) => [paid_minor, refunded_minor]),
    currency,
  )(minor)
}

function Volume({ rows }: { rows: readonly CardVolume[] }) {
  const amountText = moneyFormat(rows)
  return (
    <Table
      framed
      label="Paid by card"
      rows={rows}
      keyOf={({ month, currency }) => `${month} ${currency}`}
      columns={[
        { name: 'Month', width: columnWidth, narrow: 'title', cell: ({ month }) => formatMonth(`${month}-01`) },
        {
          name: 'Payments',
          width: columnWidth,
          align: 'end',
          cell: ({ payments }) => (
            <Figure>
              {payments}
              <span className="@3xl:hidden">{payments === 1 ? ' payment' : ' payments'}</span>
            </Figure>
          ),
        },
        {
          name: 'Paid',
          width: columnWidth,
          align: 'end',
          narrow: 'aside',
          cell: ({ paid_minor, currency }) => (
            <span className="@max-3xl:text-base @max-3xl:font-semibold @max-3xl:text-foreground">
              <Figure>{amountText(paid_minor, currency)}</Figure>
            </span>
          ),
        },
        {
          name: 'Refunded',
          width: columnWidth,
          align: 'end',
          narrow: 'hidden',
          cell: ({ refunded_minor, currency }) => <Figure>{amountText(refunded_minor, currency)}</Figure>,
        },
        {
          name: 'Net',
          width: columnWidth,
          align: 'end',
          narrow: 'corner',
          cell: (row) => (
            // Without refunds, the amount of a narrow row is the net amount too.
            <span className={cx(row.refunded_minor === 0 && '@max-3xl:hidden')}>
              <Figure>
                <span className="@3xl:hidden">{amountText(row.refunded_minor, row.currency)} refunded, net </span>
                {amountText(computeNet(row), row.currency)}
              </Figure>
            </span>
          ),
        },
      ]}
    />
  )
}

/** A number in a column that is as wide as those of the other numbers. */
const Figure = ({ children }: { children: ReactNode }) => (
  <span className="tabular-nums @3xl:inline-block @3xl:min-w-32">{children}</span>
)

const FailedEvents = ({ rows }: { rows: readonly FailedEvent[] }) => (
  <Table
    framed
    label="Failed webhooks"
    rows={rows}
    keyOf={({ id }) => id}
    columns={[
      { name: 'When', cell: ({ failed_at }) => <RelativeTime at={failed_at} /> },
      { name: 'Studio', cell: ({ studio_name }) => studio_name },
      { name: 'About', cell: ({ type }) => type },
      { name: 'Error', cell: ({ error }) => error },
      { name: 'Actions', hideName: true, align: 'end', cell: (event) => <Retry event={event} /> },
    ]}
  />
)

function Retry({ event: { id, type, studio_name } }: { event: FailedEvent }) {
  const retry = useRetryReport()
  return (
    <Button size="small" look="secondary" pending={retry.isPending} onClick={() => retry.mutate({ id })}>
      Retry
      <span className="sr-only">
        : {type}, {studio_name}
      </span>
    </Button>
  )
}
