import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import { useState } from 'react'
import { useCancelBooking } from '#features/bookings/api.ts'
import { type Scope, scopeChoices, scopes } from '#features/bookings/model/scopes.ts'
import { useCancelSeries } from '#features/bookings/series-api.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { type CancelledFor, DeskCancelCost, OwnCancelCost, useCancelCost } from './cancel-cost.tsx'
import { ReasonField } from './reason-field.tsx'

type CancelDialogProps = {
  booking: CalendarBooking
  what: string
  open: boolean
  onClose: () => void
  /** Set if the studio cancels: it can give a reason, and choose sessions of a series. */
  byStudio?: boolean
}

/** Confirms the cancellation of a booking (spec section 2). @param what the booking in words */
export function CancelDialog({ booking, what, open, onClose, byStudio = false }: CancelDialogProps) {
  const [reason, setReason] = useState('')
  const [scope, setScope] = useState<Scope>('this')
  const [cancelledFor, setCancelledFor] = useState<CancelledFor>('studio')
  const cost = useCancelCost(booking.id, open)
  const cancel = useCancelBookings(booking)
  const fee = byStudio ? { for_client: cancelledFor === 'client' } : { seen_fee_minor: cost?.fee_minor }
  return (
    <ConfirmDialog
      open={open}
      title="Cancel Booking"
      description="Are you sure you want to cancel this booking? This action cannot be undone."
      cancelLabel="Keep Booking"
      confirmLabel="Cancel Booking"
      pendingLabel="Cancelling..."
      isPending={cancel.isPending}
      onConfirm={() => cancel.start({ scope, reason: reason.trim(), ...fee }, onClose)}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <p className="text-sm font-medium">{what}</p>
        {cost && !byStudio && <OwnCancelCost {...cost} />}
        {cost && byStudio && scope === 'this' && (
          <DeskCancelCost {...cost} value={cancelledFor} onChange={setCancelledFor} />
        )}
        {byStudio && booking.series_id && (
          <Field label="Cancel">
            {(control) => (
              <Select
                {...control}
                choices={scopeChoices}
                value={scope}
                onChange={(event) => setScope(scopes.find((one) => one === event.target.value) ?? 'this')}
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
  const one = useCancelBooking()
  const series = useCancelSeries()
  const start = ({ scope, reason, for_client, seen_fee_minor }: CancelInput, onSuccess: () => void) => {
    const why = reason ? { reason } : {}
    if (scope === 'this' || !series_id) {
      const fee = { ...(for_client && { for_client }), ...(seen_fee_minor !== undefined && { seen_fee_minor }) }
      return one.mutate({ id, ...why, ...fee }, { onSuccess })
    }
    const from = scope === 'following' ? { from: booking_date } : {}
    series.mutate({ id: series_id, ...from, ...why }, { onSuccess })
  }
  return { start, isPending: one.isPending || series.isPending }
}
