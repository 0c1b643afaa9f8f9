import type { Subscription } from '@studiohub/contract/features/subscriptions/schema.ts'
import type { Plan } from '@studiohub/contract/features/subscriptions/words.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useCheckout, useUpdateSubscription } from '../api.ts'

type ChangeDialogProps = { plan: Subscription; offer: Plan; onClose: () => void }

/** Asks before the plan changes, and says what it costs; what is not paid for yet is paid on the provider's page. */
export function ChangeDialog({ plan, offer, onClose }: ChangeDialogProps) {
  const update = useUpdateSubscription()
  const checkout = useCheckout()
  const { studio_id, version } = plan
  const isBought = plan.payments === 'stripe' && plan.provider === 'manual'
  const start = () =>
    isBought
      ? checkout.mutate({ studio_id, tier: offer.tier })
      : update.mutate({ studio_id, tier: offer.tier, version }, { onSettled: onClose })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Change to ${offer.name}?`}
      description={`$${offer.price_per_month} a month. ${wayOf(plan, isBought)}`}
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            Not now
          </Button>
          <Button
            onClick={start}
            pending={update.isPending || checkout.isPending || checkout.isSuccess}
            pendingText={isBought ? 'Opening the payment page...' : 'Changing...'}
            data-autofocus
          >
            {isBought ? 'Continue to payment' : `Change to ${offer.name}`}
          </Button>
        </>
      }
    />
  )
}

function wayOf({ payments }: Subscription, isBought: boolean): string {
  if (isBought) return 'You pay on a page of our payment provider, and come back here.'
  if (payments === 'stripe') return 'What you have paid for the present month is taken into account.'
  return 'Your operator sends the invoice.'
}
