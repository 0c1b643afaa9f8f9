import { ORPCError } from '@orpc/client'
import { weekdayAndDay } from '../shared/wording.ts'

/** A time that the server offers in place of one that was taken. */
export type Alternative = { booking_date: string; start_time: string; room_id: string }

/** The free times nearest to one that was taken, on that day and in the days after it. */
export function alternativesIn(error: unknown): readonly Alternative[] {
  const { details }: { details?: { alternatives?: unknown } } = error instanceof ORPCError ? (error.data ?? {}) : {}
  const found: readonly unknown[] = Array.isArray(details?.alternatives) ? details.alternatives : []
  return found.filter(isAlternative)
}

/** The same, each by its day and start: 'Mon, Nov 23, 10:00'. */
export const alternativesInWords = (error: unknown) =>
  alternativesIn(error).map((one) => ({ ...one, label: `${weekdayAndDay(one.booking_date)}, ${one.start_time}` }))

const isAlternative = (one: unknown): one is Alternative =>
  typeof one === 'object' &&
  one !== null &&
  'booking_date' in one &&
  typeof one.booking_date === 'string' &&
  'start_time' in one &&
  typeof one.start_time === 'string' &&
  'room_id' in one &&
  typeof one.room_id === 'string'

/** The starts (`HH:mm`) on the same day that the server offers in place of a time that was taken. */
export function freeStartsIn(error: unknown): readonly string[] {
  const { details }: { details?: { free_starts?: unknown } } = error instanceof ORPCError ? (error.data ?? {}) : {}
  const starts: readonly unknown[] = Array.isArray(details?.free_starts) ? details.free_starts : []
  return starts.filter((start) => typeof start === 'string')
}
