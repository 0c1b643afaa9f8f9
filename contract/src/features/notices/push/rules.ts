import { localAt, plusDays } from '#shared/instants.ts'
import type { NoticeKind } from '../words.ts'
import type { PushSettings, QuietHours } from './schema.ts'
import { topicOfKind } from './words.ts'

/** Whether a person gets this kind of notification on their devices. */
export const isPushed = (kind: NoticeKind, { muted }: PushSettings) => !muted.includes(topicOfKind[kind])

/**
 * The start and end of the quiet hours in which `now` is; null outside of them. If the clock skips or repeats one of these
 * times, they are as long as possible.
 */
export function currentQuietHours(quiet: QuietHours | null, now: Date): { start: Date; end: Date } | null {
  if (!quiet) return null
  const { from, until, timezone } = quiet
  const { date, time } = localAt(now.toISOString(), timezone)
  const passesMidnight = until < from
  const isQuiet = passesMidnight ? time >= from || time < until : time >= from && time < until
  if (!isQuiet) return null
  const firstDate = passesMidnight && time < until ? plusDays(date, -1) : date
  const lastDate = passesMidnight ? plusDays(firstDate, 1) : firstDate
  return { start: instantOf(firstDate, from, timezone, 'earlier'), end: instantOf(lastDate, until, timezone, 'later') }
}

function instantOf(date: string, time: string, timeZone: string, disambiguation: 'earlier' | 'later'): Date {
  const local = Temporal.PlainDateTime.from(`${date}T${time}`)
  return new Date(local.toZonedDateTime(timeZone, { disambiguation }).epochMilliseconds)
}
