import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import { useState } from 'react'
import { useConfirmBooking } from '#features/bookings/api.ts'
import { useCompleteBooking } from '#features/bookings/completion-api.ts'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { formatShortDate, formatTimes, serviceLabel } from '#features/bookings/shared/wording.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { mayChangeAsCrew } from '../model/crew.ts'
import { getSteps } from '../model/steps.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { TooLate } from './cancellation-rule.tsx'
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
  const [asking, setAsking] = useState<'cancel' | 'decline' | null>(null)
  const confirm = useConfirmBooking()
  const complete = useCompleteBooking()
  const { studio, actor, now } = context
  const own = getSteps(booking, actor, { cutoff_hours: studio.cancellation_cutoff_hours, now })
  const steps = { ...own, confirm: own.confirm || (booking.status === 'pending' && mayChangeAsCrew(context, booking)) }
  const what = `${serviceLabel(booking, context.services)}, ${formatShortDate(booking.booking_date)}, ${formatTimes(booking)}`
  const dialog = { booking, what, onClose: () => setAsking(null) }
  if (!Object.values(steps).some(Boolean)) return null
  const inDetails = isShort ? '@max-3xl:hidden' : undefined
  return (
    <div className={cx('flex flex-wrap gap-2', className)}>
      {steps.confirm && (
        <Button
          size="small"
          aria-label={`Confirm ${what}`}
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
          aria-label={`Decline ${what}`}
          onClick={() => setAsking('decline')}
        >
          Decline
        </Button>
      )}
      {steps.complete && (
        <Button
          size="small"
          look="secondary"
          aria-label={`Complete ${what}`}
          onClick={() => complete.mutate({ id: booking.id })}
          pending={complete.isPending}
        >
          Complete
        </Button>
      )}
      {steps.cancel === true && (
        <Button
          size="small"
          look="secondary"
          className={inDetails}
          aria-label={`Cancel ${what}`}
          onClick={() => setAsking('cancel')}
        >
          Cancel
        </Button>
      )}
      {steps.cancel === 'too_late' && (
        <TooLate
          starts_at={booking.starts_at}
          studio={studio}
          className={cx('max-w-xs text-xs text-muted-foreground', inDetails)}
        />
      )}
      <CancelDialog {...dialog} open={asking === 'cancel'} byStudio={context.worksAtDesk} />
      <DeclineDialog {...dialog} open={asking === 'decline'} />
    </div>
  )
}
