import type { Booking, BookingStatus } from '@studiohub/contract/features/bookings/schema.ts'
import type { BookingFee } from '@studiohub/contract/features/studios/cancellation/schema.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

/** The columns that a step writes. */
export type StepColumns = {
  status: BookingStatus
  updated_at: string
  cancelled_at?: string
  cancelled_by?: string
  cancel_reason?: string | null
  no_show_at?: string | null
}

/**
 * Applies a step to bookings with one of the statuses `from`. Of two concurrent calls only one changes a booking.
 * @param version if set, the booking must have this version
 * @param fees the new fees by booking id; a booking without an entry gets no fee. If undefined, fees stay as they are.
 * @returns the ids of the changed bookings
 */
export async function applyStep(
  tx: Tx,
  ids: readonly string[],
  from: readonly BookingStatus[],
  {
    step,
    version,
    fees,
  }: { step: StepColumns; version?: number | undefined; fees?: Record<string, BookingFee> | undefined },
): Promise<string[]> {
  const changed = await tx
    .updateTable('bookings')
    .set({
      ...step,
      ...(fees && { fee: sql<string>`${JSON.stringify(fees)}::jsonb -> bookings.id::text` }),
      version: sql`version + 1`,
    })
    .where('id', 'in', ids)
    .where('status', 'in', from)
    .$if(version !== undefined, (query) => query.where(sql<boolean>`version = ${version}`))
    .returning('id')
    .execute()
  return changed.map(({ id }) => id)
}

/** Replaces the fee of a booking. @returns false if the booking has another version */
export async function updateFee(
  tx: Tx,
  { id, version }: Pick<Booking, 'id' | 'version'>,
  { fee, updated_at }: { fee: BookingFee; updated_at: string },
): Promise<boolean> {
  const updated = await tx
    .updateTable('bookings')
    .set({ fee: JSON.stringify(fee), updated_at, version: sql`version + 1` })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

/** Completes confirmed sessions that have ended at `now` (ISO 8601), oldest first. @returns these sessions */
export function completePastBookings(tx: Tx, now: string, limit: number) {
  return tx
    .updateTable('bookings')
    .set({ status: 'completed', updated_at: now, version: sql`version + 1` })
    .where('status', '=', 'confirmed')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('bookings')
        .select('id')
        .where('status', '=', 'confirmed')
        .where('booking_type', '=', 'client_booking')
        .where('ends_at', '<=', now)
        .orderBy('ends_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'studio_id', 'client_id'])
    .execute()
}
