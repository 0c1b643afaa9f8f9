import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import type { CardProvider } from '@studiohub/testing/card-provider.ts'
import { startWithCards } from '@studiohub/testing/card-server.ts'
import { aStudioWithCards, changeServices, countActions, endPayTime, runJob } from '@studiohub/testing/card-studios.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { balance } from '@studiohub/testing/invoices.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { aDeskPerson, aStudio, TEST_PASSWORD } from '@studiohub/testing/people.ts'
import type { TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { releaseUnpaidBooking } from './jobs.ts'

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
  listBookingEmails,
  eventually,
} = at

describe('a booking with a deposit', () => {
  test('is neither counted nor listed as a waiting request until its deposit is paid', async () => {
    const fixture = await aStudioWithCards(server, provider)
    const { id } = await book(fixture)
    const waiting = async () => ({
      counted: (await fixture.admin.get('/staff/stats')).body.waiting_requests,
      listed: (await fixture.admin.get(`/studios/${fixture.studio.id}/bookings?waiting=true`)).body.items.length,
    })
    expect(await waiting()).toEqual({ counted: 0, listed: 0 })
    provider.pay(await openPage(fixture, id))
    expect((await check(fixture.client, id)).body.state).toBe('authorized')
    expect(await waiting()).toEqual({ counted: 1, listed: 1 })
  })

  test('reserves its time for 15 minutes, and the studio gets no request or email yet', async () => {
    const fixture = await aStudioWithCards(server, provider)
    const booking = await book(fixture)
    expect(booking).toMatchObject({ status: 'pending', deposit_minor: 5_000 })
    const msToPay = Date.parse(booking.pay_by) - Date.now()
    expect(msToPay).toBeGreaterThan(14 * 60_000)
    expect(msToPay).toBeLessThanOrEqual(15 * 60_000)
    expect(await payment(fixture.client, booking.id)).toMatchObject({ state: 'due', amount_minor: 5_000 })
    expect(await listBookingEmails(fixture.admin)).toEqual([])
    expect(await listBookingEmails(fixture.client)).toEqual([])
    expectError(
      await fixture.client.patch(`/bookings/${booking.id}`, { start_time: '18:00', end_time: '20:00' }),
      'INVALID_TRANSITION',
    )
  })

  test('can be paid only by its client on the provider’s page, and a repeated call returns the same page', async () => {
    const fixture = await aStudioWithCards(server, provider)
    await fixture.admin.patch(`/studios/${fixture.studio.id}`, { brand_colors: { primary: '#ff0000' } })
    const { id } = await book(fixture)
    for (const caller of [fixture.admin, fixture.other, await aDeskPerson(server, fixture)])
      expect((await caller.post(`/bookings/${id}/payment`)).status).toBeGreaterThanOrEqual(403)
    const stranger = await aStudio(server)
    expectError(await stranger.client.post(`/bookings/${id}/payment`), 'NOT_FOUND')
    const checkoutsBefore = provider.checkouts.size
    const pages = await Promise.all(Array.from({ length: 5 }, () => openPage(fixture, id)))
    expect(new Set(pages).size).toBe(1)
    expect(provider.checkouts.size).toBe(checkoutsBefore + 1)
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

  test('becomes a request when its deposit is authorized, and a confirmation captures the deposit once', async () => {
    const fixture = await aStudioWithCards(server, provider)
    const { id, intent } = await aPaidBooking(fixture)
    expect(await read(fixture.client, id)).toMatchObject({ status: 'pending', pay_by: null })
    expect((await payment(fixture.client, id)).state).toBe('authorized')
    expect(await balance(fixture.studio.id, 'deposits_held')).toBe(0)
    expect((await listBookingEmails(fixture.admin)).map(({ subject }) => subject)).toEqual([
      'New request from Cleo Client',
    ])
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

  test('is confirmed by the payment if the service confirms at once', async () => {
    const fixture = await aStudioWithCards(server, provider, { auto_confirm: true })
    const booking = await book(fixture)
    expect(booking.status).toBe('pending')
    provider.pay(await openPage(fixture, booking.id))
    expect((await check(fixture.client, booking.id)).body.state).toBe('paid')
    expect((await read(fixture.client, booking.id)).status).toBe('confirmed')
    const [mail] = await listBookingEmails(fixture.client)
    expect(mail?.subject).toMatch(/is booked|is confirmed/)
  })

  test('activates its draft project if its payment confirms it', async () => {
    const fixture = await aStudioWithCards(server, provider, { auto_confirm: true })
    const project = (await fixture.client.post('/projects', { title: 'Harbor songs', project_type: 'music' })).body
    const booking = await book(fixture, { project_id: project.id })
    const readProject = async () => (await fixture.client.get(`/projects/${project.id}`)).body
    expect((await readProject()).status).toBe('draft')
    provider.pay(await openPage(fixture, booking.id))
    expect((await check(fixture.client, booking.id)).body.state).toBe('paid')
    expect(await readProject()).toMatchObject({ status: 'active', version: project.version + 1 })
    expect(await countActions(fixture.studio.id, 'projects.activate')).toBe(1)
  })

  test('has its deposit released if the studio declines', async () => {
    const fixture = await aStudioWithCards(server, provider)
    const { id, intent } = await aPaidBooking(fixture)
    await decline(fixture, id)
    await eventually(async () => expect((await payment(fixture.client, id)).state).toBe('refunded'))
    expect(intent.status).toBe('canceled')
    expect(await balance(fixture.studio.id, 'card_clearing')).toBe(0)
  })

  test('is charged at once if the studio may answer after the authorization ends, and refunded if the studio declines', async () => {
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

  test('is refunded minus the fee after a cancellation, and in full if the fee is waived', async () => {
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

  test('is kept up to the fee if the client deletes their account', async () => {
    const fixture = await aStudioWithCards(server, provider, { auto_confirm: true })
    const cancellation_policy = { steps: [{ hours: 720, percent: 0 }], late_percent: 20, no_show_percent: 100 }
    // The session begins within the cut-off, which does not stop a deletion.
    await fixture.admin.patch(`/studios/${fixture.studio.id}`, { cancellation_policy })
    await asLogin((tx) =>
      sql`update studios set cancellation_cutoff_hours = 72 where id = ${fixture.studio.id}::uuid`.execute(tx),
    )
    const { id, intent } = await aPaidBooking(fixture, { booking_date: plusDays(todayIn('UTC', new Date()), 2) })
    expectError(await fixture.client.post(`/bookings/${id}/cancel`, {}), 'CANCELLATION_TOO_LATE')
    expect((await fixture.client.post('/me/deletion', { current_password: TEST_PASSWORD })).status).toBe(200)
    expect(await read(fixture.admin, id)).toMatchObject({
      status: 'cancelled',
      fee: { kind: 'cancellation', percent: 20, amount_minor: 2_000 },
    })
    await eventually(async () => expect(intent.refunded).toBe(3_000))
    await eventually(async () => expect(await balance(fixture.studio.id, 'deposits_held')).toBe(-2_000))
  })

  test('needs no payment if the desk books it or the studio takes no cards', async () => {
    const fixture = await aStudioWithCards(server, provider)
    const bookingByAdmin = { client_id: fixture.client.id, start_time: '18:00', end_time: '20:00' }
    const { body } = await fixture.admin.post(`/studios/${fixture.studio.id}/bookings`, session(bookingByAdmin))
    expect(body).toMatchObject({ status: 'confirmed', deposit_minor: 5_000, pay_by: null })
    const studioWithoutCards = await aStudio(server)
    await changeServices(studioWithoutCards, { price_minor: 10_000, deposit: { kind: 'full' } })
    expect(await book(studioWithoutCards)).toMatchObject({ status: 'pending', deposit_minor: 10_000, pay_by: null })
    const bank = { bank_holder: 'Northlight', iban: 'DE89370400440532013000' }
    await studioWithoutCards.admin.patch(`/studios/${studioWithoutCards.studio.id}/invoice-settings`, bank)
    const options = await studioWithoutCards.client.get(`/studios/${studioWithoutCards.studio.id}/payment-options`)
    expect(options.body).toEqual({ cards: false, bank: { holder: 'Northlight', iban: bank.iban, bic: '' } })
    expectError(await fixture.client.get(`/studios/${studioWithoutCards.studio.id}/payment-options`), 'FORBIDDEN')
  })
})

test('clients cannot book a series of a service with a deposit', async () => {
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

describe('an undo of a cancellation', () => {
  test('is rejected once the deposit was returned', async () => {
    const fixture = await aStudioWithCards(server, provider, { auto_confirm: true })
    const { id } = await aPaidBooking(fixture)
    const cancelled = await fixture.admin.post(`/bookings/${id}/cancel`, {})
    expect(cancelled.status).toBe(200)
    await eventually(async () => expect((await payment(fixture.client, id)).state).toBe('refunded'))
    expectError(await fixture.admin.post(`/bookings/${id}/undo`, { version: cancelled.body.version }), 'UNDO_EXPIRED')
    expect((await read(fixture.client, id)).status).toBe('cancelled')
  })
})

describe('an unpaid booking', () => {
  test('frees its time after 15 minutes, and its page ends', async () => {
    const fixture = await aStudioWithCards(server, provider)
    const { id } = await book(fixture)
    const page = await openPage(fixture, id)
    await runJob(releaseUnpaidBooking, { booking_id: id })
    expect((await read(fixture.client, id)).status).toBe('pending')
    await endPayTime(id)
    expectError(await fixture.client.post(`/bookings/${id}/payment`), 'PAYMENT_TOO_LATE')
    await runJob(releaseUnpaidBooking, { booking_id: id })
    expect(await read(fixture.client, id)).toMatchObject({ status: 'cancelled', cancelled_by: null })
    expect((await payment(fixture.client, id)).state).toBe('let_go')
    const checkout = new URL(page).pathname.split('/').at(-1) ?? ''
    await eventually(async () => expect(provider.checkouts.get(checkout)?.status).toBe('expired'))
    expect(() => provider.pay(page)).toThrow('not open')
    expect((await book({ ...fixture, client: fixture.other })).status).toBe('pending')
  })

  test('is booked again by a late payment if its time is still free', async () => {
    const fixture = await aStudioWithCards(server, provider)
    const { id } = await book(fixture)
    provider.pay(await openPage(fixture, id))
    await endPayTime(id)
    await runJob(releaseUnpaidBooking, { booking_id: id })
    await eventually(async () => expect((await read(fixture.client, id)).status).toBe('pending'))
    expect((await payment(fixture.client, id)).state).toBe('authorized')
    expectError(await fixture.other.post(`/studios/${fixture.studio.id}/bookings`, session()), 'BOOKING_CONFLICT')
  })

  test('gets a page after an outage of the provider, even if the first attempt is minutes ago', async () => {
    const fixture = await aStudioWithCards(server, provider)
    const { id } = await book(fixture)
    provider.down = true
    expectError(await fixture.client.post(`/bookings/${id}/payment`), 'PAYMENTS_UNAVAILABLE')
    provider.down = false
    await asLogin((tx) =>
      sql`update card_payments set created_at = created_at - interval '6 minutes' where booking_id = ${id}::uuid`.execute(
        tx,
      ),
    )
    provider.pay(await openPage(fixture, id))
    expect((await check(fixture.client, id)).body.state).toBe('authorized')
  })

  test('is refunded after a late payment if its time was taken, and the client gets an email', async () => {
    const fixture = await aStudioWithCards(server, provider, { auto_confirm: true })
    const { id } = await book(fixture)
    const page = await openPage(fixture, id)
    provider.down = true
    await endPayTime(id)
    await runJob(releaseUnpaidBooking, { booking_id: id })
    const otherBooking = await book({ ...fixture, client: fixture.other })
    expect(otherBooking.status).toBe('pending')
    provider.down = false
    const intent = provider.pay(page)
    await deliver(provider.sent.at(-1)?.payload ?? '')
    await eventually(async () => expect((await payment(fixture.client, id)).state).toBe('refunded'))
    expect(intent.refunded).toBe(5_000)
    expect((await read(fixture.client, id)).status).toBe('cancelled')
    expect(await balance(fixture.studio.id, 'deposits_held')).toBe(0)
    await nextMail(server, fixture.client.email, `Your payment to ${fixture.studio.name} is being refunded`)
  })

  test('stays cancelled if its client cancelled it before the payment arrived', async () => {
    const fixture = await aStudioWithCards(server, provider)
    const { id } = await book(fixture)
    const intent = provider.pay(await openPage(fixture, id))
    await fixture.client.post(`/bookings/${id}/cancel`, {})
    await eventually(async () => expect((await payment(fixture.client, id)).state).toBe('refunded'))
    expect(intent.status).toBe('canceled')
    expect((await read(fixture.client, id)).status).toBe('cancelled')
  })
})
