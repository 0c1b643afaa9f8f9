import type { Subscription } from '@studiohub/contract/features/subscriptions/schema.ts'
import type { Plan } from '@studiohub/contract/features/subscriptions/words.ts'
import { usePageReturn } from '#lib/page/use-page-return.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useCheckout, useUpdateSubscription } from '../api.ts'

type ChangeDialogProps = { plan: Subscription; offer: Plan; onClose: () => void }

/** Confirms a plan change and its price. New plans are paid on the provider's page. */
export function ChangeDialog({ plan, offer, onClose }: ChangeDialogProps) {
  const update = useUpdateSubscription()
  const checkout = useCheckout()
  usePageReturn(checkout.reset)
  const { studio_id, version } = plan
  const needsCheckout = plan.payments === 'stripe' && plan.provider === 'manual'
  const confirm = () =>
    needsCheckout
      ? checkout.mutate({ studio_id, tier: offer.tier })
      : // After an error it stays open: the end of a trial, which a job records, may have come first.
        update.mutate({ studio_id, tier: offer.tier, version }, { onSuccess: onClose })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Change to ${offer.name}?`}
      description={`$${offer.price_per_month} a month. ${describePayment(plan, needsCheckout)}`}
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            Not now
          </Button>
          <Button
            onClick={confirm}
            pending={update.isPending || checkout.isPending || checkout.isSuccess}
            pendingText={needsCheckout ? 'Opening the payment page...' : 'Changing...'}
            data-autofocus
          >
            {needsCheckout ? 'Continue to payment' : `Change to ${offer.name}`}
          </Button>
        </>
      }
    />
  )
}

function describePayment({ payments }: Subscription, needsCheckout: boolean): string {
  if (needsCheckout) return "You pay on our payment provider's page and then return here."
  if (payments === 'stripe') return 'Your payment for the current month is credited.'
  return 'We send you the invoice.'
}
