import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import { useState } from 'react'
import { useCompleteBooking } from '#features/bookings/completion-api.ts'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { formatShortDate, formatTimes, serviceLabel } from '#features/bookings/shared/wording.ts'
import { useConfirmBooking } from '#features/bookings/status-api.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { mayChangeAsCrew } from '../model/crew.ts'
import { getSteps } from '../model/steps.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { TooLateNotice } from './cancellation-rule.tsx'
import { DeclineDialog } from './decline-dialog.tsx'

type BookingStepsProps = {
  booking: CalendarBooking
  context: BookingContext
  className?: string
  /** Shows only the first step, for narrow rows; the details show all. */
  isShort?: boolean
}

/** Confirm and Decline for pending bookings, Cancel until it is over (spec section 2). */
export function BookingSteps({ booking, context, className, isShort = false }: BookingStepsProps) {
  const [openDialog, setOpenDialog] = useState<'cancel' | 'decline' | null>(null)
  const confirm = useConfirmBooking()
  const complete = useCompleteBooking()
  const { studio, actor, now } = context
  const allowedSteps = getSteps(booking, actor, { cutoff_hours: studio.cancellation_cutoff_hours, now })
  const steps = {
    ...allowedSteps,
    confirm: allowedSteps.confirm || (booking.status === 'pending' && mayChangeAsCrew(context, booking)),
  }
  const summary = `${serviceLabel(booking, context.services)}, ${formatShortDate(booking.booking_date)}, ${formatTimes(booking)}`
  const dialog = { booking, summary, onClose: () => setOpenDialog(null) }
  if (!Object.values(steps).some(Boolean)) return null
  const inDetails = isShort ? '@max-3xl:hidden' : undefined
  return (
    <div className={cx('flex flex-wrap gap-2', className)}>
      {steps.confirm && (
        <Button
          size="small"
          aria-label={`Confirm ${summary}`}
          onClick={() => confirm.mutate({ id: booking.id, version: booking.version })}
          pending={confirm.isPending}
        >
          Confirm
        </Button>
      )}
      {steps.decline && (
        <Button
          size="small"
          look="secondary"
          className={inDetails}
          aria-label={`Decline ${summary}`}
          onClick={() => setOpenDialog('decline')}
        >
          Decline
        </Button>
      )}
      {steps.complete && (
        <Button
          size="small"
          look="secondary"
          aria-label={`Complete ${summary}`}
          onClick={() => complete.mutate({ id: booking.id })}
          pending={complete.isPending}
        >
          Complete
        </Button>
      )}
      {steps.cancel === true && (
        <Button
          size="small"
          // A request is usually declined; to cancel it is the exception.
          look={steps.decline ? 'quiet' : 'secondary'}
          className={inDetails}
          aria-label={`Cancel ${summary}`}
          onClick={() => setOpenDialog('cancel')}
        >
          Cancel
        </Button>
      )}
      {steps.cancel === 'too_late' && (
        <TooLateNotice
          starts_at={booking.starts_at}
          studio={studio}
          className={cx('max-w-xs text-xs text-muted-foreground', inDetails)}
        />
      )}
      <CancelDialog {...dialog} open={openDialog === 'cancel'} byStudio={context.worksAtDesk} />
      <DeclineDialog {...dialog} open={openDialog === 'decline'} />
    </div>
  )
}
