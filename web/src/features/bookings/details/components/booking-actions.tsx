import { canUpdate } from '@studiohub/contract/features/bookings/policy.ts'
import { reservesTime } from '@studiohub/contract/features/bookings/rules.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { lazy, Suspense, useState } from 'react'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { Button } from '#ui/button.tsx'
import { mayChangeAsCrew } from '../model/crew.ts'
import type { StepAction } from '../model/steps.ts'
import { useBookingSteps } from './booking-steps.tsx'
import { TooLateNotice } from './cancellation-rule.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { CheckInOnDay, useCheckInStep } from './check-in.tsx'
import { useNoShow } from './no-show.ts'

// Most bookings have two actions, which need no menu.
const RowMenu = lazy(async () => ({ default: (await import('#ui/row-menu.tsx')).RowMenu }))

/** So many buttons fit beside each other on a phone, with the menu. */
const BUTTONS = 2

/** Whether the current user may change a booking: at the desk all of it, in the crew its time. */
export function getChangeRight(booking: Booking, context: BookingContext): 'all' | 'time' | null {
  if (mayChangeAsCrew(context, booking) && reservesTime(booking.status)) return 'time'
  return context.worksAtDesk && canUpdate(context.actor, booking) && booking.status !== 'cancelled' ? 'all' : null
}

/**
 * Shows the actions that the current user has for a booking in one line: the next step as the only filled button, then the
 * most frequent ones, the rest in a menu. The server checks the same rules again.
 */
export function BookingActions({ booking, context }: { booking: Booking; context: BookingContext }) {
  const [isChanging, setChanging] = useState(false)
  const { steps, summary, actions, dialogs } = useBookingSteps(booking, context)
  const noShow = useNoShow(booking, context, booking.no_show_at)
  const checkIn = useCheckInStep(booking, context)
  const right = getChangeRight(booking, context)
  const change: StepAction | null = right && {
    label: right === 'time' ? 'Reschedule' : reservesTime(booking.status) ? 'Reschedule or edit' : 'Edit',
    name: '',
    onSelect: () => setChanging(true),
  }
  const main = checkIn ? null : (actions.confirm ?? actions.complete)
  // The other end of a session that is over.
  const otherEnd = main !== null && main === actions.complete ? noShow : null
  const rarerEnd = otherEnd ? null : noShow
  const others = [actions.confirm, actions.decline, actions.complete, otherEnd, change, rarerEnd, actions.cancel]
    .filter((action) => action !== null)
    .filter((action) => action !== main)
  const hasMain = checkIn !== null || main !== null
  const shown = others.slice(0, hasMain ? BUTTONS - 1 : BUTTONS)
  const hidden = others.slice(shown.length)
  return (
    <>
      <div className="flex items-center gap-2">
        {checkIn && <CheckInOnDay booking={booking} step={checkIn} />}
        {main && <ActionButton action={main} />}
        {shown.map((action, index) => (
          <ActionButton key={action.label} action={action} look={hasMain || index > 0 ? 'other' : 'first'} />
        ))}
        {hidden.length > 0 && (
          <Suspense fallback={<span className="-mr-3 size-10 shrink-0" />}>
            <RowMenu
              name={summary}
              actions={hidden.map((action) => ({ ...action, name: action.name || action.label }))}
            />
          </Suspense>
        )}
      </div>
      {steps.cancel === 'too_late' && (
        <TooLateNotice
          starts_at={booking.starts_at}
          studio={context.studio}
          className="mt-2 text-xs text-muted-foreground"
        />
      )}
      {dialogs}
      {isChanging && <ChangeDialog booking={booking} context={context} onClose={() => setChanging(false)} />}
    </>
  )
}

/** `first`: the first action where no step is next. */
function ActionButton({ action, look = 'main' }: { action: StepAction; look?: 'main' | 'first' | 'other' }) {
  const { label, name, isDanger, pending, onSelect } = action
  return (
    <Button
      look={isDanger ? 'quiet-danger' : look === 'main' ? 'primary' : 'secondary'}
      className={look === 'other' ? 'shrink-0 whitespace-nowrap' : 'grow'}
      {...(name && { 'aria-label': name })}
      pending={pending ?? false}
      onClick={onSelect}
    >
      {label}
    </Button>
  )
}
