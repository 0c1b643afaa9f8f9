import { ORPCError } from '@orpc/client'
import { timeText } from '@studiohub/contract/shared/formats.ts'
import { weekdayAndDay } from '../shared/wording.ts'

/** A free time that the server suggests after a conflict. */
export type Alternative = { booking_date: string; start_time: string; room_id: string }

/** The nearest free times from a conflict error, on that day and the days after. */
export function readAlternatives(error: unknown): readonly Alternative[] {
  const { details }: { details?: { alternatives?: unknown } } = error instanceof ORPCError ? (error.data ?? {}) : {}
  const alternatives: readonly unknown[] = Array.isArray(details?.alternatives) ? details.alternatives : []
  return alternatives.filter(isAlternative)
}

/** Alternatives as texts: 'Mon, Nov 23, 10:00'. */
export const formatAlternatives = (error: unknown) =>
  readAlternatives(error).map((alternative) => ({
    ...alternative,
    label: `${weekdayAndDay(alternative.booking_date)}, ${timeText(alternative.start_time)}`,
  }))

const isAlternative = (value: unknown): value is Alternative =>
  typeof value === 'object' &&
  value !== null &&
  'booking_date' in value &&
  typeof value.booking_date === 'string' &&
  'start_time' in value &&
  typeof value.start_time === 'string' &&
  'room_id' in value &&
  typeof value.room_id === 'string'

/** Free starts (`HH:mm`) on the same day from a conflict error. */
export function readFreeStarts(error: unknown): readonly string[] {
  const { details }: { details?: { free_starts?: unknown } } = error instanceof ORPCError ? (error.data ?? {}) : {}
  const starts: readonly unknown[] = Array.isArray(details?.free_starts) ? details.free_starts : []
  return starts.filter((start) => typeof start === 'string')
}
