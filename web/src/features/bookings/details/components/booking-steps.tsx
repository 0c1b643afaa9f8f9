import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import { lazy, Suspense, useState } from 'react'
import { useCompleteBooking } from '#features/bookings/completion-api.ts'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { formatShortDate, formatTimes, serviceLabel } from '#features/bookings/shared/wording.ts'
import { useConfirmBooking } from '#features/bookings/status-api.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import type { RowAction } from '#ui/row-menu.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import { mayChangeAsCrew } from '../model/crew.ts'
import { getSteps, type StepAction, type Steps } from '../model/steps.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { TooLateNotice } from './cancellation-rule.tsx'
import { CheckInOnDay, useCheckInStep } from './check-in.tsx'
import { DeclineDialog } from './decline-dialog.tsx'
import { useNoShow } from './no-show.ts'

// Few rows have a menu.
const RowMenu = lazy(async () => ({ default: (await import('#ui/row-menu.tsx')).RowMenu }))

type BookingStepsProps = {
  booking: CalendarBooking
  context: BookingContext
  className?: string
  /** For rows: the rarer steps are in a menu, and narrow rows show only the first step. */
  isRow?: boolean
}

/**
 * Confirm and Decline for pending bookings, Cancel until it is over (spec section 2). On its day a session offers first what is
 * next: to check its client in, then out, and to complete it when it is over.
 */
export function BookingSteps({ booking, context, className, isRow = false }: BookingStepsProps) {
  const { steps, summary, actions, dialogs } = useBookingSteps(booking, context)
  const checkIn = useCheckInStep(booking, context)
  const noShow = useNoShow(booking, context)
  const { confirm, decline, complete, cancel } = actions
  if (!checkIn && !Object.values(steps).some(Boolean)) return null
  const isCompleteNext = complete !== null && checkIn === null
  const rarer = [decline, isCompleteNext ? null : complete, complete && noShow, cancel]
  return (
    <div className={cx('flex gap-2', isRow ? 'items-center' : 'flex-wrap', className)}>
      {confirm && <StepButton action={confirm} />}
      {checkIn && <CheckInOnDay booking={booking} step={checkIn} isSmall isShortOnPhone={isRow} />}
      {isCompleteNext && <StepButton action={complete} look="secondary" />}
      {isRow ? (
        <StepsMenu name={summary} actions={rarer.filter((action) => action !== null)} />
      ) : (
        rarer.map(
          (action) =>
            action && (
              <StepButton key={action.label} action={action} look={action.isDanger ? 'quiet-danger' : 'secondary'} />
            ),
        )
      )}
      {steps.cancel === 'too_late' && !isRow && (
        <TooLateNotice
          starts_at={booking.starts_at}
          studio={context.studio}
          className="max-w-xs text-xs text-muted-foreground"
        />
      )}
      {dialogs}
    </div>
  )
}

function StepButton({ action, look }: { action: StepAction; look?: 'secondary' | 'quiet-danger' }) {
  return (
    <Button
      size="small"
      {...(look && { look })}
      aria-label={action.name}
      pending={action.pending ?? false}
      onClick={action.onSelect}
    >
      {action.label}
    </Button>
  )
}

/** The steps that the current user may take, null for the others. `dialogs` holds their questions and must be rendered. */
export function useBookingSteps(booking: CalendarBooking, context: BookingContext) {
  const [openDialog, setOpenDialog] = useState<'cancel' | 'decline' | null>(null)
  const confirm = useConfirmBooking()
  const complete = useCompleteBooking()
  const steps = getStepsOfCurrentUser(booking, context)
  const summary = `${serviceLabel(booking, context.services)}, ${formatShortDate(booking.booking_date)}, ${formatTimes(booking)}`
  const isBlocked = booking.booking_type === 'blocked_time'
  const dialog = { booking, summary, onClose: () => setOpenDialog(null) }
  const actions: Record<'confirm' | 'decline' | 'complete' | 'cancel', StepAction | null> = {
    confirm: steps.confirm
      ? {
          label: 'Confirm',
          name: `Confirm ${summary}`,
          pending: confirm.isPending,
          onSelect: () => confirm.mutate({ id: booking.id, version: booking.version }),
        }
      : null,
    decline: steps.decline
      ? { label: 'Decline', name: `Decline ${summary}`, onSelect: () => setOpenDialog('decline') }
      : null,
    complete: steps.complete
      ? {
          label: 'Complete',
          name: `Complete ${summary}`,
          pending: complete.isPending,
          onSelect: () => complete.mutate({ id: booking.id }),
        }
      : null,
    cancel:
      steps.cancel === true
        ? {
            label: isBlocked ? 'Cancel' : 'Cancel session',
            name: isBlocked ? `Cancel ${summary}` : `Cancel session: ${summary}`,
            isDanger: true,
            onSelect: () => setOpenDialog('cancel'),
          }
        : null,
  }
  const dialogs = (
    <>
      <CancelDialog {...dialog} open={openDialog === 'cancel'} byStudio={context.worksAtDesk} />
      <DeclineDialog {...dialog} open={openDialog === 'decline'} />
    </>
  )
  return { steps, summary, actions, dialogs }
}

function getStepsOfCurrentUser(booking: CalendarBooking, context: BookingContext): Steps {
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
