import { eventData } from '@studiohub/contract/features/webhooks/events/schema.ts'
import { eventGroups } from '@studiohub/contract/features/webhooks/words.ts'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { aBooking, aSession, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { aLine, anInvoice } from '@studiohub/testing/invoices.ts'
import { aStudio, type StudioOfTest, signIn } from '@studiohub/testing/people.ts'
import { aPhoto } from '@studiohub/testing/pictures.ts'
import { anAppFactor } from '@studiohub/testing/second-factor.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { aWebhookReceiver } from '@studiohub/testing/webhook-receiver.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

let server: TestServer
let receiver: Awaited<ReturnType<typeof aWebhookReceiver>>
const tomorrow = plusDays(todayIn('UTC', new Date()), 1)
const allEvents = eventGroups.flatMap((group) => Object.keys(group.events))

beforeAll(async () => {
  receiver = await aWebhookReceiver()
  server = await startServer({ env: { OUTBOUND_ALLOW: '127.0.0.1' } })
})
afterAll(async () => {
  await server.stop()
  receiver.stop()
})

/** A studio whose webhook gets all events. */
async function aListeningStudio(): Promise<StudioOfTest> {
  const fixture = await aStudio(server)
  const input = { label: 'All', url: receiver.url, events: allEvents }
  expect((await fixture.admin.post(`/studios/${fixture.studio.id}/webhooks`, input)).status).toBe(201)
  return fixture
}

/** Waits for an event of this type with this data, and validates the data of all events of the type. */
async function expectEvent(fixture: StudioOfTest, type: keyof typeof eventData, data: Record<string, unknown>) {
  await vi.waitFor(
    () => {
      const payloads = receiver.calls
        .map(({ payload }) => payload)
        .filter((payload) => payload.studio_id === fixture.studio.id && payload.type === type)
      expect(payloads.map((payload) => payload.data)).toContainEqual(expect.objectContaining(data))
      for (const payload of payloads) expect(eventData[type].parse(payload.data)).toEqual(payload.data)
    },
    { timeout: 30_000, interval: 50 },
  )
}

test('projects, cards and files send their events', async () => {
  const fixture = await aListeningStudio()
  const { admin, studio, client } = fixture
  const { body: project } = await admin.post('/projects', {
    client_id: client.id,
    studio_id: studio.id,
    title: 'Night Drive',
    description: '',
    project_type: 'music',
  })
  await expectEvent(fixture, 'project.created', { id: project.id, title: 'Night Drive', phase: 'pre_production' })
  await admin.post(`/projects/${project.id}/phase`, { direction: 'next' })
  await expectEvent(fixture, 'project.updated', { id: project.id, phase: 'production' })
  const { body: card } = await admin.post('/cards', { project_id: project.id, title: 'Record vocals' })
  await expectEvent(fixture, 'card.created', { id: card.id, project_id: project.id })
  await admin.post(`/cards/${card.id}/move`, { phase: 'analytics' })
  await expectEvent(fixture, 'card.moved', { id: card.id, phase: 'analytics' })
  await admin.patch(`/cards/${card.id}`, { title: 'Record strings' })
  await expectEvent(fixture, 'card.updated', { id: card.id, title: 'Record strings' })
  const { body: file } = await admin.upload('POST', `/cards/${card.id}/files`, await aPhoto())
  await expectEvent(fixture, 'file.created', { id: file.id, card_id: card.id, message_id: null })
  await admin.delete(`/cards/${card.id}/files/${file.id}`)
  await expectEvent(fixture, 'file.deleted', { id: file.id })
  await admin.delete(`/cards/${card.id}`)
  await expectEvent(fixture, 'card.deleted', { id: card.id })
})

test('check-ins, payments and clients send their events', async () => {
  const fixture = await aListeningStudio()
  const { admin, studio, client } = fixture
  const { body: checkin } = await admin.post(`/studios/${studio.id}/checkins`, { client_id: client.id })
  await expectEvent(fixture, 'checkin.created', { id: checkin.id, check_out_time: null })
  await admin.post(`/checkins/${checkin.id}/checkout`)
  await expectEvent(fixture, 'checkin.ended', { id: checkin.id, check_out_time: expect.any(String) })
  // A check-in that is undone before its event is sent creates no event. The next event is about the payment.
  const { body: undoneCheckIn } = await admin.post(`/studios/${studio.id}/checkins`, { client_id: client.id })
  expect((await admin.post(`/checkins/${undoneCheckIn.id}/undo`, { version: undoneCheckIn.version })).status).toBe(200)
  const invoice = await anInvoice(fixture, { client_id: client.id, lines: [aLine(5_000)] })
  await admin.post(`/invoices/${invoice.id}/payments`, { amount_minor: 3_000, method: 'cash' })
  await expectEvent(fixture, 'payment.received', { invoice_id: invoice.id, amount_minor: 3_000, method: 'cash' })
  await admin.post(`/invoices/${invoice.id}/refunds`, { amount_minor: 1_000, method: 'bank', reason: 'Late' })
  await expectEvent(fixture, 'payment.refunded', { invoice_id: invoice.id, amount_minor: 1_000, method: 'bank' })
  await asLogin((tx) =>
    sql`update client_records set company = 'Marsh Ltd' where studio_id = ${studio.id} and id = ${client.id}`.execute(
      tx,
    ),
  )
  await admin.post(`/studios/${studio.id}/clients`, { name: 'Nina New' })
  await expectEvent(fixture, 'client.updated', { id: client.id, company: 'Marsh Ltd' })
  await expectEvent(fixture, 'client.created', { name: 'Nina New', has_account: false })
})

test('a series sends an event for each session, and moves and completions send their own events', async () => {
  const fixture = await aListeningStudio()
  const { admin, studio, client } = fixture
  const series = aSession(plusDays(tomorrow, 20), {
    booking_date: plusDays(tomorrow, 20),
    count: 3,
    client_id: client.id,
  })
  const { body } = await admin.post(`/studios/${studio.id}/booking-series`, series)
  for (const { id } of body.bookings) {
    await expectEvent(fixture, 'booking.created', { id, series_id: body.series.id })
    await expectEvent(fixture, 'booking.confirmed', { id })
  }
  const booking = await aBooking(client, studio.id, tomorrow)
  const { body: confirmed } = await confirmAsSeen(admin, booking.id)
  // The test waits for the event, because changes that are not sent yet are joined into one event.
  await expectEvent(fixture, 'booking.confirmed', { id: booking.id })
  const response = await admin.patch(`/bookings/${booking.id}`, {
    start_time: '17:00',
    end_time: '18:00',
    version: confirmed.version,
  })
  expect(response.status).toBe(200)
  await expectEvent(fixture, 'booking.moved', { id: booking.id, start_time: '17:00' })
  await asLogin((tx) =>
    sql`update bookings set booking_date = '2020-01-01', starts_at = '2020-01-01 17:00Z', ends_at = '2020-01-01 18:00Z'
      where id = ${booking.id}`.execute(tx),
  )
  await admin.post(`/bookings/${booking.id}/complete`, {})
  await expectEvent(fixture, 'booking.completed', { id: booking.id, status: 'completed' })
})

test('changes of a studio without a webhook are not recorded', async () => {
  const fixture = await aStudio(server)
  await aBooking(fixture.client, fixture.studio.id, tomorrow)
  const { rows } = await asLogin((tx) =>
    sql`select from webhook_changes where studio_id = ${fixture.studio.id}`.execute(tx),
  )
  expect(rows).toEqual([])
})

test('an admin with a second factor needs it to create a webhook', async () => {
  const fixture = await aStudio(server)
  const { admin, studio } = fixture
  const factor = await anAppFactor(server, admin.token, new Date())
  const input = { label: 'CRM', url: receiver.url, events: ['booking.created'] }
  const passwordSession = await signIn(server, admin)
  expectError(await passwordSession.post(`/studios/${studio.id}/webhooks`, input), 'INSUFFICIENT_AAL')
  const raisedSession = callAs(server.url, factor.token)
  expect((await raisedSession.post(`/studios/${studio.id}/webhooks`, input)).status).toBe(201)
})
