import { setTimeout as wait } from 'node:timers/promises'
import { asSystem } from '@studiohub/server/platform/db/actor.ts'
import type { Tx } from '@studiohub/server/platform/db/transaction.ts'
import { JOBS_TABLE } from '@studiohub/server/platform/jobs/jobs.ts'
import { sql } from 'kysely'
import { expect, vi } from 'vitest'

/** Works past the fence, in the rights of the login of the server in this process: to arrange and to look. */
export function asLogin<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return asSystem(async (tx) => {
    await sql`reset role`.execute(tx)
    return work(tx)
  })
}

// What is counted for its own sake: the trail is asked for by itself, and limits count refusals too.
const beside = ['audit_log', 'rate_limits', 'schema_migrations']

/** A hash of each table, and how many mails were asked for: two that are equal mean that nothing was written in between. */
export async function stateOfDatabase(): Promise<Record<string, string>> {
  await mailsAtRest()
  return asLogin(async (tx) => {
    const { rows: tables } = await sql<{ name: string }>`
      select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and not c.relname = any(${beside}) and n.nspname in ('public', 'auth')`.execute(tx)
    const state: Record<string, string> = {}
    for (const { name } of tables) {
      const { rows } = await sql<{ hash: string }>`
        select md5(coalesce(string_agg(t::text, chr(10) order by t::text), '')) as hash from ${sql.raw(name)} t`.execute(
        tx,
      )
      state[name] = rows[0]?.hash ?? ''
    }
    const { rows } = await sql<{
      mails: number
    }>`select count(*)::int as mails from ${sql.raw(JOBS_TABLE)} where name like 'emails.%'`.execute(tx)
    return { ...state, mails: String(rows[0]?.mails) }
  })
}

// The job that tells many people asks for one mail each, some time after the change that it tells of.
async function mailsAtRest() {
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

export type TrailEntry = {
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
  xmin: string
}

/** The trail of one request, oldest first. */
export async function trailOf(request_id: string): Promise<TrailEntry[]> {
  const { rows } = await asLogin((tx) =>
    sql<TrailEntry>`select id, actor_id, studio_id, action, outcome, object_type, object_id, before, after, request_id,
      xmin::text from audit_log where request_id = ${request_id} order by id`.execute(tx),
  )
  return rows
}

const PATIENCE_MS = 30_000

/**
 * Does something that must be refused, and shows that it left nothing behind: no row changed, and the trail holds one
 * refusal where the rule says so, else none.
 * @param act gives the answer, whose request id names the trail
 * @param denied whether a signed-in person's refusal is to be in the trail (403, 404)
 */
export async function expectNothingDone<T extends { headers: Headers }>(
  act: () => Promise<T>,
  denied: boolean,
): Promise<T> {
  const before = await stateOfDatabase()
  const answer = await act()
  const request_id = answer.headers.get('x-request-id') ?? 'none'
  // The refusal is written after its answer, in a transaction of its own.
  const until = Date.now() + PATIENCE_MS
  let trail = await trailOf(request_id)
  while (denied && trail.length === 0 && Date.now() < until) {
    await wait(20)
    trail = await trailOf(request_id)
  }
  expect(trail.map(({ outcome }) => outcome)).toEqual(denied ? ['denied'] : [])
  expect(await stateOfDatabase()).toEqual(before)
  return answer
}
