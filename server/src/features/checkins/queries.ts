import type { Checkin } from '@studiohub/contract/features/checkins/schema.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'
import { byTime, type Page } from '#platform/http/cursor.ts'

const checkinColumns = [
  'client_checkins.id',
  'client_checkins.studio_id',
  'client_checkins.client_id',
  'client.name as client_name',
  'client_checkins.checked_in_by',
  'client_checkins.check_in_time',
  'client_checkins.check_out_time',
  'client_checkins.notes',
  'client_checkins.booking_id',
] as const

const session = sql<Checkin['booking']>`(
  select json_build_object('start_time', to_char(b.start_time, 'HH24:MI'), 'end_time', to_char(b.end_time, 'HH24:MI'),
    'service_type', b.service_type)
  from bookings b where b.id = client_checkins.booking_id and b.studio_id = client_checkins.studio_id)`.as('booking')

const selectCheckins = (tx: Tx) =>
  tx
    .selectFrom('client_checkins')
    .leftJoin('client_records as client', (join) =>
      join
        .onRef('client.studio_id', '=', 'client_checkins.studio_id')
        .onRef('client.id', '=', 'client_checkins.client_id'),
    )
    .select(checkinColumns)
    .select(session)

/** One check-in, or undefined where there is none that the actor may see. */
export function getCheckin(tx: Tx, id: string) {
  return selectCheckins(tx).where('client_checkins.id', '=', id).executeTakeFirst()
}

type CheckinsFilter = Page & { studio_id: string; since: string }

/** Who came since an instant, and who is still in the house from before; the newest first. */
export function listCheckins(tx: Tx, { studio_id, since, ...page }: CheckinsFilter) {
  return selectCheckins(tx)
    .where('client_checkins.studio_id', '=', studio_id)
    .where(({ eb, or }) =>
      or([eb('client_checkins.check_in_time', '>=', since), eb('client_checkins.check_out_time', 'is', null)]),
    )
    .$call(byTime({ at: 'client_checkins.check_in_time', id: 'client_checkins.id', descends: true }, page))
    .execute()
}

type NewRow = Pick<Checkin, 'studio_id' | 'notes' | 'booking_id'> & {
  client_id: string
  checked_in_by: string
  check_in_time: string
}

/** @returns its id; a client who is in the house already is refused by `checkin_open_once` */
export async function insertCheckin(tx: Tx, checkin: NewRow): Promise<string> {
  const { id } = await tx.insertInto('client_checkins').values(checkin).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Guarded by being open, so that two clicks cannot both win. @returns whether it was open */
export async function closeCheckin(tx: Tx, id: string, by: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('client_checkins')
    .set({ check_out_time: sql`greatest(${now.toISOString()}::timestamptz, check_in_time)`, checked_out_by: by })
    .where('id', '=', id)
    .where('check_out_time', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
