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
  'client_checkins.checked_out_by',
  'client_checkins.check_in_time',
  'client_checkins.check_out_time',
  'client_checkins.notes',
  'client_checkins.booking_id',
  'client_checkins.version',
] as const

const sessionOfCheckin = sql<Checkin['booking']>`(
  select json_build_object('start_time', to_char(b.start_time, 'HH24:MI'), 'end_time', to_char(b.end_time, 'HH24:MI'),
    'service_type', b.service_type, 'rooms', (
      select coalesce(json_agg(r.name order by r.position, r.id), '[]') from resources r where r.kind = 'room'
        and r.id in (select h.resource_id from reservations h where h.booking_id = b.id and not h.requested)))
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
    .select(sessionOfCheckin)

/** One check-in; undefined if there is none or the actor may not see it. */
export function getCheckin(tx: Tx, id: string) {
  return selectCheckins(tx).where('client_checkins.id', '=', id).executeTakeFirst()
}

/** When the last step of a check-in was made, by the server's clock. Its arrival time may be hours earlier. */
export async function getStepTime(tx: Tx, id: string): Promise<string | undefined> {
  const row = await tx.selectFrom('client_checkins').select('changed_at').where('id', '=', id).executeTakeFirst()
  return row?.changed_at
}

type CheckinsFilter = Page & { studio_id: string; since: string }

/** Check-ins since an instant and all open ones, newest first. */
export function listCheckins(tx: Tx, { studio_id, since, ...page }: CheckinsFilter) {
  return selectCheckins(tx)
    .where('client_checkins.studio_id', '=', studio_id)
    .where(({ eb, or }) =>
      or([eb('client_checkins.check_in_time', '>=', since), eb('client_checkins.check_out_time', 'is', null)]),
    )
    .$call(byTime({ at: 'client_checkins.check_in_time', id: 'client_checkins.id', descends: true }, page))
    .execute()
}

type CheckinRow = Pick<Checkin, 'studio_id' | 'notes' | 'booking_id'> & {
  client_id: string
  checked_in_by: string
  check_in_time: string
  changed_at: string
}

/** Violates the constraint `checkin_open_once` if the client has an open check-in. @returns the new id */
export async function insertCheckin(tx: Tx, checkin: CheckinRow): Promise<string> {
  const { id } = await tx.insertInto('client_checkins').values(checkin).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Closes an open check-in. Because of the condition, only one of two clicks succeeds. @returns false if it was not open */
export async function closeCheckin(tx: Tx, id: string, checked_out_by: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('client_checkins')
    .set({
      check_out_time: sql`greatest(${now.toISOString()}::timestamptz, check_in_time)`,
      checked_out_by,
      changed_at: now.toISOString(),
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .where('check_out_time', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

type CheckinVersion = Pick<Checkin, 'id' | 'version'>

/** Deletes an open check-in of this version. @returns false if there is none */
export async function deleteCheckin(tx: Tx, { id, version }: CheckinVersion): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('client_checkins')
    .where('id', '=', id)
    .where('version', '=', version)
    .where('check_out_time', 'is', null)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/**
 * Reopens a closed check-in of this version. Violates the constraint `checkin_open_once` if the client was checked in again.
 * @returns false if there is none
 */
export async function reopenCheckin(tx: Tx, { id, version }: CheckinVersion, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('client_checkins')
    .set({ check_out_time: null, checked_out_by: null, changed_at: now.toISOString(), version: sql`version + 1` })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('check_out_time', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
