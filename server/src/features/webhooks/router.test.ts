import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { aBooking } from '@studiohub/testing/bookings.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
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
const soon = { timeout: 30_000, interval: 50 }

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

/** A webhook of a studio. @returns it with its secret */
async function aWebhook(of: StudioOfTest, given: { events?: string[]; url?: string } = {}) {
  const input = { label: 'CRM', url: receiver.url, events: ['booking.created'], ...given }
  const { status, body } = await of.admin.post(pathOf(of), input)
  expect(status).toBe(201)
  return body
}
const deliveriesOf = async (of: StudioOfTest, id: string) =>
  (await of.admin.get(`/webhooks/${id}/deliveries`)).body.items
const callsOf = ({ studio }: StudioOfTest) => receiver.calls.filter(({ payload }) => payload.studio_id === studio.id)
const typesOf = (of: StudioOfTest) => callsOf(of).map(({ payload }) => payload.type)

test('an admin adds, changes and deletes webhooks, and sees the secret once', async () => {
  const own = await aStudio(server)
  const { secret, ...created } = await aWebhook(own)
  expect(created).toMatchObject({ label: 'CRM', is_active: true, version: 1, ended_at: null })
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const { body } = await own.admin.get(pathOf(own))
  expect(body.items).toEqual([created])
  const { id } = created
  const changed = await own.admin.patch(`/webhooks/${id}`, { is_active: false, version: 1 })
  expect(changed.body).toMatchObject({ is_active: false, version: 2 })
  expectError(await own.admin.patch(`/webhooks/${id}`, { label: 'Old', version: 1 }), 'STALE_VERSION')
  expect((await own.admin.delete(`/webhooks/${id}`)).status).toBe(200)
  expect((await own.admin.get(pathOf(own))).body.items).toEqual([])
  const { rows } = await asLogin((tx) =>
    sql<{
      text: string
    }>`select row_to_json(a)::text as text from audit_log a where studio_id = ${own.studio.id}`.execute(tx),
  )
  expect(rows.filter(({ text }) => text.includes('webhooks.'))).toHaveLength(3)
  for (const { text } of rows) expect(text).not.toContain(secret.slice(6))
})

test('addresses with a password, other schemes and unknown events are refused, and so is the eleventh webhook', async () => {
  const own = await aStudio(server)
  const input = { label: 'CRM', url: receiver.url, events: ['booking.created'] }
  const wrong = ['ftp://a.example/', 'https://me:pw@a.example/', 'nothing', `https://a.example/${'a'.repeat(2000)}`]
  for (const url of wrong) expectError(await own.admin.post(pathOf(own), { ...input, url }), 'VALIDATION_FAILED')
  for (const events of [[], ['booking.exploded'], ['webhook.test']])
    expectError(await own.admin.post(pathOf(own), { ...input, events }), 'VALIDATION_FAILED')
  const answers = await Promise.all(Array.from({ length: 11 }, () => own.admin.post(pathOf(own), input)))
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), 409])
})

test('crew, desk, clients, other studios and visitors neither see nor change webhooks', async () => {
  const { id } = await aWebhook(fixture)
  const { body: delivery } = await fixture.admin.post(`/webhooks/${id}/test`)
  const inside = [await aCrewMember(server, fixture), await aDeskPerson(server, fixture)]
  for (const person of [...inside, await aClient(server, fixture.studio.id), (await aStudio(server)).admin]) {
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

test('the events of a booking arrive signed, with the fields that a receiver needs', async () => {
  const own = await aStudio(server)
  const events = ['booking.created', 'booking.confirmed', 'booking.moved', 'booking.cancelled']
  const { secret, id } = await aWebhook(own, { events })
  const booking = await aBooking(own.client, own.studio.id, tomorrow)
  await vi.waitFor(() => expect(typesOf(own)).toEqual(['booking.created']), soon)
  const [created] = callsOf(own)
  if (!created) throw new Error('nothing arrived')
  const payload = verifyCall(secret, created)
  expect(payload).toMatchObject({ type: 'booking.created', api_version: '2026-11-23', studio_id: own.studio.id })
  expect(payload.data).toMatchObject({
    id: booking.id,
    status: 'pending',
    booking_date: booking.booking_date,
    start_time: booking.start_time,
    client: { name: own.client.full_name, email: own.client.email },
    resources: [{ kind: 'room' }],
  })
  expect(created.body).not.toContain('notes')
  expect(() => verifyCall(`whsec_${Buffer.alloc(32).toString('base64')}`, created)).toThrow('No matching signature')
  expect(() => verifyCall(secret, { ...created, body: created.body.replace('pending', 'confirmed') })).toThrow()
  await own.admin.post(`/bookings/${booking.id}/confirm`, { version: booking.version })
  await vi.waitFor(() => expect(typesOf(own).at(-1)).toBe('booking.confirmed'), soon)
  await own.admin.post(`/bookings/${booking.id}/cancel`, {})
  await vi.waitFor(
    () => expect(typesOf(own)).toEqual(['booking.created', 'booking.confirmed', 'booking.cancelled']),
    soon,
  )
  await vi.waitFor(async () => {
    expect((await deliveriesOf(own, id)).map(({ state }: { state: string }) => state)).toEqual(
      Array(3).fill('delivered'),
    )
  }, soon)
})

test('only chosen events of the own studio are sent, and none of a webhook that is off', async () => {
  const [own, rival] = [await aStudio(server), await aStudio(server)]
  await aWebhook(own, { events: ['client.created'] })
  const off = await aWebhook(own, { events: ['booking.created'] })
  await own.admin.patch(`/webhooks/${off.id}`, { is_active: false })
  await aBooking(own.client, own.studio.id, tomorrow)
  await aBooking(rival.client, rival.studio.id, tomorrow)
  const guest = await aClient(server, own.studio.id, 'Nina New')
  await vi.waitFor(() => expect(typesOf(own)).toContain('client.created'), soon)
  expect(typesOf(own)).toEqual(['client.created'])
  expect(callsOf(own)[0]?.payload.data).toMatchObject({ name: 'Nina New', email: guest.email, has_account: true })
  expect(callsOf(rival)).toEqual([])
})

test('after a new secret both sign for a day, then only the new one', async () => {
  const own = await aStudio(server)
  const { id, secret } = await aWebhook(own)
  const { body: rotated } = await own.admin.post(`/webhooks/${id}/rotate-secret`)
  expect(rotated.secret).not.toBe(secret)
  await own.admin.post(`/webhooks/${id}/test`)
  await vi.waitFor(() => expect(callsOf(own)).toHaveLength(1), soon)
  const [both] = callsOf(own)
  if (!both) throw new Error('nothing arrived')
  for (const one of [secret, rotated.secret]) expect(verifyCall(one, both).type).toBe('webhook.test')
  await asLogin((tx) =>
    sql`update webhooks set former_until = now() - interval '1 second' where id = ${id}`.execute(tx),
  )
  await own.admin.post(`/webhooks/${id}/test`)
  await vi.waitFor(() => expect(callsOf(own)).toHaveLength(2), soon)
  const [, later] = callsOf(own)
  if (!later) throw new Error('nothing arrived')
  expect(verifyCall(rotated.secret, later).type).toBe('webhook.test')
  expect(() => verifyCall(secret, later)).toThrow('No matching signature')
})

test('a failed attempt is repeated with the same id and text, and shown with its answer', async () => {
  const own = await aStudio(server)
  const failing = await aWebhookReceiver()
  failing.answer.status = 503
  failing.answer.text = `sorry\0${'x'.repeat(5000)}`
  const { id } = await aWebhook(own, { url: failing.url })
  await aBooking(own.client, own.studio.id, tomorrow)
  await vi.waitFor(
    async () => expect((await deliveriesOf(own, id))[0]).toMatchObject({ attempts: 1, status: 503 }),
    soon,
  )
  const [waiting] = await deliveriesOf(own, id)
  expect(waiting).toMatchObject({ state: 'waiting', problem: 'The server answered 503.', event: 'booking.created' })
  const { body: details } = await own.admin.get(`/webhook-deliveries/${waiting.id}`)
  expect(details.answer).toMatch(/^sorryx+$/)
  expect(details.answer).toHaveLength(1000)
  failing.answer.status = 204
  failing.answer.text = ''
  await vi.waitFor(async () => expect((await deliveriesOf(own, id))[0]).toMatchObject({ state: 'delivered' }), soon)
  const [first, second] = failing.calls
  expect(second?.body).toBe(first?.body)
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  const { body: again } = await own.admin.post(`/webhook-deliveries/${waiting.id}/send-again`)
  expect(again).toMatchObject({ state: 'waiting', attempts: 0, event_id: waiting.event_id })
  await vi.waitFor(() => expect(failing.calls).toHaveLength(3), soon)
  expect(failing.calls[2]?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  failing.stop()
})

test('redirects are not followed, and private addresses are not called', async () => {
  const own = await aStudio(server)
  const redirecting = await aWebhookReceiver()
  redirecting.answer.status = 307
  redirecting.answer.headers = { location: receiver.url }
  const moved = await aWebhook(own, { url: redirecting.url })
  const inside = await aWebhook(own, { url: 'http://169.254.169.254/latest/meta-data/' })
  const problems = {
    [moved.id]: 'The server answered 307.',
    [inside.id]: 'This address is not on the public internet.',
  }
  for (const [id, problem] of Object.entries(problems)) {
    await own.admin.post(`/webhooks/${id}/test`)
    await vi.waitFor(
      async () => expect((await deliveriesOf(own, id))[0]).toMatchObject({ state: 'failed', problem }),
      soon,
    )
  }
  expect(callsOf(own)).toEqual([])
  redirecting.stop()
})

test('a webhook that accepted nothing for three days is switched off, and its admins are told', async () => {
  const own = await aStudio(server)
  const failing = await aWebhookReceiver()
  failing.answer.status = 500
  const { id } = await aWebhook(own, { url: failing.url })
  await aBooking(own.client, own.studio.id, tomorrow)
  await vi.waitFor(async () => expect((await deliveriesOf(own, id))[0]).toMatchObject({ attempts: 1 }), soon)
  // The next attempt is the last one: the waits before it are over.
  const [{ id: delivery_id }] = await deliveriesOf(own, id)
  await own.admin.post(`/webhook-deliveries/${delivery_id}/send-again`)
  await vi.waitFor(async () => expect((await deliveriesOf(own, id))[0]).toMatchObject({ attempts: 1 }), soon)
  await asLogin((tx) => sql`update webhook_deliveries set attempts = 9 where id = ${delivery_id}`.execute(tx))
  const { deliverEvent } = await import('./deliveries/jobs.ts')
  const context = { job_id: 'test', now: new Date(), log: console, signal: new AbortController().signal }
  await deliverEvent.handle({ delivery_id, attempts: 9 }, context)
  expect((await deliveriesOf(own, id))[0]).toMatchObject({ state: 'failed', attempts: 10, next_at: null })
  const [ended] = (await own.admin.get(pathOf(own))).body.items
  expect(ended).toMatchObject({ is_active: false, ended_at: expect.any(String) })
  const { body: notices } = await own.admin.get('/notices')
  expect(notices.items).toContainEqual(expect.objectContaining({ kind: 'webhook', data: { label: 'CRM' } }))
  const mail = await nextMail(server, own.admin.email, 'The webhook CRM was switched off')
  expect(mail.text).toContain('/studio/settings?tab=api')
  const again = await own.admin.patch(`/webhooks/${id}`, { is_active: true })
  expect(again.body).toMatchObject({ is_active: true, ended_at: null })
  failing.stop()
})

test('the texts of an erased client are emptied, and cannot be sent again', async () => {
  const own = await aStudio(server)
  const { id } = await aWebhook(own, { events: ['client.created', 'client.removed'] })
  const { body: client } = await own.admin.post(`/studios/${own.studio.id}/clients`, {
    name: 'Greta Gone',
    email: 'greta@example.com',
  })
  await vi.waitFor(async () => expect((await deliveriesOf(own, id))[0]).toMatchObject({ state: 'delivered' }), soon)
  const [delivery] = await deliveriesOf(own, id)
  expect((await own.admin.get(`/webhook-deliveries/${delivery.id}`)).body.body).toContain('Greta Gone')
  expect((await own.admin.post(`/studios/${own.studio.id}/clients/${client.id}/erase`)).status).toBe(200)
  expect((await own.admin.get(`/webhook-deliveries/${delivery.id}`)).body).toMatchObject({ body: null, answer: null })
  expectError(await own.admin.post(`/webhook-deliveries/${delivery.id}/send-again`), 'WEBHOOK_BODY_ERASED')
  await vi.waitFor(() => expect(typesOf(own)).toEqual(['client.created', 'client.removed']), soon)
  expect(callsOf(own)[1]?.payload.data).toEqual({ id: client.id })
})
