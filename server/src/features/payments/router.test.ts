import type { CardProvider } from '@studiohub/testing/card-provider.ts'
import { startWithCards } from '@studiohub/testing/card-server.ts'
import { aStudioWithCards, changeServices, countActions, endPayTime, runJob } from '@studiohub/testing/card-studios.ts'
import { asLogin, stateOfDatabase } from '@studiohub/testing/database-rows.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { balance } from '@studiohub/testing/invoices.ts'
import { mailsTo } from '@studiohub/testing/mailbox.ts'
import { aDeskPerson, aStudio } from '@studiohub/testing/people.ts'
import type { TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { letBookingGo } from './jobs.ts'

let provider: CardProvider
let server: TestServer
const at = startWithCards((started) => {
  ;({ provider, server } = started)
})

const {
  session,
  book,
  read,
  payment,
  check,
  openPage,
  deliver,
  aPaidBooking,
  confirm,
  decline,
  bookingMails,
  eventually,
} = at

describe('a booking with a deposit', () => {
  test('holds its time for 15 minutes, and only its client knows', async () => {
    const fixture = await aStudioWithCards(server, provider)
    const booking = await book(fixture)
    expect(booking).toMatchObject({ status: 'pending', deposit_minor: 5_000 })
    const left = Date.parse(booking.pay_by) - Date.now()
    expect(left).toBeGreaterThan(14 * 60_000)
    expect(left).toBeLessThanOrEqual(15 * 60_000)
    expect(await payment(fixture.client, booking.id)).toMatchObject({ state: 'due', amount_minor: 5_000 })
    expect(await bookingMails(fixture.admin)).toEqual([])
    expect(await bookingMails(fixture.client)).toEqual([])
    expectError(
      await fixture.client.patch(`/bookings/${booking.id}`, { start_time: '18:00', end_time: '20:00' }),
      'INVALID_TRANSITION',
    )
    const waiting = await fixture.admin.get(`/studios/${fixture.studio.id}/bookings?waiting=true`)
    expect(waiting.body.items).toEqual([])
  })

  test('is paid on the provider’s page by its client alone; a repeated call gives the same page', async () => {
    const fixture = await aStudioWithCards(server, provider)
    await fixture.admin.patch(`/studios/${fixture.studio.id}`, { brand_colors: { primary: '#ff0000' } })
    const { id } = await book(fixture)
    for (const caller of [fixture.admin, fixture.other, await aDeskPerson(server, fixture)])
      expect((await caller.post(`/bookings/${id}/payment`)).status).toBeGreaterThanOrEqual(403)
    const stranger = await aStudio(server)
    expectError(await stranger.client.post(`/bookings/${id}/payment`), 'NOT_FOUND')
    const seen = provider.checkouts.size
    const pages = await Promise.all(Array.from({ length: 5 }, () => openPage(fixture, id)))
    expect(new Set(pages).size).toBe(1)
    expect(provider.checkouts.size).toBe(seen + 1)
    expect(await countActions(fixture.studio.id, 'payments.createCheckout')).toBe(1)
    const call = provider.calls.find(({ path, account }) => path.endsWith('/sessions') && account === fixture.account)
    expect(call?.form).toMatchObject({
      'line_items[0][price_data][unit_amount]': '5000',
      'payment_intent_data[capture_method]': 'manual',
      'branding_settings[display_name]': fixture.studio.name,
      'branding_settings[button_color]': '#ff0000',
      'allowed_payment_method_types[0]': 'card',
    })
  })

  test('becomes a request when its deposit is authorized; confirming captures it once', async () => {
    const fixture = await aStudioWithCards(server, provider)
    const { id, intent } = await aPaidBooking(fixture)
    expect(await read(fixture.client, id)).toMatchObject({ status: 'pending', pay_by: null })
    expect((await payment(fixture.client, id)).state).toBe('authorized')
    expect(await balance(fixture.studio.id, 'deposits_held')).toBe(0)
    expect((await bookingMails(fixture.admin)).map(({ subject }) => subject)).toEqual(['New request from Cleo Client'])
    expect((await confirm(fixture, id)).status).toBe(200)
    await eventually(async () => expect((await payment(fixture.client, id)).state).toBe('paid'))
    expect(intent).toMatchObject({ status: 'succeeded', received: 5_000 })
    expect(await balance(fixture.studio.id, 'deposits_held')).toBe(-5_000)
    expect(await balance(fixture.studio.id, 'card_clearing')).toBe(5_000 - 175)
    expect(await balance(fixture.studio.id, 'processor_fees')).toBe(175)
    expect((await fixture.client.get(`/bookings/${id}/money`)).body).toMatchObject({
      paid_minor: 5_000,
      owed_minor: 5_000,
    })
  })

  test('is confirmed with the payment where the service confirms at once', async () => {
    const fixture = await aStudioWithCards(server, provider, { auto_confirm: true })
    const booking = await book(fixture)
    expect(booking.status).toBe('pending')
    provider.pay(await openPage(fixture, booking.id))
    expect((await check(fixture.client, booking.id)).body.state).toBe('paid')
    expect((await read(fixture.client, booking.id)).status).toBe('confirmed')
    const [mail] = await bookingMails(fixture.client)
    expect(mail?.subject).toMatch(/is booked|is confirmed/)
  })

  test('is released when the studio declines', async () => {
    const fixture = await aStudioWithCards(server, provider)
    const { id, intent } = await aPaidBooking(fixture)
    await decline(fixture, id)
    await eventually(async () => expect((await payment(fixture.client, id)).state).toBe('refunded'))
    expect(intent.status).toBe('canceled')
    expect(await balance(fixture.studio.id, 'card_clearing')).toBe(0)
  })

  test('is charged at once where the answer could take longer than the card waits, and refunded at a decline', async () => {
    const fixture = await aStudioWithCards(server, provider)
    await asLogin((tx) =>
      sql`update studios set request_expiry_hours = 168 where id = ${fixture.studio.id}::uuid`.execute(tx),
    )
    const { id, intent } = await aPaidBooking(fixture)
    expect(intent.status).toBe('succeeded')
    expect(await read(fixture.client, id)).toMatchObject({ status: 'pending', pay_by: null })
    await decline(fixture, id)
    await eventually(async () => expect((await payment(fixture.client, id)).state).toBe('refunded'))
    expect(intent.refunded).toBe(5_000)
    expect(await balance(fixture.studio.id, 'deposits_held')).toBe(0)
  })

  test('gives back what is above the fee when it is cancelled', async () => {
    const fixture = await aStudioWithCards(server, provider, { auto_confirm: true })
    const cancellation_policy = { steps: [{ hours: 720, percent: 0 }], late_percent: 20, no_show_percent: 100 }
    await fixture.admin.patch(`/studios/${fixture.studio.id}`, { cancellation_policy })
    const { id, intent } = await aPaidBooking(fixture)
    expect((await fixture.client.post(`/bookings/${id}/cancel`, {})).body.fee).toMatchObject({ amount_minor: 2_000 })
    await eventually(async () => expect((await payment(fixture.client, id)).state).toBe('partly_refunded'))
    expect(intent.refunded).toBe(3_000)
    expect(await balance(fixture.studio.id, 'deposits_held')).toBe(-2_000)
    expect((await fixture.client.get(`/bookings/${id}/money`)).body).toMatchObject({ paid_minor: 2_000, owed_minor: 0 })
    await fixture.admin.post(`/bookings/${id}/fee/waive`, { reason: 'Kindness' })
    await eventually(async () => expect((await payment(fixture.client, id)).state).toBe('refunded'))
    expect(intent.refunded).toBe(5_000)
  })

  test('of the desk waits for no payment, nor does one without cards', async () => {
    const fixture = await aStudioWithCards(server, provider)
    const made = { client_id: fixture.client.id, start_time: '18:00', end_time: '20:00' }
    const { body } = await fixture.admin.post(`/studios/${fixture.studio.id}/bookings`, session(made))
    expect(body).toMatchObject({ status: 'confirmed', deposit_minor: 5_000, pay_by: null })
    const without = await aStudio(server)
    await changeServices(without, { price_minor: 10_000, deposit: { kind: 'full' } })
    expect(await book(without)).toMatchObject({ status: 'pending', deposit_minor: 10_000, pay_by: null })
    const bank = { bank_holder: 'Northlight', iban: 'DE89370400440532013000' }
    await without.admin.patch(`/studios/${without.studio.id}/invoice-settings`, bank)
    const options = await without.client.get(`/studios/${without.studio.id}/payment-options`)
    expect(options.body).toEqual({ cards: false, bank: { holder: 'Northlight', iban: bank.iban, bic: '' } })
    expectError(await fixture.client.get(`/studios/${without.studio.id}/payment-options`), 'FORBIDDEN')
  })
})

test('clients book no series of a service that they pay for when booking', async () => {
  const fixture = await aStudioWithCards(server, provider)
  const { booking_date, start_time, end_time } = session()
  const series = {
    booking_date,
    start_time,
    end_time,
    service_type: 'recording',
    booking_type: 'client_booking',
    count: 2,
  }
  const path = `/studios/${fixture.studio.id}/booking-series`
  expectError(await fixture.client.post(path, series), 'SERVICE_NOT_OFFERED')
  expect((await fixture.admin.post(path, { ...series, client_id: fixture.client.id })).status).toBe(201)
})

describe('a time that is not paid', () => {
  test('is free again after 15 minutes, and its page ends', async () => {
    const fixture = await aStudioWithCards(server, provider)
    const { id } = await book(fixture)
    const page = await openPage(fixture, id)
    await runJob(letBookingGo, { booking_id: id })
    expect((await read(fixture.client, id)).status).toBe('pending')
    await endPayTime(id)
    expectError(await fixture.client.post(`/bookings/${id}/payment`), 'PAYMENT_TOO_LATE')
    await runJob(letBookingGo, { booking_id: id })
    expect(await read(fixture.client, id)).toMatchObject({ status: 'cancelled', cancelled_by: null })
    expect((await payment(fixture.client, id)).state).toBe('let_go')
    const checkout = new URL(page).pathname.split('/').at(-1) ?? ''
    await eventually(async () => expect(provider.checkouts.get(checkout)?.status).toBe('expired'))
    expect(() => provider.pay(page)).toThrow('not open')
    expect((await book({ ...fixture, client: fixture.other })).status).toBe('pending')
  })

  test('is booked again by a late payment while it is free', async () => {
    const fixture = await aStudioWithCards(server, provider)
    const { id } = await book(fixture)
    provider.pay(await openPage(fixture, id))
    await endPayTime(id)
    await runJob(letBookingGo, { booking_id: id })
    await eventually(async () => expect((await read(fixture.client, id)).status).toBe('pending'))
    expect((await payment(fixture.client, id)).state).toBe('authorized')
    expectError(await fixture.other.post(`/studios/${fixture.studio.id}/bookings`, session()), 'BOOKING_CONFLICT')
  })

  test('is paid back by itself when it was taken, and the client is told', async () => {
    const fixture = await aStudioWithCards(server, provider, { auto_confirm: true })
    const { id } = await book(fixture)
    const page = await openPage(fixture, id)
    provider.down = true
    await endPayTime(id)
    await runJob(letBookingGo, { booking_id: id })
    const taken = await book({ ...fixture, client: fixture.other })
    expect(taken.status).toBe('pending')
    provider.down = false
    const intent = provider.pay(page)
    await deliver(provider.sent.at(-1)?.payload ?? '')
    await eventually(async () => expect((await payment(fixture.client, id)).state).toBe('refunded'))
    expect(intent.refunded).toBe(5_000)
    expect((await read(fixture.client, id)).status).toBe('cancelled')
    expect(await balance(fixture.studio.id, 'deposits_held')).toBe(0)
    await stateOfDatabase()
    const mails = await mailsTo(server, fixture.client.email)
    expect(mails.map(({ subject }) => subject)).toContain(`Your payment to ${fixture.studio.name} goes back`)
  })

  test('that its client cancelled stays cancelled when a payment comes', async () => {
    const fixture = await aStudioWithCards(server, provider)
    const { id } = await book(fixture)
    const intent = provider.pay(await openPage(fixture, id))
    await fixture.client.post(`/bookings/${id}/cancel`, {})
    await eventually(async () => expect((await payment(fixture.client, id)).state).toBe('refunded'))
    expect(intent.status).toBe('canceled')
    expect((await read(fixture.client, id)).status).toBe('cancelled')
  })
})
