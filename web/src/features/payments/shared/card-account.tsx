import type { CardAccountState } from '@studiohub/contract/features/payments/words.ts'
import { useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { paths } from '#paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { useCardAccount, useCheckAccount, useConnectAccount, useDisputesAndPayouts } from '../api.ts'

type StateText = { badge: string; text: string; action: string | null }

const stateTexts: Record<CardAccountState, StateText> = {
  not_configured: {
    badge: 'Not set up',
    text: 'Card payments are not available yet. Clients pay by bank transfer or at the studio.',
    action: null,
  },
  none: {
    badge: 'Not connected',
    text: 'Connect an account at Stripe to take deposits and invoices by card. Clients pay your studio directly; no card data reaches this platform.',
    action: 'Connect Stripe',
  },
  incomplete: {
    badge: 'Not finished',
    text: 'Stripe needs more details before your studio can take cards.',
    action: 'Continue at Stripe',
  },
  restricted: {
    badge: 'Restricted',
    text: 'Stripe has restricted your account, so your studio cannot take cards. Open Stripe to see what is missing.',
    action: 'Open Stripe',
  },
  ready: {
    badge: 'Ready',
    text: 'Clients pay deposits and invoices by card, and can save a card for fees. You set deposits in the settings of each service.',
    action: null,
  },
}

/** Whether the studio can accept cards, and the button to Stripe. */
export function CardAccountCard({ studio_id }: { studio_id: string }) {
  const account = useCardAccount(studio_id)
  // Only an account that is not ready needs to know whether it was used before.
  const { data: books } = useDisputesAndPayouts(studio_id, account.data !== undefined && account.data.state !== 'ready')
  const hasPayments = books !== undefined && books.balances.length > 0
  const connect = useConnectAccount()
  useReturnFromStripe(studio_id)
  return (
    <Card
      title="Card payments"
      description="Deposits, invoices and fees."
      action={account.data && <StateBadge state={account.data.state} />}
    >
      <QueryView query={account} loadingText="Loading..." errorTitle="Failed to load card payments">
        {({ state, pays_out }) => {
          const { text, action } = stateTexts[state]
          return (
            <div className="grid justify-items-start gap-3 text-sm">
              <p>{text}</p>
              {state === 'ready' && !pays_out && (
                <p>Stripe has not enabled payouts yet. Open your Stripe dashboard to see what is missing.</p>
              )}
              {(state === 'ready' || hasPayments) && (
                <Link to={paths.studioCardPayments} className="text-link underline underline-offset-4">
                  {state === 'ready' ? 'Disputes, payouts and comparison' : 'Earlier card payments'}
                </Link>
              )}
              {action && (
                <Button
                  pending={connect.isPending}
                  pendingText="Opening..."
                  onClick={() => connect.mutate({ studio_id })}
                >
                  {action}
                </Button>
              )}
            </div>
          )
        }}
      </QueryView>
    </Card>
  )
}

const StateBadge = ({ state }: { state: CardAccountState }) => (
  <Badge tone={state === 'ready' ? 'confirmed' : 'pending'}>{stateTexts[state].badge}</Badge>
)

/** Checks the account's state once when the admin returns from Stripe. */
function useReturnFromStripe(studio_id: string) {
  const [params, setParams] = useSearchParams()
  const check = useCheckAccount()
  const isBack = params.get('cards') === 'back'
  const hasChecked = useRef(false)
  useEffect(() => {
    if (!isBack || hasChecked.current) return
    hasChecked.current = true
    check.mutate(
      { studio_id },
      {
        onSettled: () =>
          setParams(
            (current) => {
              current.delete('cards')
              return current
            },
            { replace: true },
          ),
      },
    )
  }, [studio_id, isBack, check, setParams])
}
