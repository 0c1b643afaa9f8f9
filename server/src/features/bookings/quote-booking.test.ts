import { quoteSession, type ServiceForSale } from '@studiohub/contract/features/bookings/quotes/rules.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { defaultPricing, type Pricing } from '@studiohub/contract/features/prices/schema.ts'
import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { weekdayOf } from '@studiohub/contract/shared/opening-hours.ts'
import { aBooking, aSession, aStandingClock, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { type Caller, callAs, expectError } from '@studiohub/testing/http.ts'
import { aCrewMember, aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const clock = aStandingClock()
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
  rules: [{ label: 'evening', weekdays: [weekdayOf(day)], from: '18:00', to: '23:00', percent: 50, price_minor: null }],
  packages: [{ label: 'half day', minutes: 240, price_minor: 18_000 }],
  add_ons: [
    { key: 'engineer', label: 'Engineer', unit: 'hour', price_minor: 2_000, max_quantity: 2 },
    { key: 'strings', label: 'String quartet', unit: 'piece', price_minor: null, max_quantity: 1 },
  ],
}

/** Changes any of the studio's services by key. */
async function setServices({ admin, studio }: StudioOfTest, changes: Record<string, Partial<StudioService>>) {
  const path = `/studios/${studio.id}/services`
  const { items } = (await admin.get(path)).body
  const changed = items.map(({ position, ...service }: StudioService) => ({ ...service, ...changes[service.key] }))
  expect((await admin.put(path, { items: changed })).status).toBe(200)
}

/** A studio whose recordings cost 60 by the hour, 40 in its second room, and more in the evening. */
async function aPricedStudio(changes: Partial<StudioService> = {}): Promise<Priced> {
  const place = await aStudio(server)
  const { admin, studio } = place
  const [first] = (await admin.get(`/studios/${studio.id}/resources`)).body.items
  const { body: second } = await admin.post(`/studios/${studio.id}/resources`, { kind: 'room', name: 'Booth' })
  const rooms: [Room, Room] = [first, second]
  const pricing = { ...hourly, rooms: [{ room_id: second.id, price_minor: 4_000 }] }
  const service = await setService(place, { price_minor: 6_000, min_minutes: 30, pricing, ...changes })
  return { ...place, rooms, service }
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

const ask = (caller: Caller, place: StudioOfTest, given = {}) => {
  const { booking_type, ...session } = aSession(today, given)
  return caller.post(`/studios/${place.studio.id}/quote`, session)
}
const amountsOf = ({ price_lines }: Booking) => price_lines.map(({ label, amount_minor }) => [label, amount_minor])

describe('a quote', () => {
  test('is the same for a visitor, a client, the crew and the contract, whatever is asked for', async () => {
    const place = await aPricedStudio()
    const crew = await aCrewMember(server, place)
    const callers = [callAs(server.url, null), place.client, place.admin, crew]
    const hour = fc.integer({ min: 0, max: 22 })
    const session = fc.record({
      from: hour,
      hours: fc.integer({ min: 1, max: 80 }),
      room: fc.constantFrom(null, 0, 1),
      people: fc.option(fc.integer({ min: 1, max: 9 })),
      engineers: fc.integer({ min: 0, max: 2 }),
      caller: fc.integer({ min: 0, max: 3 }),
    })
    const two = (number: number) => `${String(number % 24).padStart(2, '0')}:00`
    await fc.assert(
      fc.asyncProperty(session, async ({ from, hours, room, people, engineers, caller }) => {
        const times = {
          booking_date: day,
          start_time: two(from),
          end_time: two(from + hours),
          ends_next_day: from + hours >= 24,
          days: Math.floor((from + hours) / 24) + 1,
        }
        const add_ons = engineers === 0 ? [] : [{ key: 'engineer', quantity: engineers }]
        const room_id = room === null ? null : (place.rooms[room]?.id ?? null)
        const given = { ...times, room_id, people, add_ons }
        const { status, body } = await ask(callers[caller] ?? place.client, place, given)
        expect(status).toBe(200)
        const rooms = place.rooms.map(({ id }) => id)
        const studio = { currency: 'USD', rooms }
        const asked = { ...times, people, add_ons, room_ids: room_id ? [room_id] : [] }
        expect(body).toEqual(quoteSession(place.service, asked, studio))
      }),
      { numRuns: 40 },
    )
  })

  test('of each session of a series is what that session costs on its own: the series is their sum', async () => {
    const place = await aPricedStudio()
    const rooms = place.rooms.map(({ id }) => id)
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
        const first = plusDays(today, week * 7)
        const { status, body } = await place.admin.post(`/studios/${place.studio.id}/booking-series`, {
          ...aSession(today, { booking_date: first, ...times, ends_next_day: days > 1 }),
          count: 3,
        })
        expect(status).toBe(201)
        const sold = body.bookings.map(({ price_minor }: Booking) => price_minor)
        const quoted = body.bookings.map(({ booking_date, resources }: Booking) => {
          const room_ids = resources.map(({ id }) => id)
          const session = { booking_date, ...times, ends_next_day: days > 1, people: null, add_ons: [], room_ids }
          return quoteSession(place.service, session, { currency: 'USD', rooms }).total_minor
        })
        expect(sold).toEqual(quoted)
      }),
      { numRuns: 8 },
    )
  })

  test('says what is wrong with the request', async () => {
    const place = await aPricedStudio({ capacity: 4 })
    const visitor = callAs(server.url, null)
    expectError(await ask(visitor, place, { service_type: 'choir' }), 'SERVICE_NOT_OFFERED')
    expectError(await ask(visitor, place, { end_time: '09:00' }), 'INVALID_TIME_RANGE')
    expectError(await ask(visitor, place, { room_id: place.studio.id }), 'ROOM_NOT_AVAILABLE')
    const crowd = await ask(visitor, place, { people: 5 })
    expect(crowd.body.fields).toEqual({ people: 'This service is for at most 4 people.' })
    const choir = await ask(visitor, place, { add_ons: [{ key: 'choir', quantity: 1 }] })
    expect(choir.body.fields).toEqual({ 'add_ons.0': 'This is not offered in that number.' })
    const elsewhere = { ...place, studio: { ...place.studio, id: crypto.randomUUID() } }
    expectError(await ask(visitor, elsewhere), 'NOT_FOUND')
  })

  test('shows a service that only the studio books to the studio alone', async () => {
    const place = await aPricedStudio({ is_client_bookable: false })
    expect((await ask(place.admin, place)).status).toBe(200)
    for (const caller of [place.client, callAs(server.url, null)])
      expectError(await ask(caller, place), 'SERVICE_NOT_OFFERED')
  })
})

describe('a booking', () => {
  test('keeps the lines that it was sold for, whatever the list says later', async () => {
    const place = await aPricedStudio()
    const given = {
      start_time: '17:00',
      end_time: '19:00',
      room_id: place.rooms[0].id,
      people: 3,
      add_ons: [
        { key: 'engineer', quantity: 1 },
        { key: 'strings', quantity: 1 },
      ],
      seen_price: { price_minor: 19_000, currency: 'USD' },
    }
    const booking = await aBooking(place.client, place.studio.id, today, given)
    expect(amountsOf(booking)).toEqual([
      ['Recording Session', 6_000],
      ['Recording Session, evening', 9_000],
      ['Engineer', 4_000],
      ['String quartet', null],
    ])
    expect(booking).toMatchObject({ price_minor: 19_000, currency: 'USD', people: 3 })
    await setService(place, { price_minor: 9_900, label: 'Tracking' })
    expect((await place.client.get(`/bookings/${booking.id}`)).body).toMatchObject({
      price_minor: 19_000,
      price_lines: booking.price_lines,
    })
  })

  test('that names no room gets the cheapest free one, and its price', async () => {
    const place = await aPricedStudio()
    const seen_price = { price_minor: 8_000, currency: 'USD' }
    const first = await aBooking(place.client, place.studio.id, today, { seen_price })
    expect([first.resources[0]?.name, first.price_minor]).toEqual(['Booth', 8_000])
    const told = await place.other.post(`/studios/${place.studio.id}/bookings`, aSession(today, { seen_price }))
    expectError(told, 'PRICE_CHANGED')
    expect(told.body.details).toEqual({ price_minor: 12_000, currency: 'USD' })
  })

  test('of a service in one room is in that room; only the studio may book it elsewhere', async () => {
    const place = await aPricedStudio()
    const [studioA, booth] = place.rooms
    await setService(place, { room_ids: [studioA.id] })
    const [one] = [await aBooking(place.client, place.studio.id, today)]
    expect(one?.resources.map(({ name }) => name)).toEqual([studioA.name])
    const path = `/studios/${place.studio.id}/bookings`
    expectError(await place.client.post(path, aSession(today, { room_id: booth.id })), 'ROOM_NOT_AVAILABLE')
    expectError(await place.client.post(path, aSession(today)), 'BOOKING_CONFLICT')
    expect((await place.admin.post(path, aSession(today, { room_id: booth.id }))).status).toBe(201)
    const free = `/studios/${place.studio.id}/availability?date=${day}&days=1&service=recording&minutes=120`
    expect((await place.client.get(free)).body.rooms).toHaveLength(1)
    const strange = await place.admin.put(`/studios/${place.studio.id}/services`, {
      items: [{ ...(await setService(place, {})), position: undefined, room_ids: [crypto.randomUUID()] }],
    })
    expectError(strange, 'VALIDATION_FAILED')
  })

  test('has the price that an admin sets with a reason; clients and crew cannot set one', async () => {
    const place = await aPricedStudio()
    const path = `/studios/${place.studio.id}/bookings`
    const own = { price_minor: 1_000, price_reason: 'Regular' }
    const crew = await aCrewMember(server, place)
    expectError(await place.client.post(path, aSession(today, own)), 'FIELD_NOT_ALLOWED')
    expectError(await crew.post(path, aSession(today, own)), 'FORBIDDEN')
    expectError(await place.admin.post(path, aSession(today, { price_minor: 1_000 })), 'VALIDATION_FAILED')
    const booking = await aBooking(place.admin, place.studio.id, today, { ...own, client_id: place.client.id })
    expect(amountsOf(booking)).toEqual([['Regular', 1_000]])
    const longer = await place.admin.patch(`/bookings/${booking.id}`, { end_time: '15:00' })
    expect(longer.body).toMatchObject({ price_minor: 1_000, price_lines: booking.price_lines })
    expectError(await place.admin.patch(`/bookings/${booking.id}`, { price_minor: 5 }), 'VALIDATION_FAILED')
    expectError(await place.client.patch(`/bookings/${booking.id}`, own), 'FIELD_NOT_ALLOWED')
  })

  test('of a service with one price for the session has the usual length alone', async () => {
    const place = await aPricedStudio({ min_minutes: null, pricing: defaultPricing })
    const path = `/studios/${place.studio.id}/bookings`
    expectError(await place.client.post(path, aSession(today, { end_time: '18:00' })), 'LENGTH_NOT_OFFERED')
    expect((await place.client.post(path, aSession(today))).status).toBe(201)
  })

  test('of a service that is priced per person says how many come', async () => {
    const place = await aPricedStudio({ pricing: { ...defaultPricing, unit: 'person' } })
    const path = `/studios/${place.studio.id}/bookings`
    const refused = await place.client.post(path, aSession(today))
    expect(refused.body.fields).toEqual({ people: 'Please enter how many people' })
    expect((await aBooking(place.client, place.studio.id, today, { people: 3 })).price_minor).toBe(18_000)
  })

  test('of a service that is hidden without a price is for the studio alone', async () => {
    const place = await aPricedStudio({ price_minor: null, pricing: defaultPricing, hide_without_price: true })
    const path = `/studios/${place.studio.id}/bookings`
    expectError(await place.client.post(path, aSession(today)), 'SERVICE_NOT_OFFERED')
    const offered = await callAs(server.url, null).get(`/public/studios/${place.studio.slug}/services`)
    expect(offered.body.items.map(({ key }: { key: string }) => key)).not.toContain('recording')
    expect((await place.admin.post(path, aSession(today))).status).toBe(201)
  })

  test('costs in a series what each session costs', async () => {
    const place = await aPricedStudio()
    const session = aSession(today, { start_time: '17:00', end_time: '19:00', room_id: place.rooms[0].id })
    const seen_price = { price_minor: 15_000, currency: 'USD' }
    const weekdays = [weekdayOf(day), (weekdayOf(day) + 1) % 7]
    const series = { ...session, seen_price, weekdays, count: 3 }
    const { body } = await place.client.post(`/studios/${place.studio.id}/booking-series`, series)
    expect(body.bookings.map(({ price_minor }: Booking) => price_minor)).toEqual([15_000, 12_000, 15_000])
  })
})

describe('a changed booking', () => {
  test('keeps its price where the change costs nothing today, and else has the new one, which must be seen', async () => {
    const place = await aPricedStudio()
    const room_id = place.rooms[0].id
    const { id } = await aBooking(place.client, place.studio.id, today, { room_id })
    await setService(place, { price_minor: 9_000 })
    const moved = await place.admin.patch(`/bookings/${id}`, { start_time: '13:00', end_time: '15:00' })
    expect(moved.body.price_minor).toBe(12_000)
    const longer = { end_time: '16:00' }
    const seen_price = { price_minor: 12_000, currency: 'USD' }
    const refused = await place.admin.patch(`/bookings/${id}`, { ...longer, seen_price })
    expectError(refused, 'PRICE_CHANGED')
    expect(refused.body.details).toEqual({ price_minor: 18_000, currency: 'USD' })
    const done = await place.admin.patch(`/bookings/${id}`, { ...longer, seen_price: refused.body.details })
    expect(done.body).toMatchObject({ price_minor: 18_000, end_time: '16:00' })
  })

  test('that its client asks for costs what they were told, once the studio says yes', async () => {
    const place = await aPricedStudio()
    const { id } = await aBooking(place.client, place.studio.id, today, { room_id: place.rooms[0].id })
    await confirmAsSeen(place.admin, id)
    const asked = await place.client.patch(`/bookings/${id}`, { start_time: '18:00', end_time: '20:00' })
    expect(asked.body).toMatchObject({ price_minor: 12_000, change_request: { price_minor: 18_000 } })
    await setService(place, { price_minor: 50_000 })
    const approved = await place.admin.post(`/bookings/${id}/change-request/approve`, { version: asked.body.version })
    expect(approved.body).toMatchObject({ price_minor: 18_000, start_time: '18:00' })
    expect(amountsOf(approved.body)).toEqual([['Recording Session, evening', 18_000]])
  })

  test('gets other people and add-ons from the studio alone; one that is no longer offered stays as sold', async () => {
    const place = await aPricedStudio()
    const given = { room_id: place.rooms[0].id, add_ons: [{ key: 'engineer', quantity: 1 }] }
    const { id } = await aBooking(place.client, place.studio.id, today, given)
    expectError(await place.client.patch(`/bookings/${id}`, { add_ons: [] }), 'FIELD_NOT_ALLOWED')
    expectError(await place.client.patch(`/bookings/${id}`, { people: 2 }), 'FIELD_NOT_ALLOWED')
    await setService(place, { pricing: { ...hourly, add_ons: [] } })
    const longer = await place.admin.patch(`/bookings/${id}`, { end_time: '13:00' })
    expect(amountsOf(longer.body)).toEqual([
      ['Recording Session', 18_000],
      ['Engineer', 4_000],
    ])
    const without = await place.admin.patch(`/bookings/${id}`, { add_ons: [], people: 2 })
    expect(amountsOf(without.body)).toEqual([['Recording Session', 18_000]])
    expect(without.body.people).toBe(2)
  })

  test('with a price set by hand is not made longer by its client without the studio', async () => {
    const place = await aPricedStudio({ auto_confirm: true })
    const { id } = await aBooking(place.client, place.studio.id, today)
    await place.admin.patch(`/bookings/${id}`, { price_minor: 100, price_reason: 'First session' })
    const longer = await place.client.patch(`/bookings/${id}`, { end_time: '18:00' })
    expect(longer.body).toMatchObject({ end_time: '12:00', change_request: { end_time: '18:00' } })
  })

  test('keeps the add-ons and people that the studio gave it after its client asked for another time', async () => {
    const place = await aPricedStudio()
    const { id } = await aBooking(place.client, place.studio.id, today, { room_id: place.rooms[0].id })
    await confirmAsSeen(place.admin, id)
    await place.client.patch(`/bookings/${id}`, { start_time: '13:00', end_time: '15:00' })
    const add_ons = [{ key: 'engineer', quantity: 1 }]
    const { body } = await place.admin.patch(`/bookings/${id}`, { add_ons, people: 3 })
    const approved = await place.admin.post(`/bookings/${id}/change-request/approve`, { version: body.version })
    expect(approved.body).toMatchObject({ start_time: '13:00', price_minor: 16_000, people: 3 })
  })

  test('to a cheaper service leaves the room where that service does not take place', async () => {
    const place = await aPricedStudio()
    const { rooms, client } = place
    const [studioA, booth] = rooms
    const cheap = {
      price_minor: 1_000,
      auto_confirm: true,
      room_ids: [booth.id],
      pricing: { ...defaultPricing, unit: 'hour' },
    }
    await setServices(place, {
      recording: { room_ids: [studioA.id] },
      mixing: { ...cheap, min_minutes: 30 } as StudioService,
    })
    const { id } = await aBooking(client, place.studio.id, today, { room_id: studioA.id })
    await confirmAsSeen(place.admin, id)
    const moved = await client.patch(`/bookings/${id}`, { service_type: 'mixing' })
    expect(moved.body.resources.map(({ name }: Room) => name)).toEqual([booth.name])
    const back = await client.patch(`/bookings/${id}`, { service_type: 'mixing', room_id: studioA.id })
    expectError(back, 'ROOM_NOT_AVAILABLE')
    // Its series goes the same way.
    const weekly = { ...aSession(today, { room_id: studioA.id, start_time: '14:00', end_time: '16:00' }), count: 2 }
    const made = await client.post(`/studios/${place.studio.id}/booking-series`, {
      ...weekly,
      weekdays: [weekdayOf(day)],
    })
    const { body } = await client.patch(`/booking-series/${made.body.series.id}`, { service_type: 'mixing' })
    const names = body.bookings.flatMap(({ resources }: Booking) => resources.map(({ name }) => name))
    expect(names).toEqual([booth.name, booth.name])
    expectError(await ask(client, place, { service_type: 'mixing', room_id: studioA.id }), 'ROOM_NOT_AVAILABLE')
  })

  test('to another service has as many people as that service takes', async () => {
    const place = await aPricedStudio()
    await setServices(place, {
      mixing: { capacity: 2 },
      mastering: { pricing: { ...defaultPricing, unit: 'person' }, price_minor: 1_000 },
    })
    const eight = await aBooking(place.client, place.studio.id, today, { people: 8, room_id: place.rooms[0].id })
    const full = await place.client.patch(`/bookings/${eight.id}`, { service_type: 'mixing' })
    expect(full.body.fields).toEqual({ people: 'This service is for at most 2 people.' })
    const nobody = await aBooking(place.client, place.studio.id, today, { room_id: place.rooms[1].id })
    const perPerson = await place.client.patch(`/bookings/${nobody.id}`, { service_type: 'mastering' })
    expect(perPerson.body.fields).toEqual({ people: 'Please enter how many people' })
  })

  test('with add-ons asks the studio before another service drops them', async () => {
    const place = await aPricedStudio({ auto_confirm: true })
    await setServices(place, { mixing: { auto_confirm: true, price_minor: 1_000 } })
    const add_ons = [{ key: 'engineer', quantity: 1 }]
    const { id } = await aBooking(place.admin, place.studio.id, today, { client_id: place.client.id, add_ons })
    await confirmAsSeen(place.admin, id)
    const asked = await place.client.patch(`/bookings/${id}`, { service_type: 'mixing' })
    expect(asked.body).toMatchObject({ service_type: 'recording', change_request: { service_type: 'mixing' } })
    expect(asked.body.price_lines.some(({ kind }: { kind: string }) => kind === 'add_on')).toBe(true)
  })

  test('that becomes longer has the price of today, also where the list no longer counts its length', async () => {
    const place = await aPricedStudio({ auto_confirm: true, pricing: defaultPricing, price_minor: 10_000 })
    const { id } = await aBooking(place.client, place.studio.id, today, { room_id: place.rooms[0].id })
    await setService(place, { pricing: { ...defaultPricing, unit: 'day' }, price_minor: 60_000, max_minutes: 720 })
    const moved = await place.client.patch(`/bookings/${id}`, { start_time: '13:00', end_time: '15:00' })
    expect(moved.body.price_minor).toBe(10_000)
    const longer = await place.client.patch(`/bookings/${id}`, { end_time: '22:00' })
    expect(longer.body).toMatchObject({ end_time: '22:00', price_minor: 60_000 })
  })

  test('whose price passes the limit is refused with a sentence', async () => {
    const place = await aPricedStudio({ price_minor: 100_000_000, pricing: { ...defaultPricing, unit: 'hour' } })
    const { id } = await aBooking(place.admin, place.studio.id, today, { end_time: '11:00' })
    const refused = await place.admin.patch(`/bookings/${id}`, {
      start_time: '00:00',
      end_time: '00:00',
      ends_next_day: true,
    })
    expect(refused.body.fields).toEqual({ add_ons: 'This price is too high to book. Please ask the studio.' })
  })
})
