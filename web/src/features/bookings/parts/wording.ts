import { BlockReason, type Booking, blockReasonLabels } from '@studiohub/contract/features/bookings/schema.ts'
import type { StudioService } from '@studiohub/contract/features/resources/schema.ts'
import type { Entry } from './day-entries.ts'

// A day is a name in the calendar and has no zone; read and written in UTC it stays the same day everywhere.
const dayFormat = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' })
  return (day: string) => format.format(new Date(`${day}T00:00:00Z`))
}

/** 'Monday, November 23, 2026' */
export const dayInFull = dayFormat({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' })
/** 'Mon, Nov 23, 2026' */
export const dayInShort = dayFormat({ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' })
/** 'Monday, November 23' */
export const dayOfYear = dayFormat({ weekday: 'long', month: 'long', day: 'numeric' })

const monthFormat = dayFormat({ month: 'long', year: 'numeric' })
/** 'November 2026' of `yyyy-MM`. */
export const monthInFull = (month: string) => monthFormat(`${month}-01`)

/** '10:00 – 12:00', and that it ends on the next day where it does. */
export function timesOf({
  start_time,
  end_time,
  ends_next_day,
}: Pick<Booking, 'start_time' | 'end_time' | 'ends_next_day'>) {
  return `${start_time} – ${end_time}${ends_next_day ? ' (next day)' : ''}`
}

/** 'photo_shoot' as 'Photo Shoot': for a service that the studio no longer offers, whose label is gone with it. */
const spelledOut = (key: string) =>
  key
    .split('_')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ')

/** The words for what a booking is about: its service, or the reason why time is blocked. */
export function serviceLabel(
  { booking_type, service_type }: Pick<Booking, 'booking_type' | 'service_type'>,
  services: readonly StudioService[],
): string {
  if (booking_type === 'blocked_time') {
    const reason = BlockReason.safeParse(service_type)
    return reason.success ? blockReasonLabels[reason.data] : spelledOut(service_type)
  }
  return services.find(({ key }) => key === service_type)?.label ?? spelledOut(service_type)
}

/** What the calendar calls an entry (spec section 2): the service, 'Blocked', or of somebody else's time 'Busy'. */
export function entryLabel(entry: Entry, services: readonly StudioService[]): string {
  if (entry.kind === 'busy') return 'Busy'
  return entry.booking.booking_type === 'blocked_time' ? 'Blocked' : serviceLabel(entry.booking, services)
}

/** When an entry is, on its own day: '10:00 – 12:00', 'until 02:00', 'from 22:00', 'all day'. */
export function entryTimes({ from, to }: Pick<Entry, 'from' | 'to'>): string {
  if (from === '00:00' && to === '24:00') return 'all day'
  if (from === '00:00') return `until ${to}`
  return to === '24:00' ? `from ${from}` : `${from} – ${to}`
}

/** `text` on one line of at most `max` characters, cut at a word where there is one, with an ellipsis. */
export function truncated(text: string, max: number): string {
  const line = [...text.replace(/\s+/g, ' ').trim()]
  if (line.length <= max) return line.join('')
  const cut = line.slice(0, max - 1).join('')
  const word = cut.lastIndexOf(' ')
  return `${(word > max / 2 ? cut.slice(0, word) : cut).trimEnd()}…`
}

/** Said where the reader's clock is not the studio's; null where they live in the same zone. */
export const zoneNote = (zone: string, own: string) =>
  zone === own ? null : `Times are the studio's own, ${zone.replaceAll('_', ' ')}`
