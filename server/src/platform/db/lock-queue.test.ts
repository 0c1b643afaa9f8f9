import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { aSession } from '@studiohub/testing/bookings.ts'
import { aStudio } from '@studiohub/testing/people.ts'
import { startServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { asSystem } from './actor.ts'
import { awaitTurn, giveTurn, loseTogether, takeTurn } from './lock-queue.ts'
import { lock } from './locks.ts'

describe('turns', () => {
  test('two at once, then each in the order in which they came', async () => {
    const order: number[] = []
    expect([takeTurn('a'), takeTurn('a'), takeTurn('a'), takeTurn('b')]).toEqual([true, true, false, true])
    const waiting = [1, 2].map((number) => awaitTurn('a').then(() => order.push(number)))
    giveTurn('a')
    await waiting[0]
    expect(order).toEqual([1])
    giveTurn('a')
    await Promise.all(waiting)
    expect(order).toEqual([1, 2])
    for (const key of ['a', 'a', 'b']) giveTurn(key)
    expect([takeTurn('a'), takeTurn('a'), takeTurn('a')]).toEqual([true, true, false])
    for (const key of ['a', 'a']) giveTurn(key)
  })

  test('who waits for what is gone learns it at once, in their own words; who wants something else keeps their turn', async () => {
    const wish = (what: string, who: string) => ({ what, once: false, gone: new Error(`${who} lost ${what}`) })
    expect([takeTurn('c'), takeTurn('c')]).toEqual([true, true])
    const waiting = [
      awaitTurn('c', wish('ten', 'Ada')),
      awaitTurn('c', wish('eleven', 'Bo')),
      awaitTurn('c', wish('ten', 'Cy')),
      awaitTurn('c'),
    ]
    loseTogether('c', wish('ten', 'Di'))
    const said = Promise.allSettled(waiting)
    for (const key of ['c', 'c']) giveTurn(key)
    const [ada, bo, cy, none] = await said
    expect([ada, cy]).toMatchObject([{ reason: { message: 'Ada lost ten' } }, { reason: { message: 'Cy lost ten' } }])
    expect([bo?.status, none?.status]).toEqual(['fulfilled', 'fulfilled'])
    for (const key of ['c', 'c']) giveTurn(key)
    expect([takeTurn('c'), takeTurn('c'), takeTurn('c')]).toEqual([true, true, false])
    for (const key of ['c', 'c']) giveTurn(key)
  })
})

const WAITING = 60
const HELD_MS = 1_500

test('a studio whose lock many wait for leaves the connections to the others', async () => {
  const server = await startServer()
  const today = todayIn('UTC', new Date())
  const [busy, calm] = [await aStudio(server), await aStudio(server)]
  const client = new pg.Client(server.databaseUrl)
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`studio:${busy.studio.id}`])
    const path = `/studios/${busy.studio.id}/bookings`
    const asked = Array.from({ length: WAITING }, () => busy.client.post(path, aSession(today)))
    const released = new Promise((done) => setTimeout(done, HELD_MS)).then(() => client.query('commit'))
    await new Promise((done) => setTimeout(done, HELD_MS / 3))
    const begun = performance.now()
    const answer = await calm.client.post(`/studios/${calm.studio.id}/bookings`, aSession(today))
    const waited = performance.now() - begun
    expect(answer.body).toMatchObject({ booking_date: plusDays(today, 7) })
    await released
    const codes = (await Promise.all(asked)).map(({ status }) => status)
    expect(codes.filter((status) => status === 201)).toHaveLength(1)
    expect(codes.filter((status) => status === 409)).toHaveLength(WAITING - 1)
    expect(waited).toBeLessThan(HELD_MS / 2)
  } finally {
    await client.end()
    await server.stop()
  }
})

test('what is there only once is lost by all who wait for it as soon as somebody has it', async () => {
  const server = await startServer()
  const client = new pg.Client(server.databaseUrl)
  await client.connect()
  try {
    const { promise: allWait, resolve: goOn } = Promise.withResolvers<void>()
    const begun: string[] = []
    const reached: string[] = []
    const want = (what: string, who: string) =>
      asSystem(async (tx) => {
        begun.push(who)
        await lock(tx, 'studio', 'one', { what, once: true, gone: new Error(`${who} lost ${what}`) })
        await sql`select 1`.execute(tx)
        reached.push(who)
        await allWait
      })
    const [winner, second] = [want('ten', 'Ada'), want('ten', 'Bo')]
    await vi.waitFor(() => expect(reached).toHaveLength(1), { timeout: 60_000 })
    const others = Promise.allSettled([want('ten', 'Cy'), want('eleven', 'Di'), want('ten', 'Ed')])
    // Those two hold their transactions; the three have begun theirs, and ended them to wait outside.
    const open = "select 1 from pg_stat_activity where application_name = 'studiohub' and xact_start is not null"
    const waitOutside = async () => expect([begun.length, (await client.query(open)).rowCount]).toEqual([5, 2])
    await vi.waitFor(waitOutside, { timeout: 60_000 })
    goOn()
    await Promise.all([winner, second])
    const [cy, di, ed] = await others
    expect([cy, ed]).toMatchObject([{ reason: { message: 'Cy lost ten' } }, { reason: { message: 'Ed lost ten' } }])
    expect(di?.status).toBe('fulfilled')
    expect(reached.toSorted()).toEqual(['Ada', 'Bo', 'Di'])
  } finally {
    await client.end()
    await server.stop()
  }
})
