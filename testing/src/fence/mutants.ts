import type { DB } from '@studiohub/server/platform/db/rows.generated.ts'
import { type Kysely, sql } from 'kysely'
import type { Observation } from './matrix.ts'
import { actors, attempts, probeOutcomes } from './probe.ts'

type Policy = { table: string; name: string; using: string | null; check: string | null }

/** A removed policy or trigger, or a policy condition replaced by `true`. */
export type Mutant = {
  table: string
  name: string
  mutation: 'dropped' | 'using (true)' | 'with check (true)'
  sql: string
}

/**
 * All mutants of policies and triggers. Policies for the owner of the tables are left out, because no call runs as the owner.
 * @returns `alwaysTrue`: conditions that are already `true`, so they have no mutant
 */
export async function listMutants(db: Kysely<DB>): Promise<{ mutants: Mutant[]; alwaysTrue: string[] }> {
  const { rows } = await sql<Policy>`
    select tablename as table, policyname as name, qual as using, with_check as check
    from pg_policies where schemaname in ('public', 'auth') and roles <> '{studiohub_owner}' order by 1, 2`.execute(db)
  const alwaysTrue = rows.flatMap(({ table, name, using, check }) => [
    ...(using === 'true' ? [`${table}: ${name} using (true)`] : []),
    ...(check === 'true' ? [`${table}: ${name} with check (true)`] : []),
  ])
  const mutants = rows.flatMap((policy): Mutant[] => {
    const { table, name, using, check } = policy
    const toAlwaysTrue = (mutation: 'using (true)' | 'with check (true)') =>
      ({ table, name, mutation, sql: `alter policy ${name} on ${table} ${mutation}` }) as const
    return [
      { table, name, mutation: 'dropped', sql: `drop policy ${name} on ${table}` },
      ...(using !== null && using !== 'true' ? [toAlwaysTrue('using (true)')] : []),
      ...(check !== null && check !== 'true' ? [toAlwaysTrue('with check (true)')] : []),
    ]
  })
  return { mutants: [...mutants, ...(await listTriggerMutants(db))], alwaysTrue }
}

// Triggers count too, because they compare old and new rows, which policies cannot do. Triggers of the door that run after a
// change reject nothing, so they are left out. The tests of their features cover them.
async function listTriggerMutants(db: Kysely<DB>): Promise<Mutant[]> {
  const { rows } = await sql<{ table: string; name: string }>`
    select tgrelid::regclass::text as table, tgname as name from pg_trigger
    where not tgisinternal and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
      and not (tgtype & 2 = 0 and tgfoid in (select oid from pg_proc where pronamespace = 'door'::regnamespace))
    order by 1, 2`.execute(db)
  return rows.map(({ table, name }) => ({ table, name, mutation: 'dropped', sql: `drop trigger ${name} on ${table}` }))
}

/** Tables that are affected if the policies of a table change, the most likely first. */
const affectedTables: Record<string, string[]> = {
  user_roles: ['profiles', 'door', 'notices'],
  profiles: ['door'],
  notices: ['door'],
  card_files: ['door'],
  message_files: ['door'],
  conversation_messages: ['message_files'],
  studios: ['user_roles', 'door'],
  studio_slugs: ['studios', 'door'],
  bookings: ['reservations', 'change_requests', 'door'],
  studio_services: ['bookings', 'door'],
  pictures: ['door'],
  legal_texts: ['door'],
  terms_versions: ['door'],
  opening_hours: ['door'],
  opening_exceptions: ['door'],
  resource_hours: ['door'],
  days_off: ['door'],
  resources: ['door'],
  webhooks: ['door'],
  connected_calendars: ['calendar_times', 'door'],
  calendar_times: ['door'],
  push_devices: ['door'],
  booking_undos: ['change_requests'],
  reservations: ['door'],
  studio_subscriptions: ['door'],
}

// The users that most policies depend on come first, so that most mutants are found quickly.
const mostAffectedActors = [
  'system',
  'auth',
  'door',
  'admin of A',
  'client A1',
  'super admin',
  'founder',
  'newcomer',
  'requests A again',
]
const actorsInOrder = [...mostAffectedActors, ...actors.filter((actor) => !mostAffectedActors.includes(actor))]

/** Rolls a transaction back. */
class Undo extends Error {}

/** Whether any actor's rights change under the mutant. Changes nothing permanently. */
export async function changesRights(db: Kysely<DB>, mutant: Mutant, before: Observation): Promise<boolean> {
  let isChanged = false
  const run = db.transaction().execute(async (tx) => {
    await sql.raw(mutant.sql).execute(tx)
    for (const table of [mutant.table, ...(affectedTables[mutant.table] ?? [])]) {
      for (const actor of actorsInOrder) {
        const outcomes = await probeOutcomes(tx, table, actor, false)
        const outcomesBefore = before.get(table)?.get(actor) ?? []
        isChanged ||= outcomes.some((outcome, index) => (outcome === 'done') !== (outcomesBefore[index] === 'done'))
        if (isChanged) throw new Undo()
      }
    }
    throw new Undo()
  })
  await run.catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error
  })
  return isChanged
}

/** The outcomes of all attempts by all actors. */
export async function observeAttempts(db: Kysely<DB>): Promise<Observation> {
  const observation: Observation = new Map()
  for (const table of Object.keys(attempts)) {
    await db.transaction().execute(async (tx) => {
      const byActor = new Map<string, string[]>()
      for (const actor of actors) byActor.set(actor, await probeOutcomes(tx, table, actor, true))
      observation.set(table, byActor)
    })
  }
  return observation
}
