import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import { useState } from 'react'
import { useDeclineBooking } from '#features/bookings/api.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { ReasonField } from './reason-field.tsx'

type DeclineDialogProps = { booking: CalendarBooking; what: string; open: boolean; onClose: () => void }

/** Declines a request, optionally with a reason for the client. */
export function DeclineDialog({ booking, what, open, onClose }: DeclineDialogProps) {
  const [reason, setReason] = useState('')
  const decline = useDeclineBooking()
  const seen = { id: booking.id, version: booking.version }
  const start = () =>
    decline.mutate({ ...seen, ...(reason.trim() && { reason: reason.trim() }) }, { onSuccess: onClose })
  return (
    <ConfirmDialog
      open={open}
      title="Decline Booking"
      description="The client is notified, and the time becomes available again."
      cancelLabel="Keep Booking"
      confirmLabel="Decline Booking"
      pendingLabel="Declining..."
      isPending={decline.isPending}
      onConfirm={start}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <p className="text-sm font-medium">{what}</p>
        <ReasonField hint="Optional. The client will see it." rows={3} value={reason} onChange={setReason} />
      </div>
    </ConfirmDialog>
  )
}
