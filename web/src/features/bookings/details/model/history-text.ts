import type {
  BookingEvent,
  ChangedBookingFields,
  HistoryEntry,
} from '@studiohub/contract/features/bookings/history/schema.ts'
import { resolveDays } from '@studiohub/contract/features/bookings/rules.ts'
import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import { priceText } from '@studiohub/contract/shared/money.ts'
import { formatShortDate, formatTimes, serviceLabel } from '#features/bookings/shared/wording.ts'

const eventLabels: Record<BookingEvent, string> = {
  created: 'Created',
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

/** 'Moved by Ada Owner', 'Created by you', 'Completed automatically'. Automatic changes have no author. */
export function describeEvent({ event, by, by_name }: Pick<HistoryEntry, 'event' | 'by' | 'by_name'>): string {
  const author = { you: 'you', client: by_name ?? 'the client', studio: by_name ?? 'the studio', nobody: null }[by]
  if (author === null && event === 'completed') return `${eventLabels[event]} automatically`
  return author === null ? eventLabels[event] : `${eventLabels[event]} by ${author}`
}

type FieldText = (fields: ChangedBookingFields) => string

function describeTime({
  booking_date,
  start_time,
  end_time,
  ends_next_day = false,
  days,
}: ChangedBookingFields): string {
  const times =
    start_time && end_time
      ? formatTimes({ start_time, end_time, days: resolveDays({ days, ends_next_day }).days })
      : (start_time ?? end_time)
  return [booking_date && formatShortDate(booking_date), times].filter(Boolean).join(', ')
}

const describePrice: FieldText = ({ price_minor = null, currency = null }) => priceText(price_minor, currency)

/**
 * The changes, one line each, `before → after`. For a new booking, only the time is listed, because the drawer shows its other data.
 * @param services for their names
 */
export function describeChanges({ event, before, after }: HistoryEntry, services: readonly StudioService[]): string[] {
  if (event === 'created') return [describeTime(after)].filter(Boolean)
  if (event === 'cancelled' || event === 'declined')
    return after.cancel_reason ? [`Reason: ${after.cancel_reason}`] : []
  const service: FieldText = ({ service_type }) =>
    service_type ? serviceLabel({ booking_type: 'client_booking', service_type }, services) : ''
  const lines = [describeTime, service].map((toText) => changeText(toText(before), toText(after)))
  const price = changeText(describePrice(before), describePrice(after))
  const project = changeText(before.project_title ?? '', after.project_title ?? '')
  // History from before change requests existed: a client's move made the booking pending again.
  const isWaitingAgain = event === 'moved' && before.status === 'confirmed' && after.status === 'pending'
  return [
    ...lines,
    describeResources(before.resources ?? [], after.resources ?? []),
    price && `Price: ${price}`,
    project && `Project: ${project}`,
    'notes' in after && 'Notes changed',
    isWaitingAgain && 'Waiting for confirmation again',
  ].filter((line): line is string => Boolean(line))
}

/** Rooms, people and equipment: only the new or the removed ones, or all of both if some were replaced. */
function describeResources(before: readonly string[], after: readonly string[]): string {
  const added = after.filter((name) => !before.includes(name))
  const removed = before.filter((name) => !after.includes(name))
  if (removed.length === 0) return added.length > 0 ? `Added: ${added.join(', ')}` : ''
  return added.length === 0 ? `Removed: ${removed.join(', ')}` : changeText(before.join(', '), after.join(', '))
}

const changeText = (before: string, after: string) =>
  before === after ? '' : `${before || 'none'} → ${after || 'none'}`
