import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import { useState } from 'react'
import { type Scope, scopeChoices, scopes } from '#features/bookings/model/scopes.ts'
import { useCancelSeries } from '#features/bookings/series-api.ts'
import { useCancelBooking } from '#features/bookings/status-api.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { type CancelledBy, ClientCancelCost, DeskCancelCost, useCancelCost } from './cancel-cost.tsx'
import { ReasonField } from './reason-field.tsx'

type CancelDialogProps = {
  booking: CalendarBooking
  summary: string
  open: boolean
  onClose: () => void
  /** Set if the studio cancels: it can give a reason, and choose sessions of a series. */
  byStudio?: boolean
}

/** Confirms the cancellation of a booking (spec section 2). @param summary the booking in words */
export function CancelDialog({ booking, summary, open, onClose, byStudio = false }: CancelDialogProps) {
  const [reason, setReason] = useState('')
  const [scope, setScope] = useState<Scope>('this')
  const [cancelledBy, setCancelledBy] = useState<CancelledBy>('studio')
  const cost = useCancelCost(booking.id, open)
  const cancellation = useCancelBookings(booking)
  const fee = byStudio ? { for_client: cancelledBy === 'client' } : { seen_fee_minor: cost?.fee_minor }
  return (
    <ConfirmDialog
      open={open}
      title="Cancel Booking"
      description="Are you sure you want to cancel this booking? This action cannot be undone."
      cancelLabel="Keep Booking"
      confirmLabel="Cancel Booking"
      pendingLabel="Cancelling..."
      isPending={cancellation.isPending}
      onConfirm={() => cancellation.send({ scope, reason: reason.trim(), ...fee }, onClose)}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <p className="text-sm font-medium">{summary}</p>
        {cost && !byStudio && <ClientCancelCost {...cost} />}
        {cost && byStudio && scope === 'this' && (
          <DeskCancelCost {...cost} value={cancelledBy} onChange={setCancelledBy} />
        )}
        {byStudio && booking.series_id && (
          <Field label="Cancel">
            {(control) => (
              <Select
                {...control}
                choices={scopeChoices}
                value={scope}
                onChange={(event) => setScope(scopes.find((value) => value === event.target.value) ?? 'this')}
              />
            )}
          </Field>
        )}
        {byStudio && (
          <ReasonField
            hint={booking.client_id ? 'Optional. The client will see it.' : 'Optional'}
            rows={2}
            value={reason}
            onChange={setReason}
          />
        )}
      </div>
    </ConfirmDialog>
  )
}

type CancelInput = { scope: Scope; reason: string; for_client?: boolean; seen_fee_minor?: number | undefined }

/** Cancels one session, or the remaining ones of its series. */
function useCancelBookings({ id, series_id, booking_date }: CalendarBooking) {
  const single = useCancelBooking()
  const series = useCancelSeries()
  const send = ({ scope, reason, for_client, seen_fee_minor }: CancelInput, onSuccess: () => void) => {
    const reasonInput = reason ? { reason } : {}
    if (scope === 'this' || !series_id) {
      const fee = { ...(for_client && { for_client }), ...(seen_fee_minor !== undefined && { seen_fee_minor }) }
      return single.mutate({ id, ...reasonInput, ...fee }, { onSuccess })
    }
    const from = scope === 'following' ? { from: booking_date } : {}
    series.mutate({ id: series_id, ...from, ...reasonInput }, { onSuccess })
  }
  return { send, isPending: single.isPending || series.isPending }
}
