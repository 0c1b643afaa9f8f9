import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aFixedClock, aSession } from '@studiohub/testing/bookings.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { type ApiResponse, expectError } from '@studiohub/testing/http.ts'
import { aStudio, type StudioOfTest, type TestUser } from '@studiohub/testing/people.ts'
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

async function setPrice({ admin, studio }: StudioOfTest, price_minor: number | null): Promise<ApiResponse> {
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
const book = (person: TestUser, { studio }: StudioOfTest, fields: Record<string, unknown>) =>
  person.post(`/studios/${studio.id}/bookings`, aSession(today, fields))
const dollars = (price_minor: number | null) => ({ price_minor, currency: price_minor === null ? null : 'USD' })

describe('the price that a client has seen', () => {
  test('is the price of the booking, and of every session of a series', async () => {
    const fixture = await aStudio(server)
    await setPrice(fixture, 5_000)
    const seen_price = dollars(5_000)
    expect((await book(fixture.client, fixture, { seen_price })).body).toMatchObject(seen_price)
    const series = { ...aSession(today, { start_time: '14:00', end_time: '15:00', seen_price }), count: 2 }
    const response = await fixture.client.post(`/studios/${fixture.studio.id}/booking-series`, series)
    expect(response.body.bookings).toMatchObject([seen_price, seen_price])
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
    const withoutPrice = await book(fixture.client, fixture, { seen_price: dollars(6_550) })
    expect(withoutPrice.body.message).toBe('This service no longer has a listed price. Check it, then book again.')
    const { body } = await fixture.client.get(`/studios/${fixture.studio.id}/bookings`)
    expect(body.items).toEqual([])
  })
})

describe('a price that changes while clients book', () => {
  test('rejects no call: each books at the old or the new price', async () => {
    const fixture = await aStudio(server)
    await setPrice(fixture, 100)
    const responses: ApiResponse[] = []
    for (let round = 0; round < 8; round += 1) {
      const day = { booking_date: plusDays(today, 7 + round) }
      const hours = [8, 10, 12, 14, 16, 18].map((hour) => ({ start_time: `${hour}:00`.padStart(5, '0') }))
      const bookings = hours.map((hour, index) => {
        const end_time = `${String(Number(hour.start_time.slice(0, 2)) + 1).padStart(2, '0')}:00`
        return book(index % 2 ? fixture.client : fixture.other, fixture, { ...day, ...hour, end_time })
      })
      const [, ...bookingAnswers] = await Promise.all([setPrice(fixture, round % 2 ? 100 : 200), ...bookings])
      responses.push(...bookingAnswers)
    }
    expect(new Set(responses.map(({ status, body }) => `${status} ${body.code ?? ''}`.trim()))).toEqual(
      new Set(['201']),
    )
    for (const { body } of responses) expect([100, 200]).toContain(body.price_minor)
  })

  test('before they get the lock is the price that they pay, or that the error names', async () => {
    const fixture = await aStudio(server)
    await setPrice(fixture, 100)
    const studioLock = await takeLock(fixture)
    try {
      const pending = [
        book(fixture.client, fixture, { start_time: '08:00', end_time: '09:00' }),
        book(fixture.other, fixture, { start_time: '10:00', end_time: '11:00', seen_price: dollars(100) }),
      ]
      await studioLock.untilAwaited()
      await asLogin((tx) =>
        sql`with priced as (update studio_services set price_minor = 250 where studio_id = ${fixture.studio.id}::uuid)
            update studios set services_version = services_version + 1 where id = ${fixture.studio.id}::uuid`.execute(
          tx,
        ),
      )
      await studioLock.release()
      const [booked, rejected] = await Promise.all(pending)
      expect(booked?.status).toBe(201)
      expect(booked?.body.price_minor).toBe(250)
      expect(rejected?.body).toMatchObject({ code: 'PRICE_CHANGED', details: dollars(250) })
    } finally {
      await studioLock.release()
    }
  })
})

test('a request expires by the setting at the time when it gets the lock', async () => {
  const fixture = await aStudio(server)
  const studioLock = await takeLock(fixture)
  try {
    const pending = book(fixture.client, fixture, {})
    await studioLock.untilAwaited()
    await asLogin((tx) =>
      sql`update studios set request_expiry_hours = 2 where id = ${fixture.studio.id}::uuid`.execute(tx),
    )
    await studioLock.release()
    const { status, body } = await pending
    expect([status, body.expires_at]).toEqual([201, new Date(clock.now().getTime() + 2 * 3_600_000).toISOString()])
  } finally {
    await studioLock.release()
  }
})

/** Takes a studio's lock on a separate connection. */
async function takeLock({ studio }: StudioOfTest) {
  const client = new pg.Client({ connectionString: server.databaseUrl ?? '' })
  await client.connect()
  await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [`studio:${studio.id}`])
  const waiting = `select from pg_locks l join pg_database d on d.oid = l.database
    where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`
  let isConnected = true
  return {
    untilAwaited: () =>
      vi.waitFor(async () => expect((await client.query(waiting)).rowCount).toBeGreaterThan(0), { timeout: 60_000 }),
    async release() {
      if (isConnected) await client.end()
      isConnected = false
    },
  }
}
