import { setTimeout as wait } from 'node:timers/promises'
import { asSystem } from '@studiohub/server/platform/db/actor.ts'
import type { Tx } from '@studiohub/server/platform/db/transaction.ts'
import { JOBS_TABLE, QUEUE_SCHEMA } from '@studiohub/server/platform/jobs/jobs.ts'
import { sql } from 'kysely'
import { expect, vi } from 'vitest'

/**
 * Queries with the rights of the server's database login, which bypasses row-level security: for setup and checks. They may
 * insert thousands of rows, which takes longer than a request may if the machine is busy.
 */
export function asLogin<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return asSystem(async (tx) => {
    await sql`reset role`.execute(tx)
    await sql`set local statement_timeout = '60s'`.execute(tx)
    return work(tx)
  })
}

/**
 * The tables of the product that contain a text, in upper or lower case.
 * @param excluded names of tables that are left out
 */
export function tablesWith(text: string, excluded: readonly string[] = []): Promise<string[]> {
  return asLogin(async (tx) => {
    const { rows } = await sql<{ name: string }>`
      select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname in ('public', 'auth') and not c.relname = any(${excluded}) order by 1`.execute(
      tx,
    )
    const names: string[] = []
    for (const { name } of rows) {
      const hits = await sql`select 1 from ${sql.raw(name)} t where t::text ilike ${`%${text}%`} limit 1`.execute(tx)
      if (hits.rows.length > 0) names.push(name)
    }
    return names
  })
}

// These tables are checked separately, or rejected requests change them too, or jobs change them some time later.
const excludedTables = [
  'audit_log',
  'rate_limits',
  'schema_migrations',
  'webhook_changes',
  'webhook_deliveries',
  'connected_calendars',
]

/** A hash per table and the number of requested emails: equal states mean that nothing was written in between. */
export async function stateOfDatabase(): Promise<Record<string, string>> {
  await waitForEmails()
  return asLogin(async (tx) => {
    const { rows: tables } = await sql<{ name: string }>`
      select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and not c.relname = any(${excludedTables}) and n.nspname in ('public', 'auth')`.execute(tx)
    const state: Record<string, string> = {}
    for (const { name } of tables) {
      const { rows } = await sql<{ hash: string }>`
        select md5(coalesce(string_agg(t::text, chr(10) order by t::text), '')) as hash from ${sql.raw(name)} t`.execute(
        tx,
      )
      state[name] = rows[0]?.hash ?? ''
    }
    // Jobs that run by a schedule are queued at any time, whatever the caller did.
    const { rows } = await sql<{ emails: number }>`select count(*)::int as emails from ${sql.raw(JOBS_TABLE)}
      where name like 'emails.%' and name not in (select name from ${sql.raw(`${QUEUE_SCHEMA}.schedule`)})`.execute(tx)
    return { ...state, emails: String(rows[0]?.emails) }
  })
}

// The job that notifies several users requests one email each, some time after the change.
async function waitForEmails() {
  await vi.waitFor(
    async () => {
      const { rows } = await asLogin((tx) =>
        sql`select 1 from ${sql.raw(JOBS_TABLE)}
          where name like 'emails.%' and state in ('created', 'active', 'retry') limit 1`.execute(tx),
      )
      expect(rows).toEqual([])
    },
    { timeout: 60_000, interval: 50 },
  )
}

export type AuditEntry = {
  id: number
  actor_id: string | null
  studio_id: string | null
  action: string
  outcome: 'done' | 'denied'
  object_type: string
  object_id: string | null
  before: unknown
  after: unknown
  request_id: string | null
}

/** The audit entries of one request, oldest first. */
export async function listAuditEntries(request_id: string): Promise<AuditEntry[]> {
  const { rows } = await asLogin((tx) =>
    sql<AuditEntry>`select id, actor_id, studio_id, action, outcome, object_type, object_id, before, after, request_id
      from audit_log where request_id = ${request_id} order by id`.execute(tx),
  )
  return rows
}

const WAIT_MAX_MS = 30_000

/**
 * Sends a request that must be rejected and checks that it changed no row and wrote an audit entry only if required.
 * @param act returns the response, whose request id identifies the audit entries
 * @param denied whether the rejection of a signed-in user must be in the audit log (403, 404)
 */
export async function expectNoDatabaseChange<T extends { headers: Headers }>(
  act: () => Promise<T>,
  denied: boolean,
): Promise<T> {
  const before = await stateOfDatabase()
  const response = await act()
  const request_id = response.headers.get('x-request-id') ?? 'none'
  // The audit entry of a rejection is written after the response, in its own transaction.
  const until = Date.now() + WAIT_MAX_MS
  let auditEntries = await listAuditEntries(request_id)
  while (denied && auditEntries.length === 0 && Date.now() < until) {
    await wait(20)
    auditEntries = await listAuditEntries(request_id)
  }
  expect(auditEntries.map(({ outcome }) => outcome)).toEqual(denied ? ['denied'] : [])
  // Only the tables that differ, so that the message names them.
  const after = await stateOfDatabase()
  const changedTables = Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name])
  expect(changedTables).toEqual([])
  return response
}
