import type { Subscription } from '@studiohub/contract/features/subscriptions/schema.ts'
import type { Plan } from '@studiohub/contract/features/subscriptions/words.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useCheckout, useUpdateSubscription } from '../api.ts'

type ChangeDialogProps = { plan: Subscription; offer: Plan; onClose: () => void }

/** Confirms a plan change and its price. New plans are paid on the provider's page. */
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
      description={`$${offer.price_per_month} a month. ${describePayment(plan, isBought)}`}
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

function describePayment({ payments }: Subscription, isBought: boolean): string {
  if (isBought) return "You pay on our payment provider's page and then return here."
  if (payments === 'stripe') return 'Your payment for the current month is credited.'
  return 'The operator of this platform sends the invoice.'
}
