import type { CardProvider } from '@studiohub/testing/card-provider.ts'
import { startWithCards } from '@studiohub/testing/card-server.ts'
import { aStudioWithCards, countActions, runJob } from '@studiohub/testing/card-studios.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { anInvoice, balance } from '@studiohub/testing/invoices.ts'
import { mailsTo, nextMail } from '@studiohub/testing/mailbox.ts'
import { aCrewMember, aDeskPerson, aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import type { TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { settlementJobs } from '../settlement-jobs.ts'

let provider: CardProvider
let server: TestServer
const at = startWithCards((started) => {
  ;({ provider, server } = started)
})

const { deliver, eventually } = at
const visitor = () => callAs(server.url, null)

type Fixture = StudioOfTest & { account: string }
const toClient = ({ client }: Fixture, overrides: object = {}) => ({ client_id: client.id, ...overrides })
const openPage = async ({ client }: Fixture, id: string): Promise<string> => {
  const { status, body } = await client.post(`/invoices/${id}/card-payment`)
  if (status !== 200) throw new Error(`no page: ${JSON.stringify(body)}`)
  return body.url
}
const check = ({ client }: Fixture, id: string) => client.post(`/invoices/${id}/card-payment/check`)
const invoiceOf = async ({ admin }: Fixture, id: string) => (await admin.get(`/invoices/${id}`)).body
const payByBank = ({ admin }: Fixture, id: string, amount_minor: number) =>
  admin.post(`/invoices/${id}/payments`, { amount_minor, method: 'bank' })
async function linkTo({ admin }: Fixture, id: string): Promise<string> {
  return /\/pay#(.+)$/.exec((await admin.post(`/invoices/${id}/pay-link`)).body.url)?.[1] ?? ''
}
const statusOf = (url: string) => provider.checkouts.get(new URL(url).pathname.split('/').at(-1) ?? '')?.status

describe('an invoice', () => {
  test('can be paid by its client on the provider’s page, which updates the books and sends a receipt', async () => {
    const fixture = await aStudioWithCards(server, provider)
    const { id, number } = await anInvoice(fixture, toClient(fixture))
    expect((await fixture.client.get(`/invoices/${id}/card-payment`)).body).toMatchObject({
      can_pay: true,
      state: 'none',
      paid_minor: null,
    })
    provider.pay(await openPage(fixture, id))
    expect((await check(fixture, id)).body).toEqual({
      can_pay: false,
      is_too_small: false,
      state: 'paid',
      paid_minor: 10_000,
      excess_minor: 0,
      currency: 'USD',
    })
    expect(await invoiceOf(fixture, id)).toMatchObject({
      state: 'paid',
      open_minor: 0,
      paid_minor: 10_000,
      payments: [{ kind: 'payment', method: 'card', amount_minor: 10_000 }],
    })
    const fee = 320
    expect(await balance(fixture.studio.id, 'card_clearing')).toBe(10_000 - fee)
    expect(await balance(fixture.studio.id, 'receivable')).toBe(0)
    const receipt = await nextMail(server, fixture.client.email, `Receipt from ${fixture.studio.name}`)
    expect(receipt.subject).toContain(number)
    expect(receipt.text).toContain('To pay: Nothing')
    expectError(await fixture.client.post(`/invoices/${id}/card-payment`), 'INVOICE_SETTLED')
  })

  test('can be paid by anyone with the link, and the provider never gets the link’s secret', async () => {
    const fixture = await aStudioWithCards(server, provider)
    const { id } = await anInvoice(fixture, toClient(fixture))
    const token = await linkTo(fixture, id)
    const post = (path: string) => visitor().post(`/public/invoices/card-payment${path}`, { token })
    expect((await post('')).body.can_pay).toBe(true)
    const { url } = (await post('/page')).body
    const call = provider.calls.findLast(
      ({ path, account }) => path.endsWith('/sessions') && account === fixture.account,
    )
    expect(call?.form).toMatchObject({ 'line_items[0][price_data][unit_amount]': '10000' })
    expect(JSON.stringify(call?.form)).not.toContain(token.split('.')[1])
    provider.pay(url)
    expect((await post('/check')).body).toMatchObject({ state: 'paid', paid_minor: 10_000, can_pay: false })
    expect(await countActions(fixture.studio.id, 'payments.createCheckout')).toBe(1)
    expectError(await visitor().post('/public/invoices/card-payment/page', { token: `${token}x` }), 'NOT_FOUND')
    await fixture.admin.delete(`/invoices/${id}/pay-link`)
    for (const path of ['', '/check', '/page']) expectError(await post(path), 'NOT_FOUND')
  })

  test('gets a page after an outage of the provider, even if the first attempt is half an hour ago', async () => {
    const fixture = await aStudioWithCards(server, provider)
    const { id } = await anInvoice(fixture, toClient(fixture))
    provider.down = true
    expectError(await fixture.client.post(`/invoices/${id}/card-payment`), 'PAYMENTS_UNAVAILABLE')
    provider.down = false
    await asLogin((tx) =>
      sql`update card_payments set created_at = created_at - interval '35 minutes' where invoice_id = ${id}::uuid`.execute(
        tx,
      ),
    )
    provider.pay(await openPage(fixture, id))
    expect((await check(fixture, id)).body.state).toBe('paid')
  })

  test('cannot be paid by other people', async () => {
    const fixture = await aStudioWithCards(server, provider)
    const stranger = await aStudioWithCards(server, provider)
    const { id } = await anInvoice(fixture, toClient(fixture))
    const people = [
      await aCrewMember(server, fixture),
      await aDeskPerson(server, fixture),
      fixture.other,
      stranger.admin,
      stranger.client,
    ]
    for (const caller of people) {
      expectError(await caller.get(`/invoices/${id}/card-payment`), 'NOT_FOUND')
      expectError(await caller.post(`/invoices/${id}/card-payment`), 'NOT_FOUND')
      expectError(await caller.post(`/invoices/${id}/card-payment/check`), 'NOT_FOUND')
    }
    expectError(await fixture.admin.post(`/invoices/${id}/card-payment`), 'FORBIDDEN')
    expectError(await visitor().post(`/invoices/${id}/card-payment`), 'UNAUTHENTICATED')
  })

  test('cannot be paid by card if its amount is below the minimum, and the answer says why', async () => {
    const fixture = await aStudioWithCards(server, provider)
    const lines = (unit_price_minor: number) => [{ description: 'Cable', quantity: 1, unit_price_minor }]
    const small = await anInvoice(fixture, { client_id: fixture.client.id, lines: lines(49) })
    const state = { can_pay: false, is_too_small: true }
    expect((await fixture.client.get(`/invoices/${small.id}/card-payment`)).body).toMatchObject(state)
    const token = await linkTo(fixture, small.id)
    expect((await visitor().post('/public/invoices/card-payment', { token })).body).toMatchObject(state)
    const response = await fixture.client.post(`/invoices/${small.id}/card-payment`)
    expectError(response, 'CARDS_NOT_CONFIGURED')
    expect(response.body.message).toBe('The open amount is too small for a card. Please pay it in another way.')
    const enough = await anInvoice(fixture, { client_id: fixture.client.id, lines: lines(50) })
    expect((await fixture.client.get(`/invoices/${enough.id}/card-payment`)).body).toMatchObject({
      can_pay: true,
      is_too_small: false,
    })
  })

  test('cannot be paid by card in a studio without cards', async () => {
    const fixture = { ...(await aStudio(server)), account: '' }
    const { id } = await anInvoice(fixture, toClient(fixture))
    expect((await fixture.client.get(`/invoices/${id}/card-payment`)).body.can_pay).toBe(false)
    expectError(await fixture.client.post(`/invoices/${id}/card-payment`), 'CARDS_NOT_CONFIGURED')
    const token = await linkTo(fixture, id)
    expect((await visitor().post('/public/invoices/card-payment', { token })).body.can_pay).toBe(false)
    expectError(await visitor().post('/public/invoices/card-payment/page', { token }), 'CARDS_NOT_CONFIGURED')
  })
})

describe('nothing is taken twice', () => {
  test('two tabs get the same page, and repeated events and checks record one payment', async () => {
    const fixture = await aStudioWithCards(server, provider)
    const { id } = await anInvoice(fixture, toClient(fixture))
    const token = await linkTo(fixture, id)
    const pages = await Promise.all([
      ...Array.from({ length: 3 }, () => openPage(fixture, id)),
      visitor()
        .post('/public/invoices/card-payment/page', { token })
        .then(({ body }) => body.url),
    ])
    expect(new Set(pages).size).toBe(1)
    const firstEvent = provider.sent.length
    provider.pay(pages[0])
    const payloads = provider.sent.slice(firstEvent).map(({ payload }) => payload)
    const responses = await Promise.all([
      ...[...payloads, ...payloads].toReversed().map((payload) => deliver(payload)),
      ...Array.from({ length: 4 }, () => check(fixture, id)),
    ])
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
    await eventually(async () => expect((await invoiceOf(fixture, id)).state).toBe('paid'))
    expect((await invoiceOf(fixture, id)).payments).toHaveLength(1)
    expect(await balance(fixture.studio.id, 'receivable')).toBe(0)
    await nextMail(server, fixture.client.email, 'Receipt')
    const receipts = (await mailsTo(server, fixture.client.email)).filter(({ subject }) => subject.includes('Receipt'))
    expect(receipts).toHaveLength(1)
  })

  test('a bank transfer ends the page, and the next page is for the rest', async () => {
    const fixture = await aStudioWithCards(server, provider)
    const { id } = await anInvoice(fixture, toClient(fixture))
    const first = await openPage(fixture, id)
    await payByBank(fixture, id, 4_000)
    await eventually(async () => expect(statusOf(first)).toBe('expired'))
    const next = await openPage(fixture, id)
    expect(next).not.toBe(first)
    expect(provider.pay(next).amount).toBe(6_000)
    await check(fixture, id)
    expect(await invoiceOf(fixture, id)).toMatchObject({ state: 'paid', open_minor: 0 })
  })

  test('a page with an old amount is never shown again, even before the job has run', async () => {
    const fixture = await aStudioWithCards(server, provider)
    const { id } = await anInvoice(fixture, toClient(fixture))
    const first = await openPage(fixture, id)
    const [, next] = await Promise.all([payByBank(fixture, id, 1_000), openPage(fixture, id)])
    const last = await openPage(fixture, id)
    expect(statusOf(first)).toBe('expired')
    expect(provider.pay(last).amount).toBe(9_000)
    expect(next).toBeDefined()
  })

  test('a payment above the open amount is refunded to the card', async () => {
    for (const [bank, excess] of [
      [10_000, 10_000],
      [4_000, 4_000],
    ] as const) {
      const fixture = await aStudioWithCards(server, provider)
      const { id } = await anInvoice(fixture, toClient(fixture))
      const page = await openPage(fixture, id)
      // While the provider is down, the page cannot be ended.
      provider.down = true
      await payByBank(fixture, id, bank)
      const intent = provider.pay(page)
      provider.down = false
      await check(fixture, id)
      await eventually(async () => expect(intent.refunded).toBe(excess))
      expect((await check(fixture, id)).body).toMatchObject({ paid_minor: 10_000, excess_minor: excess })
      await eventually(async () => expect(await balance(fixture.studio.id, 'deposits_held')).toBe(0))
      expect(await invoiceOf(fixture, id)).toMatchObject({ state: 'paid', open_minor: 0, paid_minor: 10_000 })
      expect(await balance(fixture.studio.id, 'credit')).toBe(0)
      expect(await balance(fixture.studio.id, 'card_clearing')).toBe(10_000 - excess - 320)
      await eventually(async () => {
        const mails = await mailsTo(server, fixture.client.email)
        const text = excess === 10_000 ? '$100 of it is being refunded' : '$40 of it is being refunded'
        expect(mails.some((mail) => mail.text.includes(text))).toBe(true)
      })
    }
  })

  test('an old page is replaced, and voiding the invoice ends its page', async () => {
    const fixture = await aStudioWithCards(server, provider)
    const { id } = await anInvoice(fixture, toClient(fixture))
    const first = await openPage(fixture, id)
    await asLogin((tx) =>
      sql`update card_payments set created_at = created_at - interval '51 minutes' where invoice_id = ${id}::uuid`.execute(
        tx,
      ),
    )
    const next = await openPage(fixture, id)
    expect([statusOf(first), statusOf(next)]).toEqual(['expired', 'open'])
    expect((await fixture.admin.post(`/invoices/${id}/void`, { reason: 'Wrong client' })).status).toBe(200)
    await eventually(async () => expect(statusOf(next)).toBe('expired'))
    expectError(await fixture.client.post(`/invoices/${id}/card-payment`), 'INVOICE_SETTLED')
  })

  test('a payment without an event is found by a job', async () => {
    const fixture = await aStudioWithCards(server, provider)
    const { id } = await anInvoice(fixture, toClient(fixture))
    provider.pay(await openPage(fixture, id))
    await runJob(settlementJobs[2] as never, {}, new Date(Date.now() + 20 * 60_000))
    await eventually(async () => expect((await invoiceOf(fixture, id)).state).toBe('paid'))
  })
})
