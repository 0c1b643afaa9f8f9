import { randomUUID } from 'node:crypto'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { aBooking } from '@studiohub/testing/bookings.ts'
import { asLogin, stateOfDatabase } from '@studiohub/testing/database-rows.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { aClient, aCrewMember, aDeskPerson, aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { aWebhookReceiver, verifyCall } from '@studiohub/testing/webhook-receiver.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

let server: TestServer
let fixture: StudioOfTest
let receiver: Awaited<ReturnType<typeof aWebhookReceiver>>
const tomorrow = plusDays(todayIn('UTC', new Date()), 1)
const WAIT = { timeout: 30_000, interval: 50 }

beforeAll(async () => {
  receiver = await aWebhookReceiver()
  server = await startServer({ env: { OUTBOUND_ALLOW: '127.0.0.1' } })
  fixture = await aStudio(server)
})
afterAll(async () => {
  await server.stop()
  receiver.stop()
})

const pathOf = ({ studio }: Pick<StudioOfTest, 'studio'>) => `/studios/${studio.id}/webhooks`

/** Creates a webhook of a studio. @returns the webhook with its secret */
async function aWebhook(fixture: StudioOfTest, overrides: { events?: string[]; url?: string } = {}) {
  const input = { label: 'CRM', url: receiver.url, events: ['booking.created'], ...overrides }
  const { status, body } = await fixture.admin.post(pathOf(fixture), input)
  expect(status).toBe(201)
  return body
}
const listDeliveries = async (fixture: StudioOfTest, id: string) =>
  (await fixture.admin.get(`/webhooks/${id}/deliveries`)).body.items
const callsOf = ({ studio }: StudioOfTest) => receiver.calls.filter(({ payload }) => payload.studio_id === studio.id)
const typesOf = (fixture: StudioOfTest) => callsOf(fixture).map(({ payload }) => payload.type)

test('an admin adds, changes and deletes webhooks, and sees the secret once', async () => {
  const ownStudio = await aStudio(server)
  const { secret, ...created } = await aWebhook(ownStudio)
  expect(created).toMatchObject({ label: 'CRM', is_active: true, version: 1, ended_at: null })
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const { body } = await ownStudio.admin.get(pathOf(ownStudio))
  expect(body.items).toEqual([created])
  const { id } = created
  const response = await ownStudio.admin.patch(`/webhooks/${id}`, { is_active: false, version: 1 })
  expect(response.body).toMatchObject({ is_active: false, version: 2 })
  expectError(await ownStudio.admin.patch(`/webhooks/${id}`, { label: 'Old', version: 1 }), 'STALE_VERSION')
  expect((await ownStudio.admin.delete(`/webhooks/${id}`)).status).toBe(200)
  expect((await ownStudio.admin.get(pathOf(ownStudio))).body.items).toEqual([])
  const { rows } = await asLogin((tx) =>
    sql<{
      text: string
    }>`select row_to_json(a)::text as text from audit_log a where studio_id = ${ownStudio.studio.id}`.execute(tx),
  )
  expect(rows.filter(({ text }) => text.includes('webhooks.'))).toHaveLength(3)
  for (const { text } of rows) expect(text).not.toContain(secret.slice(6))
})

test('addresses with a password, other schemes and unknown events are rejected, and so is the eleventh webhook', async () => {
  const ownStudio = await aStudio(server)
  const input = { label: 'CRM', url: receiver.url, events: ['booking.created'] }
  const invalidUrls = [
    'ftp://a.example/',
    'https://me:pw@a.example/',
    'nothing',
    `https://a.example/${'a'.repeat(2000)}`,
  ]
  for (const url of invalidUrls)
    expectError(await ownStudio.admin.post(pathOf(ownStudio), { ...input, url }), 'VALIDATION_FAILED')
  for (const events of [[], ['booking.exploded'], ['webhook.test']])
    expectError(await ownStudio.admin.post(pathOf(ownStudio), { ...input, events }), 'VALIDATION_FAILED')
  const responses = await Promise.all(Array.from({ length: 11 }, () => ownStudio.admin.post(pathOf(ownStudio), input)))
  expect(responses.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), 409])
})

test('crew, desk, clients, other studios and visitors neither see nor change webhooks', async () => {
  const { id } = await aWebhook(fixture)
  const { body: delivery } = await fixture.admin.post(`/webhooks/${id}/test`)
  const peopleOfStudio = [await aCrewMember(server, fixture), await aDeskPerson(server, fixture)]
  for (const person of [...peopleOfStudio, await aClient(server, fixture.studio.id), (await aStudio(server)).admin]) {
    expectError(await person.get(pathOf(fixture)), 'FORBIDDEN')
    expectError(
      await person.post(pathOf(fixture), { label: 'a', url: receiver.url, events: ['booking.created'] }),
      'FORBIDDEN',
    )
    for (const path of [`/webhooks/${id}/deliveries`, `/webhook-deliveries/${delivery.id}`])
      expectError(await person.get(path), 'NOT_FOUND')
    for (const path of [
      `/webhooks/${id}/test`,
      `/webhooks/${id}/rotate-secret`,
      `/webhook-deliveries/${delivery.id}/send-again`,
    ])
      expectError(await person.post(path), 'NOT_FOUND')
    expectError(await person.patch(`/webhooks/${id}`, { is_active: false }), 'NOT_FOUND')
    expectError(await person.delete(`/webhooks/${id}`), 'NOT_FOUND')
  }
  expectError(await callAs(server.url, null).get(pathOf(fixture)), 'UNAUTHENTICATED')
  expect((await fixture.admin.get(`/webhook-deliveries/${delivery.id}`)).status).toBe(200)
})

test('the events of a booking are signed, and have the fields that a receiver needs', async () => {
  const ownStudio = await aStudio(server)
  const events = ['booking.created', 'booking.confirmed', 'booking.moved', 'booking.cancelled']
  const { secret, id } = await aWebhook(ownStudio, { events })
  const booking = await aBooking(ownStudio.client, ownStudio.studio.id, tomorrow)
  await vi.waitFor(() => expect(typesOf(ownStudio)).toEqual(['booking.created']), WAIT)
  const [created] = callsOf(ownStudio)
  if (!created) throw new Error('nothing arrived')
  const payload = verifyCall(secret, created)
  expect(payload).toMatchObject({ type: 'booking.created', api_version: '2026-11-23', studio_id: ownStudio.studio.id })
  expect(payload.data).toMatchObject({
    id: booking.id,
    status: 'pending',
    booking_date: booking.booking_date,
    start_time: booking.start_time,
    client: { name: ownStudio.client.full_name, email: ownStudio.client.email },
    resources: [{ kind: 'room' }],
  })
  expect(created.body).not.toContain('notes')
  expect(() => verifyCall(`whsec_${Buffer.alloc(32).toString('base64')}`, created)).toThrow('No matching signature')
  expect(() => verifyCall(secret, { ...created, body: created.body.replace('pending', 'confirmed') })).toThrow()
  await ownStudio.admin.post(`/bookings/${booking.id}/confirm`, { version: booking.version })
  await vi.waitFor(() => expect(typesOf(ownStudio).at(-1)).toBe('booking.confirmed'), WAIT)
  await ownStudio.admin.post(`/bookings/${booking.id}/cancel`, {})
  await vi.waitFor(
    () => expect(typesOf(ownStudio)).toEqual(['booking.created', 'booking.confirmed', 'booking.cancelled']),
    WAIT,
  )
  await vi.waitFor(async () => {
    expect((await listDeliveries(ownStudio, id)).map(({ state }: { state: string }) => state)).toEqual(
      Array(3).fill('delivered'),
    )
  }, WAIT)
})

test('a webhook gets only its chosen events of its own studio, and none while it is switched off', async () => {
  const [ownStudio, rival] = [await aStudio(server), await aStudio(server)]
  await aWebhook(ownStudio, { events: ['client.created'] })
  const inactiveWebhook = await aWebhook(ownStudio, { events: ['booking.created'] })
  await ownStudio.admin.patch(`/webhooks/${inactiveWebhook.id}`, { is_active: false })
  await aBooking(ownStudio.client, ownStudio.studio.id, tomorrow)
  await aBooking(rival.client, rival.studio.id, tomorrow)
  const guest = await aClient(server, ownStudio.studio.id, 'Nina New')
  await vi.waitFor(() => expect(typesOf(ownStudio)).toContain('client.created'), WAIT)
  expect(typesOf(ownStudio)).toEqual(['client.created'])
  expect(callsOf(ownStudio)[0]?.payload.data).toMatchObject({ name: 'Nina New', email: guest.email, has_account: true })
  expect(callsOf(rival)).toEqual([])
})

test('for a day after a rotation, both secrets sign events; then only the new one does', async () => {
  const ownStudio = await aStudio(server)
  const { id, secret } = await aWebhook(ownStudio)
  const { body: rotated } = await ownStudio.admin.post(`/webhooks/${id}/rotate-secret`)
  expect(rotated.secret).not.toBe(secret)
  await ownStudio.admin.post(`/webhooks/${id}/test`)
  await vi.waitFor(() => expect(callsOf(ownStudio)).toHaveLength(1), WAIT)
  const [callWithBoth] = callsOf(ownStudio)
  if (!callWithBoth) throw new Error('nothing arrived')
  for (const key of [secret, rotated.secret]) expect(verifyCall(key, callWithBoth).type).toBe('webhook.test')
  await asLogin((tx) =>
    sql`update webhooks set former_until = now() - interval '1 second' where id = ${id}`.execute(tx),
  )
  await ownStudio.admin.post(`/webhooks/${id}/test`)
  await vi.waitFor(() => expect(callsOf(ownStudio)).toHaveLength(2), WAIT)
  const [, later] = callsOf(ownStudio)
  if (!later) throw new Error('nothing arrived')
  expect(verifyCall(rotated.secret, later).type).toBe('webhook.test')
  expect(() => verifyCall(secret, later)).toThrow('No matching signature')
})

test('a repeated test or event with the same Idempotency-Key is sent once', async () => {
  const ownStudio = await aStudio(server)
  const { id } = await aWebhook(ownStudio)
  const sendTwice = async (path: string) => {
    const headers = { 'idempotency-key': randomUUID() }
    const responses = [
      await ownStudio.admin.post(path, undefined, { headers }),
      await ownStudio.admin.post(path, undefined, { headers }),
    ]
    expect(responses[1]?.body).toEqual(responses[0]?.body)
    return responses[0]?.body
  }
  const delivery = await sendTwice(`/webhooks/${id}/test`)
  await vi.waitFor(() => expect(callsOf(ownStudio)).toHaveLength(1), WAIT)
  await sendTwice(`/webhook-deliveries/${delivery.id}/send-again`)
  await vi.waitFor(() => expect(callsOf(ownStudio)).toHaveLength(2), WAIT)
  await stateOfDatabase()
  expect(callsOf(ownStudio)).toHaveLength(2)
})

test("a failed attempt is repeated with the same id and body, and is shown with the receiver's response", async () => {
  const ownStudio = await aStudio(server)
  const failing = await aWebhookReceiver()
  failing.fixedResponse.status = 503
  failing.fixedResponse.text = `sorry\0${'x'.repeat(5000)}`
  const { id } = await aWebhook(ownStudio, { url: failing.url })
  await aBooking(ownStudio.client, ownStudio.studio.id, tomorrow)
  await vi.waitFor(
    async () => expect((await listDeliveries(ownStudio, id))[0]).toMatchObject({ attempts: 1, status: 503 }),
    WAIT,
  )
  const [waiting] = await listDeliveries(ownStudio, id)
  expect(waiting).toMatchObject({ state: 'waiting', problem: 'The server answered 503.', event: 'booking.created' })
  const { body: details } = await ownStudio.admin.get(`/webhook-deliveries/${waiting.id}`)
  expect(details.answer).toMatch(/^sorryx+$/)
  expect(details.answer).toHaveLength(1000)
  failing.fixedResponse.status = 204
  failing.fixedResponse.text = ''
  await vi.waitFor(
    async () => expect((await listDeliveries(ownStudio, id))[0]).toMatchObject({ state: 'delivered' }),
    WAIT,
  )
  const [first, second] = failing.calls
  expect(second?.body).toBe(first?.body)
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  const { body: sentAgain } = await ownStudio.admin.post(`/webhook-deliveries/${waiting.id}/send-again`)
  expect(sentAgain).toMatchObject({ state: 'waiting', attempts: 0, event_id: waiting.event_id })
  await vi.waitFor(() => expect(failing.calls).toHaveLength(3), WAIT)
  expect(failing.calls[2]?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  failing.stop()
})

test('redirects are not followed, and private addresses are not called', async () => {
  const ownStudio = await aStudio(server)
  const redirecting = await aWebhookReceiver()
  redirecting.fixedResponse.status = 307
  redirecting.fixedResponse.headers = { location: receiver.url }
  const redirected = await aWebhook(ownStudio, { url: redirecting.url })
  const internal = await aWebhook(ownStudio, { url: 'http://169.254.169.254/latest/meta-data/' })
  const problems = {
    [redirected.id]: 'The server answered 307.',
    [internal.id]: 'This address is not on the public internet.',
  }
  for (const [id, problem] of Object.entries(problems)) {
    await ownStudio.admin.post(`/webhooks/${id}/test`)
    await vi.waitFor(
      async () => expect((await listDeliveries(ownStudio, id))[0]).toMatchObject({ state: 'failed', problem }),
      WAIT,
    )
  }
  expect(callsOf(ownStudio)).toEqual([])
  redirecting.stop()
})

test('a webhook that accepted nothing for three days is switched off, and its admins are notified', async () => {
  const ownStudio = await aStudio(server)
  const failing = await aWebhookReceiver()
  failing.fixedResponse.status = 500
  const { id } = await aWebhook(ownStudio, { url: failing.url })
  await aBooking(ownStudio.client, ownStudio.studio.id, tomorrow)
  await vi.waitFor(async () => expect((await listDeliveries(ownStudio, id))[0]).toMatchObject({ attempts: 1 }), WAIT)
  // Nine attempts have failed, so the next one is the last.
  const [{ id: delivery_id }] = await listDeliveries(ownStudio, id)
  await ownStudio.admin.post(`/webhook-deliveries/${delivery_id}/send-again`)
  await vi.waitFor(async () => expect((await listDeliveries(ownStudio, id))[0]).toMatchObject({ attempts: 1 }), WAIT)
  await asLogin((tx) => sql`update webhook_deliveries set attempts = 9 where id = ${delivery_id}`.execute(tx))
  const { deliverEvent } = await import('./deliveries/jobs.ts')
  const context = { job_id: 'test', now: new Date(), log: console, signal: new AbortController().signal }
  await deliverEvent.handle({ delivery_id, attempts: 9 }, context)
  expect((await listDeliveries(ownStudio, id))[0]).toMatchObject({ state: 'failed', attempts: 10, next_at: null })
  const [webhook] = (await ownStudio.admin.get(pathOf(ownStudio))).body.items
  expect(webhook).toMatchObject({ is_active: false, ended_at: expect.any(String) })
  const { body: notices } = await ownStudio.admin.get('/notices')
  expect(notices.items).toContainEqual(expect.objectContaining({ kind: 'webhook', data: { label: 'CRM' } }))
  const mail = await nextMail(server, ownStudio.admin.email, 'The webhook CRM was switched off')
  expect(mail.text).toContain('/studio/settings?tab=api')
  const response = await ownStudio.admin.patch(`/webhooks/${id}`, { is_active: true })
  expect(response.body).toMatchObject({ is_active: true, ended_at: null })
  failing.stop()
})

test('a delivery whose client is erased ends, and the webhook stays active', async () => {
  const ownStudio = await aStudio(server)
  const failing = await aWebhookReceiver()
  failing.fixedResponse.status = 500
  const { id } = await aWebhook(ownStudio, { url: failing.url, events: ['client.created'] })
  const { body: client } = await ownStudio.admin.post(`/studios/${ownStudio.studio.id}/clients`, { name: 'Greta Gone' })
  await vi.waitFor(async () => expect((await listDeliveries(ownStudio, id))[0]).toMatchObject({ attempts: 1 }), WAIT)
  const [{ id: delivery_id }] = await listDeliveries(ownStudio, id)
  expect((await ownStudio.admin.post(`/studios/${ownStudio.studio.id}/clients/${client.id}/erase`)).status).toBe(200)
  const { deliverEvent } = await import('./deliveries/jobs.ts')
  const context = { job_id: 'test', now: new Date(), log: console, signal: new AbortController().signal }
  await deliverEvent.handle({ delivery_id, attempts: 1 }, context)
  expect((await listDeliveries(ownStudio, id))[0]).toMatchObject({ state: 'failed', next_at: null })
  const [webhook] = (await ownStudio.admin.get(pathOf(ownStudio))).body.items
  expect(webhook).toMatchObject({ is_active: true, ended_at: null })
  failing.stop()
})

test('the bodies of deliveries about an erased client are deleted, and cannot be sent again', async () => {
  const ownStudio = await aStudio(server)
  const { id } = await aWebhook(ownStudio, { events: ['client.created', 'client.removed'] })
  const { body: client } = await ownStudio.admin.post(`/studios/${ownStudio.studio.id}/clients`, {
    name: 'Greta Gone',
    email: 'greta@example.com',
  })
  await vi.waitFor(
    async () => expect((await listDeliveries(ownStudio, id))[0]).toMatchObject({ state: 'delivered' }),
    WAIT,
  )
  const [delivery] = await listDeliveries(ownStudio, id)
  expect((await ownStudio.admin.get(`/webhook-deliveries/${delivery.id}`)).body.body).toContain('Greta Gone')
  expect((await ownStudio.admin.post(`/studios/${ownStudio.studio.id}/clients/${client.id}/erase`)).status).toBe(200)
  expect((await ownStudio.admin.get(`/webhook-deliveries/${delivery.id}`)).body).toMatchObject({
    body: null,
    answer: null,
  })
  expectError(await ownStudio.admin.post(`/webhook-deliveries/${delivery.id}/send-again`), 'WEBHOOK_BODY_ERASED')
  await vi.waitFor(() => expect(typesOf(ownStudio)).toEqual(['client.created', 'client.removed']), WAIT)
  expect(callsOf(ownStudio)[1]?.payload.data).toEqual({ id: client.id })
})
