import { sql } from 'kysely'
import { insertSystemAuditEntry } from '../platform/audit/audit.ts'
import { reseal, setSecretKey } from '../platform/auth/secrets.ts'
import { clearKeyCache } from '../platform/auth/signing-keys.ts'
import type { Config } from '../platform/config/config.ts'
import { replaceOwnKey } from '../platform/config/own-keys.ts'
import { asAuth } from '../platform/db/actor.ts'
import type { Engine } from '../platform/db/engine.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { JOBS_TABLE } from '../platform/jobs/jobs.ts'
import { StartError } from '../platform/process/start-error.ts'

const ROWS_AT_ONCE = 1000

// All columns with sealed values. A running server may write to them at the same time, with the current key.
const columns = [
  { table: 'auth.signing_keys', id: 'kid', column: 'private_key' },
  { table: 'auth.sessions', id: 'id', column: 'refresh_key' },
  { table: 'auth.factors', id: 'id', column: 'secret' },
  { table: 'auth.flow_states', id: 'id', column: 'secrets' },
  { table: 'studio_senders', id: 'studio_id', column: 'private_key' },
  { table: 'studio_senders', id: 'studio_id', column: 'next_private_key' },
  { table: 'webhooks', id: 'id', column: 'secret' },
  { table: 'webhooks', id: 'id', column: 'former_secret' },
  { table: 'connected_calendars', id: 'id', column: 'secret' },
  { table: 'calendar_grants', id: 'id', column: 'secret' },
  { table: 'calendar_grants', id: 'id', column: 'verifier' },
  { table: 'auth.push_keys', id: 'public_key', column: 'private_key' },
  { table: 'push_devices', id: 'id', column: 'secret' },
] as const

type SealedRow = { id: string; sealed: string }

/**
 * Replaces the product's key, and seals all values of the former key again. A server that has both keys may be running. After
 * an interruption, the operator can run it again, because both keys work until they remove the former one.
 * @returns a report for the operator
 * @throws StartError if there is no new key
 */
export async function rotateKey(engine: Engine, config: Config, now: Date): Promise<string> {
  if (config.keysAreOwn && !(await isUnfinished(engine, config))) {
    const { secretKey, formerSecretKey } = replaceOwnKey(config.dataDir)
    setSecretKey(secretKey, formerSecretKey)
    clearKeyCache()
  } else if (!config.formerSecretKey) {
    throw new StartError(
      'Set SECRET_KEY to a new key (openssl rand -hex 32) and FORMER_SECRET_KEY to the current one, start all processes with both, then run this again. Nothing was changed.',
    )
  }
  const values = await resealRows()
  const jobs = await resealJobs(engine)
  await asAuth((tx) => recordRotation(tx, { values, jobs }))
  return `${values} values and ${jobs} waiting messages were sealed again. Nothing needs the former key but codes and links that
were sent before ${now.toISOString()}. ${describeEnd(config)}
Keep the former key as long as you keep backups from before: they open with it alone.`
}

const describeEnd = ({ keysAreOwn, dataDir }: Config) =>
  keysAreOwn
    ? `After a week delete ${dataDir}/secret.key.former and start again.`
    : 'After a week remove FORMER_SECRET_KEY and start all processes again.'

// An interrupted rotation continues with the same keys.
async function isUnfinished(engine: Engine, { formerSecretKey }: Config): Promise<boolean> {
  if (!formerSecretKey) return false
  for (const sealedColumn of columns) {
    for await (const rows of readPages(sealedColumn))
      if (rows.some(({ sealed }) => reseal(sealed) !== null)) return true
  }
  return (await listSealedJobs(engine)).some(({ fields }) => Object.keys(resealFields(fields)).length > 0)
}

async function* readPages({ table, id, column }: (typeof columns)[number]): AsyncGenerator<SealedRow[]> {
  for (let after = ''; ; ) {
    const { rows } = await asAuth((tx) =>
      sql<SealedRow>`
        select ${sql.ref(id)}::text as id, ${sql.ref(column)} as sealed from ${sql.table(table)}
        where ${sql.ref(column)} is not null and ${sql.ref(id)}::text > ${after}
        order by ${sql.ref(id)}::text limit ${ROWS_AT_ONCE}`.execute(tx),
    )
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.id
  }
}

async function resealRows(): Promise<number> {
  let count = 0
  for (const sealedColumn of columns) {
    for await (const rows of readPages(sealedColumn)) {
      const staleRows = rows.flatMap(({ id, sealed }) => {
        const fresh = reseal(sealed)
        return fresh === null ? [] : [{ id, sealed, fresh }]
      })
      if (staleRows.length > 0) count += await asAuth((tx) => writeRows(tx, sealedColumn, staleRows))
    }
  }
  return count
}

// A row that has changed in between already uses the current key, so the update skips it.
async function writeRows(tx: Tx, sealedColumn: (typeof columns)[number], rows: (SealedRow & { fresh: string })[]) {
  const list = (field: 'id' | 'sealed' | 'fresh') => rows.map((row) => row[field])
  const { numAffectedRows } = await sql`
    update ${sql.table(sealedColumn.table)} as t set ${sql.ref(sealedColumn.column)} = given.fresh
    from unnest(${list('id')}::text[], ${list('sealed')}::text[], ${list('fresh')}::text[]) as given (id, sealed, fresh)
    where t.${sql.ref(sealedColumn.id)}::text = given.id and t.${sql.ref(sealedColumn.column)} = given.sealed`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}

type SealedJob = { id: string; fields: Record<string, string> }

// Reads with the product's login, which alone may read the queue. A database that was never started has no queue.
async function listSealedJobs(engine: Engine): Promise<SealedJob[]> {
  const queue = await engine.execute('select to_regclass($1) is not null as there', [JOBS_TABLE])
  if (!queue.rows[0]?.['there']) return []
  const { rows } = await engine.execute(
    `select id::text, (select jsonb_object_agg(key, value) from jsonb_each_text(data)
        where starts_with(key, 'sealed_') and value is not null)::text as fields
      from ${JOBS_TABLE} where state <> 'completed' and jsonb_typeof(data) = 'object'`,
  )
  return rows.flatMap(({ id, fields }) => (fields ? [{ id: String(id), fields: JSON.parse(String(fields)) }] : []))
}

const resealFields = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, sealed]) => {
      const fresh = reseal(sealed)
      return fresh === null ? [] : [[name, fresh]]
    }),
  )

async function resealJobs(engine: Engine): Promise<number> {
  let count = 0
  for (const { id, fields } of await listSealedJobs(engine)) {
    const fresh = resealFields(fields)
    if (Object.keys(fresh).length === 0) continue
    await engine.execute(`update ${JOBS_TABLE} set data = data || $2::jsonb where id = $1::uuid`, [
      id,
      JSON.stringify(fresh),
    ])
    count += 1
  }
  return count
}

const recordRotation = (tx: Tx, after: { values: number; jobs: number }) =>
  insertSystemAuditEntry(tx, {
    studio_id: null,
    action: 'keys.rotate',
    object_type: 'installation',
    object_id: null,
    after,
  })
