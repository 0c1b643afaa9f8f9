import { createTotp, sealSecret } from '../features/auth/factors/rules.ts'
import { createDkimKey } from '../features/studios/sender/create-dkim-key.ts'
import { createWebhookSecret } from '../features/webhooks/queries.ts'
import { insertSystemAuditEntry } from '../platform/audit/audit.ts'
import { canOpenSigningKeys, deleteSigningKeys } from '../platform/auth/signing-keys.ts'
import { asAuth } from '../platform/db/actor.ts'
import type { Engine } from '../platform/db/engine.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { JOBS_TABLE } from '../platform/jobs/jobs.ts'

/** The number of items that become useless without the lost key. */
export type LostItems = {
  sessions: number
  apps: number
  senders: number
  webhooks: number
  calendars: number
  devices: number
  jobs: number
}

/** Counts the items that `resetKeys` would make useless. @returns null if the current key opens the database */
export async function countLostItems(engine: Engine): Promise<LostItems | null> {
  if (await canOpenSigningKeys()) return null
  const jobs = await selectSealedJobs(engine, 'select id')
  return asAuth(async (tx) => {
    const sessions = await tx.selectFrom('auth.sessions').select('id').execute()
    const senders = await tx.selectFrom('studio_senders').select('studio_id').execute()
    const webhooks = (await tx.selectFrom('webhooks').select('id').execute()).length
    const calendars = (await tx.selectFrom('connected_calendars').select('id').execute()).length
    const devices = (await tx.selectFrom('push_devices').select('id').execute()).length
    const apps = (await listApps(tx)).length
    return { sessions: sessions.length, apps, senders: senders.length, webhooks, calendars, devices, jobs }
  })
}

/**
 * Makes a database usable after its `SECRET_KEY` was lost, by deleting all data that only the lost key could open. Second
 * factors stay, so that a password alone is not enough for a sign-in, but the codes of authenticator apps no longer work. This
 * cannot be undone, even if the key is found later.
 */
export async function resetKeys(engine: Engine, now: Date): Promise<void> {
  const jobs = await selectSealedJobs(engine, 'delete')
  await asAuth(async (tx) => {
    // Deleted before the sessions, because deleting a session would delete its device uncounted.
    const devices = (await tx.deleteFrom('push_devices').returning('id').execute()).length
    const sessions = await tx.deleteFrom('auth.sessions').returning('id').execute()
    await deletePendingProofs(tx)
    const apps = await replaceAppSecrets(tx, now)
    const senders = await replaceSenderKeys(tx)
    const webhooks = await replaceWebhookSecrets(tx)
    const calendars = (await tx.deleteFrom('connected_calendars').returning('id').execute()).length
    await tx.deleteFrom('calendar_grants').execute()
    await tx.deleteFrom('auth.push_keys').execute()
    // In the same transaction as the rest, so a failed reset can be repeated.
    await deleteSigningKeys(tx)
    await insertSystemAuditEntry(tx, {
      studio_id: null,
      action: 'keys.reset',
      object_type: 'installation',
      object_id: null,
      after: { sessions: sessions.length, apps, senders, webhooks, calendars, devices, jobs },
    })
  })
}

/** Explains the losses of `resetKeys` to an operator. */
export function describeLoss({ sessions, apps, senders, webhooks, calendars, devices, jobs }: LostItems): string {
  return `This SECRET_KEY does not fit the database. If you still have the other key, start with that. A reset lets the
product start with the current key. It cannot be undone, and these are lost:
  ${sessions} sessions: all people sign in again, with their password
  ${apps} authenticator apps: their codes no longer work. People use a recovery code or another second factor, and then
    add their app again. For people who have neither: npm run admin -- reset-second-factor EMAIL
  ${senders} sender addresses of studios: emails come from the platform until the studio sets the record of a new key
  ${webhooks} webhooks of studios: they are switched off until their admins make new secrets
  ${calendars} connected calendars: they are disconnected, and their times no longer count
  ${devices} devices that show notifications: people switch them on again
  ${jobs} waiting messages with a link, a code or an address in them: they are not sent. Send invitations again
  links and codes for signing in that were sent and not yet used`
}

// Without the lost key, hashes of emailed codes and secrets of provider sign-ins cannot be checked.
async function deletePendingProofs(tx: Tx) {
  await tx.deleteFrom('auth.one_time_tokens').execute()
  await tx.deleteFrom('auth.flow_states').execute()
  await tx.deleteFrom('auth.known_places').execute()
}

/**
 * Gives every authenticator app a new secret that the app does not know. Its codes are then wrong, but checking a code causes
 * no server error.
 */
async function replaceAppSecrets(tx: Tx, now: Date): Promise<number> {
  const apps = await listApps(tx)
  for (const { id } of apps) {
    const secret = sealSecret(createTotp({ issuer: 'StudioHub', label: id }).secret)
    await tx.updateTable('auth.factors').set({ secret, updated_at: now.toISOString() }).where('id', '=', id).execute()
  }
  return apps.length
}

/** Gives every sender a new, unproven key. Until its DNS record is found, emails are sent from the platform's address. */
async function replaceSenderKeys(tx: Tx): Promise<number> {
  const senders = await tx.selectFrom('studio_senders').select('studio_id').execute()
  for (const { studio_id } of senders) {
    const key = { ...(await createDkimKey()), next_selector: null, next_private_key: null, next_public_key: null }
    await tx
      .updateTable('studio_senders')
      .set({ ...key, verified_at: null, checks: '{}' })
      .where('studio_id', '=', studio_id)
      .execute()
  }
  return senders.length
}

/** Gives every webhook an unknown secret, and switches it off, because its receiver would reject every call. */
async function replaceWebhookSecrets(tx: Tx): Promise<number> {
  const webhooks = await tx.selectFrom('webhooks').select('id').execute()
  for (const { id } of webhooks) {
    const newState = { secret: createWebhookSecret().sealed, former_secret: null, former_until: null, is_active: false }
    await tx.updateTable('webhooks').set(newState).where('id', '=', id).execute()
  }
  return webhooks.length
}

const listApps = (tx: Tx) => tx.selectFrom('auth.factors').select('id').where('factor_type', '=', 'totp').execute()

// Uses the database role of the server, because no other role can read the queue. A database that was never started has no queue.
async function selectSealedJobs(engine: Engine, action: 'select id' | 'delete'): Promise<number> {
  const queue = await engine.execute('select to_regclass($1) is not null as there', [JOBS_TABLE])
  if (!queue.rows[0]?.['there']) return 0
  const { rows } = await engine.execute(
    `${action} from ${JOBS_TABLE} where state <> 'completed' and jsonb_typeof(data) = 'object'
      and exists (select from jsonb_object_keys(data) as field where starts_with(field, 'sealed_'))
      ${action === 'delete' ? 'returning id' : ''}`,
  )
  return rows.length
}
