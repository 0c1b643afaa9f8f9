import { instantAt, localAt, plusDays } from '../../../shared/instants.ts'
import type { NoticeKind } from '../words.ts'
import type { PushSettings, QuietHours } from './schema.ts'
import { topicOfKind } from './words.ts'

/** Whether a person gets this kind of notification on their devices. */
export const isPushed = (kind: NoticeKind, { muted }: PushSettings) => !muted.includes(topicOfKind[kind])

/** When the quiet hours end in which `now` is; null outside of them. A time that the clock skips ends an hour later. */
export function quietHoursEnd(quiet: QuietHours | null, now: Date): Date | null {
  if (!quiet) return null
  const { from, until, timezone } = quiet
  const { date, time } = localAt(now.toISOString(), timezone)
  const passesMidnight = until < from
  const isQuiet = passesMidnight ? time >= from || time < until : time >= from && time < until
  if (!isQuiet) return null
  const day = passesMidnight && time >= from ? plusDays(date, 1) : date
  const end = instantAt(day, until, timezone)?.epochMilliseconds ?? now.getTime() + HOUR_MS
  return new Date(end)
}

const HOUR_MS = 3_600_000
