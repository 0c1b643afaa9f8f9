import type { Actor } from '@studiohub/contract/actor.ts'
import type { Series } from '@studiohub/contract/features/bookings/series/schema.ts'
import { audit } from '../../../platform/audit.ts'
import type { Caller, Tx } from '../../../platform/db/door.ts'
import { publish } from '../../../platform/realtime.ts'

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

/** Says of a series that its sessions were changed, so that it carries the time of its last change. */
export async function touchSeries(tx: Tx, id: string, now: Date) {
  await tx.updateTable('booking_series').set({ updated_at: now.toISOString() }).where('id', '=', id).execute()
}

type Session = { id: string; booking_date: string; start_time: string; status: string }
type Recorded = { caller: Caller; action: string; before?: readonly Session[]; after: readonly Session[] }

/** One trail row for the series with the sessions that were changed, and a notice for each of them. */
export async function recordSeries(
  tx: Tx,
  actor: Pick<Actor, 'user_id' | 'session_id'>,
  series: Series,
  { caller, action, before, after }: Recorded,
) {
  const { id, studio_id, client_id } = series
  const told = (sessions: readonly Session[]) =>
    sessions.map((one) => ({
      id: one.id,
      booking_date: one.booking_date,
      start_time: one.start_time,
      status: one.status,
    }))
  await audit(tx, actor, {
    action,
    object_type: 'booking_series',
    object_id: id,
    studio_id,
    ...(before && { before: { sessions: told(before) } }),
    after: { rrule: series.rrule, sessions: told(after) },
    request_id: caller.request_id,
  })
  for (const session of after) publish(tx, { studio_id, topic: 'bookings', id: session.id, client_id })
}
