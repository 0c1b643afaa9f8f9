import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBooking, aFixedClock } from '@studiohub/testing/bookings.ts'
import { aClientRecord } from '@studiohub/testing/client-records.ts'
import { asLogin, stateOfDatabase } from '@studiohub/testing/database-rows.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { aStudio, aSuperAdmin, proveAddress, type StudioOfTest, TEST_PASSWORD } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { aTextGateway, signedHeaders } from '@studiohub/testing/text-gateway.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AnyJob } from '#platform/jobs/jobs.ts'
import { remindOfBookings } from '../bookings/jobs.ts'
import { textReminder } from '../templates/text-reminder.ts'
import { remindByText, sendTextReminder } from './jobs.ts'

const clock = aFixedClock()
const { today } = clock
let gateway: Awaited<ReturnType<typeof aTextGateway>>
let server: TestServer

beforeAll(async () => {
  gateway = await aTextGateway()
  server = await startServer({ clock, env: { ...gateway.env, TEXTS_STUDIO_DAY: '3' } })
})
afterAll(async () => {
  await server.stop()
  gateway.stop()
})
beforeEach(() => {
  clock.set('10:00')
  gateway.gateway.status = 202
})

const silentLog = { info: () => {}, warn: () => {}, error: () => {} }
async function runAt(job: AnyJob, time: string, days: number, payload: object = {}) {
  clock.set(time, days)
  const context = { job_id: 'test', now: clock.now(), log: silentLog, signal: new AbortController().signal }
  await job.handle(payload, context)
  await stateOfDatabase()
  clock.set('10:00')
}
const remindAt = (time: string, days: number) => runAt(remindByText, time, days)

let numberCount = 0
const aNumber = () => {
  numberCount += 1
  return `+49171${2_000_000 + numberCount}`
}

/** A studio that sends text messages a day before sessions. */
async function aTextingStudio(overrides: object = {}): Promise<StudioOfTest> {
  const fixture = await aStudio(server)
  await proveAddress(fixture.admin)
  const path = `/studios/${fixture.studio.id}/opening-hours`
  const rules = { text_hours: [24], reminder_hours: [], ...overrides }
  expect((await fixture.admin.put(path, { ...(await fixture.admin.get(path)).body, ...rules })).status).toBe(200)
  return fixture
}

const pathOf = ({ studio }: StudioOfTest, client_id: string) => `/studios/${studio.id}/clients/${client_id}/texts`

async function agree(fixture: StudioOfTest, phone = aNumber()) {
  const response = await fixture.client.put(pathOf(fixture, fixture.client.id), { agreed: true, phone })
  expect([response.status, response.body.phone, response.body.via]).toEqual([200, phone, 'client'])
  return phone
}

async function aConfirmedSession({ admin, studio, client }: StudioOfTest, overrides: object = {}) {
  const { id } = await aBooking(admin, studio.id, today, {
    booking_date: plusDays(today, 2),
    client_id: client.id,
    ...overrides,
  })
  return id
}

const sendReply = (from: string, text: string, headers?: Record<string, string>) => {
  const body = JSON.stringify({ from, text })
  const at = clock.now()
  return fetch(`${server.url}/api/v1/webhooks/texts`, {
    method: 'POST',
    headers: headers ?? signedHeaders(body, { at }),
    body,
  })
}

test('a client who agreed is reminded once by text message, and others get none', async () => {
  const fixture = await aTextingStudio()
  const phone = await agree(fixture)
  await aConfirmedSession(fixture)
  await aConfirmedSession(fixture, { client_id: fixture.other.id, start_time: '14:00', end_time: '15:00' })
  const before = gateway.taken.length
  await remindAt('09:50', 1)
  expect(gateway.taken.length).toBe(before)
  await remindAt('10:00', 1)
  await remindAt('10:10', 1)
  const [text, ...otherTexts] = gateway.textsTo(phone)
  expect(otherTexts).toEqual([])
  expect(text).toContain(`${fixture.studio.name}: your session is on `)
  expect(text).toMatch(/ at 10:00\. Reply STOP to end these texts\.$/)
  expect(gateway.taken.length).toBe(before + 1)
  const { items } = (await fixture.admin.get(`/studios/${fixture.studio.id}/messages`)).body
  expect(items.filter(({ channel }: { channel: string }) => channel === 'text')).toMatchObject([
    { kind: 'reminder', state: 'sent', recipient_name: 'Cleo Client' },
  ])
})

test('a studio sends no text messages until an admin has confirmed an email address', async () => {
  const fixture = await aTextingStudio()
  await asLogin((tx) => sql`update auth.users set email_proven = false where id = ${fixture.admin.id}`.execute(tx))
  const phone = await agree(fixture)
  await aConfirmedSession(fixture)
  await remindAt('10:00', 1)
  expect(gateway.textsTo(phone)).toEqual([])
  const { items } = (await fixture.admin.get(`/studios/${fixture.studio.id}/messages`)).body
  expect(items.filter(({ channel }: { channel: string }) => channel === 'text')).toMatchObject([
    { state: 'skipped', last_error: 'not sent: no admin of the studio has confirmed their email address' },
  ])
})

test('a reminder by email and one by text message are both sent in the same hour', async () => {
  const fixture = await aTextingStudio({ reminder_hours: [24] })
  const phone = await agree(fixture)
  await aConfirmedSession(fixture)
  await remindAt('10:00', 1)
  expect(gateway.textsTo(phone)).toHaveLength(1)
  await runAt(remindOfBookings, '10:00', 1)
  const { items } = (await fixture.admin.get(`/studios/${fixture.studio.id}/messages`)).body
  const reminders = items.filter(({ kind }: { kind: string }) => kind === 'reminder')
  expect(reminders.map(({ channel }: { channel: string }) => channel).sort()).toEqual(['mail', 'text'])
})

test('STOP ends the text messages of all studios at once, and START allows them again', async () => {
  const [first, second] = [await aTextingStudio(), await aTextingStudio()]
  const phone = await agree(first)
  await second.client.put(pathOf(second, second.client.id), { agreed: true, phone })
  for (const fixture of [first, second]) await aConfirmedSession(fixture)
  for (const text of ['Stop!', ' stop please', 'STOPP']) {
    expect((await sendReply(phone, text)).status).toBe(200)
    const { body } = await first.admin.get(pathOf(first, first.client.id))
    expect(body).toMatchObject({ phone, stopped_at: expect.any(String) })
    await sendReply(phone, 'start')
  }
  await sendReply(phone, 'STOP')
  await remindAt('10:00', 1)
  expect(gateway.textsTo(phone)).toEqual([])
  expect((await second.client.get(pathOf(second, second.client.id))).body.stopped_at).not.toBeNull()
  await sendReply(phone, 'Thanks, see you!')
  expect((await first.admin.get(pathOf(first, first.client.id))).body.stopped_at).not.toBeNull()
  await sendReply(phone, 'START')
  expect((await first.admin.get(pathOf(first, first.client.id))).body.stopped_at).toBeNull()
  await remindAt('10:10', 1)
  expect(gateway.textsTo(phone)).toHaveLength(2)
})

test('STOP also stops a text message that is already queued', async () => {
  const fixture = await aTextingStudio()
  const phone = await agree(fixture)
  await aConfirmedSession(fixture)
  gateway.gateway.status = 503
  clock.set('10:00', 1)
  const context = { job_id: 'test', now: clock.now(), log: silentLog, signal: new AbortController().signal }
  await remindByText.handle({}, context)
  clock.set('10:00')
  // The list may also have the email about the booking, so this finds the text message by its channel.
  const reminder = async () => {
    const { items } = (await fixture.admin.get(`/studios/${fixture.studio.id}/messages`)).body
    return items.find(({ channel }: { channel: string }) => channel === 'text')
  }
  await expect.poll(reminder, { timeout: 60_000 }).toMatchObject({
    state: 'waiting',
    last_error: 'the text message was not accepted: the gateway responded 503',
  })
  await sendReply(phone, 'STOP')
  gateway.gateway.status = 202
  await sendTextReminder.handle({ message_id: (await reminder()).id }, context)
  expect(await reminder()).toMatchObject({
    state: 'skipped',
    last_error: 'not sent: the session has changed, or the client no longer wants text messages',
  })
  expect(gateway.textsTo(phone)).toEqual([])
})

test('a reply changes nothing if its signature is missing, old or made with another secret', async () => {
  const fixture = await aTextingStudio()
  const phone = await agree(fixture)
  const body = JSON.stringify({ from: phone, text: 'STOP' })
  const at = clock.now()
  const oldSignature = signedHeaders(body, { at: new Date(at.getTime() - 600_000) })
  const foreignSignature = signedHeaders(body, { at, key: Buffer.alloc(32, 1) })
  for (const headers of [{ 'content-type': 'application/json' }, oldSignature, foreignSignature])
    expect((await sendReply(phone, 'STOP', headers)).status).toBe(400)
  expect((await sendReply(phone, 'GO', signedHeaders(body, { at }))).status).toBe(400)
  expect((await fixture.client.get(pathOf(fixture, fixture.client.id))).body.stopped_at).toBeNull()
  expect((await sendReply('not a number', 'STOP')).status).toBe(422)
})

test('no text message is sent for a cancelled session or to a client who has withdrawn their consent', async () => {
  const fixture = await aTextingStudio()
  const phone = await agree(fixture)
  const cancelled = await aConfirmedSession(fixture)
  await fixture.admin.post(`/bookings/${cancelled}/cancel`, { reason: 'Closed' })
  await remindAt('10:00', 1)
  expect(gateway.textsTo(phone)).toEqual([])
  await aConfirmedSession(fixture)
  expect((await fixture.client.put(pathOf(fixture, fixture.client.id), { agreed: false })).body.phone).toBeNull()
  await remindAt('10:00', 1)
  expect(gateway.textsTo(phone)).toEqual([])
})

test('a studio sends no more text messages in a day than its limit, and the log shows the reason', async () => {
  const fixture = await aTextingStudio()
  const phone = await agree(fixture)
  for (const hour of ['10', '11', '12', '13'])
    await aConfirmedSession(fixture, { start_time: `${hour}:00`, end_time: `${hour}:45` })
  for (const hour of ['10', '11', '12', '13']) await remindAt(`${hour}:00`, 1)
  expect(gateway.textsTo(phone)).toHaveLength(3)
  const { items } = (await fixture.admin.get(`/studios/${fixture.studio.id}/messages`)).body
  const skippedTexts = items.filter(({ state }: { state: string }) => state === 'skipped')
  expect(skippedTexts).toMatchObject([
    { state: 'skipped', last_error: expect.stringContaining('too many text messages') },
  ])
})

test("the desk can record a client's consent by phone, only for the number of the client record", async () => {
  const fixture = await aTextingStudio()
  const id = await aClientRecord(fixture.studio.id, { phone: '0171 2999001' })
  const desk = await fixture.admin.put(pathOf(fixture, id), { agreed: true })
  // The studio is in UTC and has no country, so the number needs a country code.
  expectError(desk, 'VALIDATION_FAILED')
  expect(desk.body.fields.phone).toContain('country code')
  await fixture.admin.patch(`/studios/${fixture.studio.id}/clients/${id}`, { phone: '+49 171 2999001' })
  const response = await fixture.admin.put(pathOf(fixture, id), { agreed: true, phone: '+491719999999' })
  expect(response.body).toMatchObject({ phone: '+491712999001', via: 'desk', agreed_by_name: expect.any(String) })
  await fixture.admin.patch(`/studios/${fixture.studio.id}/clients/${id}`, { phone: '+49 (171) 2999001' })
  expect((await fixture.admin.get(pathOf(fixture, id))).body.phone).toBe('+491712999001')
  await fixture.admin.patch(`/studios/${fixture.studio.id}/clients/${id}`, { phone: '+49 171 2999002' })
  expect((await fixture.admin.get(pathOf(fixture, id))).body.phone).toBeNull()
})

test('the response to a reply does not reveal whether the number belongs to a client', async () => {
  const fixture = await aTextingStudio()
  const responseToClient = await sendReply(await agree(fixture), 'STOP')
  const responseToStranger = await sendReply(aNumber(), 'STOP')
  expect([responseToStranger.status, await responseToStranger.text()]).toEqual([
    responseToClient.status,
    await responseToClient.text(),
  ])
})

test('a session that moves within the hour of its reminder gets no second text message', async () => {
  const fixture = await aTextingStudio()
  const phone = await agree(fixture)
  const id = await aConfirmedSession(fixture, { start_time: '10:00', end_time: '11:00' })
  await remindAt('10:00', 1)
  expect(gateway.textsTo(phone)).toHaveLength(1)
  const moved = await fixture.admin.patch(`/bookings/${id}`, { start_time: '10:15', end_time: '11:15' })
  expect(moved.status).toBe(200)
  await asLogin((tx) =>
    sql`update booking_messages set created_at = ${clock.now().toISOString()}::timestamptz - interval '2 days'
      where booking_id = ${id}::uuid and kind <> 'reminder'`.execute(tx),
  )
  await remindAt('10:30', 1)
  expect(gateway.textsTo(phone)).toHaveLength(1)
})

test("other clients and other studios cannot give or read a client's consent", async () => {
  const [fixture, elsewhere] = [await aTextingStudio(), await aTextingStudio()]
  await agree(fixture)
  const path = pathOf(fixture, fixture.client.id)
  const change = { agreed: true, phone: '+491712999003' }
  expectError(await fixture.other.put(path, change), 'NOT_FOUND')
  expectError(await fixture.other.get(path), 'NOT_FOUND')
  for (const person of [elsewhere.admin, elsewhere.client]) {
    expectError(await person.put(path, change), 'FORBIDDEN')
    expectError(await person.get(path), 'FORBIDDEN')
    expectError(await person.get(`/studios/${fixture.studio.id}/texts`), 'FORBIDDEN')
  }
  expectError(await fixture.client.put(path, { agreed: true, phone: '112' }), 'VALIDATION_FAILED')
  expect((await (await aSuperAdmin(server)).get(path)).body.phone).not.toBeNull()
})

test("a failed text message can be retried from the platform's log", async () => {
  const fixture = await aTextingStudio()
  const phone = await agree(fixture)
  const id = await aConfirmedSession(fixture)
  await fixture.admin.post(`/bookings/${id}/cancel`, { reason: 'Closed' })
  await aConfirmedSession(fixture, { start_time: '15:00', end_time: '16:00' })
  await remindAt('15:00', 1)
  expect(gateway.textsTo(phone)).toHaveLength(1)
  await asLogin((tx) =>
    sql`update booking_messages set state = 'failed', sent_at = null where channel = 'text' and studio_id = ${fixture.studio.id}`.execute(
      tx,
    ),
  )
  const operator = await aSuperAdmin(server)
  const [failed] = (await operator.get('/admin/messages?state=failed')).body.items
  expect(failed).toMatchObject({ channel: 'text', recipient_email: null })
  expect((await operator.post(`/admin/messages/${failed.id}/retry`)).status).toBe(200)
  await stateOfDatabase()
  expect(gateway.textsTo(phone)).toHaveLength(2)
})

test("a client's export contains the consent, and deleting the account ends it", async () => {
  const fixture = await aTextingStudio()
  const phone = await agree(fixture)
  const { body } = await fixture.client.get('/me/export')
  expect(body.data.text_consents).toMatchObject([{ phone, via: 'client', studio_id: fixture.studio.id }])
  expect((await fixture.client.post('/me/deletion', { current_password: TEST_PASSWORD })).status).toBe(200)
  const { rows } = await asLogin((tx) => sql`select phone from text_consents where phone = ${phone}`.execute(tx))
  expect(rows).toEqual([])
})

test('text reminders are not offered without a gateway', async () => {
  const serverWithoutTexts = await startServer()
  try {
    const fixture = await aStudio(serverWithoutTexts)
    expect((await fixture.client.get(`/studios/${fixture.studio.id}/texts`)).body.offered).toBe(false)
    const path = pathOf(fixture, fixture.client.id)
    expectError(await fixture.client.put(path, { agreed: true, phone: '+491712999004' }), 'TEXTS_NOT_OFFERED')
    const body = JSON.stringify({ from: '+491712999004', text: 'STOP' })
    const headers = signedHeaders(body)
    expect(
      (await fetch(`${serverWithoutTexts.url}/api/v1/webhooks/texts`, { method: 'POST', headers, body })).status,
    ).toBe(404)
  } finally {
    await serverWithoutTexts.stop()
  }
})

test('a text message has at most two parts, even with a long studio name', () => {
  for (const studioName of [
    'A',
    'The Recording Company of St.Pauli and Friends',
    'Студия '.repeat(9),
    '🎙'.repeat(60),
  ]) {
    const text = textReminder({ studioName, day: 'Wed 30 Sep', time: '23:45' })
    expect(text.length).toBeLessThanOrEqual(134)
    expect(text).not.toMatch(/\.\S/)
    expect(text.isWellFormed()).toBe(true)
  }
})
