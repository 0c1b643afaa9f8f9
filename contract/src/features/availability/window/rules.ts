import { MINUTE_MS } from '#shared/durations.ts'
import { plusDays, todayIn } from '#shared/instants.ts'

export const MONTHS_AHEAD_MAX = 24

/** How far from now a person may book at a studio. `toBookingWindow` creates it. */
export type BookingWindow = {
  now: number
  today: string
  /** The desk may enter sessions from the start of today, without notice. */
  may_book_earlier_today: boolean
  notice_minutes: number
  last_day: string
  /**
   * The start (milliseconds) of the session that is being changed. It may keep this start without notice, even if it has
   * passed.
   */
  current_start: number | null
}

/**
 * @param input.at_desk true: without notice, and without the studio's horizon
 * @param input.horizon_days null: the general limit of 24 months
 * @param input.current_start ISO 8601, of the session that is being changed
 */
export function toBookingWindow(input: {
  zone: string
  now: Date
  at_desk: boolean
  notice_minutes: number
  horizon_days: number | null
  current_start?: string | undefined
}): BookingWindow {
  const today = todayIn(input.zone, input.now)
  const last = getLastBookableDay(today)
  const horizon = input.at_desk || input.horizon_days === null ? last : plusDays(today, input.horizon_days)
  return {
    now: input.now.getTime(),
    today,
    may_book_earlier_today: input.at_desk,
    notice_minutes: input.at_desk ? 0 : input.notice_minutes,
    last_day: [last, horizon].sort()[0] ?? last,
    current_start: input.current_start === undefined ? null : Date.parse(input.current_start),
  }
}

/** The last day on which a session may begin: 24 months after `today`. */
export const getLastBookableDay = (today: string) =>
  Temporal.PlainDate.from(today).add({ months: MONTHS_AHEAD_MAX }).toString()

/**
 * Why a session may not begin at an instant (milliseconds) of a day. Ignores other bookings.
 * @returns null if the start is allowed
 */
export function startError(booking_date: string, start_ms: number, window: BookingWindow) {
  const isCurrentStart = start_ms === window.current_start
  if (!isCurrentStart && (window.may_book_earlier_today ? booking_date < window.today : start_ms < window.now))
    return 'BOOKING_IN_PAST'
  if (!isCurrentStart && start_ms < window.now + window.notice_minutes * MINUTE_MS) {
    return window.may_book_earlier_today ? null : 'NOTICE_TOO_SHORT'
  }
  return booking_date > window.last_day ? 'BEYOND_HORIZON' : null
}
