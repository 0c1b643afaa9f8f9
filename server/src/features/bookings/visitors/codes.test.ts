import { randomUUID } from 'node:crypto'
import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBooking, aFixedClock } from '@studiohub/testing/bookings.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { mailsTo, nextMail } from '@studiohub/testing/mailbox.ts'
import { aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { authAs } from '@studiohub/testing/second-factor.ts'
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

const visitor = () => callAs(server.url, null)
const discounts = ({ studio }: StudioOfTest) => `/studios/${studio.id}/discounts`
const codeOf = async (fixture: StudioOfTest) => (await fixture.admin.get(discounts(fixture))).body.items[0]

/** A studio whose services cost 100, with the code TEN for 10 percent. */
async function aStudioWithCode(limits: object = {}): Promise<StudioOfTest> {
  const fixture = await aStudio(server)
  const services = `/studios/${fixture.studio.id}/services`
  const { body } = await fixture.admin.get(services)
  const items = body.items.map(({ position, ...service }: StudioService) => ({ ...service, price_minor: 10_000 }))
  expect((await fixture.admin.put(services, { items })).status).toBe(200)
  expect((await fixture.admin.post(discounts(fixture), { code: 'TEN', percent: 10, ...limits })).status).toBe(201)
  return fixture
}

const createHold = ({ studio }: StudioOfTest, fields: object = {}) =>
  visitor().post(`/public/studios/${studio.slug}/visitor-holds`, {
    service: 'recording',
    minutes: 120,
    day,
    time: '10:00',
    name: 'Vera Visitor',
    email: `${randomUUID()}@example.com`,
    discount_code: ' ten ',
    ...fields,
  })

/** Holds a time with the code, and signs in with the emailed link. @returns a function that books the time */
async function aHeldTime(fixture: StudioOfTest, fields: object = {}) {
  const email = `${randomUUID()}@example.com`
  const seen = await mailsTo(server, email)
  expect(await createHold(fixture, { email, ...fields })).toMatchObject({ status: 201, body: { price_minor: 9_000 } })
  const { text } = await nextMail(server, email, 'Confirm your session', seen)
  expect(text).toContain('$90')
  const token = /token_hash=([\w-]+)/.exec(text)?.[1] ?? ''
  const { body: visitorHold } = await visitor().post('/public/visitor-holds', { token })
  expect(visitorHold).toMatchObject({ price_minor: 9_000, discount_code: 'TEN' })
  const { body: session } = await authAs(server, null)('POST', '/visitor', { token_hash: token })
  const person = callAs(server.url, session.access_token)
  return (body: object = {}) => person.post(`/visitor-holds/${visitorHold.id}/book`, body)
}

describe('a visitor with a discount code', () => {
  test('sees, holds and books at the lower price, and only the booking uses the code', async () => {
    const fixture = await aStudioWithCode()
    const times = `/public/studios/${fixture.studio.slug}/times?service=recording`
    const priceAt = async (query = '') => {
      const { body } = await visitor().get(`${times}&date=${day}&days=1${query}`)
      return { code: body.code, price: body.days[0].prices[0], amount: body.days[0].amounts[0] }
    }
    expect(await priceAt()).toEqual({ code: null, price: '$100', amount: 10_000 })
    const code = { counts: true, text: 'Prices include code TEN.' }
    expect(await priceAt('&discount_code=ten')).toEqual({ code, price: '$90', amount: 9_000 })

    const book = await aHeldTime(fixture)
    expect(await codeOf(fixture)).toMatchObject({ uses: 0 })
    const { booking } = (await book()).body
    expect(booking).toMatchObject({ price_minor: 9_000, price_lines: [{}, { label: 'Code TEN, 10% off' }] })
    expect(await codeOf(fixture)).toMatchObject({ uses: 1 })
    expect((await book()).body.booking.id).toBe(booking.id)
    expect(await codeOf(fixture)).toMatchObject({ uses: 1 })
  })

  test.each([
    ['does not exist', {}, 'NONE', 'This code is not valid. Check it and try again.'],
    ['is impossible', {}, '?', 'This code is not valid. Check it and try again.'],
    ['is switched off', { is_active: false }, 'TEN', 'This code is not valid. Check it and try again.'],
    ['is for another service', { service_types: ['mixing'] }, 'TEN', 'This code is not valid for this service.'],
    ['begins tomorrow', { first_date: plusDays(today, 1) }, 'TEN', 'This code is not valid yet.'],
    ['ended yesterday', { last_date: plusDays(today, -1) }, 'TEN', 'This code is no longer valid.'],
  ])('gets the error that clients get, and no hold, if the code %s', async (_, limits, discount_code, text) => {
    const fixture = await aStudioWithCode(limits)
    const response = await createHold(fixture, { discount_code })
    expectError(response, 'DISCOUNT_NOT_VALID')
    expect(response.body.fields).toEqual({ discount_code: text })
    const query = new URLSearchParams({ service: 'recording', date: day, days: '1', discount_code })
    const { body } = await visitor().get(`/public/studios/${fixture.studio.slug}/times?${query}`)
    expect(body).toMatchObject({ code: { counts: false, text }, days: [{ prices: ['$100'] }] })
    expect(body.days[0].starts).toContain('10:00')
  })

  test('cannot use the code of another studio', async () => {
    await aStudioWithCode()
    const other = await aStudio(server)
    expectError(await createHold(other), 'DISCOUNT_NOT_VALID')
  })

  test('must accept the full price if the code has been used up since the hold', async () => {
    const fixture = await aStudioWithCode({ max_uses: 1 })
    const book = await aHeldTime(fixture)
    await aBooking(fixture.client, fixture.studio.id, today, { booking_date: plusDays(today, 9), discount_code: 'TEN' })
    const rejection = await book()
    expectError(rejection, 'PRICE_CHANGED')
    expect(rejection.body.message).toBe(
      'Code TEN is no longer valid. The price of this service is now $100. Check it, then book again.',
    )
    expect(rejection.body.details).toEqual({ price_minor: 10_000, currency: 'USD' })
    const { booking } = (await book({ seen_price: rejection.body.details })).body
    expect(booking).toMatchObject({ price_minor: 10_000, price_lines: [{ kind: 'session' }] })
    expect(await codeOf(fixture)).toMatchObject({ uses: 1 })
  })

  test('gets the last use of a code, or must accept the full price, if two visitors book at once', async () => {
    const fixture = await aStudioWithCode({ max_uses: 1 })
    const both = [await aHeldTime(fixture), await aHeldTime(fixture, { time: '14:00' })]
    const responses = await Promise.all(both.map((book) => book()))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(responses.flatMap(({ body }) => body.code ?? [])).toEqual(['PRICE_CHANGED'])
    expect(await codeOf(fixture)).toMatchObject({ uses: 1 })
  })
})
