import type { CalendarEvent } from '@studiohub/contract/shared/icalendar.ts'

/** A session in a calendar, and when it is there; null: it makes nobody busy. */
export type StoredObject = { time: { starts_at: string; ends_at: string } | null; etag: string | null }

/** What a change met. Not done: the calendar has another version than the caller knows. */
export type WriteOutcome = { done: true; etag: string | null; object: string } | { done: false }

/**
 * Writes sessions into one calendar. `id` is that of the booking. Each change names the version that it replaces; null:
 * nothing is there yet. `object` is what readings of the calendar call it. The methods throw CalendarProblem.
 */
export type CalendarWriter = {
  get(id: string, signal: AbortSignal): Promise<StoredObject | null>
  put(id: string, change: { event: CalendarEvent; etag: string | null }, signal: AbortSignal): Promise<WriteOutcome>
  remove(id: string, etag: string | null, signal: AbortSignal): Promise<{ done: boolean }>
}
