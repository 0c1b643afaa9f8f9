import { buildOverrideLine } from '@studiohub/contract/features/prices/rules.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBooking, aFixedClock } from '@studiohub/testing/bookings.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { aClient, aCrewMember, aPerson, aStudio } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

const clock = aFixedClock()
const { today } = clock
let server: TestServer
beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())
beforeEach(() => clock.set('10:00'))

/** Sets a session's price, its time and its status. */
const setBooking = (id: string, fields: { price?: number; status?: string; day?: string }) =>
  asLogin((tx) =>
    sql`update bookings set price_minor = coalesce(${fields.price ?? null}::integer, price_minor),
      currency = case when ${fields.price ?? null}::integer is null then currency else 'USD' end,
      price_lines = case when ${fields.price ?? null}::integer is null then price_lines
        else ${JSON.stringify([buildOverrideLine('Agreed', fields.price ?? 0)])}::jsonb end,
      status = coalesce(${fields.status ?? null}::text, status),
      booking_date = coalesce(${fields.day ?? null}::date, booking_date) where id = ${id}`.execute(tx),
  )
const at = (hour: number) => ({ start_time: `${hour}:00`, end_time: `${hour + 1}:00` })

test('a studio finds its clients by name, with their history; crew see names only', async () => {
  const fixture = await aStudio(server)
  const { admin, client, studio } = fixture
  const first = await aBooking(client, studio.id, today, at(12))
  const second = await aBooking(client, studio.id, today, at(14))
  await setBooking(first.id, { price: 12_050, status: 'completed' })
  await setBooking(second.id, { price: 5_000 })
  const path = `/studios/${studio.id}/clients`
  const { items } = (await admin.get(`${path}?search=CLEO`)).body
  expect(items).toMatchObject([
    { full_name: 'Cleo Client', summary: { sessions: 2, spend: [{ currency: 'USD', amount_minor: 12_050 }] } },
  ])
  expect((await admin.get(`${path}?search=nobody`)).body.items).toEqual([])
  expect((await admin.get(`${path}?search=%25`)).body.items).toEqual([])
  expect((await admin.get(`${path}?search=otto`)).body.items).toMatchObject([
    { full_name: 'Otto Other', summary: { sessions: 0, last_date: null, next_date: null, spend: [] } },
  ])
  await client.patch('/me/profile', { phone: '+49 30 1' })
  const crew = await aCrewMember(server, fixture)
  for (const row of (await crew.get(path)).body.items) expect(row).toMatchObject({ phone: null, summary: null })
  for (const person of [client, await aPerson(server)]) expect((await person.get(path)).status).toBe(403)
})

test("a client's last session has begun, and the next one has not", async () => {
  const { admin, client, studio } = await aStudio(server)
  const nextDay = plusDays(today, 1)
  const times = { start_time: '10:30', end_time: '11:30' }
  for (const booking_date of [today, nextDay]) await aBooking(client, studio.id, today, { booking_date, ...times })
  const path = `/studios/${studio.id}/clients?search=cleo`
  const getSummary = async () => (await admin.get(path)).body.items[0].summary
  expect(await getSummary()).toMatchObject({ last_date: null, next_date: today })
  clock.set('10:45')
  expect(await getSummary()).toMatchObject({ last_date: today, next_date: nextDay })
})

test("a client's session of today stays the next one until they are checked in or it ends", async () => {
  // So late that the access tokens are still valid at the end of the session.
  clock.set('10:15')
  const { admin, client, studio } = await aStudio(server)
  const times = { start_time: '10:30', end_time: '11:00' }
  const { id } = await aBooking(client, studio.id, today, { booking_date: today, ...times })
  await setBooking(id, { status: 'confirmed' })
  const getSummary = async () => (await admin.get(`/studios/${studio.id}/clients?search=cleo`)).body.items[0].summary
  clock.set('10:45')
  const expected = { last_date: null, next_date: today, next_starts_at: expect.stringMatching(`^${today}T`) }
  expect(await getSummary()).toMatchObject(expected)
  clock.set('11:00')
  const done = { last_date: today, next_date: null, next_starts_at: null }
  expect(await getSummary()).toMatchObject(done)
  clock.set('10:45')
  const checkIn = { client_id: client.id, booking_id: id }
  expect((await admin.post(`/studios/${studio.id}/checkins`, checkIn)).status).toBe(201)
  expect(await getSummary()).toMatchObject(done)
})

test("a client's history shows all events with the studio, newest first, to the people who run it", async () => {
  const fixture = await aStudio(server)
  const { admin, client, studio } = fixture
  const { id } = await aBooking(client, studio.id, today, at(12))
  await client.post('/projects', { title: 'Night Train', description: '', project_type: 'music' })
  const path = `/studios/${studio.id}/clients/${client.id}/history`
  const { items, summary } = (await admin.get(path)).body
  expect(items).toMatchObject([
    { kind: 'booking', id, title: 'Recording Session', status: 'pending' },
    { kind: 'project', title: 'Night Train', status: 'draft' },
  ])
  expect(summary).toMatchObject({ sessions: 1, cancelled: 0, no_shows: 0 })
  const page = (await admin.get(`${path}?limit=1`)).body
  expect((await admin.get(`${path}?limit=1&cursor=${page.next_cursor}`)).body.items).toEqual([items[1]])

  const rival = await aStudio(server)
  const crew = await aCrewMember(server, fixture)
  for (const person of [crew, client, rival.admin]) expectError(await person.get(path), 'FORBIDDEN')
  expectError(await admin.get(`/studios/${studio.id}/clients/${rival.client.id}/history`), 'NOT_FOUND')
})

test('the statistics of a studio count its people, the bookings of the next week, and the revenue of the month', async () => {
  const fixture = await aStudio(server, { timezone: 'UTC' })
  const { admin, client, other, studio } = fixture
  await aCrewMember(server, fixture)
  await aClient(server, studio.id)
  const bookAt = async (person: typeof client, hour: number) => (await aBooking(person, studio.id, today, at(hour))).id
  const [confirmedId, nextWeekId, cancelledId] = [
    await bookAt(client, 12),
    await bookAt(other, 13),
    await bookAt(client, 14),
  ]
  await setBooking(confirmedId, { price: 10_000, status: 'confirmed', day: plusDays(today, 0) })
  await setBooking(nextWeekId, { day: plusDays(today, 7), price: 99 })
  await setBooking(cancelledId, { price: 7_000 })
  await admin.post(`/bookings/${cancelledId}/cancel`, {})
  const { status, body } = await admin.get(`/studios/${studio.id}/stats`)
  expect(status).toBe(200)
  expect(body).toMatchObject({ crew: 1, clients: 3, upcoming_bookings: 1 })
  expect(body.revenue).toEqual([{ currency: 'USD', amount_minor: 10_000 }])
  expect(body.months).toHaveLength(6)
  expect(body.months.at(-1)).toMatchObject({ month: today.slice(0, 7), revenue_minor: 10_000 })
  expect(body.utilisation).toHaveLength(7)
  const crew = await aCrewMember(server, fixture)
  for (const person of [crew, client, (await aStudio(server)).admin])
    expectError(await person.get(`/studios/${studio.id}/stats`), 'FORBIDDEN')
})
