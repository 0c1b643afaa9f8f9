import type { Subscription } from '@studiohub/contract/features/subscriptions/schema.ts'
import { plans } from '@studiohub/contract/features/subscriptions/words.ts'
import { describeError } from '#lib/server/describe-error.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useCancelSubscription } from '../api.ts'
import { formatDay } from '../shared/plan-text.ts'

type CancelDialogProps = { plan: Subscription; timezone: string; onClose: () => void }

/** Confirms the cancellation of a plan and explains its effects. */
export function CancelDialog({ plan, timezone, onClose }: CancelDialogProps) {
  const cancel = useCancelSubscription()
  const confirm = () => cancel.mutate({ studio_id: plan.studio_id }, { onSuccess: onClose })
  const end = formatDay(plan.current_period_end, timezone)
  return (
    <ConfirmDialog
      title={`Cancel the ${plans[plan.tier].name} plan?`}
      description={`It runs until ${end}. After that, no new sessions can be booked; existing bookings stay. You can resume it until then.`}
      cancelLabel="Keep plan"
      confirmLabel="Cancel plan"
      pendingLabel="Cancelling..."
      isPending={cancel.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      {cancel.error && (
        <p role="alert" className="text-sm text-cancelled">
          {describeError(cancel.error).message}
        </p>
      )}
    </ConfirmDialog>
  )
}
