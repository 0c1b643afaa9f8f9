import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { WAIVE_REASON_MAX } from '@studiohub/contract/features/studios/cancellation/schema.ts'
import { useState } from 'react'
import { useWaiveFee } from '#features/bookings/fees-api.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'

/** Waives the fee of a booking, with a reason that the client can read. */
export function WaiveFee({ booking }: { booking: Booking }) {
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const waive = useWaiveFee()
  const sendWaiver = () => {
    const text = reason.trim()
    setMissing(text === '')
    if (text) waive.mutate({ id: booking.id, reason: text }, { onSuccess: () => setOpen(false) })
  }
  return (
    <div className="mt-2">
      <Button size="small" look="secondary" className="max-md:min-h-11" onClick={() => setOpen(true)}>
        Waive fee
      </Button>
      <ConfirmDialog
        open={isOpen}
        title="Waive Fee"
        description="The client then owes nothing for this session. This action cannot be undone."
        cancelLabel="Keep Fee"
        confirmLabel="Waive Fee"
        pendingLabel="Waiving..."
        isPending={waive.isPending}
        onConfirm={sendWaiver}
        onClose={() => setOpen(false)}
      >
        <Field
          label="Reason"
          hint="The client will see it."
          error={isMissing ? 'Please enter a reason the fee is waived' : undefined}
        >
          {(control) => (
            <Input
              {...control}
              value={reason}
              maxLength={WAIVE_REASON_MAX}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
      </ConfirmDialog>
    </div>
  )
}
