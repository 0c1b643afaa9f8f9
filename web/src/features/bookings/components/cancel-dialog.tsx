import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useCancelBooking } from '../api.ts'

type CancelDialogProps = { booking: Booking; what: string; open: boolean; onOpenChange: (open: boolean) => void }

/** Asks before a booking is cancelled (spec section 2). @param what which booking, in words */
export function CancelDialog({ booking, what, open, onOpenChange }: CancelDialogProps) {
  const cancel = useCancelBooking()
  const start = () => cancel.mutate({ id: booking.id }, { onSettled: () => onOpenChange(false) })
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Cancel Booking"
      description="Are you sure you want to cancel this booking? This action cannot be undone."
      footer={
        <>
          <Button look="secondary" onClick={() => onOpenChange(false)}>
            Keep Booking
          </Button>
          <Button look="danger" onClick={start} pending={cancel.isPending} pendingText="Cancelling...">
            Cancel Booking
          </Button>
        </>
      }
    >
      <p className="text-sm font-medium">{what}</p>
    </Dialog>
  )
}
