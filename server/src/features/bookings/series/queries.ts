import type { Series } from '@studiohub/contract/features/bookings/series/schema.ts'
import type { Tx } from '#platform/db/transaction.ts'

const seriesColumns = [
  'id',
  'studio_id',
  'client_id',
  'booking_type',
  'service_type',
  'rrule',
  'first_date',
  'start_time',
  'end_time',
  'ends_next_day',
  'created_by',
  'created_at',
] as const

export function getSeries(tx: Tx, id: string): Promise<Series | undefined> {
  return tx.selectFrom('booking_series').select(seriesColumns).where('id', '=', id).executeTakeFirst()
}

export async function insertSeries(tx: Tx, series: Series) {
  await tx
    .insertInto('booking_series')
    .values({ ...series, updated_at: series.created_at })
    .execute()
}

/** Records when a series was last changed. */
export async function touchSeries(tx: Tx, id: string, now: Date) {
  await tx.updateTable('booking_series').set({ updated_at: now.toISOString() }).where('id', '=', id).execute()
}
