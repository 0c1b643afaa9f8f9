import { newTotp, sealSecret } from '../features/auth/factors/rules.ts'
import { insertAuditEntry } from '../platform/audit/audit.ts'
import { deleteSigningKeys, openSigningKeys } from '../platform/auth/signing-keys.ts'
import { asAuth } from '../platform/db/actor.ts'
import type { Engine } from '../platform/db/engine.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { JOBS_TABLE } from '../platform/jobs/jobs.ts'

/** How many of each only the lost key could open. */
export type LostWithKey = { sessions: number; apps: number; jobs: number }

/** Counts what `resetKeys` removes, and changes nothing. @returns null where the present key fits */
export async function countLost(engine: Engine): Promise<LostWithKey | null> {
  if (await openSigningKeys()) return null
  const jobs = await overSealedJobs(engine, 'select id')
  return asAuth(async (tx) => {
    const sessions = await tx.selectFrom('auth.sessions').select('id').execute()
    return { sessions: sessions.length, apps: (await listApps(tx)).length, jobs }
  })
}

/**
 * Lets a database start whose `SECRET_KEY` is lost: removes all that only the lost key could open. Second factors stay, so
 * that nobody gets in with a password alone; the codes of authenticator apps are wrong from now on. It cannot be undone: a
 * key that is found afterwards opens nothing.
 */
export async function resetKeys(engine: Engine, now: Date): Promise<void> {
  const jobs = await overSealedJobs(engine, 'delete')
  await asAuth(async (tx) => {
    const sessions = await tx.deleteFrom('auth.sessions').returning('id').execute()
    await deleteWaitingProofs(tx)
    const apps = await spoilApps(tx, now)
    // Last: until this is done the product does not start, and the command can be repeated.
    await deleteSigningKeys(tx)
    await insertAuditEntry(tx, {
      actor_id: null,
      session_id: null,
      studio_id: null,
      action: 'keys.reset',
      object_type: 'installation',
      object_id: null,
      after: { sessions: sessions.length, apps, jobs },
    })
  })
}

/** What an operator has to know before `resetKeys`. */
export function tellLost({ sessions, apps, jobs }: LostWithKey): string {
  return `This SECRET_KEY does not fit the database. If you still have the other key, start with that. A reset lets the
product start with the present key. It cannot be undone, and these are lost:
  ${sessions} sessions: everybody signs in again, with the password that they have
  ${apps} authenticator apps: their codes are refused. People use a recovery code or another second factor, and then
    add their app again. For those who have neither: npm run admin -- reset-second-factor EMAIL
  ${jobs} waiting messages with a link, a code or an address in them: they are not sent. Send invitations again
  links and codes for signing in that were sent and not yet used`
}

// The codes of mails and the secrets of a sign-in at a provider cannot be checked any more.
async function deleteWaitingProofs(tx: Tx) {
  await tx.deleteFrom('auth.one_time_tokens').execute()
  await tx.deleteFrom('auth.flow_states').execute()
  await tx.deleteFrom('auth.known_places').execute()
}

/** Gives every app a secret that nobody has: its codes are then wrong, and asking for one is no fault of the server. */
async function spoilApps(tx: Tx, now: Date): Promise<number> {
  const apps = await listApps(tx)
  for (const { id } of apps) {
    const secret = sealSecret(newTotp({ issuer: 'StudioHub', label: id }).secret)
    await tx.updateTable('auth.factors').set({ secret, updated_at: now.toISOString() }).where('id', '=', id).execute()
  }
  return apps.length
}

const listApps = (tx: Tx) => tx.selectFrom('auth.factors').select('id').where('factor_type', '=', 'totp').execute()

// Only the login owns the queue; a database that was never started has none.
async function overSealedJobs(engine: Engine, act: 'select id' | 'delete'): Promise<number> {
  const queue = await engine.execute('select to_regclass($1) is not null as there', [JOBS_TABLE])
  if (!queue.rows[0]?.['there']) return 0
  const { rows } = await engine.execute(
    `${act} from ${JOBS_TABLE} where state <> 'completed' and jsonb_typeof(data) = 'object'
      and exists (select from jsonb_object_keys(data) as field where starts_with(field, 'sealed_'))
      ${act === 'delete' ? 'returning id' : ''}`,
  )
  return rows.length
}
