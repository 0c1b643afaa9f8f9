import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { blockReasonLabels, blockReasons } from '@studiohub/contract/features/bookings/words.ts'
import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import {
  dateFormat,
  dateRangeFormat,
  shortTimeRangeText,
  shortTimeText,
  timeRangeText,
  timeText,
} from '@studiohub/contract/shared/formats.ts'
import { localAt, plusDays } from '@studiohub/contract/shared/instants.ts'
import { lengthText, sessionMinutes } from '@studiohub/contract/shared/length.ts'
import { type CalendarEntry, getEntryResources } from './day-entries.ts'
import { isSameClock } from './same-clock.ts'
import { getEntryStyle } from './status.tsx'

/** 'Monday, November 23, 2026' */
export const formatFullDate = dateFormat({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' })
/** 'Mon, Nov 23, 2026' */
export const formatShortDate = dateFormat({ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' })
/** 'Monday, November 23' */
export const formatDayOfYear = dateFormat({ weekday: 'long', month: 'long', day: 'numeric' })

/** 'Mon, Nov 23' */
export const weekdayAndDay = dateFormat({ weekday: 'short', month: 'short', day: 'numeric' })
/** 'Nov' */
export const formatMonthName = dateFormat({ month: 'short' })
/** 'Monday' */
export const formatWeekday = dateFormat({ weekday: 'long' })
/** 'Mon' */
export const formatShortWeekday = dateFormat({ weekday: 'short' })
/** 'Nov 22 – 28, 2026', 'Nov 29 – Dec 5, 2026' */
export const formatDays = dateRangeFormat({ month: 'short', day: 'numeric', year: 'numeric' })

const monthFormat = dateFormat({ month: 'long', year: 'numeric' })
/** 'November 2026' for `yyyy-MM`. */
export const formatMonth = (month: string) => monthFormat(`${month}-01`)

/** '10:00 – 12:00', '22:00 – 02:00 (next day)', '10:00 – 18:00 (3 days)'. */
export function formatTimes({ start_time, end_time, days }: Pick<Booking, 'start_time' | 'end_time' | 'days'>) {
  return `${timeRangeText(start_time, end_time)}${getDaysNote(days)}`
}

/** Like `formatTimes`, without the minutes of full hours: '10 AM – 2 PM'. */
export const formatShortTimes = ({ start_time, end_time, days }: Pick<Booking, 'start_time' | 'end_time' | 'days'>) =>
  `${shortTimeRangeText(start_time, end_time)}${getDaysNote(days)}`

const getDaysNote = (days: number) => (days === 1 ? '' : days === 2 ? ' (next day)' : ` (${days} days)`)

/** 'photo_shoot' as 'Photo Shoot', for deleted services whose label is no longer available. */
const formatKey = (key: string) =>
  key
    .split('_')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ')

/** 'Today' or 'Tomorrow'; null for all other days. */
export function formatNearDay(date: string, today: string) {
  if (date === today) return 'Today'
  return date === plusDays(today, 1) ? 'Tomorrow' : null
}

/** The label of a booking: its service, or the reason for blocked time. */
export function serviceLabel(
  { booking_type, service_type }: Pick<Booking, 'booking_type' | 'service_type'>,
  services: readonly StudioService[],
): string {
  if (booking_type === 'blocked_time') {
    const reason = blockReasons.find((value) => value === service_type)
    return reason ? blockReasonLabels[reason] : formatKey(service_type)
  }
  return services.find(({ key }) => key === service_type)?.label ?? formatKey(service_type)
}

/** The rooms of a booking or entry: 'Studio A, Studio B'; empty without a room. */
export const formatRooms = ({ resources }: Pick<Booking, 'resources'>): string =>
  resources
    .filter(({ kind }) => kind === 'room')
    .map(({ name }) => name)
    .join(', ')

/** The calendar's label of an entry (spec section 2): the service, or 'Blocked'. */
export function entryLabel(entry: CalendarEntry, services: readonly StudioService[]): string {
  return entry.booking.booking_type === 'blocked_time' ? 'Blocked' : serviceLabel(entry.booking, services)
}

/** The second text of an entry: the service below its client, or the reason of blocked time; empty if the label says it all. */
export function entryDetail({ booking }: CalendarEntry, services: readonly StudioService[]): string {
  return booking.client_name || booking.booking_type === 'blocked_time' ? serviceLabel(booking, services) : ''
}

/** The length of an entry's session, '4 h'; empty for a session that lasts longer than a day. */
export const entryLength = ({ booking, request }: CalendarEntry): string => {
  const { start_time, end_time, days } = request ?? booking
  return days > 2 ? '' : lengthText(sessionMinutes({ start_time, end_time, days }))
}

/** The title of an entry: the name of its client, or its label if it has no client. */
export const entryTitle = (entry: CalendarEntry, services: readonly StudioService[]): string =>
  entry.booking.client_name ?? entryLabel(entry, services)

/** The time of an entry on its day: '10:00 – 12:00', 'until 02:00', 'from 22:00', 'all day, day 2 of 3'. */
export function entryTimes({ from, to, day, days }: Pick<CalendarEntry, 'from' | 'to' | 'day' | 'days'>): string {
  const count = days > 2 ? `, day ${day} of ${days}` : ''
  if (from === '00:00' && to === '24:00') return `all day${count}`
  if (from === '00:00') return `until ${shortTimeText(to)}${count}`
  return to === '24:00' ? `from ${shortTimeText(from)}${count}` : shortTimeRangeText(from, to)
}

/** `text` shortened to one line of at most `max` characters, preferably at a word, with an ellipsis. */
export function truncateText(text: string, max: number): string {
  const line = [...text.replace(/\s+/g, ' ').trim()]
  if (line.length <= max) return line.join('')
  const cut = line.slice(0, max - 1).join('')
  const word = cut.lastIndexOf(' ')
  return `${(word > max / 2 ? cut.slice(0, word) : cut).trimEnd()}…`
}

/** An instant at the studio: 'Mon, Nov 23, 14:00'. @param instant ISO 8601 */
export function formatInstant(instant: string, zone: string): string {
  const { date, time } = localAt(instant, zone)
  return `${weekdayAndDay(date)}, ${timeText(time)}`
}

/** A note if the viewer's clock shows other times than the studio's, such as 'Times at the studio (Amsterdam time)'; otherwise null. */
export function getZoneNote(zone: string, viewerZone: string, now = new Date()): string | null {
  if (isSameClock(zone, viewerZone, now.getUTCFullYear())) return null
  const city = zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone
  return `Times at the studio (${city} time)`
}

/** A calendar entry for screen readers: service, client, day, time, resources and status. @param day the day of the calendar */
export function entryInWords(entry: CalendarEntry, services: readonly StudioService[], day: string): string {
  const where = getEntryResources(entry)
    .map(({ name }) => name)
    .join(', ')
  const { word } = getEntryStyle(entry)
  const { client_name } = entry.booking
  const who = client_name ?? entryDetail(entry, services)
  return [entryLabel(entry, services), who, formatDayOfYear(day), entryTimes(entry), where, word]
    .filter(Boolean)
    .join(', ')
}
