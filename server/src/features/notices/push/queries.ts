import type { NewPushDevice, PushSettings } from '@studiohub/contract/features/notices/push/schema.ts'
import { PUSH_DEVICES_MAX, type PushTopic } from '@studiohub/contract/features/notices/push/words.ts'
import { sql } from 'kysely'
import { seal, sha256 } from '#platform/auth/secrets.ts'
import type { Tx } from '#platform/db/transaction.ts'

/** A person's muted topics and quiet hours. By default, nothing is muted. */
export async function getSettings(tx: Tx, user_id: string): Promise<PushSettings> {
  const row = await tx
    .selectFrom('push_settings')
    .select(['muted', 'timezone'])
    .select(sql<string>`to_char(quiet_from, 'HH24:MI')`.as('from'))
    .select(sql<string>`to_char(quiet_until, 'HH24:MI')`.as('until'))
    .where('user_id', '=', user_id)
    .$narrowType<{ muted: PushTopic[] }>()
    .executeTakeFirst()
  if (!row) return { muted: [], quiet: null }
  const { muted, timezone, from, until } = row
  return { muted, quiet: timezone === null ? null : { from, until, timezone } }
}

export async function setSettings(tx: Tx, user_id: string, { muted, quiet }: PushSettings): Promise<void> {
  const row = {
    muted: [...new Set(muted)],
    quiet_from: quiet?.from ?? null,
    quiet_until: quiet?.until ?? null,
    timezone: quiet?.timezone ?? null,
  }
  await tx
    .insertInto('push_settings')
    .values({ user_id, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
}

/** Lists a person's devices, oldest first. Requires the system role. */
export function listDevices(tx: Tx, user_id: string) {
  return tx
    .selectFrom('push_devices')
    .select(['id', 'session_id', 'created_at'])
    .where('user_id', '=', user_id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Lists the browsers of sessions. Requires the auth role. */
export function listUserAgents(tx: Tx, session_ids: readonly string[]) {
  return tx.selectFrom('auth.sessions').select(['id', 'user_agent']).where('id', 'in', session_ids).execute()
}

type NewRow = NewPushDevice & { user_id: string; session_id: string }

/**
 * Stores the device of a session. Deletes the session's former device, the device of a person who used the same browser
 * before, and the person's oldest devices beyond the limit. Requires the system role.
 */
export async function replaceDevice(tx: Tx, { user_id, session_id, ...device }: NewRow) {
  const { endpoint, p256dh, auth, public_key } = device
  const endpoint_hash = sha256(endpoint)
  await tx
    .deleteFrom('push_devices')
    .where((eb) => eb.or([eb('session_id', '=', session_id), eb('endpoint_hash', '=', endpoint_hash)]))
    .execute()
  const secret = seal('push-secret', JSON.stringify({ endpoint, p256dh, auth }))
  const row = await tx
    .insertInto('push_devices')
    .values({ user_id, session_id, endpoint_hash, secret, public_key, host: new URL(endpoint).host })
    .returning(['id', 'session_id', 'created_at'])
    .executeTakeFirstOrThrow()
  await sql`
    delete from push_devices where id in (select id from push_devices where user_id = ${user_id}::uuid
      order by created_at desc, id offset ${PUSH_DEVICES_MAX})`.execute(tx)
  return row
}

/** Deletes one of the person's devices. Requires the system role. @returns whether it existed */
export async function deleteDevice(tx: Tx, id: string, user_id: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('push_devices')
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Deletes a device that its push service no longer knows. Requires the system role. */
export async function deleteLostDevice(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('push_devices').where('id', '=', id).execute()
}

type Target = { id: string; secret: string; public_key: string; host: string; bound_studio_id: string | null }

/** Lists the devices that may show a notification now. Requires the system role. */
export async function listTargets(tx: Tx, notice_id: string): Promise<Target[]> {
  const { rows } = await sql<Target>`
    select id, secret, public_key, host, bound_studio_id from door.push_targets(${notice_id}::uuid)`.execute(tx)
  return rows
}
