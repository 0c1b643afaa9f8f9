import { MINUTE_MS } from '#shared/durations.ts'
import { type Formats, plainFormats, timeRangeText, timeText } from '#shared/formats.ts'
import { plusDays, todayIn } from '#shared/instants.ts'
import {
  type Hours,
  MINUTES_PER_DAY,
  type MinuteRange,
  openRanges,
  toMinuteRange,
  type WeeklyHours,
} from '#shared/opening-hours.ts'
import { createWallClock, getMidnight } from '#shared/wall-clock.ts'
import type { OpeningLine } from '../schema.ts'

/** One entry of a timeline: whether the studio is open from `from` (epoch milliseconds) until the next entry, with its text. */
export type OpeningState = { from: number; is_open: boolean; text: string }

const DAYS_AHEAD = 8

const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' })
const minuteOfDay = (minute: number) => ((minute % MINUTES_PER_DAY) + MINUTES_PER_DAY) % MINUTES_PER_DAY
const clockTime = (minute: number, formats: Formats) =>
  timeText(new Date(minuteOfDay(minute) * MINUTE_MS).toISOString().slice(11, 16), formats)
const dayOf = (minute: number) => Math.floor(minute / MINUTES_PER_DAY)
const weekdayAt = (midnight: number, minute: number) =>
  weekday.format(midnight + dayOf(minute) * MINUTES_PER_DAY * MINUTE_MS)

/**
 * The states of a studio for the next week, open or closed, in its time zone. A page picks the state by the reader's clock,
 * so it stays right while the page is open. For the same reason texts have weekdays instead of 'today'.
 */
export function listOpeningStates(
  hours: Hours,
  zone: string,
  now: Date,
  formats: Formats = plainFormats,
): OpeningState[] {
  const today = todayIn(zone, now)
  const toInstant = createWallClock(zone, plusDays(today, -1), plusDays(today, DAYS_AHEAD + 1))
  const midnight = getMidnight(today)
  // If the clocks skip this time, it is one hour later.
  const instantOf = (minute: number) =>
    toInstant(midnight + minute * MINUTE_MS) ?? toInstant(midnight + (minute + 60) * MINUTE_MS) ?? 0
  const coming = openRangesFrom(hours, today).filter(({ to }) => instantOf(to) > now.getTime())
  const [first] = coming
  if (!first) return [{ from: now.getTime(), is_open: false, text: 'Closed' }]
  const closedUntil = (next: MinuteRange | undefined, fromDay: number) => {
    if (!next) return 'Closed'
    const day = dayOf(next.from) === fromDay ? 'at' : weekdayAt(midnight, next.from)
    return `Closed, opens ${day} ${clockTime(next.from, formats)}`
  }
  const states = coming.flatMap((range, index): OpeningState[] => [
    { from: instantOf(range.from), is_open: true, text: openText(range, midnight, formats) },
    { from: instantOf(range.to), is_open: false, text: closedUntil(coming[index + 1], dayOf(range.to)) },
  ])
  const isOpen = instantOf(first.from) <= now.getTime()
  return isOpen ? states : [{ from: now.getTime(), is_open: false, text: closedUntil(first, 0) }, ...states]
}

/** @param midnight of today, as a wall clock shows it, in milliseconds */
function openText({ from, to }: MinuteRange, midnight: number, formats: Formats) {
  // The end is not known if it is after the computed days.
  if (to >= DAYS_AHEAD * MINUTES_PER_DAY) return from <= 0 ? 'Open around the clock' : 'Open now'
  // The time alone could be of another day.
  const day = to - from > MINUTES_PER_DAY ? `${weekdayAt(midnight, to)} ` : ''
  return `Open now, until ${day}${clockTime(to, formats)}`
}

/** Open ranges from the day before `today` to eight days after it, joined, in minutes from the midnight of `today`. */
function openRangesFrom(hours: Hours, today: string): MinuteRange[] {
  const joined: MinuteRange[] = []
  for (let day = 0; day < DAYS_AHEAD; day += 1) {
    for (const { from, to } of openRanges(hours, plusDays(today, day))) {
      const range = { from: from + day * MINUTES_PER_DAY, to: to + day * MINUTES_PER_DAY }
      const last = joined.at(-1)
      if (last && range.from <= last.to) last.to = Math.max(last.to, range.to)
      else joined.push(range)
    }
  }
  return joined
}

// A page about a studio lists a week from Monday on.
const weekdaysFromMonday = [1, 2, 3, 4, 5, 6, 0]
// 4 January 1970 was a Sunday.
const weekdayName = (day: number) => weekday.format((day + 3) * MINUTES_PER_DAY * MINUTE_MS)

/** The weekly hours as lines to read. Days in a row with the same hours share a line. */
export function listOpeningLines(weekly: readonly WeeklyHours[], formats: Formats = plainFormats): OpeningLine[] {
  if (weekly.length === 0) return []
  const lines: { first: string; last: string; times: string }[] = []
  for (const day of weekdaysFromMonday) {
    const spans = weekly.filter((span) => span.weekday === day).sort((a, b) => a.opens.localeCompare(b.opens))
    const times = spans.map((span) => spanText(span, formats)).join(', ') || 'Closed'
    const previous = lines.at(-1)
    if (previous?.times === times) previous.last = weekdayName(day)
    else lines.push({ first: weekdayName(day), last: weekdayName(day), times })
  }
  if (lines.length === 1) return lines.map(({ times }) => ({ days: 'Every day', times }))
  return lines.map(({ first, last, times }) => ({ days: first === last ? first : `${first} – ${last}`, times }))
}

function spanText(span: WeeklyHours, formats: Formats) {
  const { from, to } = toMinuteRange(span)
  return to - from >= MINUTES_PER_DAY ? 'All day' : timeRangeText(span.opens, span.closes, formats)
}
