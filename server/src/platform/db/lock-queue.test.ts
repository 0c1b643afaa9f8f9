import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { aSession, asPerson } from '@studiohub/testing/bookings.ts'
import { aStudio } from '@studiohub/testing/people.ts'
import { startServer } from '@studiohub/testing/server.ts'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { runInTurn } from './lock-queue.ts'
import { lockOwnStudioStatement } from './locks.ts'
import { pipeline } from './statements.ts'

/** Work that runs until the test ends it. */
function aTurn(key: string, name: string, order: string[]) {
  const { promise, resolve: end } = Promise.withResolvers<void>()
  const done = runInTurn(key, async () => {
    order.push(name)
    await promise
  })
  return { end, done }
}

test('two calls with one key run at once, then each in order of arrival; other keys do not wait', async () => {
  const order: string[] = []
  const [a, b, c, d, other] = ['a', 'b', 'c', 'd', 'other'].map((name) =>
    aTurn(name === 'other' ? 'other' : 'key', name, order),
  )
  await vi.waitFor(() => expect(order).toEqual(['a', 'b', 'other']), { timeout: 60_000 })
  b?.end()
  await vi.waitFor(() => expect(order).toEqual(['a', 'b', 'other', 'c']), { timeout: 60_000 })
  a?.end()
  await vi.waitFor(() => expect(order).toEqual(['a', 'b', 'other', 'c', 'd']), { timeout: 60_000 })
  for (const turn of [c, d, other]) turn?.end()
  await Promise.all([a, b, c, d, other].map((turn) => turn?.done))
})

test('after work that fails, the next call gets its turn', async () => {
  const failing = ['one', 'two', 'three'].map((name) => runInTurn('fails', () => Promise.reject(new Error(name))))
  const outcomes = await Promise.allSettled(failing)
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(await runInTurn('fails', async () => 'four')).toBe('four')
})

test('after five seconds of waiting a call is rejected, and the others keep their order', async () => {
  vi.useFakeTimers()
  try {
    const order: string[] = []
    const running = ['a', 'b'].map((name) => aTurn('busy', name, order))
    const late = runInTurn('busy', async () => order.push('late'))
    const rejection = expect(late).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await vi.advanceTimersByTimeAsync(5_000)
    await rejection
    const next = aTurn('busy', 'next', order)
    for (const { end } of [...running, next]) end()
    await Promise.all([...running, next].map(({ done }) => done))
    expect(order).toEqual(['a', 'b', 'next'])
  } finally {
    vi.useRealTimers()
  }
})

const WAITING = 60

test("waiting for one studio's lock does not use up the connections of others", async () => {
  const server = await startServer()
  const today = todayIn('UTC', new Date())
  const [busy, calm] = [await aStudio(server), await aStudio(server)]
  const client = new pg.Client(server.databaseUrl)
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`studio:${busy.studio.id}`])
    const path = `/studios/${busy.studio.id}/bookings`
    const requests = Array.from({ length: WAITING }, () => busy.client.post(path, aSession(today)))
    // The other studio gets its answer while the test still has the lock. Without a free connection, its call would fail.
    const response = await calm.client.post(`/studios/${calm.studio.id}/bookings`, aSession(today))
    expect(response.body).toMatchObject({ booking_date: plusDays(today, 7) })
    // People of another studio cannot take the lock. If they could, this call would wait for it.
    await asPerson(calm.client, (tx) => pipeline(tx, [lockOwnStudioStatement(busy.studio.id)]))
    await client.query('commit')
    const codes = (await Promise.all(requests)).map(({ status }) => status)
    expect(codes.filter((status) => status === 201)).toHaveLength(1)
    // On a slow machine the last calls wait longer than the queue allows.
    expect(codes.filter((status) => status === 409 || status === 503)).toHaveLength(WAITING - 1)
  } finally {
    await client.end()
    await server.stop()
  }
})
