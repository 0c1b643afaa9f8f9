import type { CardProvider } from '@studiohub/testing/card-provider.ts'
import { startWithCards } from '@studiohub/testing/card-server.ts'
import { aStudioWithCards, countActions, runJob } from '@studiohub/testing/card-studios.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { aLine, anInvoice, balance } from '@studiohub/testing/invoices.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { aCrewMember, aDeskPerson, aStudio, type StudioOfTest, TEST_PASSWORD } from '@studiohub/testing/people.ts'
import type { TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { settlementJobs } from '../settlement-jobs.ts'
import { savedCardJobs } from './jobs.ts'

let provider: CardProvider
let server: TestServer
const at = startWithCards((started) => {
  ;({ provider, server } = started)
})

const { book, deliver, eventually } = at
const strictPolicy = { steps: [], late_percent: 50, no_show_percent: 100 }

type Fixture = StudioOfTest & { account: string }
const pathOf = ({ studio }: StudioOfTest) => `/studios/${studio.id}/saved-card`

/** A studio with cards whose clients pay half of the price for any cancellation. */
async function aStrictStudio(): Promise<Fixture> {
  const fixture = await aStudioWithCards(server, provider, { deposit: null, auto_confirm: true })
  await fixture.admin.patch(`/studios/${fixture.studio.id}`, { cancellation_policy: strictPolicy })
  return fixture
}

async function openPage(fixture: Fixture): Promise<string> {
  const { mandate } = (await fixture.client.get(pathOf(fixture))).body
  const { status, body } = await fixture.client.post(pathOf(fixture), { mandate })
  if (status !== 200) throw new Error(`no page: ${JSON.stringify(body)}`)
  return body.url
}

async function leaveCard(fixture: Fixture, bank?: Parameters<CardProvider['leaveCard']>[1]) {
  provider.leaveCard(await openPage(fixture), bank)
  return (await fixture.client.post(`${pathOf(fixture)}/check`)).body.card
}

/** A session that its client has cancelled, with a fee of 50.00. @returns its id */
async function aFee(fixture: Fixture): Promise<string> {
  const { id } = await book(fixture)
  const { body } = await fixture.client.post(`/bookings/${id}/cancel`, {})
  if (body.fee?.amount_minor !== 5_000) throw new Error(`no fee: ${JSON.stringify(body)}`)
  return id
}
const charge = ({ admin }: StudioOfTest, id: string) => admin.post(`/bookings/${id}/fee-charge`)
const chargesOf = ({ account }: Fixture) =>
  provider.calls.filter((call) => call.path === '/v1/payment_intents' && call.account === account)

/** What the audit log has about the charges of a studio's fees, oldest first. */
const chargeFactsOf = ({ studio }: Fixture) =>
  asLogin(async (tx) => {
    const { rows } = await sql<{ after: object }>`select after from audit_log
      where studio_id = ${studio.id}::uuid and action = 'payments.chargeFee' order by id`.execute(tx)
    return rows.map(({ after }) => after)
  })

describe('a card for fees', () => {
  test('is entered on the provider’s page, and the policy that the client agreed to is stored with it', async () => {
    const fixture = await aStrictStudio()
    const before = (await fixture.client.get(pathOf(fixture))).body
    expect(before.card).toBeNull()
    expect(before.mandate).toContain(`${fixture.studio.name} may charge this card`)
    expect(before.mandate).toContain('Clients who do not come pay 100% of the price.')
    expectError(await fixture.client.post(pathOf(fixture), { mandate: 'Something else' }), 'STALE_VERSION')
    expect(await leaveCard(fixture)).toMatchObject({
      brand: 'visa',
      last4: '4242',
      expires: '03/31',
      mandate: before.mandate,
      agreed_at: expect.any(String),
    })
    await fixture.admin.patch(`/studios/${fixture.studio.id}`, {
      cancellation_policy: { ...strictPolicy, late_percent: 80 },
    })
    const after = (await fixture.client.get(pathOf(fixture))).body
    expect(after.mandate).toContain('80%')
    expect(after.card.mandate).toBe(before.mandate)
    expect(await countActions(fixture.studio.id, 'payments.agreeToFees')).toBe(1)
    expect(await countActions(fixture.studio.id, 'payments.saveCard')).toBe(1)
  })

  test('is stored once, even if events and checks overlap, and a newer card replaces it', async () => {
    const fixture = await aStrictStudio()
    const page = await openPage(fixture)
    const firstEvent = provider.sent.length
    const first = provider.leaveCard(page)
    const payloads = provider.sent.slice(firstEvent).map(({ payload }) => payload)
    await Promise.all([
      ...[...payloads, ...payloads].map((payload) => deliver(payload)),
      fixture.client.post(`${pathOf(fixture)}/check`),
      fixture.client.post(`${pathOf(fixture)}/check`),
    ])
    await eventually(async () => expect((await fixture.client.get(pathOf(fixture))).body.card).not.toBeNull())
    expect(await countActions(fixture.studio.id, 'payments.saveCard')).toBe(1)
    const second = provider.leaveCard(await openPage(fixture))
    await runJob(savedCardJobs[2] as never, {}, new Date(Date.now() + 20 * 60_000))
    await eventually(async () => expect(provider.cards.has(first.id)).toBe(false))
    expect(provider.cards.has(second.id)).toBe(true)
  })

  test('can be removed only by its client, and is never charged again', async () => {
    const fixture = await aStrictStudio()
    const card = await leaveCard(fixture)
    const cardsBefore = provider.cards.size
    const stranger = await aStudio(server)
    const people = [
      fixture.admin,
      fixture.other,
      await aCrewMember(server, fixture),
      await aDeskPerson(server, fixture),
      stranger.admin,
      stranger.client,
    ]
    for (const caller of people) {
      expect((await caller.delete(`/saved-cards/${card.id}`)).status).toBeGreaterThanOrEqual(403)
    }
    expectError(await callAs(server.url, null).delete(`/saved-cards/${card.id}`), 'UNAUTHENTICATED')
    for (const caller of [fixture.admin, stranger.client]) expectError(await caller.get(pathOf(fixture)), 'FORBIDDEN')
    expect((await fixture.other.get(pathOf(fixture))).body.card).toBeNull()
    const id = await aFee(fixture)
    expect((await fixture.client.delete(`/saved-cards/${card.id}`)).status).toBe(200)
    expect((await fixture.client.get(pathOf(fixture))).body.card).toBeNull()
    await eventually(async () => expect(provider.cards.size).toBe(cardsBefore - 1))
    expect((await charge(fixture, id)).body.outcome).toBe('link_sent')
    expect(chargesOf(fixture)).toEqual([])
    expect(await countActions(fixture.studio.id, 'payments.removeCard')).toBe(1)
  })

  test('is not offered if the studio has no cards or no fees', async () => {
    const studioWithoutCards = await aStudio(server)
    expect((await studioWithoutCards.client.get(pathOf(studioWithoutCards))).body).toEqual({
      card: null,
      mandate: null,
    })
    const studioWithoutFees = await aStudioWithCards(server, provider)
    await studioWithoutFees.admin.patch(`/studios/${studioWithoutFees.studio.id}`, {
      cancellation_policy: { steps: [], late_percent: 0, no_show_percent: 0 },
    })
    expect((await studioWithoutFees.client.get(pathOf(studioWithoutFees))).body).toEqual({ card: null, mandate: null })
  })
})

describe('a card whose client has left', () => {
  const [detachCard, , , removeCards, detachAgain] = savedCardJobs
  const run = (job: (typeof savedCardJobs)[number] | undefined, hours = 0) =>
    runJob(job as never, {}, new Date(Date.now() + hours * 3_600_000))
  const rowsOf = ({ studio }: Fixture) =>
    asLogin(async (tx) => {
      const { rows } = await sql<{ id: string; state: string; last4: string | null; is_detached: boolean }>`
        select id, state, last4, detached_at is not null as is_detached from saved_cards
        where studio_id = ${studio.id}::uuid order by created_at`.execute(tx)
      return rows
    })
  const detachesOf = ({ account }: Fixture) =>
    provider.calls.filter((call) => call.path.endsWith('/detach') && call.account === account)

  test('is removed and deleted at the provider, even if the provider was down, and other cards stay', async () => {
    const fixture = await aStrictStudio()
    await leaveCard({ ...fixture, client: fixture.other })
    await leaveCard(fixture)
    await run(removeCards)
    expect((await rowsOf(fixture)).map(({ state }) => state)).toEqual(['saved', 'saved'])
    expect((await fixture.client.post('/me/deletion', { current_password: TEST_PASSWORD })).status).toBe(200)
    provider.down = true
    await run(removeCards)
    const [, card] = await rowsOf(fixture)
    expect(card).toMatchObject({ state: 'removed', last4: null, is_detached: false })
    await expect(runJob(detachCard as never, { card_id: card?.id })).rejects.toThrow()
    expect((await rowsOf(fixture))[1]?.is_detached).toBe(false)
    provider.down = false
    await run(detachAgain, 6)
    await eventually(async () => expect((await rowsOf(fixture))[1]?.is_detached).toBe(true))
    // The provider no longer has the card, so a repeated call must not fail.
    await runJob(detachCard as never, { card_id: card?.id })
    await run(removeCards)
    expect(await rowsOf(fixture)).toMatchObject([{ state: 'saved', last4: '4242' }, { state: 'removed' }])
    expect(new Set(detachesOf(fixture).map(({ path }) => path)).size).toBe(1)
    expect(await countActions(fixture.studio.id, 'payments.removeCard')).toBe(1)
  })

  test('is also deleted if the studio removes the client', async () => {
    const fixture = await aStrictStudio()
    await leaveCard(fixture)
    const clients = `/studios/${fixture.studio.id}/clients`
    const { items } = (await fixture.admin.get(clients)).body
    const { role_id } = items.find(({ email }: { email: string }) => email === fixture.client.email)
    expect((await fixture.admin.delete(`${clients}/${role_id}`)).status).toBe(200)
    await run(removeCards)
    await eventually(async () =>
      expect(await rowsOf(fixture)).toMatchObject([{ state: 'removed', last4: null, is_detached: true }]),
    )
    expect(detachesOf(fixture)).toHaveLength(1)
  })
})

describe('a fee', () => {
  test('can be charged in one call by an admin, with an invoice, entries in the books and a receipt', async () => {
    const fixture = await aStrictStudio()
    await leaveCard(fixture)
    const id = await aFee(fixture)
    expect((await fixture.admin.get(`/bookings/${id}/fee-charge`)).body).toEqual({
      amount_minor: 5_000,
      currency: 'USD',
      card: { brand: 'visa', last4: '4242' },
    })
    const { body, text } = await charge(fixture, id)
    expect(body, text).toMatchObject({ outcome: 'charged' })
    expect((await fixture.client.get(`/invoices/${body.invoice_id}`)).body).toMatchObject({
      state: 'paid',
      total_minor: 5_000,
      payments: [{ method: 'card', amount_minor: 5_000 }],
    })
    expect(await balance(fixture.studio.id, 'card_clearing')).toBe(5_000 - 175)
    const receipt = await nextMail(server, fixture.client.email, 'Receipt from')
    expect(receipt.text).toContain('$50')
    expect((await charge(fixture, id)).body).toEqual({ outcome: 'settled', invoice_id: body.invoice_id })
    expect(chargesOf(fixture)).toHaveLength(1)
    expect(await countActions(fixture.studio.id, 'payments.chargeFee')).toBe(1)
  })

  test('is not charged if it is on an invoice with other amounts, which the client has not agreed to', async () => {
    const fixture = await aStrictStudio()
    await leaveCard(fixture)
    const id = await aFee(fixture)
    await anInvoice(fixture, { client_id: fixture.client.id, booking_ids: [id], lines: [aLine(20_000)] })
    expect((await fixture.admin.get(`/bookings/${id}/fee-charge`)).body.amount_minor).toBe(0)
    expectError(await charge(fixture, id), 'INVALID_TRANSITION')
    expect(chargesOf(fixture)).toEqual([])
  })

  test('waits for its charge if the provider does not answer, and the client gets no payment page until then', async () => {
    const fixture = await aStrictStudio()
    await leaveCard(fixture)
    const id = await aFee(fixture)
    provider.down = true
    const { body } = await charge(fixture, id)
    expect(body.outcome).toBe('waiting')
    provider.down = false
    expectError(await fixture.client.post(`/invoices/${body.invoice_id}/card-payment`), 'INVOICE_SETTLED')
    expect(chargesOf(fixture).length).toBeGreaterThan(0)
    const pages = [...provider.checkouts.values()].filter(({ form }) => form.mode === 'payment')
    expect(pages.filter(({ account }) => account === fixture.account)).toEqual([])
  })

  test('is charged once, even with concurrent calls and events', async () => {
    const fixture = await aStrictStudio()
    await leaveCard(fixture)
    const id = await aFee(fixture)
    const invoice = (await charge({ ...fixture }, id)).body.invoice_id
    expect(invoice).toBeDefined()
    const other = await aFee(fixture)
    await Promise.all(Array.from({ length: 4 }, () => charge(fixture, other)))
    await eventually(async () => expect(await balance(fixture.studio.id, 'receivable')).toBe(0))
    expect(await balance(fixture.studio.id, 'card_clearing')).toBe(2 * (5_000 - 175))
    expect(new Set(chargesOf(fixture).map(({ key }) => key)).size).toBe(2)
  })

  test('is emailed as an invoice with a pay link if the bank declines or there is no card', async () => {
    for (const bank of ['authentication_required', 'card_declined', null] as const) {
      const fixture = await aStrictStudio()
      if (bank) await leaveCard(fixture, bank)
      const id = await aFee(fixture)
      expect((await charge(fixture, id)).body.outcome).toBe(bank ? 'declined' : 'link_sent')
      const mail = await nextMail(server, fixture.client.email, 'Invoice')
      const token = /\/pay#(\S+)/.exec(mail.text)?.[1]
      const page = await callAs(server.url, null).post('/public/invoices/card-payment/page', { token })
      provider.pay(page.body.url)
      await callAs(server.url, null).post('/public/invoices/card-payment/check', { token })
      expect(await balance(fixture.studio.id, 'receivable')).toBe(0)
    }
  })

  test('is on the audit log even if the client has no email address for the invoice', async () => {
    const fixture = await aStrictStudio()
    const id = await aFee(fixture)
    await asLogin((tx) => sql`update client_records set email = null where id = ${fixture.client.id}::uuid`.execute(tx))
    expectError(await charge(fixture, id), 'NO_EMAIL_ADDRESS')
    expect(await countActions(fixture.studio.id, 'payments.chargeFee')).toBe(1)
    expect(await chargeFactsOf(fixture)).toMatchObject([{ outcome: 'not_charged', is_link_sent: false }])
  })

  test('tells the admin that the bank declined and the client has no email address, and takes no money twice', async () => {
    const fixture = await aStrictStudio()
    await leaveCard(fixture, 'card_declined')
    const id = await aFee(fixture)
    const setEmail = (email: string | null) =>
      asLogin((tx) => sql`update client_records set email = ${email} where id = ${fixture.client.id}::uuid`.execute(tx))
    await setEmail(null)
    const declined = await charge(fixture, id)
    expectError(declined, 'NO_EMAIL_ADDRESS')
    expect(declined.body.message).toContain('bank declined')
    expect(await chargeFactsOf(fixture)).toMatchObject([{ outcome: 'declined', is_link_sent: false }])
    await setEmail(fixture.client.email)
    expect((await charge(fixture, id)).body.outcome).toBe('declined')
    await leaveCard(fixture)
    expect((await charge(fixture, id)).body.outcome).toBe('charged')
    expect((await chargeFactsOf(fixture)).slice(1)).toMatchObject([
      { outcome: 'declined', is_link_sent: true },
      { outcome: 'charged', is_link_sent: false },
    ])
    expect(await balance(fixture.studio.id, 'card_clearing')).toBe(5_000 - 175)
  })

  test('is charged once, even if the client has an open payment page, which ends', async () => {
    const fixture = await aStrictStudio()
    await leaveCard(fixture, 'card_declined')
    const id = await aFee(fixture)
    const { invoice_id } = (await charge(fixture, id)).body
    const { url } = (await fixture.client.post(`/invoices/${invoice_id}/card-payment`)).body
    await leaveCard(fixture)
    expect((await charge(fixture, id)).body.outcome).toBe('charged')
    expect(() => provider.pay(url)).toThrow()
    expect(await balance(fixture.studio.id, 'card_clearing')).toBe(5_000 - 175)
  })

  test('is charged later, and once, if the provider does not answer', async () => {
    const fixture = await aStrictStudio()
    await leaveCard(fixture)
    const id = await aFee(fixture)
    provider.down = true
    const { invoice_id, outcome } = (await charge(fixture, id)).body
    expect(outcome).toBe('waiting')
    provider.down = false
    await runJob(settlementJobs[2] as never, {}, new Date(Date.now() + 20 * 60_000))
    await eventually(async () => expect(await balance(fixture.studio.id, 'card_clearing')).toBe(5_000 - 175))
    expect((await charge(fixture, id)).body).toEqual({ outcome: 'settled', invoice_id })
    expect(new Set(chargesOf(fixture).map(({ key }) => key)).size).toBe(1)
  })

  test('can be charged only by admins, and not after it is waived', async () => {
    const fixture = await aStrictStudio()
    await leaveCard(fixture)
    const id = await aFee(fixture)
    const stranger = await aStudio(server)
    const people = [
      fixture.client,
      fixture.other,
      await aCrewMember(server, fixture),
      await aDeskPerson(server, fixture),
      stranger.admin,
      stranger.client,
    ]
    for (const caller of people) {
      expect((await caller.post(`/bookings/${id}/fee-charge`)).status).toBeGreaterThanOrEqual(403)
      expect((await caller.get(`/bookings/${id}/fee-charge`)).status).toBeGreaterThanOrEqual(403)
    }
    await fixture.admin.post(`/bookings/${id}/fee/waive`, { reason: 'Kindness' })
    expectError(await charge(fixture, id), 'INVALID_TRANSITION')
    expect(chargesOf(fixture)).toEqual([])
  })

  test('is not charged to the card of a client with a deleted account', async () => {
    const fixture = await aStrictStudio()
    await leaveCard(fixture)
    const id = await aFee(fixture)
    await asLogin((tx) =>
      sql`update auth.users set deleted_at = now() where id = ${fixture.client.id}::uuid`.execute(tx),
    )
    expect((await charge(fixture, id)).body.outcome).toBe('link_sent')
    expect(chargesOf(fixture)).toEqual([])
  })
})
