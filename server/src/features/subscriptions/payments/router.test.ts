import { expectNoDatabaseChange } from '@studiohub/testing/database-rows.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { PaymentProvider } from '@studiohub/testing/payments.ts'
import { aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

let provider: PaymentProvider
let server: TestServer

beforeAll(async () => {
  provider = await PaymentProvider.start()
  server = await startServer({ env: provider.env })
})
afterAll(async () => {
  await server.stop()
  await provider.stop()
})
beforeEach(() => {
  provider.down = false
})

const planOf = ({ studio }: StudioOfTest) => `/studios/${studio.id}/subscription`
const readPlan = async (fixture: StudioOfTest) => (await fixture.admin.get(planOf(fixture))).body
const buy = (fixture: StudioOfTest, tier: string) => fixture.admin.post(`${planOf(fixture)}/checkout`, { tier })

/** Sends a signed event as Stripe does. */
const deliver = (payload: string, signature: string = provider.sign(payload)) =>
  callAs(server.url, null).request('POST', '/api/v1/webhooks/stripe', payload, {
    headers: { 'stripe-signature': signature },
  })
const deliverAll = async (payloads: readonly string[]) => {
  const responses = await Promise.all(payloads.map((payload) => deliver(payload)))
  expect(responses.map(({ status }) => status)).toEqual(payloads.map(() => 200))
}
const expectPlan = (fixture: StudioOfTest, plan: object) =>
  vi.waitFor(async () => expect(await readPlan(fixture)).toMatchObject(plan), { timeout: 60_000, interval: 100 })

/** A studio that pays for a plan, and its subscription at the provider. */
async function aPayingStudio() {
  const fixture = await aStudio(server, { tier: 'pro' })
  const firstEvent = provider.sent.length
  const { body } = await buy(fixture, 'pro')
  const subscription = provider.pay(body.url)
  await deliverAll(provider.sent.slice(firstEvent).map(({ payload }) => payload))
  await expectPlan(fixture, { status: 'active', provider: 'stripe' })
  return { fixture, subscription }
}

describe('a paid plan', () => {
  test("has the limits of a trial until it is paid on the provider's page", async () => {
    const fixture = await aStudio(server, { tier: 'pro' })
    expect(await readPlan(fixture)).toMatchObject({
      tier: 'pro',
      status: 'trialing',
      payments: 'stripe',
      has_portal: false,
      bookings: { limit: 50 },
    })
    const changePlan = () => fixture.admin.put(planOf(fixture), { tier: 'pro' })
    expectError(await expectNoDatabaseChange(changePlan, true), 'PAYMENT_REQUIRED_FIRST')
    expectError(await buy(fixture, 'enterprise'), 'PLAN_NOT_SELECTABLE')
    const { status, body } = await buy(fixture, 'pro')
    expect([status, body]).toEqual([201, { url: expect.stringMatching(/^https:\/\/checkout\.example\//) }])
    const firstEvent = provider.sent.length
    provider.pay(body.url)
    await deliverAll(provider.sent.slice(firstEvent).map(({ payload }) => payload))
    await expectPlan(fixture, { tier: 'pro', status: 'active', provider: 'stripe', has_portal: true })
    expect((await readPlan(fixture)).bookings.limit).toBeNull()
    expect((await fixture.admin.post(`${planOf(fixture)}/portal`)).body.url).toMatch(/^https:\/\/portal\.example\//)
  })

  test('gets its price and studio from the server, and the body of the call cannot change them', async () => {
    const [fixture, victim] = [await aStudio(server, { tier: 'trial' }), await aStudio(server, { tier: 'trial' })]
    const forgedBody = {
      tier: 'starter',
      price: 'price_free',
      amount: 1,
      currency: 'XTS',
      quantity: 0,
      customer: 'cus_x',
    }
    const before = provider.requests.length
    const response = await fixture.admin.post(`${planOf(fixture)}/checkout?studio_id=${victim.studio.id}`, {
      ...forgedBody,
      line_items: [{ price: 'price_free' }],
    })
    expect(response.status).toBe(201)
    const form = provider.requests.slice(before).find(({ path }) => path === '/v1/checkout/sessions')?.form
    expect(form).toMatchObject({
      'line_items[0][price]': 'price_starter',
      'line_items[0][quantity]': '1',
      client_reference_id: fixture.studio.id,
      'metadata[studio_id]': fixture.studio.id,
      customer: expect.stringMatching(/^cus_\w{8}/),
    })
  })

  test('can be bought only once: a repeat returns the same page, and another plan replaces the page', async () => {
    const fixture = await aStudio(server, { tier: 'trial' })
    const [first, repeat] = [await buy(fixture, 'starter'), await buy(fixture, 'starter')]
    expect(repeat.body.url).toBe(first.body.url)
    const other = await buy(fixture, 'pro')
    expect(() => provider.pay(first.body.url)).toThrow('not open')
    expect(provider.pay(other.body.url).price).toBe('price_pro')
  })

  test('can be changed, cancelled and resumed at the provider, which updates our row', async () => {
    const { fixture, subscription } = await aPayingStudio()
    const smaller = await fixture.admin.put(planOf(fixture), { tier: 'starter' })
    expect([smaller.status, smaller.body.tier, subscription.price]).toEqual([200, 'starter', 'price_starter'])
    const cancelled = await fixture.admin.post(`${planOf(fixture)}/cancel`)
    expect([cancelled.body.cancel_at_period_end, subscription.cancel_at_period_end]).toEqual([true, true])
    const resumed = await fixture.admin.post(`${planOf(fixture)}/resume`)
    expect([resumed.body.cancel_at_period_end, subscription.cancel_at_period_end]).toEqual([false, false])
    provider.down = true
    const cancelWhileDown = () => fixture.admin.post(`${planOf(fixture)}/cancel`)
    expectError(await expectNoDatabaseChange(cancelWhileDown, false), 'PAYMENTS_UNAVAILABLE')
  })
})

describe('an event', () => {
  test('is rejected if it is forged, old, altered or not signed', async () => {
    const { subscription } = await aPayingStudio()
    provider.change(subscription, { status: 'canceled' }, 'customer.subscription.deleted')
    const payload = provider.sent.at(-1)?.payload ?? ''
    const now = Math.floor(Date.now() / 1000)
    const attempts: [string, string][] = [
      [payload, provider.sign(payload, undefined, 'whsec_of_another_account')],
      [payload, provider.sign(payload, now - 301)],
      // A timestamp in the future, with which the event could be sent again later.
      [payload, provider.sign(payload, now + 3_600)],
      [JSON.stringify(JSON.parse(payload), null, 1), provider.sign(payload)],
      [payload.replace('canceled', 'active'), provider.sign(payload)],
      [payload, ''],
    ]
    for (const [body, signature] of attempts) {
      expectError(await expectNoDatabaseChange(() => deliver(body, signature), false), 'BAD_SIGNATURE')
    }
    expect((await deliver(payload)).status).toBe(200)
  })

  test('is rejected if its id or type is too long, even with a valid signature', async () => {
    const { subscription } = await aPayingStudio()
    provider.change(subscription, { status: 'past_due' })
    const event = JSON.parse(provider.sent.at(-1)?.payload ?? '')
    for (const change of [{ id: `evt_${'x'.repeat(300)}` }, { type: `customer.subscription.${'x'.repeat(300)}` }]) {
      const payload = JSON.stringify({ ...event, ...change })
      expectError(await expectNoDatabaseChange(() => deliver(payload), false), 'BAD_REQUEST')
    }
  })

  test('starts one reading, and a repeat changes nothing', async () => {
    const { fixture, subscription } = await aPayingStudio()
    provider.change(subscription, { status: 'past_due' })
    const payload = provider.sent.at(-1)?.payload ?? ''
    expect((await deliver(payload)).status).toBe(200)
    await expectPlan(fixture, { status: 'past_due', takes_bookings: true })
    const repeat = await expectNoDatabaseChange(() => deliver(payload), false)
    expect([repeat.status, repeat.body]).toEqual([200, { received: true }])
    provider.change(subscription, { status: 'canceled' }, 'customer.subscription.deleted')
    await deliverAll([provider.sent.at(-1)?.payload ?? ''])
    await expectPlan(fixture, { status: 'cancelled', provider: 'manual', takes_bookings: false })
  })

  test('is accepted and ignored if its customer is unknown', async () => {
    const object = { object: 'subscription', customer: 'cus_stranger' }
    const event = { id: 'evt_1', object: 'event', type: 'customer.subscription.updated', created: 1, data: { object } }
    const response = await expectNoDatabaseChange(() => deliver(JSON.stringify(event)), false)
    expect(response.status).toBe(200)
  })

  test('is rejected if it is signed but not an event', async () => {
    const event = { id: 'evt_1', object: 'event', type: 'invoice.paid', created: 1, data: { object: {} } }
    const { data, ...withoutData } = event
    const bodies = [null, 5, 'invoice.paid', [], {}, withoutData, { ...event, data: { object: null } }]
    const others = [
      { ...event, created: 'now' },
      { ...event, created: 1e300 },
      { ...event, object: 'v2.core.event' },
    ]
    for (const body of [...[...bodies, ...others].map((invalid) => JSON.stringify(invalid)), 'paid', '']) {
      expectError(await expectNoDatabaseChange(() => deliver(body), false), 'BAD_REQUEST')
    }
    expect((await deliver(JSON.stringify({ ...event, data }))).status).toBe(200)
  })

  test('gives the same result when ten events come shuffled and three times each', async () => {
    const { fixture, subscription } = await aPayingStudio()
    const firstEvent = provider.sent.length
    for (let index = 0; index < 10; index += 1) {
      const price = index % 2 === 0 ? 'price_starter' : 'price_pro'
      provider.change(subscription, { price, cancel_at_period_end: index % 3 === 0 })
    }
    const payloads = provider.sent.slice(firstEvent).map(({ payload }) => payload)
    const shuffled = [...payloads, ...payloads, ...payloads].toSorted(() => Math.random() - 0.5)
    await deliverAll(shuffled)
    await expectPlan(fixture, { tier: 'pro', status: 'active', cancel_at_period_end: true })
    await deliverAll(payloads.slice(0, 3))
    const finalPlan = await readPlan(fixture)
    expect(finalPlan).toMatchObject({ tier: 'pro', status: 'active', cancel_at_period_end: true })
  })
})
