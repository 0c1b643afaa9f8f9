/**
 * Directus with the bookings of studios, as another product to compare with. It is installed in a separate folder with the
 * Node version that it needs, and is not a dependency of this project.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { BOOKINGS_PER_MONTH, type Size } from '@studiohub/testing/many-bookings.ts'
import { freePort } from '@studiohub/testing/postgres.ts'
import pg from 'pg'
import { openCaller } from './contest.ts'

const folder = resolve(import.meta.dirname, '../../node_modules/.cache/directus')
const READY_WITHIN_MS = 150_000

/** The newest version whose parts are all published. This `isolated-vm` is prebuilt, so nothing is compiled. */
const installation = {
  private: true,
  dependencies: { node: '22', directus: '12.4.0' },
  overrides: { 'isolated-vm': '6.1.2' },
}

/** Tables as a user of Directus would create them. The database rejects two sessions in one room at the same time. */
const tables = `
  create extension if not exists btree_gist;
  create table studios (id uuid primary key default gen_random_uuid(), name text not null, nth int not null);
  create table rooms (id uuid primary key default gen_random_uuid(), studio uuid not null references studios, name text, nth int);
  create table clients (id uuid primary key default gen_random_uuid(), studio uuid not null references studios, name text, nth int);
  create table bookings (
    id uuid primary key default gen_random_uuid(), studio uuid not null references studios,
    room uuid not null references rooms, client uuid references clients,
    starts_at timestamptz not null, ends_at timestamptz not null, status text not null, service text not null,
    created_at timestamptz not null default now(),
    exclude using gist (room with =, tstzrange(starts_at, ends_at) with &&) where (status <> 'cancelled'));
  create index on bookings (studio, starts_at);`

const insertRows = (studios: number, bookingsPerStudio: number) => `
  insert into studios (name, nth) select 'Studio ' || n, n from generate_series(0, ${studios - 1}) n;
  insert into rooms (studio, name, nth) select id, 'Room ' || n, n from studios, generate_series(0, 9) n;
  insert into clients (studio, name, nth) select id, 'Client ' || n, n from studios, generate_series(0, 19) n;
  insert into bookings (studio, room, client, starts_at, ends_at, status, service)
    select s.id, r.id, c.id, at, at + interval '2 hours',
      case when n % 10 = 3 then 'cancelled' when n % 5 = 1 then 'pending' else 'confirmed' end, 'recording'
    from generate_series(0, ${bookingsPerStudio - 1}) n
    cross join lateral (select ((current_date - 2 * 30 + n * 30 / ${BOOKINGS_PER_MONTH})
      + make_time(9 + n * 5 % 9, 0, 0)) at time zone 'UTC' as at) times
    cross join studios s join rooms r on r.studio = s.id and r.nth = n % 10
    join clients c on c.studio = s.id and c.nth = n % 20;
  vacuum (analyze);`

async function run(command: string, args: string[], env: NodeJS.ProcessEnv) {
  const child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const code = await new Promise((done) => child.on('close', done))
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}`)
}

const program = join(folder, 'node_modules/directus/cli.js')
const node = join(folder, 'node_modules/.bin/node')
const path = `${join(folder, 'node_modules/.bin')}:${process.env.PATH}`

/** Installs Directus, which takes a few minutes the first time. */
async function install() {
  if (existsSync(program)) return
  console.log('Installing Directus, which takes some minutes ...')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify(installation))
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], process.env)
  await run('npm', ['rebuild', 'node'], process.env)
}

async function createDatabase(server: string): Promise<string> {
  const name = `directus_${randomBytes(4).toString('hex')}`
  const client = new pg.Client(server)
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}

async function fill(url: string, { studios, bookings }: Size) {
  const client = new pg.Client(url)
  await client.connect()
  const statements = `${tables}${insertRows(studios, bookings / studios)}`.split(';').filter((text) => text.trim())
  for (const text of statements) await client.query(text)
  const { rows: firstStudios } = await client.query(
    `select s.id, (select id from rooms where studio = s.id and nth = 0) as room from studios s order by nth limit 10`,
  )
  await client.end()
  return firstStudios as { id: string; room: string }[]
}

async function waitUntilReady(child: ChildProcess, url: string) {
  const until = Date.now() + READY_WITHIN_MS
  while (child.exitCode === null && Date.now() < until) {
    const response = await fetch(`${url}/server/ping`).catch(() => null)
    if (response?.ok) return
    await wait(200)
  }
  throw new Error('Directus did not become ready')
}

/**
 * Starts Directus on a separate database with bookings of many studios. Its administrator makes the
 * calls, so it checks no rights.
 * @param server the address of a PostgreSQL server, with a superuser
 * @param connections the number of callers
 */
export async function startDirectus(server: string, size: Size, connections: number) {
  await install()
  const database = await createDatabase(server)
  const token = randomBytes(16).toString('hex')
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const env = {
    PATH: path,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: port,
    PUBLIC_URL: url,
    SECRET: randomBytes(32).toString('hex'),
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: database,
    DB_POOL__MAX: String(connections),
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: randomBytes(16).toString('hex'),
    ADMIN_TOKEN: token,
    TELEMETRY: 'false',
    LOG_LEVEL: 'fatal',
  }
  await run(node, [program, 'bootstrap'], env)
  const studios = await fill(database, size)
  const child = spawn(node, [program, 'start'], { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] })
  await waitUntilReady(child, url)
  const caller = openCaller(url, connections, '/items')
  const fields = 'id,starts_at,ends_at,status,service,client.id,client.name,room.id,room.name'
  return {
    studios,
    /** The bookings of a studio between two days, with the names of clients and rooms. @returns the size of the response in bytes */
    async readMonth(studio: string, from: string, to: string): Promise<number> {
      const filter = JSON.stringify({
        _and: [{ studio: { _eq: studio } }, { starts_at: { _gte: from } }, { starts_at: { _lt: to } }],
      })
      const query = new URLSearchParams({ filter, fields, limit: '-1', sort: 'starts_at' })
      const { status, text } = await caller.send(token, 'GET', `/bookings?${query}`)
      if (status !== 200 || text.length < BOOKINGS_PER_MONTH * 200)
        throw new Error(`reading a month from Directus failed: ${status} ${text.slice(0, 300)}`)
      return text.length
    },
    async create(booking: { studio: string; room: string; starts_at: string; ends_at: string }) {
      const session = { ...booking, status: 'confirmed', service: 'recording' }
      const { status, text } = await caller.send(token, 'POST', '/bookings', session)
      if (status !== 200) throw new Error(`booking at Directus failed: ${status} ${text.slice(0, 300)}`)
    },
    async stop() {
      caller.close()
      child.kill('SIGTERM')
      await new Promise((done) => child.once('close', done))
    },
  }
}
