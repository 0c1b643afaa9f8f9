import { randomUUID } from 'node:crypto'
import { jobs } from '@studiohub/server/app.ts'
import { migrate } from '@studiohub/server/platform/db/migrate.ts'
import { openServer } from '@studiohub/server/platform/db/server-engine.ts'
import { startJobs } from '@studiohub/server/platform/jobs/start.ts'
import { systemClock } from '@studiohub/server/platform/process/clock.ts'
import { createLog } from '@studiohub/server/platform/process/log.ts'
import pg from 'pg'
import { fingerprint } from './template.ts'

const TEMPLATE = 'studiohub_template_'
// All processes that may create the template use the same lock.
const TEMPLATE_LOCK = 7_204_018_190

/** Content of the database: no tables, or the newest schema. */
export type DatabaseContent = 'empty' | 'template'

/** A new database on the server of `TEST_DATABASE_URL`. */
export async function aServerDatabase(from: DatabaseContent) {
  const cluster = process.env.TEST_DATABASE_URL
  if (!cluster) throw new Error('TEST_DATABASE_URL must name a PostgreSQL server')
  const name = `t_${randomUUID().replaceAll('-', '')}`
  // Copying files takes half as long as writing every page to the log.
  const template = from === 'template' ? `template ${await templateOf(cluster)} strategy file_copy` : ''
  await withClient(cluster, (client) => client.query(`create database ${name} ${template}`))
  return {
    url: urlOfDatabase(cluster, name),
    drop: () => withClient(cluster, (client) => client.query(`drop database ${name} with (force)`)),
  }
}

const templates = new Map<string, Promise<string>>()

function templateOf(cluster: string): Promise<string> {
  const known = templates.get(cluster) ?? withClient(cluster, (client) => findOrCreateTemplate(cluster, client))
  templates.set(cluster, known)
  return known
}

async function findOrCreateTemplate(cluster: string, client: pg.Client): Promise<string> {
  const name = `${TEMPLATE}${fingerprint()}`
  await client.query(`select pg_advisory_lock(${TEMPLATE_LOCK})`)
  const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [TEMPLATE])
  const existing: string[] = rows.map(({ datname }) => datname)
  if (existing.includes(name)) return name
  for (const old of existing) await client.query(`drop database ${old} with (force)`)
  const unfinished = `${name}_unfinished`
  await client.query(`create database ${unfinished}`)
  const engine = await openServer(urlOfDatabase(cluster, unfinished), { poolSize: 2 })
  try {
    await migrate(engine)
    // Every start creates the job queues, which is fast if they exist already.
    const worker = await startJobs(engine, jobs, { log: createLog('silent'), clock: systemClock })
    await worker.stop()
  } finally {
    await engine.close()
  }
  await client.query(`alter database ${unfinished} rename to ${name}`)
  return name
}

function urlOfDatabase(cluster: string, name: string): string {
  const url = new URL(cluster)
  url.pathname = `/${name}`
  return url.href
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
