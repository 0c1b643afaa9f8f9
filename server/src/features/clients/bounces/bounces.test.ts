import { aBooking, aFixedClock, aSession } from '@studiohub/testing/bookings.ts'
import { aClientRecord } from '@studiohub/testing/client-records.ts'
import { stateOfDatabase } from '@studiohub/testing/database-rows.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { aCrewMember, aStudio, proveAddress, type StudioOfTest } from '@studiohub/testing/people.ts'
import { aPostOffice, type PostOffice } from '@studiohub/testing/post-office.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { signedHeaders, TEXT_SECRET } from '@studiohub/testing/text-gateway.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

const clock = aFixedClock()
const { today } = clock
let postOffice: PostOffice
let server: TestServer
beforeAll(async () => {
  postOffice = await aPostOffice()
  const env = { SMTP_URL: `smtp://127.0.0.1:${postOffice.port}`, MAIL_WEBHOOK_SECRET: TEXT_SECRET }
  server = await startServer({ clock, env })
})
afterAll(async () => {
  await server.stop()
  await postOffice.close()
})
beforeEach(() => clock.set('10:00'))

const report = (input: object, headers?: Record<string, string>, target = server) => {
  const body = JSON.stringify(input)
  return fetch(`${target.url}/api/v1/webhooks/mail`, {
    method: 'POST',
    headers: headers ?? signedHeaders(body, { at: clock.now() }),
    body,
  })
}
const recordOf = async ({ admin, studio }: StudioOfTest, id: string) =>
  (await admin.get(`/studios/${studio.id}/clients/${id}`)).body
const mailsTo = (email: string) => postOffice.arrived.filter(({ to }) => to.includes(email)).length

let hour = 7
/** Books a session for the client, who gets an email about it. */
async function bookSession({ admin, studio }: StudioOfTest, client_id: string) {
  hour += 1
  const times = {
    start_time: `${`${hour}`.padStart(2, '0')}:00`,
    end_time: `${`${hour}`.padStart(2, '0')}:30`,
    client_id,
  }
  await aBooking(admin, studio.id, today, aSession(today, times))
  await stateOfDatabase()
}
const newestMessage = async ({ admin, studio }: StudioOfTest) =>
  (await admin.get(`/studios/${studio.id}/messages`)).body.items.find(({ kind }: { kind: string }) => kind === 'booked')

test('an address that a service reports gets no more emails, until the desk tries again', async () => {
  const fixture = await aStudio(server)
  const { client } = fixture
  expect((await report({ type: 'bounce', email: client.email.toUpperCase() })).status).toBe(200)
  expect((await recordOf(fixture, client.id)).email_bounced_at).not.toBeNull()
  // The welcome email is sent in any case.
  await stateOfDatabase()
  const before = mailsTo(client.email)
  await bookSession(fixture, client.id)
  expect(mailsTo(client.email)).toBe(before)
  expect(await newestMessage(fixture)).toMatchObject({
    state: 'skipped',
    last_error: 'not sent: emails to this address bounce',
  })
  const path = `/studios/${fixture.studio.id}/clients/${client.id}/retry-email`
  for (const _ of [1, 2]) expect((await fixture.admin.post(path)).body.email_bounced_at).toBeNull()
  await bookSession(fixture, client.id)
  expect(mailsTo(client.email)).toBe(before + 1)
})

test('a permanent rejection by the mail server marks the address at every studio; another address is tried', async () => {
  const [first, second] = [await withProvenAdmin(await aStudio(server)), await aStudio(server)]
  const email = `gone-${first.studio.slug}@example.com`
  const ids = [await aClientRecord(first.studio.id, { email }), await aClientRecord(second.studio.id, { email })]
  postOffice.unreachable.add(email)
  await bookSession(first, ids[0] ?? '')
  expect((await recordOf(first, ids[0] ?? '')).email_bounced_at).not.toBeNull()
  expect((await recordOf(second, ids[1] ?? '')).email_bounced_at).not.toBeNull()
  const newEmail = `new-${first.studio.slug}@example.com`
  const path = `/studios/${first.studio.id}/clients/${ids[0]}`
  expect((await first.admin.patch(path, { email: newEmail })).body.email_bounced_at).toBeNull()
  await bookSession(first, ids[0] ?? '')
  expect(mailsTo(newEmail)).toBe(1)
})
test('a rejection without a status code marks the address only at that studio', async () => {
  const [first, second] = [await withProvenAdmin(await aStudio(server)), await aStudio(server)]
  const email = `bare-${first.studio.slug}@example.com`
  const ids = [await aClientRecord(first.studio.id, { email }), await aClientRecord(second.studio.id, { email })]
  postOffice.unknown.add(email)
  await bookSession(first, ids[0] ?? '')
  expect((await recordOf(first, ids[0] ?? '')).email_bounced_at).not.toBeNull()
  expect((await recordOf(second, ids[1] ?? '')).email_bounced_at).toBeNull()
  const { items } = (await first.admin.get(`/studios/${first.studio.id}/clients`)).body
  const marks = items.map(({ id, email_bounced_at }: Record<string, unknown>) => [id, email_bounced_at !== null])
  expect(marks).toContainEqual([ids[0], true])
  expect(marks).toContainEqual([first.client.id, false])
})

const withProvenAdmin = async (fixture: StudioOfTest) => {
  await proveAddress(fixture.admin)
  return fixture
}

test('a rejection for policy reasons and a temporary bounce mark nothing', async () => {
  const fixture = await aStudio(server)
  await report({ type: 'bounce', email: fixture.client.email, permanent: false })
  postOffice.forbidden.add(fixture.other.email)
  await bookSession(fixture, fixture.other.id)
  expect(await newestMessage(fixture)).toMatchObject({ state: 'failed', last_error: expect.stringContaining('550') })
  for (const { id } of [fixture.client, fixture.other])
    expect((await recordOf(fixture, id)).email_bounced_at).toBeNull()
})

test('a complaint switches off reminders and emails after sessions', async () => {
  const fixture = await aStudio(server)
  expect((await report({ type: 'complaint', email: fixture.client.email })).status).toBe(200)
  expect(await recordOf(fixture, fixture.client.id)).toMatchObject({
    reminders: false,
    follow_ups: false,
    email_bounced_at: null,
  })
  expect(await recordOf(fixture, fixture.other.id)).toMatchObject({ reminders: true, follow_ups: true })
})

test('a report without our signature changes nothing', async () => {
  const fixture = await aStudio(server)
  const input = { type: 'bounce', email: fixture.client.email }
  const body = JSON.stringify(input)
  const at = clock.now()
  const foreignHeaders = signedHeaders(body, { at, key: Buffer.alloc(32, 1) })
  const oldHeaders = signedHeaders(body, { at: new Date(at.getTime() - 600_000) })
  for (const headers of [foreignHeaders, oldHeaders, { 'content-type': 'application/json' }])
    expect((await report(input, headers)).status).toBe(400)
  expect((await report({ type: 'opened', email: fixture.client.email })).status).toBe(422)
  expect((await recordOf(fixture, fixture.client.id)).email_bounced_at).toBeNull()
})

test('only the desk can send emails to a bounced address again', async () => {
  const [fixture, elsewhere] = [await aStudio(server), await aStudio(server)]
  await report({ type: 'bounce', email: fixture.client.email })
  const path = `/studios/${fixture.studio.id}/clients/${fixture.client.id}/retry-email`
  for (const person of [fixture.client, elsewhere.admin, await aCrewMember(server, fixture)])
    expectError(await person.post(path), 'FORBIDDEN')
  expectError(await fixture.admin.post(path.replace(fixture.client.id, elsewhere.client.id)), 'NOT_FOUND')
  expect((await recordOf(fixture, fixture.client.id)).email_bounced_at).not.toBeNull()
})

// Another server in this process replaces its settings: this test must be the last.
test('without a secret no reports are accepted', async () => {
  const input = { type: 'bounce', email: 'somebody@example.com' }
  const serverWithoutSecret = await startServer({ clock })
  try {
    expect((await report(input, undefined, serverWithoutSecret)).status).toBe(404)
  } finally {
    await serverWithoutSecret.stop()
  }
})
