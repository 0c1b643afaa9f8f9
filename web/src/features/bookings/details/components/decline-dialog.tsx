import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import { useState } from 'react'
import { useDeclineBooking } from '#features/bookings/status-api.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { ReasonField } from './reason-field.tsx'

type DeclineDialogProps = { booking: CalendarBooking; summary: string; open: boolean; onClose: () => void }

/** Declines a request, optionally with a reason for the client. */
export function DeclineDialog({ booking, summary, open, onClose }: DeclineDialogProps) {
  const [reason, setReason] = useState('')
  const decline = useDeclineBooking()
  const sendDecline = () =>
    decline.mutate(
      { id: booking.id, version: booking.version, ...(reason.trim() && { reason: reason.trim() }) },
      { onSuccess: onClose },
    )
  return (
    <ConfirmDialog
      open={open}
      title="Decline Booking"
      description="The client is notified, and the time becomes available again."
      cancelLabel="Keep Booking"
      confirmLabel="Decline Booking"
      pendingLabel="Declining..."
      isPending={decline.isPending}
      onConfirm={sendDecline}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <p className="text-sm font-medium">{summary}</p>
        <ReasonField hint="Optional. The client will see it." rows={3} value={reason} onChange={setReason} />
      </div>
    </ConfirmDialog>
  )
}
