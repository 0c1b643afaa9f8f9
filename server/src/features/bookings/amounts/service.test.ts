import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBooking, aFixedClock, aSession, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { changeServices } from '@studiohub/testing/card-studios.ts'
import type { TestClient } from '@studiohub/testing/http.ts'
import { aCrewMember, aDeskPerson, aStudio } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const clock = aFixedClock()
const { today } = clock
let server: TestServer
beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())

const PRICE = 12_345
const PIANO = 6_789

/** A studio with an engineer who may change sessions, and a pending session of a client with a price and an add-on. */
async function aPricedSession() {
  const fixture = await aStudio(server)
  const { admin, client, studio } = fixture
  const piano = { key: 'piano', label: 'Piano tuning', unit: 'piece', price_minor: PIANO, max_quantity: 1 }
  const { body } = await admin.get(`/studios/${studio.id}/services`)
  const pricing = { ...body.items[0].pricing, add_ons: [piano] }
  await changeServices(fixture, { price_minor: PRICE, pricing, deposit: { kind: 'percent', percent: 50 } })
  const cancellation_policy = { steps: [], late_percent: 50, no_show_percent: 100 }
  await admin.patch(`/studios/${studio.id}`, { cancellation_policy, crew_changes_sessions: true })
  const crew = await aCrewMember(server, fixture)
  const person = { kind: 'person', name: 'Sam', user_id: crew.id }
  const engineer = (await admin.post(`/studios/${studio.id}/resources`, person)).body
  const { id } = await aBooking(client, studio.id, today, { add_ons: [{ key: 'piano', quantity: 1 }] })
  await admin.patch(`/bookings/${id}`, { add_resource_ids: [engineer.id] })
  return { ...fixture, crew, id }
}

/** The answers of all calls that return the session. */
const readAll = async (person: TestClient, { id, studio }: { id: string; studio: { id: string } }) => [
  await person.get(`/bookings/${id}`),
  await person.get(`/studios/${studio.id}/bookings`),
  await person.get(`/studios/${studio.id}/bookings?from=${today}&to=${plusDays(today, 14)}`),
  await person.get(`/bookings/${id}/history`),
]
const hasAmount = (response: { body: unknown }) =>
  [PRICE, PIANO, PRICE + PIANO].some((amount) => JSON.stringify(response.body).includes(String(amount)))

test('crew see no amounts of a session, but the add-ons that they prepare', async () => {
  const fixture = await aPricedSession()
  const { crew, id } = fixture
  for (const response of await readAll(crew, fixture)) {
    expect(response.status).toBe(200)
    expect(hasAmount(response)).toBe(false)
  }
  const { body } = await crew.get(`/bookings/${id}`)
  expect(body).toMatchObject({ price_minor: null, currency: null, tax: null, deposit_minor: null, fee: null })
  expect(body.price_lines).toMatchObject([{ label: 'Piano tuning', quantity: 1, amount_minor: null }])
  expect(body.cancellation_policy).toMatchObject({ late_percent: 50 })
})

test('the desk, the client, and crew with the permission of the studio see the amounts', async () => {
  const fixture = await aPricedSession()
  const { admin, client, crew, studio } = fixture
  const desk = await aDeskPerson(server, fixture)
  await admin.patch(`/studios/${studio.id}`, { crew_sees_prices: true })
  for (const person of [admin, desk, client, crew])
    for (const response of await readAll(person, fixture)) expect(hasAmount(response)).toBe(true)
})

test('a session keeps its price if crew who cannot see it confirm and move the session', async () => {
  const { admin, crew, id } = await aPricedSession()
  const confirmed = await confirmAsSeen(crew, id)
  expect(confirmed).toMatchObject({ status: 200, body: { status: 'confirmed', price_minor: null } })
  const moved = await crew.patch(`/bookings/${id}`, { start_time: '13:00', end_time: '15:00' })
  expect(moved).toMatchObject({ status: 200, body: { start_time: '13:00', price_minor: null } })
  const { body } = await admin.get(`/bookings/${id}`)
  expect(body).toMatchObject({ status: 'confirmed', price_minor: PRICE + PIANO, deposit_minor: 9_567 })
  expect(body.price_lines).toHaveLength(2)
})

test('crew see no amounts of a series, its fees and change requests', async () => {
  const fixture = await aPricedSession()
  const { admin, client, crew, id, studio } = fixture
  await confirmAsSeen(admin, id)
  const moved = await client.patch(`/bookings/${id}`, { start_time: '14:00', end_time: '16:00' })
  expect(moved.body.change_request).toMatchObject({ price_minor: PRICE + PIANO })
  expect((await crew.get(`/bookings/${id}`)).body.change_request).toMatchObject({ price_minor: null, currency: null })
  await admin.post(`/bookings/${id}/cancel`, { for_client: true })
  expect((await admin.get(`/bookings/${id}`)).body.fee).toMatchObject({ percent: 50 })
  expect((await crew.get(`/bookings/${id}`)).body.fee).toBeNull()
  const series = await admin.post(`/studios/${studio.id}/booking-series`, {
    ...aSession(today, { start_time: '18:00', end_time: '19:00' }),
    client_id: client.id,
    count: 2,
  })
  expect(series.status).toBe(201)
  const path = `/booking-series/${series.body.series.id}`
  expect(hasAmount(await admin.get(path))).toBe(true)
  expect(hasAmount(await crew.get(path))).toBe(false)
})
