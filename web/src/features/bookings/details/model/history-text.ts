import type {
  BookingEvent,
  ChangedBookingFields,
  HistoryEntry,
} from '@studiohub/contract/features/bookings/history/schema.ts'
import { daysOf } from '@studiohub/contract/features/bookings/rules.ts'
import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import { priceText } from '@studiohub/contract/shared/money.ts'
import { formatShortDate, formatTimes, serviceLabel } from '#features/bookings/shared/wording.ts'

const deeds: Record<BookingEvent, string> = {
  created: 'Made',
  confirmed: 'Confirmed',
  declined: 'Declined',
  cancelled: 'Cancelled',
  completed: 'Completed',
  no_show: 'Marked as a no-show',
  came_after_all: 'No longer a no-show',
  moved: 'Moved',
  edited: 'Changed',
  expired: 'Request expired',
  change_requested: 'Change requested',
  change_approved: 'Change approved',
  change_declined: 'Change declined',
  change_withdrawn: 'Change request withdrawn',
  change_expired: 'Change request expired',
  fee_waived: 'Fee waived',
  restored: 'Last change undone',
}

/** 'Moved by Ada Owner', 'Made by you', 'Completed'. Automatic changes have no author. */
export function describeEvent({ event, by, by_name }: Pick<HistoryEntry, 'event' | 'by' | 'by_name'>): string {
  const who = { you: 'you', client: by_name ?? 'the client', studio: by_name ?? 'the studio', nobody: null }[by]
  return who === null ? deeds[event] : `${deeds[event]} by ${who}`
}

type FieldText = (of: ChangedBookingFields) => string

function timeOf({ booking_date, start_time, end_time, ends_next_day = false, days }: ChangedBookingFields): string {
  const times =
    start_time && end_time
      ? formatTimes({ start_time, end_time, days: daysOf({ days, ends_next_day }).days })
      : (start_time ?? end_time)
  return [booking_date && formatShortDate(booking_date), times].filter(Boolean).join(', ')
}

const priceOf: FieldText = ({ price_minor = null, currency = null }) => priceText(price_minor, currency)

/**
 * The changes, one line each, `before → after`. For a new booking only the time is listed; the drawer shows the rest.
 * @param services for their names
 */
export function describeChanges({ event, before, after }: HistoryEntry, services: readonly StudioService[]): string[] {
  if (event === 'created') return [timeOf(after)].filter(Boolean)
  if (event === 'cancelled' || event === 'declined')
    return after.cancel_reason ? [`Reason: ${after.cancel_reason}`] : []
  const service: FieldText = ({ service_type }) =>
    service_type ? serviceLabel({ booking_type: 'client_booking', service_type }, services) : ''
  const written: FieldText[] = [timeOf, service, ({ resources }) => (resources ?? []).join(', ')]
  const lines = written.map((write) => between(write(before), write(after)))
  const price = between(priceOf(before), priceOf(after))
  const project = between(before.project_title ?? '', after.project_title ?? '')
  // History from before change requests existed: a client's move made the booking pending again.
  const waits = event === 'moved' && before.status === 'confirmed' && after.status === 'pending'
  return [
    ...lines,
    price && `Price: ${price}`,
    project && `Project: ${project}`,
    'notes' in after && 'Notes changed',
    waits && 'Waits for confirmation again',
  ].filter((line): line is string => Boolean(line))
}

const between = (before: string, after: string) => (before === after ? '' : `${before || 'none'} → ${after || 'none'}`)
