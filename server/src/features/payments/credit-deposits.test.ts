import type { CardProvider } from '@studiohub/testing/card-provider.ts'
import { startWithCards } from '@studiohub/testing/card-server.ts'
import { aStudioWithCards, changeServices, endPayTime, runJob } from '@studiohub/testing/card-studios.ts'
import { asLogin, stateOfDatabase } from '@studiohub/testing/database-rows.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { anInvoice, balance } from '@studiohub/testing/invoices.ts'
import { aDeskPerson, aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import type { TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { releaseUnpaidBooking } from './jobs.ts'
import { settlementJobs } from './settlement-jobs.ts'

let provider: CardProvider
let server: TestServer
const at = startWithCards((started) => {
  ;({ provider, server } = started)
})

const { session, book, read, payment, check, openPage, confirm, decline, eventually } = at

const giveCredit = ({ studio, admin, client }: StudioOfTest, amount_minor: number, currency = 'USD') =>
  admin.post(`/studios/${studio.id}/clients/${client.id}/credits`, { amount_minor, currency, reason: 'Sorry' })
/** The client's free credit, and the deposits for sessions. */
const books = async ({ studio }: StudioOfTest) => ({
  free: 0 - (await balance(studio.id, 'credit')),
  held: 0 - (await balance(studio.id, 'deposits_held')),
})

/** A studio whose clients pay a deposit of 50 when they book, and a client with credit. */
async function aStudioWithCredit(amount_minor: number, serviceChanges: object = {}) {
  const fixture = await aStudioWithCards(server, provider, serviceChanges)
  expect((await giveCredit(fixture, amount_minor)).status).toBe(201)
  return fixture
}

describe('credit that covers the deposit', () => {
  test('pays it, so the booking needs no card payment and no page', async () => {
    const fixture = await aStudioWithCredit(8_000)
    const { booking_type, ...quoteInput } = session()
    const quoted = await fixture.client.post(`/studios/${fixture.studio.id}/quote`, quoteInput)
    expect(quoted.body).toMatchObject({ deposit_minor: 5_000, credit_minor: 5_000 })
    const booking = await book(fixture)
    expect(booking).toMatchObject({ status: 'pending', deposit_minor: 5_000, pay_by: null })
    expect(await books(fixture)).toEqual({ free: 3_000, held: 5_000 })
    expect(await payment(fixture.client, booking.id)).toMatchObject({
      state: 'none',
      amount_minor: 0,
      credit_minor: 5_000,
    })
    expectError(await fixture.client.post(`/bookings/${booking.id}/payment`), 'PAYMENT_TOO_LATE')
    expect((await fixture.client.get(`/bookings/${booking.id}/money`)).body).toMatchObject({ paid_minor: 5_000 })
  })

  test('confirms the booking at once if the service does so', async () => {
    const fixture = await aStudioWithCredit(5_000, { auto_confirm: true })
    expect(await book(fixture)).toMatchObject({ status: 'confirmed', pay_by: null })
  })

  test('counts towards the invoice of the session, like a deposit by card', async () => {
    const fixture = await aStudioWithCredit(5_000, { auto_confirm: true })
    const { id } = await book(fixture)
    const invoice = await anInvoice(fixture, { client_id: fixture.client.id, lines: [], booking_ids: [id] })
    expect(invoice).toMatchObject({ open_minor: 5_000, paid_minor: 5_000 })
    expect(await books(fixture)).toEqual({ free: 0, held: 0 })
    await fixture.client.post(`/bookings/${id}/cancel`, {})
    await stateOfDatabase()
    expect(await books(fixture)).toEqual({ free: 0, held: 0 })
  })

  test('is returned as credit when the studio declines or the client cancels in time', async () => {
    const fixture = await aStudioWithCredit(5_000)
    const { id } = await book(fixture)
    await decline(fixture, id)
    await eventually(async () => expect(await books(fixture)).toEqual({ free: 5_000, held: 0 }))
    const next = await book(fixture)
    expect(await books(fixture)).toEqual({ free: 0, held: 5_000 })
    await fixture.client.post(`/bookings/${next.id}/cancel`, {})
    await eventually(async () => expect(await books(fixture)).toEqual({ free: 5_000, held: 0 }))
    expect((await payment(fixture.client, next.id)).credit_minor).toBe(0)
  })

  test('is returned minus the cancellation fee, and in full if the fee is waived', async () => {
    const fixture = await aStudioWithCredit(5_000, { auto_confirm: true })
    const cancellation_policy = { steps: [{ hours: 720, percent: 0 }], late_percent: 20, no_show_percent: 100 }
    await fixture.admin.patch(`/studios/${fixture.studio.id}`, { cancellation_policy })
    const { id } = await book(fixture)
    await fixture.client.post(`/bookings/${id}/cancel`, {})
    await eventually(async () => expect(await books(fixture)).toEqual({ free: 3_000, held: 2_000 }))
    await fixture.admin.post(`/bookings/${id}/fee/waive`, { reason: 'Kindness' })
    await eventually(async () => expect(await books(fixture)).toEqual({ free: 5_000, held: 0 }))
  })

  test('is returned when a request expires without an answer', async () => {
    const fixture = await aStudioWithCredit(5_000)
    const { id } = await book(fixture)
    await asLogin((tx) =>
      sql`update bookings set status = 'cancelled', cancelled_at = now(), version = version + 1
        where id = ${id}::uuid`.execute(tx),
    )
    await runJob(settlementJobs[4] as never, {}, new Date(Date.now() + 3_600_000))
    await eventually(async () => expect(await books(fixture)).toEqual({ free: 5_000, held: 0 }))
  })

  test('can be used in a studio without cards', async () => {
    const fixture = await aStudio(server)
    await changeServices(fixture, { price_minor: 10_000, deposit: { kind: 'full' } })
    await giveCredit(fixture, 4_000)
    const { id } = await book(fixture)
    expect(await payment(fixture.client, id)).toMatchObject({
      state: 'none',
      amount_minor: 6_000,
      credit_minor: 4_000,
    })
    await fixture.client.post(`/bookings/${id}/cancel`, {})
    await eventually(async () => expect(await books(fixture)).toEqual({ free: 4_000, held: 0 }))
  })
})

describe('credit that covers a part of the deposit', () => {
  test('lowers the card payment, and both are returned after a cancellation', async () => {
    const fixture = await aStudioWithCredit(2_000)
    const { id, pay_by } = await book(fixture)
    expect(pay_by).not.toBeNull()
    expect(await payment(fixture.client, id)).toMatchObject({ state: 'due', amount_minor: 3_000, credit_minor: 2_000 })
    const intent = provider.pay(await openPage(fixture, id))
    await check(fixture.client, id)
    await confirm(fixture, id)
    await eventually(async () => expect(intent.received).toBe(3_000))
    await eventually(async () => expect(await books(fixture)).toEqual({ free: 0, held: 5_000 }))
    await fixture.client.post(`/bookings/${id}/cancel`, {})
    await eventually(async () => expect(await books(fixture)).toEqual({ free: 2_000, held: 0 }))
    expect(intent.refunded).toBe(3_000)
  })

  test('is free again if the rest is not paid in time, and is used again after a late payment', async () => {
    const fixture = await aStudioWithCredit(2_000, { auto_confirm: true })
    const { id } = await book(fixture)
    const page = await openPage(fixture, id)
    provider.down = true
    await endPayTime(id)
    await runJob(releaseUnpaidBooking, { booking_id: id })
    await eventually(async () => expect(await books(fixture)).toEqual({ free: 2_000, held: 0 }))
    provider.down = false
    provider.pay(page)
    await check(fixture.client, id)
    expect((await read(fixture.client, id)).status).toBe('confirmed')
    expect(await books(fixture)).toEqual({ free: 0, held: 5_000 })
  })

  test('is enough if the rest is below the minimum for cards', async () => {
    const fixture = await aStudioWithCredit(4_960)
    expect((await book(fixture)).pay_by).toBeNull()
    expect(await books(fixture)).toEqual({ free: 0, held: 4_960 })
  })
})

describe('the use of credit', () => {
  test('bookings by the desk or another client, in another currency or without a deposit use no credit', async () => {
    const fixture = await aStudioWithCredit(5_000)
    const desk = await aDeskPerson(server, fixture)
    const bookingByDesk = { client_id: fixture.client.id, start_time: '18:00', end_time: '20:00' }
    expect((await desk.post(`/studios/${fixture.studio.id}/bookings`, session(bookingByDesk))).status).toBe(201)
    const ofOther = await book({ ...fixture, client: fixture.other }, { start_time: '14:00', end_time: '16:00' })
    expect(ofOther.pay_by).not.toBeNull()
    const reductions = { service_type: 'recording', client_id: fixture.client.id }
    for (const caller of [desk, fixture.admin, fixture.other]) {
      const { body } = await caller.post(`/studios/${fixture.studio.id}/reductions`, reductions)
      expect(body.credit_minor).toBe(0)
    }
    expect(await books(fixture)).toEqual({ free: 5_000, held: 0 })
    const studioInDollars = await aStudioWithCards(server, provider)
    await giveCredit(studioInDollars, 5_000, 'CHF')
    expect((await book(studioInDollars)).pay_by).not.toBeNull()
    await changeServices(fixture, { deposit: null })
    await book(fixture)
    expect(await books(fixture)).toEqual({ free: 5_000, held: 0 })
  })

  test('credit is never used twice, even by concurrent bookings and invoices', async () => {
    const fixture = await aStudioWithCredit(5_000)
    const { studio, admin, client } = fixture
    const drafts = await Promise.all(
      [1, 2].map(() =>
        admin.post(`/studios/${studio.id}/invoices`, {
          client_id: client.id,
          lines: [{ description: 'Mixing', quantity: 1, unit_price_minor: 5_000 }],
        }),
      ),
    )
    const times = [
      { start_time: '08:00', end_time: '10:00' },
      { start_time: '10:00', end_time: '12:00' },
      { start_time: '12:00', end_time: '14:00' },
      { start_time: '14:00', end_time: '16:00' },
    ]
    const [bookings] = await Promise.all([
      Promise.all(times.map((time) => book(fixture, time))),
      Promise.all(drafts.map(({ body }) => admin.post(`/invoices/${body.id}/issue`))),
    ])
    const { free, held } = await books(fixture)
    const invoices = await Promise.all(drafts.map(({ body }) => admin.get(`/invoices/${body.id}`)))
    const paid = invoices.reduce((sum, { body }) => sum + body.paid_minor, 0)
    expect(free).toBe(0)
    expect(held + paid).toBe(5_000)
    const withoutPage = bookings.filter(({ pay_by }) => pay_by === null)
    expect(withoutPage.length).toBe(held / 5_000)
  })
})
