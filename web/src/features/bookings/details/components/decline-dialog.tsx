import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { useState } from 'react'
import { useDeclineBooking } from '#features/bookings/api.ts'
import { AskFirst } from '#ui/ask-first.tsx'
import { ReasonField } from './reason-field.tsx'

type DeclineDialogProps = { booking: Booking; what: string; open: boolean; onClose: () => void }

/** Turns a request down, with a reason for the client where the studio wants to give one. */
export function DeclineDialog({ booking, what, open, onClose }: DeclineDialogProps) {
  const [reason, setReason] = useState('')
  const decline = useDeclineBooking()
  const seen = { id: booking.id, version: booking.version }
  const start = () =>
    decline.mutate({ ...seen, ...(reason.trim() && { reason: reason.trim() }) }, { onSuccess: onClose })
  return (
    <AskFirst
      open={open}
      title="Decline Booking"
      description="The client is told, and the time is free again. This action cannot be undone."
      keep="Keep Booking"
      act="Decline Booking"
      acting="Declining..."
      isActing={decline.isPending}
      onAct={start}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <p className="text-sm font-medium">{what}</p>
        <ReasonField hint="Optional; the client reads it." rows={3} value={reason} onChange={setReason} />
      </div>
    </AskFirst>
  )
}
