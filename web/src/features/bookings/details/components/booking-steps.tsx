import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useCompleteBooking } from '#features/bookings/completion-api.ts'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { formatShortDate, formatTimes, serviceLabel } from '#features/bookings/shared/wording.ts'
import { useConfirmBooking } from '#features/bookings/status-api.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import type { RowAction } from '#ui/row-menu.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import { mayChangeAsCrew } from '../model/crew.ts'
import { getSteps, type Steps } from '../model/steps.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { TooLateNotice } from './cancellation-rule.tsx'
import { DeclineDialog } from './decline-dialog.tsx'

// The details of a booking have no menu.
const RowMenu = lazy(async () => ({ default: (await import('#ui/row-menu.tsx')).RowMenu }))

type BookingStepsProps = {
  booking: CalendarBooking
  context: BookingContext
  className?: string
  /** For rows: the rarer steps are in a menu, and narrow rows show only the first step. The details show all. */
  isRow?: boolean
  /** Whether the step that completes the session is the main one, so that its button is filled. */
  isMain?: boolean
  /** Other actions, before the one that cancels. */
  children?: ReactNode
}

/** Confirm and Decline for pending bookings, Cancel until it is over (spec section 2). */
export function BookingSteps({
  booking,
  context,
  className,
  isRow = false,
  isMain = false,
  children,
}: BookingStepsProps) {
  const [openDialog, setOpenDialog] = useState<'cancel' | 'decline' | null>(null)
  const confirm = useConfirmBooking()
  const complete = useCompleteBooking()
  const steps = getStepsOf(booking, context)
  const summary = `${serviceLabel(booking, context.services)}, ${formatShortDate(booking.booking_date)}, ${formatTimes(booking)}`
  const dialog = { booking, summary, onClose: () => setOpenDialog(null) }
  const decline = { label: 'Decline', name: `Decline ${summary}`, onSelect: () => setOpenDialog('decline') }
  const cancel = {
    label: booking.booking_type === 'blocked_time' ? 'Cancel' : 'Cancel session',
    name: booking.booking_type === 'blocked_time' ? `Cancel ${summary}` : `Cancel session: ${summary}`,
    onSelect: () => setOpenDialog('cancel'),
  }
  if (!children && !Object.values(steps).some(Boolean)) return null
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
      {steps.decline && !isRow && (
        <Button size="small" look="secondary" aria-label={decline.name} onClick={decline.onSelect}>
          {decline.label}
        </Button>
      )}
      {steps.complete && (
        <Button
          size="small"
          look={isMain ? 'primary' : 'secondary'}
          aria-label={`Complete ${summary}`}
          onClick={() => complete.mutate({ id: booking.id })}
          pending={complete.isPending}
        >
          Complete
        </Button>
      )}
      {children}
      {steps.cancel === true && !isRow && (
        <Button size="small" look="quiet-danger" aria-label={cancel.name} onClick={cancel.onSelect}>
          {cancel.label}
        </Button>
      )}
      {isRow && (
        <StepsMenu
          name={summary}
          actions={[
            ...(steps.decline ? [decline] : []),
            ...(steps.cancel === true ? [{ ...cancel, isDanger: true }] : []),
          ]}
        />
      )}
      {steps.cancel === 'too_late' && !isRow && (
        <TooLateNotice
          starts_at={booking.starts_at}
          studio={context.studio}
          className="max-w-xs text-xs text-muted-foreground"
        />
      )}
      <CancelDialog {...dialog} open={openDialog === 'cancel'} byStudio={context.worksAtDesk} />
      <DeclineDialog {...dialog} open={openDialog === 'decline'} />
    </div>
  )
}

function getStepsOf(booking: CalendarBooking, context: BookingContext): Steps {
  const { studio, actor, now } = context
  const steps = getSteps(booking, actor, { cutoff_hours: studio.cancellation_cutoff_hours, now })
  return {
    ...steps,
    confirm: steps.confirm || (booking.status === 'pending' && mayChangeAsCrew(context, booking)),
  }
}

/** The menu of a wide row. Narrow rows open the details instead. */
function StepsMenu(props: { name: string; actions: readonly RowAction[] }) {
  const isPhone = useIsPhone()
  if (isPhone || props.actions.length === 0) return null
  return (
    <span className="-my-1 flex @max-3xl:hidden">
      <Suspense fallback={<span className="-my-1 size-10" />}>
        <RowMenu {...props} />
      </Suspense>
    </span>
  )
}
