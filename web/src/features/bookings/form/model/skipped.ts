import { ORPCError } from '@orpc/client'
import { type ErrorCode, errors } from '@studiohub/contract/errors.ts'
import { SkippedSession } from '@studiohub/contract/features/bookings/series/schema.ts'
import { timeText } from '@studiohub/contract/shared/formats.ts'
import { formatShortDate } from '#features/bookings/shared/wording.ts'

/** The conflicting sessions for which the server rejected a series; empty for other errors. */
export function readSkipped(error: unknown): readonly SkippedSession[] {
  const { details }: { details?: { skipped?: unknown } } = error instanceof ORPCError ? (error.data ?? {}) : {}
  return (Array.isArray(details?.skipped) ? details.skipped : []).flatMap(
    (value) => SkippedSession.safeParse(value).data ?? [],
  )
}

const shortTexts: Partial<Record<ErrorCode, string>> = { BOOKING_CONFLICT: 'taken' }

/** 'Mon, Dec 7, 2026, 10:00: taken' */
export const formatSkipped = ({ booking_date, start_time, code }: SkippedSession) =>
  `${formatShortDate(booking_date)}, ${timeText(start_time)}: ${shortTexts[code] ?? errors[code].message}`
