import type { TextConsent } from '@studiohub/contract/features/clients/texts/schema.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

type ClientKey = { studio_id: string; id: string }

/** Whether a client agreed to text messages, and whether the number has answered STOP since then. */
export async function getTextConsent(tx: Tx, { studio_id, id }: ClientKey) {
  const { rows } = await sql<Omit<TextConsent, 'offered'>>`
    select t.phone, t.agreed_at, t.via, p.full_name as agreed_by_name, x.stopped_at
    from text_consents t
    left join profiles p on p.id = t.agreed_by and (select app.role()) <> 'client'
    left join text_stops x on x.phone = t.phone
    where t.studio_id = ${studio_id}::uuid and t.client_id = ${id}::uuid`.execute(tx)
  return rows[0] ?? { phone: null, agreed_at: null, via: null, agreed_by_name: null, stopped_at: null }
}

type NewConsent = ClientKey & { phone: string; agreed_by: string; via: 'client' | 'desk'; at: string }

/** Records that a client agreed to text messages. `via` tells whether the client or the desk recorded it. */
export async function insertTextConsent(tx: Tx, { id, at, ...row }: NewConsent) {
  await tx
    .insertInto('text_consents')
    .values({ ...row, client_id: id, agreed_at: at })
    .execute()
}

export async function deleteTextConsent(tx: Tx, { studio_id, id }: ClientKey) {
  await tx.deleteFrom('text_consents').where('studio_id', '=', studio_id).where('client_id', '=', id).execute()
}

/** Deletes a consent that the desk recorded, if it is not for `phone`, the current number of the record. */
export async function deleteConsentOfOtherNumber(tx: Tx, { studio_id, id }: ClientKey, phone: string | null) {
  await tx
    .deleteFrom('text_consents')
    .where('studio_id', '=', studio_id)
    .where('client_id', '=', id)
    .where('via', '=', 'desk')
    .where('phone', '<>', phone ?? '')
    .execute()
}

/** Whether a studio sends any text messages. */
export async function sendsTexts(tx: Tx, studio_id: string): Promise<boolean> {
  const { rows } = await sql`
    select from studios s where s.id = ${studio_id}::uuid and (cardinality(s.text_hours) > 0 or exists (
      select from studio_services o where o.studio_id = s.id and o.is_active and cardinality(o.text_hours) > 0))`.execute(
    tx,
  )
  return rows.length > 0
}

/** The studio's time zone. Phone numbers without a country code belong to its country. */
export async function getTimezone(tx: Tx, studio_id: string): Promise<string> {
  const { timezone } = await tx
    .selectFrom('studios')
    .select('timezone')
    .where('id', '=', studio_id)
    .executeTakeFirstOrThrow()
  return timezone
}

/** Stops text messages to a number. @returns false if they were already stopped */
export async function insertTextStop(tx: Tx, phone: string, at: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('text_stops')
    .values({ phone, stopped_at: at.toISOString() })
    .onConflict((conflict) => conflict.column('phone').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Allows text messages to a number again. @returns false if they were not stopped */
export async function deleteTextStop(tx: Tx, phone: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('text_stops').where('phone', '=', phone).executeTakeFirst()
  return numDeletedRows === 1n
}

/** The client records with a consent for this number. */
export function listConsentsForNumber(tx: Tx, phone: string) {
  return tx
    .selectFrom('text_consents')
    .select(['studio_id', 'client_id'])
    .where('phone', '=', phone)
    .orderBy('studio_id')
    .orderBy('client_id')
    .execute()
}
