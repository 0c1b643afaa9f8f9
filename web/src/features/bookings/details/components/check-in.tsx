import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { canCheckIn } from '@studiohub/contract/features/checkins/policy.ts'
import { Clock, LogIn, LogOut, UserCheck } from 'lucide-react'
import type { BookingContext } from '#features/bookings/hooks/use-booking-context.ts'
import { describePresence, getPresence, needsDesk } from '#features/bookings/shared/presence.ts'
import { useCheckIn, useCheckins, useCheckOut } from '#features/checkins/api.ts'
import { createTimeFormatter } from '#lib/page/time.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'

const isOnDay = ({ booking_date, client_id }: Pick<Booking, 'booking_date' | 'client_id'>, context: BookingContext) =>
  booking_date === context.today && client_id !== null && canCheckIn(context.actor, context.studio.id)

/** Whether the client is here, due or late. Renders nothing on other days. */
export function PresenceBadge({ booking, context }: { booking: CalendarBooking; context: BookingContext }) {
  const { data: checkins } = useCheckins(context.studio.id, isOnDay(booking, context))
  if (!checkins || !isOnDay(booking, context)) return null
  const presence = getPresence(booking, checkins, context.now)
  const text = describePresence(presence, createTimeFormatter(context.studio.timezone))
  if (!text || presence.kind === 'request' || presence.kind === 'ended') return null
  if (presence.kind === 'in')
    return (
      <Badge tone="confirmed" icon={UserCheck}>
        {text}
      </Badge>
    )
  return (
    <Badge tone={needsDesk(presence) ? 'pending' : 'neutral'} icon={Clock}>
      {text}
    </Badge>
  )
}

type CheckInStep = { kind: 'in'; client_id: string } | { kind: 'out'; checkin_id: string }

/**
 * The next step of a session's client on its day: to come, until it is over, or to leave. Null while the check-ins load.
 */
export function useCheckInStep(booking: CalendarBooking, context: BookingContext): CheckInStep | null {
  const isToday = isOnDay(booking, context)
  const { data: checkins } = useCheckins(booking.studio_id, isToday)
  const { id, client_id, status, ends_at } = booking
  if (!checkins || !isToday || client_id === null) return null
  const own = checkins.find(({ booking_id }) => booking_id === id)
  if (own) return own.check_out_time ? null : { kind: 'out', checkin_id: own.id }
  const isHere = checkins.some((checkin) => checkin.client_id === client_id && !checkin.check_out_time)
  const isOver = Date.parse(ends_at) <= context.now.getTime()
  return isHere || isOver || status !== 'confirmed' ? null : { kind: 'in', client_id }
}

// As high as a finger needs. With the margin, the two lines of a narrow row stay together next to it.
const shortButtonClasses = 'max-md:-my-1 max-md:min-h-11 max-md:px-2'

type CheckInOnDayProps = {
  booking: CalendarBooking
  step: CheckInStep
  /** A small button. */
  isSmall?: boolean
  /** On phones shows only the words, and on the smallest ones only the icon. For rows. */
  isShortOnPhone?: boolean
}

/** Checks the client of a session in or out. */
export function CheckInOnDay({ booking, step, isSmall = false, isShortOnPhone = false }: CheckInOnDayProps) {
  const { id: booking_id, studio_id, client_name } = booking
  const name = client_name ?? 'client'
  const checkIn = useCheckIn(`Check in ${name}`)
  const checkOut = useCheckOut()
  const look = isSmall
    ? ({
        size: 'small',
        look: 'secondary',
        className: cx('whitespace-nowrap max-md:min-w-11', isShortOnPhone && shortButtonClasses),
      } as const)
    : { className: 'grow' }
  const textClass = isShortOnPhone ? 'max-[23.75rem]:sr-only' : ''
  const iconClass = isShortOnPhone ? 'max-md:min-[23.75rem]:hidden' : ''
  if (step.kind === 'out') {
    return (
      <Button
        {...look}
        aria-label={`Check out ${name}`}
        pending={checkOut.isPending}
        onClick={() => checkOut.mutate({ id: step.checkin_id })}
      >
        <LogOut aria-hidden className={iconClass} />
        <span className={textClass}>Check Out</span>
      </Button>
    )
  }
  return (
    <Button
      {...look}
      aria-label={`Check in ${name}`}
      pending={checkIn.isPending}
      onClick={() => checkIn.mutate({ studio_id, client_id: step.client_id, booking_id })}
    >
      <LogIn aria-hidden className={iconClass} />
      <span className={textClass}>Check In</span>
    </Button>
  )
}
