import type { CardBooks } from '@studiohub/contract/features/payments/books/schema.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { Settings } from 'lucide-react'
import { Link } from 'react-router'
import { formatShortDate } from '#features/bookings/shared/wording.ts'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CounterStrip, StripCounter } from '#ui/counters.tsx'
import { Page } from '#ui/page.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { BackToInvoices } from '../invoices/shared/back-to-invoices.tsx'
import { useActiveStudio } from '../profile/api.ts'
import { NoStudio } from '../studios/components/no-studio.tsx'
import { useDisputesAndPayouts } from './api.ts'
import { Comparison } from './components/comparison.tsx'
import { DisputeBanner } from './components/dispute-banner.tsx'
import { DisputeTable } from './components/dispute-table.tsx'
import { PayoutTable } from './components/payout-table.tsx'

/** A studio's card payments at the provider: disputes, payouts, and whether the books agree. */
export default function PaymentsScreen() {
  const { studio } = useActiveStudio()
  return studio ? <Payments studio={studio} /> : <NoStudio page="Card payments" />
}

const SUBTITLE = 'Disputes, payouts, and whether your books agree with Stripe'
const NO_CARDS = 'Your studio does not take card payments at the moment.'

function Payments({ studio }: { studio: Studio }) {
  const books = useDisputesAndPayouts(studio.id)
  return (
    <Page
      title="Card payments"
      subtitle={books.data?.can_compare === false ? `${SUBTITLE}. ${NO_CARDS}` : SUBTITLE}
      breadcrumb={<BackToInvoices to={paths.studioInvoices} />}
      otherActions={
        <ButtonLink look="secondary">
          <Link to={paths.studioSettingsTab('payments')}>
            <Settings aria-hidden />
            Settings
          </Link>
        </ButtonLink>
      }
    >
      <QueryView query={books} loadingText="Loading card payments..." errorTitle="Failed to load card payments">
        {(cardBooks) => (
          <div className="grid grid-cols-1 gap-6">
            <DisputeBanner disputes={cardBooks.disputes} timezone={studio.timezone} />
            {cardBooks.balances.length > 0 && <Figures books={cardBooks} />}
            <Card title="Disputes" description="A client asked their bank to return a card payment.">
              {cardBooks.disputes.length === 0 ? (
                <p className="text-sm">No disputes.</p>
              ) : (
                <DisputeTable disputes={cardBooks.disputes} timezone={studio.timezone} />
              )}
            </Card>
            <Card title="Payouts" description="What Stripe sent to your bank.">
              {cardBooks.payouts.length === 0 ? (
                <p className="text-sm">No payouts yet.</p>
              ) : (
                <PayoutTable payouts={cardBooks.payouts} />
              )}
            </Card>
            <Card title="Comparison" description="Every movement at Stripe, compared with your books.">
              <Comparison books={cardBooks} timezone={studio.timezone} />
            </Card>
          </div>
        )}
      </QueryView>
    </Page>
  )
}

/** What the studio looks for first. Without a movement there is no figure. */
function Figures({ books: { balances, payouts, disputes } }: { books: CardBooks }) {
  const balance = balances.map(({ amount_minor, currency }) => moneyText(amount_minor, currency)).join(' + ')
  // Newest first, so the last one arrives next.
  const payout = payouts.findLast(({ state }) => state === 'on_its_way')
  const openDisputes = disputes.filter(({ state }) => state === 'needs_response').length
  return (
    <CounterStrip asRows>
      <StripCounter title="Your balance at Stripe" value={balance} />
      <StripCounter
        title="Next payout"
        value={payout ? moneyText(payout.amount_minor, payout.currency) : '–'}
        note={payout && formatShortDate(payout.arrives_on)}
      />
      {/* The banner above names a single one. */}
      {openDisputes !== 1 && <StripCounter title="Disputes to answer" value={openDisputes} />}
    </CounterStrip>
  )
}
