import { randomUUID } from 'node:crypto'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { aBooking, asPerson } from '@studiohub/testing/bookings.ts'
import { aStudio } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertBookings } from './queries.ts'

const today = todayIn('UTC', new Date())
let server: TestServer

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

/** Inserts two sessions in one statement. @returns the error, and how many bookings the studio then has */
async function insertTwo(second: Partial<Booking>) {
  const fixture = await aStudio(server)
  const existing = await aBooking(fixture.client, fixture.studio.id, today)
  const onDay = (days: number) => ({
    starts_at: `${plusDays(today, days)}T10:00:00.000Z`,
    ends_at: `${plusDays(today, days)}T12:00:00.000Z`,
  })
  const copy = { ...existing, client_id: null, created_by: fixture.admin.id }
  const bookings = [
    { ...copy, ...onDay(9), id: randomUUID() },
    { ...copy, ...onDay(10), id: randomUUID(), ...second },
  ]
  const reservations = bookings.map(({ id, starts_at, ends_at, resources }) => ({
    booking_id: id,
    resource_id: resources[0]?.id ?? '',
    from: starts_at,
    to: ends_at,
  }))
  const insertion = asPerson(fixture.admin, (tx) => insertBookings(tx, bookings, reservations))
  const error: unknown = await insertion.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  const { items } = (await fixture.admin.get(`/studios/${fixture.studio.id}/bookings`)).body
  return { error, count: items.length }
}

test('with a conflicting reservation nothing is inserted, and the error names the constraint', async () => {
  const { error, count } = await insertTwo({
    starts_at: `${plusDays(today, 9)}T11:00:00.000Z`,
    ends_at: `${plusDays(today, 9)}T13:00:00.000Z`,
  })
  expect(error).toMatchObject({ constraint: 'reservations_no_overlap' })
  expect(count).toBe(1)
})

test('with a client who is not in the studio nothing is inserted, and the error names the constraint', async () => {
  const stranger = await aStudio(server)
  const { error, count } = await insertTwo({ client_id: stranger.client.id })
  expect(error).toMatchObject({ constraint: 'booking_client_in_studio' })
  expect(count).toBe(1)
})

test('without a conflict both are inserted', async () => {
  expect(await insertTwo({})).toEqual({ error: undefined, count: 3 })
})
