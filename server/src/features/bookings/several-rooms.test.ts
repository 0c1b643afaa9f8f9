import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aFixedClock, aSession } from '@studiohub/testing/bookings.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { allowManyRequests, aStudio } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

const clock = aFixedClock()
const { today } = clock
const day = plusDays(today, 7)
let server: TestServer
beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())
beforeEach(() => clock.set('10:00'))

/** A studio with three rooms. Clients can book recordings in up to two rooms at once, mixes in one, both by the hour. */
async function aStudioWithRooms() {
  const fixture = await aStudio(server)
  await allowManyRequests(fixture)
  const path = `/studios/${fixture.studio.id}`
  const add = async (name: string): Promise<string> =>
    (await fixture.admin.post(`${path}/resources`, { kind: 'room', name })).body.id
  const [booth, attic] = [await add('Booth'), await add('Attic')]
  const main: string = (await fixture.admin.get(`${path}/resources`)).body.items[0].id
  const { items } = (await fixture.admin.get(`${path}/services`)).body
  const setServices = (changesOf: (service: { key: string; pricing: object }) => object) =>
    fixture.admin.put(`${path}/services`, {
      items: items.map(({ position, ...service }: { position: number; key: string; pricing: object }) => ({
        ...service,
        ...changesOf(service),
      })),
    })
  const hourly = (service: { pricing: object }) => ({
    price_minor: 5_000,
    min_minutes: 60,
    pricing: { ...service.pricing, unit: 'hour', rooms: [{ room_id: booth, price_minor: 2_000 }] },
  })
  const saved = await setServices((service) =>
    service.key === 'recording'
      ? { ...hourly(service), rooms_max: 2 }
      : service.key === 'mixing'
        ? hourly(service)
        : {},
  )
  expect(saved.status).toBe(200)
  const book = (person: typeof fixture.client, fields: object) =>
    person.post(`${path}/bookings`, aSession(today, { ...fields }))
  return { ...fixture, path, main, booth, attic, setServices, book }
}

type BookingAnswer = { body: { resources: { name: string }[] } }
const namesOf = ({ body }: BookingAnswer) => body.resources.map(({ name }) => name)

describe('several rooms at once', () => {
  test('are one booking if the service allows it, at the sum of their prices; if one is taken, none is booked', async () => {
    const { client, other, path, main, booth, book } = await aStudioWithRooms()
    const quoted = await client.post(`${path}/quote`, {
      booking_date: day,
      start_time: '10:00',
      end_time: '12:00',
      service_type: 'recording',
      resource_ids: [main, booth],
    })
    expect(quoted.body.total_minor).toBe(14_000)
    const seen_price = { price_minor: 14_000, currency: quoted.body.currency }
    const response = await book(client, { resource_ids: [main, booth], seen_price })
    expect([response.status, namesOf(response)]).toEqual([201, ['Studio A', 'Booth']])
    expect(
      response.body.price_lines.map(({ label, amount_minor }: { label: string; amount_minor: number }) => [
        label,
        amount_minor,
      ]),
    ).toEqual([
      ['Recording Session, Studio A', 10_000],
      ['Recording Session, Booth', 4_000],
    ])
    // One taken room is enough: nothing is booked.
    const rejection = await book(other, { start_time: '11:00', end_time: '13:00', resource_ids: [booth, main] })
    expectError(rejection, 'BOOKING_CONFLICT')
    expect(rejection.body.details.free_starts[0]).toBe('12:00')
    const { body } = await client.get(`${path}/bookings?from=${day}&to=${day}`)
    expect(body.items).toHaveLength(1)
  })

  test('are as many as the service allows, and the studio may book more', async () => {
    const { admin, client, main, booth, attic, book } = await aStudioWithRooms()
    const all = [main, booth, attic]
    expectError(await book(client, { resource_ids: all }), 'FIELD_NOT_ALLOWED')
    expectError(await book(client, { service_type: 'mixing', resource_ids: [main, booth] }), 'FIELD_NOT_ALLOWED')
    expect(namesOf(await book(admin, { resource_ids: all }))).toEqual(['Studio A', 'Booth', 'Attic'])
    // If the service is for one room, only the most expensive room is charged.
    const mix = await book(admin, {
      booking_date: plusDays(day, 1),
      service_type: 'mixing',
      resource_ids: [main, booth],
    })
    expect(mix.body.price_minor).toBe(10_000)
  })

  test('are offered if all of them are free', async () => {
    const { admin, client, path, main, booth, attic, book } = await aStudioWithRooms()
    await book(admin, { room_id: main, service_type: 'mixing', start_time: '08:00', end_time: '12:00' })
    await book(admin, { room_id: booth, service_type: 'mixing', start_time: '14:00', end_time: '16:00' })
    const getAvailability = (rooms: string[]) =>
      client.get(`${path}/availability?date=${day}&service=recording&minutes=120&room_ids=${rooms.join(',')}`)
    const { free, rooms } = (await getAvailability([booth, main])).body.days[0]
    expect([free[0], free.includes('12:15'), free.includes('14:00'), free.includes('16:00')]).toEqual([
      '12:00',
      false,
      false,
      true,
    ])
    expect(rooms).toHaveLength(1)
    expect((await getAvailability([attic])).body.days[0].free[0]).toBe('08:00')
    expectError(await getAvailability([main, client.id]), 'ROOM_NOT_AVAILABLE')
    expect((await client.get(`${path}/availability?date=${day}&service=recording&room_ids=all`)).status).toBe(422)
    for (const start_time of ['11:00', '13:00'])
      expectError(
        await book(client, {
          start_time,
          end_time: `${Number(start_time.slice(0, 2)) + 2}:00`,
          resource_ids: [main, booth],
        }),
        'BOOKING_CONFLICT',
      )
    expect((await book(client, { start_time: '12:00', end_time: '14:00', resource_ids: [main, booth] })).status).toBe(
      201,
    )
  })

  test('move together, and a service for one room keeps one of them', async () => {
    const { client, main, booth, book } = await aStudioWithRooms()
    const { id } = (await book(client, { resource_ids: [main, booth] })).body
    const moved = await client.patch(`/bookings/${id}`, { start_time: '12:00', end_time: '14:00' })
    expect([namesOf(moved), moved.body.price_minor]).toEqual([['Studio A', 'Booth'], 14_000])
    const mix = await client.patch(`/bookings/${id}`, { service_type: 'mixing' })
    expect([namesOf(mix), mix.body.price_minor]).toEqual([['Studio A'], 10_000])
  })

  test('can be a series of one client', async () => {
    const { client, path, main, booth } = await aStudioWithRooms()
    const series = { ...aSession(today, { resource_ids: [main, booth] }), every_weeks: 1, count: 2 }
    const response = await client.post(`${path}/booking-series`, {
      ...series,
      seen_price: { price_minor: 14_000, currency: 'USD' },
    })
    expect(response.body.bookings.map((body: BookingAnswer['body']) => namesOf({ body }))).toEqual([
      ['Studio A', 'Booth'],
      ['Studio A', 'Booth'],
    ])
  })

  test('are booked by only one of two clients who book overlapping rooms at once', async () => {
    const { client, other, main, booth, attic, book } = await aStudioWithRooms()
    const responses = await Promise.all([
      book(client, { resource_ids: [main, booth] }),
      book(other, { resource_ids: [booth, attic] }),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  test('can be limited to one to twenty', async () => {
    const { setServices } = await aStudioWithRooms()
    for (const rooms_max of [0, 21, 1.5]) expectError(await setServices(() => ({ rooms_max })), 'VALIDATION_FAILED')
  })
})
