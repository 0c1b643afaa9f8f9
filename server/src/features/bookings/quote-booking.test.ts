import { quoteSession, type ServiceForSale } from '@studiohub/contract/features/bookings/quotes/rules.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { defaultPricing, type Pricing } from '@studiohub/contract/features/prices/schema.ts'
import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { getWeekday } from '@studiohub/contract/shared/opening-hours.ts'
import { aBooking, aFixedClock, aSession, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { callAs, expectError, type TestClient } from '@studiohub/testing/http.ts'
import { aCrewMember, aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const clock = aFixedClock()
const { today } = clock
let server: TestServer
beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())

type Room = { id: string; name: string }
type Priced = StudioOfTest & { rooms: [Room, Room]; service: ServiceForSale }

const day = plusDays(today, 7)
const hourly: Pricing = {
  ...defaultPricing,
  unit: 'hour',
  rules: [
    { label: 'evening', weekdays: [getWeekday(day)], from: '18:00', to: '23:00', percent: 50, price_minor: null },
  ],
  packages: [{ label: 'half day', minutes: 240, price_minor: 18_000 }],
  add_ons: [
    { key: 'engineer', label: 'Engineer', unit: 'hour', price_minor: 2_000, max_quantity: 2 },
    { key: 'strings', label: 'String quartet', unit: 'piece', price_minor: null, max_quantity: 1 },
  ],
}

/** Changes services of the studio, by key. */
async function setServices({ admin, studio }: StudioOfTest, changes: Record<string, Partial<StudioService>>) {
  const path = `/studios/${studio.id}/services`
  const { items } = (await admin.get(path)).body
  const changed = items.map(({ position, ...service }: StudioService) => ({ ...service, ...changes[service.key] }))
  expect((await admin.put(path, { items: changed })).status).toBe(200)
}

/** A studio whose recordings cost 60 by the hour, 40 in its second room, and more in the evening. */
async function aPricedStudio(changes: Partial<StudioService> = {}): Promise<Priced> {
  const fixture = await aStudio(server)
  const { admin, studio } = fixture
  const [first] = (await admin.get(`/studios/${studio.id}/resources`)).body.items
  const { body: second } = await admin.post(`/studios/${studio.id}/resources`, { kind: 'room', name: 'Booth' })
  const rooms: [Room, Room] = [first, second]
  const pricing = { ...hourly, rooms: [{ room_id: second.id, price_minor: 4_000 }] }
  const service = await setService(fixture, { price_minor: 6_000, min_minutes: 30, pricing, ...changes })
  return { ...fixture, rooms, service }
}

async function setService({ admin, studio }: StudioOfTest, changes: Partial<StudioService>): Promise<StudioService> {
  const path = `/studios/${studio.id}/services`
  const { items } = (await admin.get(path)).body
  const changed = items.map(({ position, ...service }: StudioService) =>
    service.key === 'recording' ? { ...service, ...changes } : service,
  )
  const { status, body } = await admin.put(path, { items: changed })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.items.find(({ key }: StudioService) => key === 'recording')
}

const getQuote = (caller: TestClient, fixture: StudioOfTest, fields = {}) => {
  const { booking_type, ...session } = aSession(today, fields)
  return caller.post(`/studios/${fixture.studio.id}/quote`, session)
}
const amountsOf = ({ price_lines }: Booking) => price_lines.map(({ label, amount_minor }) => [label, amount_minor])

describe('a quote', () => {
  test('is the same for visitors, clients, crew and the rules of the contract, for any input', async () => {
    const fixture = await aPricedStudio()
    const crew = await aCrewMember(server, fixture)
    const callers = [callAs(server.url, null), fixture.client, fixture.admin, crew]
    const hour = fc.integer({ min: 0, max: 22 })
    const session = fc.record({
      from: hour,
      hours: fc.integer({ min: 1, max: 80 }),
      room: fc.constantFrom(null, 0, 1),
      people: fc.option(fc.integer({ min: 1, max: 9 })),
      engineers: fc.integer({ min: 0, max: 2 }),
      caller: fc.integer({ min: 0, max: 3 }),
    })
    const fullHour = (number: number) => `${String(number % 24).padStart(2, '0')}:00`
    await fc.assert(
      fc.asyncProperty(session, async ({ from, hours, room, people, engineers, caller }) => {
        const times = {
          booking_date: day,
          start_time: fullHour(from),
          end_time: fullHour(from + hours),
          ends_next_day: from + hours >= 24,
          days: Math.floor((from + hours) / 24) + 1,
        }
        const add_ons = engineers === 0 ? [] : [{ key: 'engineer', quantity: engineers }]
        const room_id = room === null ? null : (fixture.rooms[room]?.id ?? null)
        const fields = { ...times, room_id, people, add_ons }
        const { status, body } = await getQuote(callers[caller] ?? fixture.client, fixture, fields)
        expect(status).toBe(200)
        const rooms = fixture.rooms.map(({ id }) => id)
        const studio = { currency: 'USD', rooms }
        const input = { ...times, people, add_ons, room_ids: room_id ? [room_id] : [] }
        expect(body).toEqual(quoteSession(fixture.service, input, studio))
      }),
      { numRuns: 40 },
    )
  })

  test('is the price of each session of a series', async () => {
    const fixture = await aPricedStudio()
    const rooms = fixture.rooms.map(({ id }) => id)
    const series = fc.record({ from: fc.integer({ min: 8, max: 20 }), hours: fc.integer({ min: 2, max: 8 }) })
    let week = 0
    await fc.assert(
      fc.asyncProperty(series, async ({ from, hours }) => {
        week += 4
        const days = Math.floor((from + hours) / 24) + 1
        const times = {
          start_time: `${from}:00`.padStart(5, '0'),
          end_time: `${(from + hours) % 24}:00`.padStart(5, '0'),
          days,
        }
        const first_date = plusDays(today, week * 7)
        const { status, body } = await fixture.admin.post(`/studios/${fixture.studio.id}/booking-series`, {
          ...aSession(today, { booking_date: first_date, ...times, ends_next_day: days > 1 }),
          count: 3,
        })
        expect(status).toBe(201)
        const prices = body.bookings.map(({ price_minor }: Booking) => price_minor)
        const quotes = body.bookings.map(({ booking_date, resources }: Booking) => {
          const room_ids = resources.map(({ id }) => id)
          const session = { booking_date, ...times, ends_next_day: days > 1, people: null, add_ons: [], room_ids }
          return quoteSession(fixture.service, session, { currency: 'USD', rooms }).total_minor
        })
        expect(prices).toEqual(quotes)
      }),
      { numRuns: 8 },
    )
  })

  test('is rejected with the invalid field', async () => {
    const fixture = await aPricedStudio({ capacity: 4 })
    const visitor = callAs(server.url, null)
    expectError(await getQuote(visitor, fixture, { service_type: 'choir' }), 'SERVICE_NOT_OFFERED')
    expectError(await getQuote(visitor, fixture, { end_time: '09:00' }), 'INVALID_TIME_RANGE')
    expectError(await getQuote(visitor, fixture, { room_id: fixture.studio.id }), 'ROOM_NOT_AVAILABLE')
    const tooManyPeople = await getQuote(visitor, fixture, { people: 5 })
    expect(tooManyPeople.body.fields).toEqual({ people: 'This service is for at most 4 people.' })
    const unknownAddOn = await getQuote(visitor, fixture, { add_ons: [{ key: 'choir', quantity: 1 }] })
    expect(unknownAddOn.body.fields).toEqual({ 'add_ons.0': 'This quantity is not available.' })
    const unknownStudio = { ...fixture, studio: { ...fixture.studio, id: crypto.randomUUID() } }
    expectError(await getQuote(visitor, unknownStudio), 'NOT_FOUND')
  })

  test('of a service that clients cannot book is only for the studio', async () => {
    const fixture = await aPricedStudio({ is_client_bookable: false })
    expect((await getQuote(fixture.admin, fixture)).status).toBe(200)
    for (const caller of [fixture.client, callAs(server.url, null)])
      expectError(await getQuote(caller, fixture), 'SERVICE_NOT_OFFERED')
  })
})

describe('a booking', () => {
  test('keeps its price lines if the prices of the service change', async () => {
    const fixture = await aPricedStudio()
    const fields = {
      start_time: '17:00',
      end_time: '19:00',
      room_id: fixture.rooms[0].id,
      people: 3,
      add_ons: [
        { key: 'engineer', quantity: 1 },
        { key: 'strings', quantity: 1 },
      ],
      seen_price: { price_minor: 19_000, currency: 'USD' },
    }
    const booking = await aBooking(fixture.client, fixture.studio.id, today, fields)
    expect(amountsOf(booking)).toEqual([
      ['Recording Session', 6_000],
      ['Recording Session, evening', 9_000],
      ['Engineer', 4_000],
      ['String quartet', null],
    ])
    expect(booking).toMatchObject({ price_minor: 19_000, currency: 'USD', people: 3 })
    await setService(fixture, { price_minor: 9_900, label: 'Tracking' })
    expect((await fixture.client.get(`/bookings/${booking.id}`)).body).toMatchObject({
      price_minor: 19_000,
      price_lines: booking.price_lines,
    })
  })

  test('without a named room gets the cheapest free room at its price', async () => {
    const fixture = await aPricedStudio()
    const seen_price = { price_minor: 8_000, currency: 'USD' }
    const first = await aBooking(fixture.client, fixture.studio.id, today, { seen_price })
    expect([first.resources[0]?.name, first.price_minor]).toEqual(['Booth', 8_000])
    const response = await fixture.other.post(`/studios/${fixture.studio.id}/bookings`, aSession(today, { seen_price }))
    expectError(response, 'PRICE_CHANGED')
    expect(response.body.details).toEqual({ price_minor: 12_000, currency: 'USD' })
  })

  test('of a service for one room is in that room; only the studio may book another room', async () => {
    const fixture = await aPricedStudio()
    const [studioA, booth] = fixture.rooms
    await setService(fixture, { room_ids: [studioA.id] })
    const booking = await aBooking(fixture.client, fixture.studio.id, today)
    expect(booking.resources.map(({ name }) => name)).toEqual([studioA.name])
    const path = `/studios/${fixture.studio.id}/bookings`
    expectError(await fixture.client.post(path, aSession(today, { room_id: booth.id })), 'ROOM_NOT_AVAILABLE')
    expectError(await fixture.client.post(path, aSession(today)), 'BOOKING_CONFLICT')
    expect((await fixture.admin.post(path, aSession(today, { room_id: booth.id }))).status).toBe(201)
    const free = `/studios/${fixture.studio.id}/availability?date=${day}&days=1&service=recording&minutes=120`
    expect((await fixture.client.get(free)).body.rooms).toHaveLength(1)
    const unknownRoom = await fixture.admin.put(`/studios/${fixture.studio.id}/services`, {
      items: [{ ...(await setService(fixture, {})), position: undefined, room_ids: [crypto.randomUUID()] }],
    })
    expectError(unknownRoom, 'VALIDATION_FAILED')
  })

  test('has the price that an admin sets with a reason; clients and crew cannot set one', async () => {
    const fixture = await aPricedStudio()
    const path = `/studios/${fixture.studio.id}/bookings`
    const manualPrice = { price_minor: 1_000, price_reason: 'Regular' }
    const crew = await aCrewMember(server, fixture)
    expectError(await fixture.client.post(path, aSession(today, manualPrice)), 'FIELD_NOT_ALLOWED')
    expectError(await crew.post(path, aSession(today, manualPrice)), 'FORBIDDEN')
    expectError(await fixture.admin.post(path, aSession(today, { price_minor: 1_000 })), 'VALIDATION_FAILED')
    const booking = await aBooking(fixture.admin, fixture.studio.id, today, {
      ...manualPrice,
      client_id: fixture.client.id,
    })
    expect(amountsOf(booking)).toEqual([['Regular', 1_000]])
    const longer = await fixture.admin.patch(`/bookings/${booking.id}`, { end_time: '15:00' })
    expect(longer.body).toMatchObject({ price_minor: 1_000, price_lines: booking.price_lines })
    expectError(await fixture.admin.patch(`/bookings/${booking.id}`, { price_minor: 5 }), 'VALIDATION_FAILED')
    expectError(await fixture.client.patch(`/bookings/${booking.id}`, manualPrice), 'FIELD_NOT_ALLOWED')
  })

  test('of a service with a price per session must have the default length', async () => {
    const fixture = await aPricedStudio({ min_minutes: null, pricing: defaultPricing })
    const path = `/studios/${fixture.studio.id}/bookings`
    expectError(await fixture.client.post(path, aSession(today, { end_time: '18:00' })), 'LENGTH_NOT_OFFERED')
    expect((await fixture.client.post(path, aSession(today))).status).toBe(201)
  })

  test('of a service with a price per person must have a number of people', async () => {
    const fixture = await aPricedStudio({ pricing: { ...defaultPricing, unit: 'person' } })
    const path = `/studios/${fixture.studio.id}/bookings`
    const rejection = await fixture.client.post(path, aSession(today))
    expect(rejection.body.fields).toEqual({ people: 'Please enter how many people' })
    expect((await aBooking(fixture.client, fixture.studio.id, today, { people: 3 })).price_minor).toBe(18_000)
  })

  test('of a hidden service without a price is only possible for the studio', async () => {
    const fixture = await aPricedStudio({ price_minor: null, pricing: defaultPricing, hide_without_price: true })
    const path = `/studios/${fixture.studio.id}/bookings`
    expectError(await fixture.client.post(path, aSession(today)), 'SERVICE_NOT_OFFERED')
    const offered = await callAs(server.url, null).get(`/public/studios/${fixture.studio.slug}/services`)
    expect(offered.body.items.map(({ key }: { key: string }) => key)).not.toContain('recording')
    expect((await fixture.admin.post(path, aSession(today))).status).toBe(201)
  })

  test('in a series has the price of its own time', async () => {
    const fixture = await aPricedStudio()
    const session = aSession(today, { start_time: '17:00', end_time: '19:00', room_id: fixture.rooms[0].id })
    const seen_price = { price_minor: 15_000, currency: 'USD' }
    const weekdays = [getWeekday(day), (getWeekday(day) + 1) % 7]
    const series = { ...session, seen_price, weekdays, count: 3 }
    const { body } = await fixture.client.post(`/studios/${fixture.studio.id}/booking-series`, series)
    expect(body.bookings.map(({ price_minor }: Booking) => price_minor)).toEqual([15_000, 12_000, 15_000])
  })
})

describe('a changed booking', () => {
  test('keeps its price if the current prices of both times are equal; otherwise the new price must be the shown one', async () => {
    const fixture = await aPricedStudio()
    const room_id = fixture.rooms[0].id
    const { id } = await aBooking(fixture.client, fixture.studio.id, today, { room_id })
    await setService(fixture, { price_minor: 9_000 })
    const moved = await fixture.admin.patch(`/bookings/${id}`, { start_time: '13:00', end_time: '15:00' })
    expect(moved.body.price_minor).toBe(12_000)
    const longer = { end_time: '16:00' }
    const seen_price = { price_minor: 12_000, currency: 'USD' }
    const rejection = await fixture.admin.patch(`/bookings/${id}`, { ...longer, seen_price })
    expectError(rejection, 'PRICE_CHANGED')
    expect(rejection.body.details).toEqual({ price_minor: 18_000, currency: 'USD' })
    const changed = await fixture.admin.patch(`/bookings/${id}`, { ...longer, seen_price: rejection.body.details })
    expect(changed.body).toMatchObject({ price_minor: 18_000, end_time: '16:00' })
  })

  test('by a change request has the price that was shown to the client', async () => {
    const fixture = await aPricedStudio()
    const { id } = await aBooking(fixture.client, fixture.studio.id, today, { room_id: fixture.rooms[0].id })
    await confirmAsSeen(fixture.admin, id)
    const response = await fixture.client.patch(`/bookings/${id}`, { start_time: '18:00', end_time: '20:00' })
    expect(response.body).toMatchObject({ price_minor: 12_000, change_request: { price_minor: 18_000 } })
    await setService(fixture, { price_minor: 50_000 })
    const approved = await fixture.admin.post(`/bookings/${id}/change-request/approve`, {
      version: response.body.version,
    })
    expect(approved.body).toMatchObject({ price_minor: 18_000, start_time: '18:00' })
    expect(amountsOf(approved.body)).toEqual([['Recording Session, evening', 18_000]])
  })

  test('gets other people and add-ons only from the studio; an add-on that is no longer offered keeps its price', async () => {
    const fixture = await aPricedStudio()
    const fields = { room_id: fixture.rooms[0].id, add_ons: [{ key: 'engineer', quantity: 1 }] }
    const { id } = await aBooking(fixture.client, fixture.studio.id, today, fields)
    expectError(await fixture.client.patch(`/bookings/${id}`, { add_ons: [] }), 'FIELD_NOT_ALLOWED')
    expectError(await fixture.client.patch(`/bookings/${id}`, { people: 2 }), 'FIELD_NOT_ALLOWED')
    await setService(fixture, { pricing: { ...hourly, add_ons: [] } })
    const longer = await fixture.admin.patch(`/bookings/${id}`, { end_time: '13:00' })
    expect(amountsOf(longer.body)).toEqual([
      ['Recording Session', 18_000],
      ['Engineer', 4_000],
    ])
    const withoutAddOns = await fixture.admin.patch(`/bookings/${id}`, { add_ons: [], people: 2 })
    expect(amountsOf(withoutAddOns.body)).toEqual([['Recording Session', 18_000]])
    expect(withoutAddOns.body.people).toBe(2)
  })

  test('with a manual price cannot be made longer by its client without approval', async () => {
    const fixture = await aPricedStudio({ auto_confirm: true })
    const { id } = await aBooking(fixture.client, fixture.studio.id, today)
    await fixture.admin.patch(`/bookings/${id}`, { price_minor: 100, price_reason: 'First session' })
    const longer = await fixture.client.patch(`/bookings/${id}`, { end_time: '18:00' })
    expect(longer.body).toMatchObject({ end_time: '12:00', change_request: { end_time: '18:00' } })
  })

  test('keeps add-ons and people that the studio sets while a change request is open', async () => {
    const fixture = await aPricedStudio()
    const { id } = await aBooking(fixture.client, fixture.studio.id, today, { room_id: fixture.rooms[0].id })
    await confirmAsSeen(fixture.admin, id)
    await fixture.client.patch(`/bookings/${id}`, { start_time: '13:00', end_time: '15:00' })
    const add_ons = [{ key: 'engineer', quantity: 1 }]
    const { body } = await fixture.admin.patch(`/bookings/${id}`, { add_ons, people: 3 })
    const approved = await fixture.admin.post(`/bookings/${id}/change-request/approve`, { version: body.version })
    expect(approved.body).toMatchObject({ start_time: '13:00', price_minor: 16_000, people: 3 })
  })

  test('with a cheaper service leaves a room that the service does not use', async () => {
    const fixture = await aPricedStudio()
    const { rooms, client } = fixture
    const [studioA, booth] = rooms
    const cheap = {
      price_minor: 1_000,
      auto_confirm: true,
      room_ids: [booth.id],
      pricing: { ...defaultPricing, unit: 'hour' },
    }
    await setServices(fixture, {
      recording: { room_ids: [studioA.id] },
      mixing: { ...cheap, min_minutes: 30 } as StudioService,
    })
    const { id } = await aBooking(client, fixture.studio.id, today, { room_id: studioA.id })
    await confirmAsSeen(fixture.admin, id)
    const moved = await client.patch(`/bookings/${id}`, { service_type: 'mixing' })
    expect(moved.body.resources.map(({ name }: Room) => name)).toEqual([booth.name])
    const inOldRoom = await client.patch(`/bookings/${id}`, { service_type: 'mixing', room_id: studioA.id })
    expectError(inOldRoom, 'ROOM_NOT_AVAILABLE')
    // The same applies to a series.
    const weekly = { ...aSession(today, { room_id: studioA.id, start_time: '14:00', end_time: '16:00' }), count: 2 }
    const response = await client.post(`/studios/${fixture.studio.id}/booking-series`, {
      ...weekly,
      weekdays: [getWeekday(day)],
    })
    const { body } = await client.patch(`/booking-series/${response.body.series.id}`, { service_type: 'mixing' })
    const names = body.bookings.flatMap(({ resources }: Booking) => resources.map(({ name }) => name))
    expect(names).toEqual([booth.name, booth.name])
    expectError(await getQuote(client, fixture, { service_type: 'mixing', room_id: studioA.id }), 'ROOM_NOT_AVAILABLE')
  })

  test('with another service must have a number of people that this service allows', async () => {
    const fixture = await aPricedStudio()
    await setServices(fixture, {
      mixing: { capacity: 2 },
      mastering: { pricing: { ...defaultPricing, unit: 'person' }, price_minor: 1_000 },
    })
    const forEight = await aBooking(fixture.client, fixture.studio.id, today, {
      people: 8,
      room_id: fixture.rooms[0].id,
    })
    const tooMany = await fixture.client.patch(`/bookings/${forEight.id}`, { service_type: 'mixing' })
    expect(tooMany.body.fields).toEqual({ people: 'This service is for at most 2 people.' })
    const inSecondRoom = await aBooking(fixture.client, fixture.studio.id, today, { room_id: fixture.rooms[1].id })
    const perPerson = await fixture.client.patch(`/bookings/${inSecondRoom.id}`, { service_type: 'mastering' })
    expect(perPerson.body.fields).toEqual({ people: 'Please enter how many people' })
  })

  test("with add-ons needs the studio's approval for a service without these add-ons", async () => {
    const fixture = await aPricedStudio({ auto_confirm: true })
    await setServices(fixture, { mixing: { auto_confirm: true, price_minor: 1_000 } })
    const add_ons = [{ key: 'engineer', quantity: 1 }]
    const { id } = await aBooking(fixture.admin, fixture.studio.id, today, { client_id: fixture.client.id, add_ons })
    await confirmAsSeen(fixture.admin, id)
    const response = await fixture.client.patch(`/bookings/${id}`, { service_type: 'mixing' })
    expect(response.body).toMatchObject({ service_type: 'recording', change_request: { service_type: 'mixing' } })
    expect(response.body.price_lines.some(({ kind }: { kind: string }) => kind === 'add_on')).toBe(true)
  })

  test('that becomes longer has the current price, even if its old length is no longer offered', async () => {
    const fixture = await aPricedStudio({ auto_confirm: true, pricing: defaultPricing, price_minor: 10_000 })
    const { id } = await aBooking(fixture.client, fixture.studio.id, today, { room_id: fixture.rooms[0].id })
    await setService(fixture, { pricing: { ...defaultPricing, unit: 'day' }, price_minor: 60_000, max_minutes: 720 })
    const moved = await fixture.client.patch(`/bookings/${id}`, { start_time: '13:00', end_time: '15:00' })
    expect(moved.body.price_minor).toBe(10_000)
    const longer = await fixture.client.patch(`/bookings/${id}`, { end_time: '22:00' })
    expect(longer.body).toMatchObject({ end_time: '22:00', price_minor: 60_000 })
  })

  test('whose price exceeds the limit is rejected with a message', async () => {
    const fixture = await aPricedStudio({ price_minor: 100_000_000, pricing: { ...defaultPricing, unit: 'hour' } })
    const { id } = await aBooking(fixture.admin, fixture.studio.id, today, { end_time: '11:00' })
    const rejection = await fixture.admin.patch(`/bookings/${id}`, {
      start_time: '00:00',
      end_time: '00:00',
      ends_next_day: true,
    })
    expect(rejection.body.message).toBe('This price is too high to book online. Please contact the studio.')
  })
})
