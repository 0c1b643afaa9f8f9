import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'
import { listPersonalTexts, removeNames } from '../../clients/erasures/queries.ts'
import { FORMER_MEMBER, isOwn, isRecordOf } from './queries.ts'

/**
 * Removes the person's name and phone number from texts that studios wrote about them. Changes only studios that had accepted
 * the person, because people can choose any name.
 */
export async function removeName(tx: Tx, user_id: string) {
  const person = await tx
    .selectFrom('profiles')
    .select(['full_name', 'phone'])
    .where('id', '=', user_id)
    .executeTakeFirst()
  const inStudios = sql`(select studio_id from user_roles
    where user_id = ${user_id} and studio_id is not null and activated_at is not null)`
  const names = [person?.full_name, person?.phone].flatMap((text) => text ?? [])
  const options = { replacement: FORMER_MEMBER, inStudios, isClient: isOwn(user_id), user_id }
  const pattern = await removeNames(tx, { names, ...options })
  if (pattern === null) return
  for (const field of ['title', 'about'])
    await sql`update notices set data = data
        || jsonb_build_object(${field}::text, regexp_replace(data ->> ${field}, ${pattern}, ${FORMER_MEMBER}, 'gi'))
      where studio_id in ${inStudios} and actor_id = ${user_id} and data ->> ${field} ~* ${pattern}`.execute(tx)
}

/**
 * Removes the names, email addresses and phone numbers that studios stored in the person's client records from texts about
 * these clients. A studio may have written another name than the person uses, and may have stored it before the person had an
 * account.
 */
export async function removeNamesOfRecords(tx: Tx, user_id: string) {
  const { rows } = await sql<{ studio_id: string; client_id: string }>`
    select k.studio_id, k.id as client_id from client_records k where ${isRecordOf(user_id)}
    order by k.studio_id, k.id`.execute(tx)
  for (const { studio_id, client_id } of rows)
    await removeNames(tx, {
      names: await listPersonalTexts(tx, { studio_id, client_id }),
      replacement: FORMER_MEMBER,
      inStudios: sql`(${studio_id}::uuid)`,
      isClient: sql`client_id = ${client_id}::uuid`,
    })
}
