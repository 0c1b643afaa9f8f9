/**
 * How many committed changes a second can be announced: `npm run bench -- broadcast [seconds] [NATS_URL]`. Writers commit
 * as fast as they can, at 1, 8 and 32 connections, and announce by `NOTIFY` and by NATS as the product does. Compares with
 * commits alone, and with `NOTIFY` inside the transaction. Then measures both adapters without commits. Every announced change
 * must arrive. Without NATS_URL, the NATS server of the tests is used.
 */
import { randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import type { Broadcast } from '@studiohub/server/platform/broadcast/broadcast.ts'
import { createNatsBroadcast } from '@studiohub/server/platform/broadcast/nats.ts'
import { createDatabaseBroadcast } from '@studiohub/server/platform/broadcast/postgresql.ts'
import { readConfig } from '@studiohub/server/platform/config/config.ts'
import { openServer } from '@studiohub/server/platform/db/server-engine.ts'
import type { Change } from '@studiohub/server/platform/realtime/realtime.ts'
import { openSender } from '@studiohub/server/platform/realtime/sender.ts'
import { aNatsServer } from '@studiohub/testing/nats-server.ts'
import { startOwnPostgres } from '@studiohub/testing/postgres.ts'
import pg from 'pg'
import { quantile } from './contest.ts'

const SECONDS = Number(process.argv[2] ?? 5)
const CONNECTIONS = [1, 8, 32]
const STUDIOS = Array.from({ length: 200 }, () => randomUUID())
const CHANGES_WITHOUT_COMMITS = 20_000
const log = { warn: console.error, info() {} }

// A commit waits for the disk, as it does in production.
const postgres = await startOwnPostgres({ fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' })
const testNats = process.argv[3] === undefined ? await aNatsServer() : null
const NATS_URL = testNats?.url ?? process.argv[3]
const config = readConfig({ NATS_URL, DATA_DIR: '/tmp/studiohub-bench-broadcast' }).nats
if (!config) throw new Error('NATS_URL is missing')
const engine = await openServer(postgres.url)
await engine.script('create table rows (id int primary key, n int not null default 0) with (fillfactor = 50)')
await engine.script('insert into rows (id) select generate_series(1, 64)')

const aChange = (number: number): Change => ({
  studio_id: STUDIOS[number % STUDIOS.length] ?? '',
  topic: 'bookings',
  id: randomUUID(),
  client_id: randomUUID(),
})

const UPDATE = 'update rows set n = n + 1 where id = $1'
const UPDATE_AND_NOTIFY = `with changed as (${UPDATE} returning id) select pg_notify('in_transaction', $2) from changed`

/** Writers that commit for some seconds. @returns commits a second */
async function commit(
  count: number,
  statement: (writer: number) => { text: string; values: unknown[] },
  afterCommit: () => void,
) {
  const clients = Array.from({ length: count }, () => new pg.Client({ connectionString: postgres.url }))
  await Promise.all(clients.map((client) => client.connect()))
  const until = performance.now() + SECONDS * 1_000
  let commits = 0
  await Promise.all(
    clients.map(async (client, writer) => {
      while (performance.now() < until) {
        await client.query(statement(writer + 1))
        commits += 1
        afterCommit()
      }
    }),
  )
  await Promise.all(clients.map((client) => client.end()))
  return Math.round(commits / SECONDS)
}

/** Opens an adapter of the product with a listener that records when each change arrives. */
async function open(kind: Broadcast['kind']) {
  const sent = new Map<string, number>()
  const delays: number[] = []
  const adapter =
    kind === 'nats' && config
      ? createNatsBroadcast({ config, installation: randomUUID(), fallback: createDatabaseBroadcast(engine), log })
      : createDatabaseBroadcast(engine)
  await adapter.receive(
    (message) => {
      if (message === 'resync') throw new Error('changes were lost')
      for (const { id } of message) {
        const sentAt = sent.get(id)
        if (sentAt !== undefined) delays.push(performance.now() - sentAt)
        sent.delete(id)
      }
    },
    () => {},
  )
  while (!adapter.health().ok) await wait(10)
  return {
    adapter,
    sent,
    delays,
    async stop() {
      for (let tries = 0; sent.size > 0; tries += 1) {
        if (tries > 1_000) throw new Error(`${sent.size} changes did not arrive`)
        await wait(10)
      }
      await adapter.stop()
    },
  }
}

async function announce(kind: Broadcast['kind'], count: number) {
  const { adapter, sent, delays, stop } = await open(kind)
  const sender = openSender(adapter, log)
  let number = 0
  const rate = await commit(
    count,
    (writer) => ({ text: UPDATE, values: [writer] }),
    () => {
      const change = aChange(number++)
      sent.set(change.id, performance.now())
      sender.add(change)
    },
  )
  await sender.stop()
  await stop()
  return `${rate} (arrive after ${quantile(delays).toFixed(0)} ms, 95 %: ${quantile(delays, 0.95).toFixed(0)} ms)`
}

/** Measures the changes per second of an adapter without commits. @param size how many are sent together */
async function measureAdapter(kind: Broadcast['kind'], size: number) {
  const { adapter, sent, stop } = await open(kind)
  const changes = Array.from(
    { length: size === 1 ? CHANGES_WITHOUT_COMMITS / 10 : CHANGES_WITHOUT_COMMITS },
    (_, number) => aChange(number),
  )
  const startedAt = performance.now()
  for (const { id } of changes) sent.set(id, startedAt)
  for (let from = 0; from < changes.length; from += size) await adapter.send(changes.slice(from, from + size))
  await stop()
  return Math.round(changes.length / ((performance.now() - startedAt) / 1_000))
}

/**
 * Measures the messages per second of many processes at once. Each sends messages of one change, the next as soon as the last
 * one is sent, and receives the messages of all.
 */
async function measureManyProcesses(kind: Broadcast['kind'], count: number) {
  const installation = randomUUID()
  const engines = await Promise.all(Array.from({ length: count }, () => openServer(postgres.url, { poolSize: 1 })))
  let received = 0
  const adapters = engines.map((pool) => {
    const fallback = createDatabaseBroadcast(pool)
    return kind === 'nats' && config ? createNatsBroadcast({ config, installation, fallback, log }) : fallback
  })
  for (const adapter of adapters) {
    await adapter.receive(
      (message) => {
        received += message.length
      },
      () => {},
    )
    while (!adapter.health().ok) await wait(10)
  }
  const until = performance.now() + SECONDS * 1_000
  let sent = 0
  const send = async (adapter: Broadcast) => {
    while (performance.now() < until) {
      await adapter.send([aChange(sent)])
      sent += 1
    }
  }
  await Promise.all(adapters.map(send))
  for (let tries = 0; received < sent * count; tries += 1) {
    if (tries > 1_000) throw new Error(`${sent * count - received} changes did not arrive`)
    await wait(10)
  }
  await Promise.all(adapters.map((adapter) => adapter.stop()))
  await Promise.all(engines.map((pool) => pool.close()))
  return Math.round(sent / SECONDS)
}

try {
  console.log(`PostgreSQL ${postgres.version} with fsync, NATS: ${testNats ? 'the server of the tests' : 'as given'}`)
  console.log(`${SECONDS} s each, load before ${loadavg()[0]?.toFixed(1)}. Commits a second:`)
  for (const count of CONNECTIONS) {
    const plain = await commit(
      count,
      (writer) => ({ text: UPDATE, values: [writer] }),
      () => {},
    )
    const inside = await commit(
      count,
      (writer) => ({ text: UPDATE_AND_NOTIFY, values: [writer, randomUUID()] }),
      () => {},
    )
    console.log(`${count} connections: alone ${plain}, NOTIFY in the transaction ${inside}`)
    console.log(`  NOTIFY as the product does ${await announce('postgresql', count)}`)
    console.log(`  NATS as the product does   ${await announce('nats', count)}`)
  }
  console.log('Changes a second without commits:')
  for (const size of [1, 20, 500]) {
    console.log(
      `  ${size} together: NOTIFY ${await measureAdapter('postgresql', size)}, NATS ${await measureAdapter('nats', size)}`,
    )
  }
  console.log('Messages a second of many processes that all listen:')
  for (const count of CONNECTIONS) {
    console.log(
      `  ${count} processes: NOTIFY ${await measureManyProcesses('postgresql', count)}, NATS ${await measureManyProcesses('nats', count)}`,
    )
  }
  console.log(`load after ${loadavg()[0]?.toFixed(1)}`)
} finally {
  await engine.close()
  await testNats?.stop()
  await postgres.stop()
}
