import type { CalendarEvent } from '@studiohub/contract/shared/icalendar.ts'

/** A session as a calendar has stored it. `time` is null if it does not block time there. */
export type StoredObject = { time: { starts_at: string; ends_at: string } | null; etag: string | null }

/** The result of a change. `done` is false if the calendar has another version than the caller expects. */
export type WriteOutcome = { done: true; etag: string | null; object: string } | { done: false }

/**
 * Writes sessions into one calendar. `id` is the id of the booking. `etag` is the version that a change replaces, or null if
 * there is none yet. `object` is the name that readings of the calendar return. The methods throw CalendarError.
 */
export type CalendarWriter = {
  get(id: string, signal: AbortSignal): Promise<StoredObject | null>
  put(id: string, change: { event: CalendarEvent; etag: string | null }, signal: AbortSignal): Promise<WriteOutcome>
  remove(id: string, etag: string | null, signal: AbortSignal): Promise<{ done: boolean }>
}
