import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { AnswerLabel, narrowButtonClasses } from '#features/bookings/details/components/answer-label.tsx'
import { ChangeAnswer } from '#features/bookings/details/components/change-request.tsx'
import { DeclineDialog } from '#features/bookings/details/components/decline-dialog.tsx'
import { getSteps } from '#features/bookings/details/model/steps.ts'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { formatShortDate, formatTimes, serviceLabel } from '#features/bookings/shared/wording.ts'
import { useConfirmBooking } from '#features/bookings/status-api.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'

type RequestAnswerProps = {
  booking: CalendarBooking
  context: BookingContext
  /** In a container narrower than 11 rem the buttons have only icons. */
  fitsNarrow?: boolean
}

/** The buttons to answer a request or a requested change, inside a list or a session of the timeline. */
export function RequestAnswer({ booking, context, fitsNarrow = false }: RequestAnswerProps) {
  const [isDeclining, setDeclining] = useState(false)
  const confirm = useConfirmBooking()
  const { studio, actor, now } = context
  const steps = getSteps(booking, actor, { cutoff_hours: studio.cancellation_cutoff_hours, now })
  const summary = `${serviceLabel(booking, context.services)}, ${formatShortDate(booking.booking_date)}, ${formatTimes(booking)}`
  if (booking.change_request)
    return (
      <ChangeAnswer
        booking={booking}
        context={context}
        className={fitsNarrow ? '' : 'max-md:*:flex-1'}
        isShort
        fitsNarrow={fitsNarrow}
      />
    )
  return (
    <span className={cx('flex flex-wrap max-md:[&_button]:min-h-11', fitsNarrow ? 'gap-1' : 'gap-1.5 max-md:*:flex-1')}>
      {steps.confirm && (
        <Button
          size="small"
          look="tinted"
          className={fitsNarrow ? narrowButtonClasses : undefined}
          aria-label={`Confirm ${summary}`}
          onClick={() => confirm.mutate({ id: booking.id, version: booking.version })}
          pending={confirm.isPending}
        >
          <AnswerLabel icon={Check} fitsNarrow={fitsNarrow}>
            Confirm
          </AnswerLabel>
        </Button>
      )}
      {steps.decline && (
        <Button
          size="small"
          look="secondary"
          className={fitsNarrow ? narrowButtonClasses : undefined}
          aria-label={`Decline ${summary}`}
          onClick={() => setDeclining(true)}
        >
          <AnswerLabel icon={X} fitsNarrow={fitsNarrow}>
            Decline
          </AnswerLabel>
        </Button>
      )}
      <DeclineDialog booking={booking} summary={summary} open={isDeclining} onClose={() => setDeclining(false)} />
    </span>
  )
}
