import type { BookingStatus } from '@studiohub/contract/features/bookings/schema.ts'
import { sql } from 'kysely'
import { insertAuditEntry } from '#platform/audit/audit.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { publish } from '#platform/realtime/realtime.ts'

/** What a step writes; a step that cancels says who did and why. */
export type Step = {
  status: BookingStatus
  updated_at: string
  cancelled_at?: string
  cancelled_by?: string
  cancel_reason?: string | null
  no_show_at?: string | null
}

/**
 * Takes bookings one step on, only from the statuses named: of two that try at once, one finds nothing to change.
 * @param wanted.version the only one that may be changed, where the caller names it
 * @returns those that it took
 */
export async function markStepUsed(
  tx: Tx,
  ids: readonly string[],
  from: readonly BookingStatus[],
  { step, version }: { step: Step; version?: number | undefined },
): Promise<string[]> {
  const moved = await tx
    .updateTable('bookings')
    .set({ ...step, version: sql`version + 1` })
    .where('id', 'in', ids)
    .where('status', 'in', from)
    .$if(version !== undefined, (query) => query.where(sql<boolean>`version = ${version}`))
    .returning('id')
    .execute()
  return moved.map(({ id }) => id)
}

/** Completes confirmed sessions that ended by `now` (ISO 8601), the oldest first, and says which. */
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

/** The trail row and the notice of a session that nobody but the passing of time completed. */
export async function recordCompletion(
  tx: Tx,
  { id, studio_id, client_id }: { id: string; studio_id: string; client_id: string | null },
) {
  await insertAuditEntry(tx, {
    actor_id: null,
    session_id: null,
    studio_id,
    action: 'bookings.complete',
    object_type: 'booking',
    object_id: id,
    before: { status: 'confirmed' },
    after: { status: 'completed' },
  })
  publish(tx, { studio_id, topic: 'bookings', id, client_id })
}
