import type { Subscription } from '@studiohub/contract/features/subscriptions/schema.ts'
import { plans } from '@studiohub/contract/features/subscriptions/words.ts'
import { problemOf } from '../../../lib/problem.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useCancelSubscription } from '../api.ts'
import { dayOf } from '../parts/standing.ts'

type CancelDialogProps = { plan: Subscription; timezone: string; onClose: () => void }

/** Asks before a plan is cancelled, and says what that means and when. */
export function CancelDialog({ plan, timezone, onClose }: CancelDialogProps) {
  const cancel = useCancelSubscription()
  const start = () => cancel.mutate({ studio_id: plan.studio_id }, { onSuccess: onClose })
  const end = dayOf(plan.current_period_end, timezone)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Cancel the ${plans[plan.tier].name} plan?`}
      description={`It runs until ${end}. From then on nobody can book new sessions; booked ones stay as they are. You can resume it until that day.`}
      footer={
        <>
          <Button look="secondary" onClick={onClose} data-autofocus>
            Keep plan
          </Button>
          <Button look="danger" onClick={start} pending={cancel.isPending} pendingText="Cancelling...">
            Cancel plan
          </Button>
        </>
      }
    >
      {cancel.error && (
        <p role="alert" className="text-sm text-cancelled">
          {problemOf(cancel.error).message}
        </p>
      )}
    </Dialog>
  )
}
