import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { CANCEL_REASON_MAX } from '@studiohub/contract/features/bookings/words.ts'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/input.tsx'
import { useDeclineBooking } from '../api.ts'

type DeclineDialogProps = { booking: Booking; what: string; open: boolean; onOpenChange: (open: boolean) => void }

/** Turns a request down, with a reason for the client where the studio wants to give one. */
export function DeclineDialog({ booking, what, open, onOpenChange }: DeclineDialogProps) {
  const [reason, setReason] = useState('')
  const decline = useDeclineBooking()
  const start = () =>
    decline.mutate(
      { id: booking.id, ...(reason.trim() && { reason: reason.trim() }) },
      { onSuccess: () => onOpenChange(false) },
    )
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Decline Booking"
      description="The client is told, and the time is free again. This action cannot be undone."
      footer={
        <>
          <Button look="secondary" onClick={() => onOpenChange(false)}>
            Keep Booking
          </Button>
          <Button look="danger" onClick={start} pending={decline.isPending} pendingText="Declining...">
            Decline Booking
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p className="text-sm font-medium">{what}</p>
        <Field label="Reason" hint="Optional; the client reads it.">
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              maxLength={CANCEL_REASON_MAX}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}
