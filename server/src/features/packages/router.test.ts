import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBooking, aFixedClock, aSession, asPerson, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { balance } from '@studiohub/testing/invoices.ts'
import { aCrewMember, aDeskPerson, aStudio, type StudioOfTest, signIn } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { packagesJobs } from './jobs.ts'

const clock = aFixedClock()
const { today } = clock
let server: TestServer
beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())
beforeEach(() => clock.set('10:00'))

const newPackage = { name: 'Ten hours', minutes: 600, price_minor: 50_000 }

/** A studio whose services cost 60.00 per hour, with one package to sell. */
async function aSellingStudio(offer: Record<string, unknown> = {}): Promise<StudioOfTest & { package_id: string }> {
  const fixture = await aStudio(server)
  const services = `/studios/${fixture.studio.id}/services`
  const { body } = await fixture.admin.get(services)
  const items = body.items.map(({ position, ...service }: StudioService) => ({
    ...service,
    price_minor: 6_000,
    min_minutes: 30,
    max_minutes: 1_440,
    pricing: { ...service.pricing, unit: 'hour' },
  }))
  expect((await fixture.admin.put(services, { items })).status).toBe(200)
  const created = await fixture.admin.post(`/studios/${fixture.studio.id}/packages`, { ...newPackage, ...offer })
  expect(created.status, created.text).toBe(201)
  return { ...fixture, package_id: created.body.id }
}
type SellingStudio = StudioOfTest & { package_id: string }
const soldPath = ({ studio, client }: StudioOfTest) => `/studios/${studio.id}/clients/${client.id}/packages`
const sell = ({ package_id, ...fixture }: SellingStudio) => fixture.admin.post(soldPath(fixture), { package_id })
const listSold = async (fixture: StudioOfTest) => (await fixture.client.get(soldPath(fixture))).body.items
const leftMinutesOf = async (fixture: StudioOfTest) => (await listSold(fixture))[0].left_minutes
const timeAt = (hour: number) => `${String(hour).padStart(2, '0')}:00`
const sessionTimes = (from: number, to: number, days = 7) => ({
  booking_date: plusDays(today, days),
  start_time: timeAt(from),
  end_time: timeAt(to),
})
const runJobs = async (now: Date) => {
  const silentLog = { info: () => {}, warn: () => {}, error: () => {} }
  for (const job of packagesJobs)
    await job.handle({}, { job_id: 'test', now, log: silentLog, signal: new AbortController().signal })
}

describe('packages of a studio', () => {
  test('can be created, changed and sold only by admins', async () => {
    const fixture = await aSellingStudio()
    const path = `/studios/${fixture.studio.id}/packages`
    const others = [fixture.client, await aCrewMember(server, fixture), await aDeskPerson(server, fixture)]
    for (const person of [...others, (await aStudio(server)).admin]) {
      expectError(await person.get(path), 'FORBIDDEN')
      expectError(await person.post(path, newPackage), 'FORBIDDEN')
      expectError(await person.patch(`/packages/${fixture.package_id}`, { minutes: 60 }), 'NOT_FOUND')
      expectError(await person.post(soldPath(fixture), { package_id: fixture.package_id }), 'FORBIDDEN')
    }
    expectError(await callAs(server.url, null).get(path), 'UNAUTHENTICATED')
    expectError(await fixture.admin.post(path, { ...newPackage, minutes: 0 }), 'VALIDATION_FAILED')
    const changed = await fixture.admin.patch(`/packages/${fixture.package_id}`, { is_active: false, version: 1 })
    expect(changed.body).toMatchObject({ ...newPackage, is_active: false, currency: 'USD', version: 2 })
    expectError(
      await fixture.admin.patch(`/packages/${fixture.package_id}`, { minutes: 60, version: 1 }),
      'STALE_VERSION',
    )
    expectError(await sell(fixture), 'NOT_FOUND')
  })

  test('are sold with an invoice, and become revenue only when hours are used', async () => {
    const fixture = await aSellingStudio({ valid_days: 30 })
    await fixture.admin.patch(`/studios/${fixture.studio.id}`, {
      taxes: { prices_include_tax: false, rates: [{ key: 'vat', name: 'VAT', rate_bp: 1_000 }] },
    })
    const sold = await sell(fixture)
    expect(sold.status, sold.text).toBe(201)
    expect(sold.body).toMatchObject({ minutes: 600, left_minutes: 600, last_date: plusDays(today, 30), draws: [] })
    const invoice = (await fixture.client.get(`/invoices/${sold.body.invoice_id}`)).body
    expect(invoice).toMatchObject({ state: 'sent', total_minor: 55_000, lines: [{ description: 'Ten hours, 10 h' }] })
    const { id } = fixture.studio
    const accounts = ['receivable', 'packages_held', 'revenue', 'tax_payable']
    expect(await Promise.all(accounts.map((account) => balance(id, account)))).toEqual([55_000, -50_000, 0, -5_000])
  })

  test('can be seen by the desk and by their client, but not by others', async () => {
    const fixture = await aSellingStudio()
    await sell(fixture)
    const desk = await aDeskPerson(server, fixture)
    expect((await desk.get(soldPath(fixture))).body.items).toMatchObject([{ left_minutes: 600 }])
    for (const person of [fixture.other, await aCrewMember(server, fixture), (await aStudio(server)).client])
      expectError(await person.get(soldPath(fixture)), 'FORBIDDEN')
    const [{ id }] = await listSold(fixture)
    expectError(await desk.post(`/sold-packages/${id}/end`), 'FORBIDDEN')
    expectError(await fixture.other.post(`/sold-packages/${id}/end`), 'NOT_FOUND')
  })
})

describe('hours of a package', () => {
  test('pay for sessions that the client or the desk books, and further hours cost the normal price', async () => {
    const fixture = await aSellingStudio({ minutes: 300 })
    await sell(fixture)
    const bookedByClient = await aBooking(fixture.client, fixture.studio.id, today)
    expect(bookedByClient).toMatchObject({ price_minor: 0, price_lines: [{}, { kind: 'package', quantity: 120 }] })
    const forClient = { ...sessionTimes(12, 16), client_id: fixture.client.id }
    expect(await aBooking(fixture.admin, fixture.studio.id, today, forClient)).toMatchObject({
      price_minor: 6_000,
      price_lines: [{ amount_minor: 24_000 }, { kind: 'package', quantity: 180, amount_minor: -18_000 }],
    })
    expect(await leftMinutesOf(fixture)).toBe(0)
    expect(await aBooking(fixture.other, fixture.studio.id, today, sessionTimes(18, 20))).toMatchObject({
      price_minor: 12_000,
    })
    expect((await listSold(fixture))[0].draws).toMatchObject([{ minutes: 180 }, { minutes: 120 }])
  })

  test('are returned by a free cancellation, and used again if it is undone', async () => {
    const fixture = await aSellingStudio()
    await sell(fixture)
    const { id } = await aBooking(fixture.admin, fixture.studio.id, today, { client_id: fixture.client.id })
    expect(await leftMinutesOf(fixture)).toBe(480)
    const cancelled = await fixture.admin.post(`/bookings/${id}/cancel`, {})
    expect(await leftMinutesOf(fixture)).toBe(600)
    const undone = await fixture.admin.post(`/bookings/${id}/undo`, { version: cancelled.body.version })
    expect(undone.status, undone.text).toBe(200)
    expect(await leftMinutesOf(fixture)).toBe(480)
  })

  test('make an undo impossible if another booking has used them, and the error says what to do', async () => {
    const fixture = await aSellingStudio({ minutes: 120 })
    await sell(fixture)
    const { id } = await aBooking(fixture.admin, fixture.studio.id, today, { client_id: fixture.client.id })
    const cancelled = await fixture.admin.post(`/bookings/${id}/cancel`, {})
    await aBooking(fixture.admin, fixture.studio.id, today, { client_id: fixture.client.id, ...sessionTimes(16, 18) })
    const undone = await fixture.admin.post(`/bookings/${id}/undo`, { version: cancelled.body.version })
    expectError(undone, 'PACKAGE_HOURS_CHANGED')
    expect(undone.body.message).toMatch(/^Its package hours were used in the meantime\. Book the session again/)
  })

  test('are used in part if a cancellation costs a part of the price', async () => {
    const fixture = await aSellingStudio()
    await fixture.admin.patch(`/studios/${fixture.studio.id}`, {
      cancellation_policy: { steps: [{ hours: 72, percent: 0 }], late_percent: 50, no_show_percent: 100 },
    })
    await sell(fixture)
    const { id } = await aBooking(fixture.client, fixture.studio.id, today, sessionTimes(10, 12, 2))
    await confirmAsSeen(fixture.admin, id)
    const cancelled = await fixture.client.post(`/bookings/${id}/cancel`, {})
    expect(cancelled.body.fee).toMatchObject({ percent: 50, amount_minor: 0 })
    expect(await leftMinutesOf(fixture)).toBe(540)
    expect(await balance(fixture.studio.id, 'packages_held')).toBe(-45_000)
    await fixture.admin.post(`/bookings/${id}/fee/waive`, { reason: 'Ill' })
    expect(await leftMinutesOf(fixture)).toBe(600)
    expect(await balance(fixture.studio.id, 'packages_held')).toBe(-50_000)
  })

  test('become revenue when the session is completed', async () => {
    const fixture = await aSellingStudio()
    await sell(fixture)
    const { id } = await aBooking(fixture.admin, fixture.studio.id, today, {
      ...sessionTimes(12, 14, 0),
      client_id: fixture.client.id,
      status: 'confirmed',
    })
    expect(await balance(fixture.studio.id, 'revenue')).toBe(0)
    clock.set('15:00')
    const admin = await signIn(server, fixture.admin)
    expect((await admin.post(`/bookings/${id}/complete`, {})).status).toBe(200)
    expect(await balance(fixture.studio.id, 'packages_held')).toBe(-40_000)
    expect(await balance(fixture.studio.id, 'revenue')).toBe(-10_000)
    expect(await balance(fixture.studio.id, 'unbilled')).toBe(0)
  })

  test('follow a moved session: extra time costs the normal price, and saved time is returned', async () => {
    const fixture = await aSellingStudio()
    await sell(fixture)
    const { id } = await aBooking(fixture.client, fixture.studio.id, today)
    const change = async (input: object) => (await fixture.admin.patch(`/bookings/${id}`, input)).body
    expect(await change(sessionTimes(14, 16))).toMatchObject({ price_minor: 0 })
    expect(await leftMinutesOf(fixture)).toBe(480)
    expect(await change(sessionTimes(14, 17))).toMatchObject({ price_minor: 6_000 })
    expect(await leftMinutesOf(fixture)).toBe(480)
    expect(await change(sessionTimes(14, 15))).toMatchObject({ price_minor: 0 })
    expect(await leftMinutesOf(fixture)).toBe(540)
  })

  test('are used by the sessions of a series one after the other', async () => {
    const fixture = await aSellingStudio({ minutes: 300 })
    await sell(fixture)
    const day = plusDays(today, 7)
    const weekly = { every_weeks: 1, count: 4, weekdays: [new Date(`${day}T00:00:00Z`).getUTCDay()] }
    const input = { ...aSession(today, { client_id: fixture.client.id }), ...weekly }
    const created = await fixture.admin.post(`/studios/${fixture.studio.id}/booking-series`, input)
    expect(created.status, created.text).toBe(201)
    const prices = created.body.bookings.map(({ price_minor }: { price_minor: number }) => price_minor)
    expect(prices).toEqual([0, 0, 6_000, 12_000])
    expect(await leftMinutesOf(fixture)).toBe(0)
  })

  test('pay only for the services of their package, until its last day', async () => {
    const fixture = await aSellingStudio({ service_types: ['mixing'], valid_days: 10 })
    await sell(fixture)
    const book = (overrides: object) => aBooking(fixture.client, fixture.studio.id, today, { ...overrides })
    expect(await book(sessionTimes(10, 12))).toMatchObject({ price_minor: 12_000 })
    expect(await book({ ...sessionTimes(10, 12, 11), service_type: 'mixing' })).toMatchObject({ price_minor: 12_000 })
    expect(await book({ ...sessionTimes(12, 14, 10), service_type: 'mixing' })).toMatchObject({ price_minor: 0 })
    await runJobs(new Date(`${plusDays(today, 10)}T23:00:00Z`))
    expect((await listSold(fixture))[0]).toMatchObject({ ended_at: null })
    await runJobs(new Date(`${plusDays(today, 11)}T12:00:00Z`))
    expect((await listSold(fixture))[0]).toMatchObject({ ended_at: expect.any(String) })
    expect(await balance(fixture.studio.id, 'packages_held')).toBe(0)
    expect(await balance(fixture.studio.id, 'revenue')).toBe(-50_000)
  })

  test('end when the package ends or its invoice is voided', async () => {
    const fixture = await aSellingStudio()
    const endedPackage = (await sell(fixture)).body
    expect((await fixture.admin.post(`/sold-packages/${endedPackage.id}/end`)).body.ended_at).toEqual(
      expect.any(String),
    )
    expectError(await fixture.admin.post(`/sold-packages/${endedPackage.id}/end`), 'PACKAGE_ENDED')
    expect(await balance(fixture.studio.id, 'packages_held')).toBe(0)
    const voidedPackage = (await sell(fixture)).body
    const voided = await fixture.admin.post(`/invoices/${voidedPackage.invoice_id}/void`, { reason: 'Wrong client' })
    expect(voided.status, voided.text).toBe(200)
    expect(await balance(fixture.studio.id, 'packages_held')).toBe(0)
    expect(await balance(fixture.studio.id, 'revenue')).toBe(-50_000)
    expect(await aBooking(fixture.client, fixture.studio.id, today)).toMatchObject({ price_minor: 12_000 })
  })

  test('end when credit notes lower its paid invoice to nothing', async () => {
    const fixture = await aSellingStudio()
    const { invoice_id } = (await sell(fixture)).body
    const send = async (action: string, body: object) => {
      const response = await fixture.admin.post(`/invoices/${invoice_id}/${action}`, body)
      expect(response.status, response.text).toBe(201)
    }
    await send('payments', { amount_minor: 50_000, method: 'bank' })
    await send('refunds', { amount_minor: 20_000, method: 'bank', reason: 'A goodwill gesture' })
    expect((await listSold(fixture))[0]).toMatchObject({ ended_at: null })
    await send('refunds', { amount_minor: 30_000, method: 'bank', reason: 'They moved away' })
    expect((await listSold(fixture))[0]).toMatchObject({ ended_at: expect.any(String) })
    expect(await balance(fixture.studio.id, 'packages_held')).toBe(0)
    expect(await balance(fixture.studio.id, 'revenue')).toBe(0)
    expect(await aBooking(fixture.client, fixture.studio.id, today)).toMatchObject({ price_minor: 12_000 })
  })

  test('stay with the session that uses them when their package ends', async () => {
    const fixture = await aSellingStudio()
    const sold = (await sell(fixture)).body
    const { id } = await aBooking(fixture.client, fixture.studio.id, today)
    expect((await fixture.admin.post(`/sold-packages/${sold.id}/end`)).status).toBe(200)
    const change = async (input: object) => (await fixture.client.patch(`/bookings/${id}`, input)).body
    expect(await change(sessionTimes(14, 17))).toMatchObject({ price_minor: 6_000 })
    expect(await change(sessionTimes(14, 15))).toMatchObject({ price_minor: 0 })
    expect((await listSold(fixture))[0].draws).toMatchObject([{ minutes: 60 }])
    const path = `/studios/${fixture.studio.id}/reductions`
    const { body } = await fixture.client.post(path, { service_type: 'recording' })
    expect(body.packages).toMatchObject([{ id: sold.id, left_minutes: 0 }])
    expect(await aBooking(fixture.client, fixture.studio.id, today)).toMatchObject({ price_minor: 12_000 })
  })

  test('are never used twice, even by twelve concurrent bookings', async () => {
    const fixture = await aSellingStudio({ minutes: 300 })
    await sell(fixture)
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        fixture.admin.post(
          `/studios/${fixture.studio.id}/bookings`,
          aSession(today, {
            ...sessionTimes(8 + 2 * (index % 5), 10 + 2 * (index % 5), 7 + Math.floor(index / 5)),
            client_id: fixture.client.id,
          }),
        ),
      ),
    )
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201))
    const draws = responses.flatMap(({ body }) => body.price_lines).filter(({ kind }) => kind === 'package')
    expect(draws.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(300)
    expect(await leftMinutesOf(fixture)).toBe(0)
  })

  test('are protected by the database: a client cannot add hours, or use more than the session takes', async () => {
    const fixture = await aSellingStudio({ minutes: 120 })
    const sold = (await sell(fixture)).body
    const paidByPackage = await aBooking(fixture.client, fixture.studio.id, today)
    const paidByPrice = await aBooking(fixture.other, fixture.studio.id, today, sessionTimes(14, 18))
    const draw = (person: StudioOfTest['client'], id: string, quantity: number) => {
      const line = { ...paidByPackage.price_lines[1], key: sold.id, quantity, amount_minor: -24_000 }
      const lines = JSON.stringify([paidByPrice.price_lines[0], line])
      const change = sql`update bookings set price_lines = ${lines}::jsonb, price_minor = 0 where id = ${id}::uuid`
      return asPerson(person, (tx) => change.execute(tx))
    }
    await expect(draw(fixture.other, paidByPrice.id, 1)).rejects.toMatchObject({ code: '42501' })
    await expect(draw(fixture.other, paidByPrice.id, 240)).rejects.toMatchObject({ code: '23514' })
    const addHours = sql`update sold_packages set minutes = 6000 where id = ${sold.id}::uuid`
    await expect(asPerson(fixture.client, (tx) => addHours.execute(tx))).rejects.toMatchObject({ code: '42501' })
  })
})
