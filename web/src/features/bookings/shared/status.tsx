import type { BookingStatus } from '@studiohub/contract/features/bookings/schema.ts'
import { bookingStatusLabels } from '@studiohub/contract/features/bookings/words.ts'
import { CalendarClock, CheckCheck, CircleCheck, CircleX, Clock, Lock, type LucideIcon } from 'lucide-react'
import { Badge } from '#ui/badge.tsx'
import { cx } from '#ui/cx.ts'
import type { CalendarEntry } from './day-entries.ts'

/**
 * Spec section 4: pending yellow, confirmed green, cancelled red, completed blue; each with an icon, so that color is
 * never the only sign.
 */
export const statusIcons: Record<BookingStatus, LucideIcon> = {
  pending: Clock,
  confirmed: CircleCheck,
  cancelled: CircleX,
  completed: CheckCheck,
}

export const statusInks: Record<BookingStatus, string> = {
  pending: 'text-pending',
  confirmed: 'text-confirmed',
  cancelled: 'text-cancelled',
  completed: 'text-completed',
}

// Opaque, so that an entry has the same color on today's tint and on closed days.
export const statusClasses: Record<BookingStatus, string> = {
  pending: 'border-pending bg-pending-soft',
  confirmed: 'border-confirmed bg-[color-mix(in_oklab,var(--c-confirmed)_15%,var(--c-card))]',
  cancelled: 'border-cancelled bg-cancelled-soft line-through',
  completed: 'border-completed bg-[color-mix(in_oklab,var(--c-completed)_15%,var(--c-card))]',
}

/** The hatched pattern of blocked time. */
export const blockedClasses = 'bg-hatched'

/** The time before and after a session in which its room stays free. */
export const turnoverClasses = 'border border-dashed border-input bg-hatched'

/** The muted status of a past session. Only the icon has a color. */
export function QuietStatus({ status }: { status: BookingStatus }) {
  const Icon = statusIcons[status]
  return (
    <span className="inline-flex items-center gap-1 text-xs font-medium whitespace-nowrap text-muted-foreground">
      <Icon aria-hidden className={cx('size-3', statusInks[status])} />
      {bookingStatusLabels[status]}
    </span>
  )
}

/** Put this on an element around a table. It mutes the text of rows that contain `data-over`. Text with its own color stays. */
export const muteRowsThatAreOver = '[&_tr:has([data-over])]:text-muted-foreground'

export function StatusBadge({ status }: { status: BookingStatus }) {
  return (
    <Badge tone={status} icon={statusIcons[status]}>
      {bookingStatusLabels[status]}
    </Badge>
  )
}

/** Next to the status of a confirmed booking with an open change request. */
export const ChangeRequestBadge = () => (
  <Badge tone="pending" icon={CalendarClock}>
    Change requested
  </Badge>
)

/** Next to the status of a session that waits for its deposit. */
export const PaymentDueBadge = () => (
  <Badge tone="pending" icon={Clock}>
    Payment due
  </Badge>
)

const statusEdges: Record<BookingStatus, string> = {
  pending: 'border-l-pending',
  confirmed: 'border-l-confirmed',
  cancelled: 'border-l-cancelled',
  completed: 'border-l-completed',
}

/** The color of the left edge of a detailed entry. A badge shows the same status in words. */
export const getEntryEdge = ({ booking, request }: CalendarEntry) => statusEdges[request ? 'pending' : booking.status]

/** The gray of entries that are over. Without it, their time would look free. */
export const pastFill = 'bg-[color-mix(in_oklab,var(--c-muted)_65%,var(--c-card))]'

const getPastBox = (entry: CalendarEntry) =>
  `border-input/45 ${entry.booking.booking_type === 'blocked_time' ? 'border-l-input' : getEntryEdge(entry)} ${pastFill} text-muted-foreground ${
    entry.booking.status === 'cancelled' ? 'line-through' : ''
  }`

/** The icon next to the words that a client is late, or that a session takes longer. */
export const urgentIcon = Clock

/** A solid background of a text on hatching, because stripes behind small letters make them hard to read. */
const plateClasses = 'w-fit max-w-full bg-muted'

type EntryStyle = { box: string; ink: string; icon: LucideIcon; word: string; plate: string }

/** The style of a calendar entry: edge and tint, icon, the status in words, and the background of its texts. */
export function getEntryStyle(entry: CalendarEntry): EntryStyle {
  const { status, booking_type, change_request } = entry.booking
  if (entry.request)
    return {
      box: statusClasses.pending,
      ink: statusInks.pending,
      icon: CalendarClock,
      word: 'Change requested',
      plate: '',
    }
  const isBlocked = booking_type === 'blocked_time'
  return {
    box: isBlocked
      ? `${status === 'cancelled' ? statusClasses.cancelled : 'border-input bg-muted'} ${blockedClasses}`
      : statusClasses[status],
    ink: isBlocked ? 'text-muted-foreground' : statusInks[status],
    icon: isBlocked ? Lock : statusIcons[status],
    plate: isBlocked && status !== 'cancelled' ? plateClasses : '',
    word: change_request ? `${bookingStatusLabels[status]}, change requested` : bookingStatusLabels[status],
  }
}

/**
 * The style of an entry: amber if the desk must act now, gray if it is over. The icon always shows the status. Past blocks also
 * need a `border` to stand out from free time.
 */
export function getEntryLook(
  entry: CalendarEntry,
  { isUrgent, isPast }: { isUrgent: boolean; isPast: boolean },
): EntryStyle & { isFaded: boolean } {
  const style = { ...getEntryStyle(entry), isFaded: isPast && !isUrgent }
  if (isUrgent) return { ...style, box: statusClasses.pending, plate: '' }
  return isPast ? { ...style, box: getPastBox(entry), plate: '' } : style
}
