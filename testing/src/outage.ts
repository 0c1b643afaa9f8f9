import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type ApiResponse, callAs } from './http.ts'
import type { OwnPostgres } from './postgres.ts'

/** The product's database connections: all, and those that listen for notifications. */
export type Connections = { all: number; listening: number }

/** The result of an outage of the database. */
export type Outage = {
  before: Connections
  /** Counted some time after the server returned, to include late reconnects. */
  after: Connections
  /** Time from the server's return until the product is ready. */
  ready_ms: number
  /** The distinct responses during the outage, such as `503 UNAVAILABLE`. */
  responses: string[]
}

const READY_WITHIN_MS = 60_000
const LATE_RECONNECT_MS = 1_000

/**
 * Stops the PostgreSQL server of a running product and restarts it.
 * @param seconds length of the outage
 * @param token of a user for calls during the outage; without it there are no calls
 * @param ready_within_ms the longest time from the server's return until the product is ready
 */
export async function simulateOutage(
  product: { url: string },
  postgres: OwnPostgres,
  { seconds, token, ready_within_ms = READY_WITHIN_MS }: { seconds: number; token?: string; ready_within_ms?: number },
): Promise<Outage> {
  const before = await countConnections(postgres)
  const load = token === undefined ? null : startCallers(product.url, token)
  try {
    return await interruptDatabase()
  } finally {
    // After an error, that error is thrown, even if a caller failed too.
    await load?.stop().catch(() => {})
  }

  async function interruptDatabase(): Promise<Outage> {
    await postgres.halt(load ? 'SIGQUIT' : 'SIGINT')
    load?.startCounting()
    await wait(seconds * 1_000)
    const responses = load?.takeResponses() ?? []
    await postgres.resume()
    const restartedAt = performance.now()
    while (!(await isReady(product.url))) {
      if (performance.now() - restartedAt > ready_within_ms)
        throw new Error('the product did not find its database again')
      await wait(50)
    }
    const ready_ms = Math.round(performance.now() - restartedAt)
    // The listening connection retries a little later than the pool.
    while ((await countConnections(postgres)).listening === 0) {
      if (performance.now() - restartedAt > ready_within_ms)
        throw new Error('the product does not listen to its database again')
      await wait(50)
    }
    await wait(LATE_RECONNECT_MS)
    await load?.stop()
    return { before, after: await countConnections(postgres), ready_ms, responses }
  }
}

const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    (response) => response.ok,
    () => false,
  )

async function countConnections({ url }: OwnPostgres): Promise<Connections> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Connections>(`
    select count(*)::int as all, count(*) filter (where query ilike 'listen %')::int as listening
    from pg_stat_activity where application_name = 'studiohub'`)
  await client.end()
  return rows[0] ?? { all: 0, listening: 0 }
}

/** Eight callers who alternate between reads and writes until they are stopped. */
function startCallers(url: string, token: string) {
  const me = callAs(url, token)
  let responses: Set<string> | null = null
  let stopped = false
  const addResponse = ({ status, body }: ApiResponse) => responses?.add(`${status} ${body?.code ?? ''}`.trim())
  async function work() {
    while (!stopped) {
      addResponse(await me.get('/me'))
      addResponse(await me.patch('/me/profile', { phone: '1' }))
    }
  }
  const allStopped = Promise.all(Array.from({ length: 8 }, work))
  // `stop` throws the error of a caller. Until then, it must not end the process.
  allStopped.catch(() => {})
  return {
    startCounting() {
      responses = new Set()
    },
    takeResponses() {
      const sorted = [...(responses ?? [])].sort()
      responses = null
      return sorted
    },
    async stop() {
      stopped = true
      await allStopped
    },
  }
}

const installFullDisk = `
create schema full_disk;
create function full_disk.refuse() returns trigger language plpgsql as $$
begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
create function full_disk.refuse_table() returns event_trigger language plpgsql as $$
begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
grant usage on schema full_disk to public;
do $$ declare target regclass; begin
  for target in select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^(pg_|information_schema)' loop
    execute format('create trigger a_full_disk before insert or update or delete on %s execute function full_disk.refuse()', target);
  end loop;
end $$;
create event trigger full_disk on ddl_command_start execute function full_disk.refuse_table();`

/** Makes every write to the database fail as if the disk were full. */
export async function simulateFullDisk({ url }: OwnPostgres) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(installFullDisk)
  return {
    async freeDisk() {
      await client.query('drop event trigger full_disk; drop schema full_disk cascade')
      await client.end()
    },
  }
}
