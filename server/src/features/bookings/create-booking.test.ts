import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aFixedClock, aSession } from '@studiohub/testing/bookings.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { type Answer, expectError } from '@studiohub/testing/http.ts'
import { aStudio, type Person, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

const clock = aFixedClock()
const { today } = clock
let server: TestServer
beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())

async function setPrice({ admin, studio }: StudioOfTest, price_minor: number | null): Promise<Answer> {
  const path = `/studios/${studio.id}/services`
  const { items } = (await admin.get(path)).body
  const priced = items.map(({ position, ...service }: StudioService) => ({
    ...service,
    min_minutes: 60,
    price_minor,
    currency: null,
  }))
  return admin.put(path, { items: priced })
}
const book = (person: Person, { studio }: StudioOfTest, given: Record<string, unknown>) =>
  person.post(`/studios/${studio.id}/bookings`, aSession(today, given))
const dollars = (price_minor: number | null) => ({ price_minor, currency: price_minor === null ? null : 'USD' })

describe('the price that a client has seen', () => {
  test('is the price of the booking, and of every session of a series', async () => {
    const fixture = await aStudio(server)
    await setPrice(fixture, 5_000)
    const seen_price = dollars(5_000)
    expect((await book(fixture.client, fixture, { seen_price })).body).toMatchObject(seen_price)
    const series = { ...aSession(today, { start_time: '14:00', end_time: '15:00', seen_price }), count: 2 }
    const answer = await fixture.client.post(`/studios/${fixture.studio.id}/booking-series`, series)
    expect(answer.body.bookings).toMatchObject([seen_price, seen_price])
  })

  test('is rejected with the new price if it has changed, and nothing is booked', async () => {
    const fixture = await aStudio(server)
    await setPrice(fixture, 6_550)
    const sentences: [number | null, string][] = [
      [5_000, 'The price of this service is now $65.50. Check it, then book again.'],
      [null, 'The price of this service is now $65.50. Check it, then book again.'],
    ]
    for (const [price, sentence] of sentences) {
      const rejection = await book(fixture.client, fixture, { seen_price: dollars(price) })
      expectError(rejection, 'PRICE_CHANGED')
      expect(rejection.body).toMatchObject({ message: sentence, details: dollars(6_550) })
    }
    expectError(
      await book(fixture.client, fixture, { seen_price: { price_minor: 6_550, currency: 'EUR' } }),
      'PRICE_CHANGED',
    )
    await setPrice(fixture, null)
    const free = await book(fixture.client, fixture, { seen_price: dollars(6_550) })
    expect(free.body.message).toBe('This service no longer has a listed price. Check it, then book again.')
    const { body } = await fixture.client.get(`/studios/${fixture.studio.id}/bookings`)
    expect(body.items).toEqual([])
  })
})

describe('a price that changes while clients book', () => {
  test('rejects none of them: each books at one of the two prices', async () => {
    const fixture = await aStudio(server)
    await setPrice(fixture, 100)
    const answers: Answer[] = []
    for (let round = 0; round < 8; round += 1) {
      const day = { booking_date: plusDays(today, 7 + round) }
      const hours = [8, 10, 12, 14, 16, 18].map((hour) => ({ start_time: `${hour}:00`.padStart(5, '0') }))
      const booked = hours.map((hour, nth) => {
        const end_time = `${String(Number(hour.start_time.slice(0, 2)) + 1).padStart(2, '0')}:00`
        return book(nth % 2 ? fixture.client : fixture.other, fixture, { ...day, ...hour, end_time })
      })
      const [, ...made] = await Promise.all([setPrice(fixture, round % 2 ? 100 : 200), ...booked])
      answers.push(...made)
    }
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.code ?? ''}`.trim()))).toEqual(new Set(['201']))
    for (const { body } of answers) expect([100, 200]).toContain(body.price_minor)
  })

  test('just before they get the lock is the price they pay, or the error names it', async () => {
    const fixture = await aStudio(server)
    await setPrice(fixture, 100)
    const held = await holdLock(fixture)
    try {
      const pending = [
        book(fixture.client, fixture, { start_time: '08:00', end_time: '09:00' }),
        book(fixture.other, fixture, { start_time: '10:00', end_time: '11:00', seen_price: dollars(100) }),
      ]
      await held.untilAwaited()
      await asLogin((tx) =>
        sql`with priced as (update studio_services set price_minor = 250 where studio_id = ${fixture.studio.id}::uuid)
            update studios set services_version = services_version + 1 where id = ${fixture.studio.id}::uuid`.execute(
          tx,
        ),
      )
      await held.release()
      const [booked, told] = await Promise.all(pending)
      expect(booked?.status).toBe(201)
      expect(booked?.body.price_minor).toBe(250)
      expect(told?.body).toMatchObject({ code: 'PRICE_CHANGED', details: dollars(250) })
    } finally {
      await held.release()
    }
  })
})

test('a request whose waiting time was shortened just before the lock uses the new one', async () => {
  const fixture = await aStudio(server)
  const held = await holdLock(fixture)
  try {
    const pending = book(fixture.client, fixture, {})
    await held.untilAwaited()
    await asLogin((tx) =>
      sql`update studios set request_expiry_hours = 2 where id = ${fixture.studio.id}::uuid`.execute(tx),
    )
    await held.release()
    const { status, body } = await pending
    expect([status, body.expires_at]).toEqual([201, new Date(clock.now().getTime() + 2 * 3_600_000).toISOString()])
  } finally {
    await held.release()
  }
})

/** Takes a studio's lock on a separate connection. */
async function holdLock({ studio }: StudioOfTest) {
  const client = new pg.Client({ connectionString: server.databaseUrl ?? '' })
  await client.connect()
  await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [`studio:${studio.id}`])
  const waiting = `select from pg_locks l join pg_database d on d.oid = l.database
    where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`
  let isReserved = true
  return {
    untilAwaited: () => vi.waitFor(async () => expect((await client.query(waiting)).rowCount).toBeGreaterThan(0)),
    async release() {
      if (isReserved) await client.end()
      isReserved = false
    },
  }
}
