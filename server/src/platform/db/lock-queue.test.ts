import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { aSession, asPerson } from '@studiohub/testing/bookings.ts'
import { aStudio } from '@studiohub/testing/people.ts'
import { startServer } from '@studiohub/testing/server.ts'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { inTurn } from './lock-queue.ts'
import { lockOwnStudio } from './locks.ts'
import { pipeline } from './statements.ts'

/** Work that runs until the test ends it. */
function aTurn(key: string, name: string, order: string[]) {
  const { promise, resolve: end } = Promise.withResolvers<void>()
  const done = inTurn(key, async () => {
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
  await vi.waitFor(() => expect(order).toEqual(['a', 'b', 'other']))
  b?.end()
  await vi.waitFor(() => expect(order).toEqual(['a', 'b', 'other', 'c']))
  a?.end()
  await vi.waitFor(() => expect(order).toEqual(['a', 'b', 'other', 'c', 'd']))
  for (const turn of [c, d, other]) turn?.end()
  await Promise.all([a, b, c, d, other].map((turn) => turn?.done))
})

test('failing work passes its turn on', async () => {
  const failing = ['one', 'two', 'three'].map((name) => inTurn('fails', () => Promise.reject(new Error(name))))
  const outcomes = await Promise.allSettled(failing)
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(await inTurn('fails', async () => 'four')).toBe('four')
})

test('after five seconds of waiting a call is rejected, and the others keep their order', async () => {
  vi.useFakeTimers()
  try {
    const order: string[] = []
    const running = ['a', 'b'].map((name) => aTurn('busy', name, order))
    const late = inTurn('busy', async () => order.push('late'))
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
const HELD_MS = 1_500

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
    const released = new Promise((done) => setTimeout(done, HELD_MS)).then(() => client.query('commit'))
    await new Promise((done) => setTimeout(done, HELD_MS / 3))
    const startedAt = performance.now()
    const answer = await calm.client.post(`/studios/${calm.studio.id}/bookings`, aSession(today))
    const waited = performance.now() - startedAt
    expect(answer.body).toMatchObject({ booking_date: plusDays(today, 7) })
    // The lock of a studio is not for people of another one to take: this would wait for it.
    await asPerson(calm.client, (tx) => pipeline(tx, [lockOwnStudio(busy.studio.id)]))
    await released
    const codes = (await Promise.all(requests)).map(({ status }) => status)
    expect(codes.filter((status) => status === 201)).toHaveLength(1)
    expect(codes.filter((status) => status === 409)).toHaveLength(WAITING - 1)
    expect(waited).toBeLessThan(HELD_MS / 2)
  } finally {
    await client.end()
    await server.stop()
  }
})
