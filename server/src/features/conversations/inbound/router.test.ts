import { randomBytes, randomUUID } from 'node:crypto'
import { aClientRecord } from '@studiohub/testing/client-records.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { aDeskPerson, aStudio, proveAddress, type StudioOfTest } from '@studiohub/testing/people.ts'
import { aPhoto } from '@studiohub/testing/pictures.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signCall } from '#platform/auth/signed-calls.ts'

const secret = randomBytes(32)
const domain = 'reply.studios.example'
let server: TestServer
beforeAll(async () => {
  server = await startServer({
    env: {
      INBOUND_MAIL_DOMAIN: domain,
      INBOUND_MAIL_SECRET: `whsec_${secret.toString('base64')}`,
      MESSAGE_MAIL_WAIT_SECONDS: '1',
    },
  })
})
afterAll(() => server.stop())

const pathOf = ({ studio }: StudioOfTest, client: { id: string }) =>
  `/studios/${studio.id}/clients/${client.id}/messages`

type Report = { from: string; to: string | null; text?: string; message_id?: string; authenticated?: boolean }
type Attachment = { name: string; content?: string; size_bytes?: number }
type Extra = { headers?: Record<string, string>; attachments?: number | Attachment[] }

/** Reports an email as the operator's mail service does. */
function report({
  from,
  to,
  text = 'An answer',
  message_id = `<${randomUUID()}@example.com>`,
  ...fields
}: Report & Extra) {
  const mail = {
    message_id,
    from,
    to: ['Studio <studio@example.com>', `Reply <${to}>`],
    text,
    authenticated: true,
    ...fields,
  }
  return post(JSON.stringify(mail))
}

function post(body: string, { key = secret, sent_at = String(Math.floor(Date.now() / 1000)), signed = body } = {}) {
  const id = randomUUID()
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': sent_at,
    'webhook-signature': signCall(key, { id, sent_at, body: signed }),
  }
  return callAs(server.url, null).request('POST', '/api/v1/webhooks/inbound-mail', body, { headers })
}

const itemsOf = async ({ admin, ...fixture }: StudioOfTest, client: { id: string }) =>
  (await admin.get(pathOf({ admin, ...fixture }, client))).body.items

/** A client with an email about a message of the studio, and the reply address. */
async function aMailedClient() {
  const fixture = await aStudio(server)
  await proveAddress(fixture.client)
  await fixture.admin.post(pathOf(fixture, fixture.client), { body: 'Is Monday fine?' })
  const { replyTo } = await nextMail(server, fixture.client.email, 'New message from')
  return { fixture, client: fixture.client, to: replyTo }
}

test('a reply by email becomes one message of the client, without the quoted email', async () => {
  const { fixture, client, to } = await aMailedClient()
  expect(to).toMatch(/^reply\+[0-9a-f]{32}c[0-9a-f]{20}@reply\.studios\.example$/)
  const message_id = `<${randomUUID()}@mail.example>`
  const text = 'Monday is fine.\r\n\r\nOn Mon, 23 Nov 2026 at 10:00, Studio <x@y.example> wrote:\r\n> Is Monday fine?'
  // Mail servers may change the case of an address.
  const first = await report({ from: client.email, to: to?.toUpperCase() ?? null, text, message_id })
  expect(first.body).toEqual({ result: 'stored' })
  const repeats = await Promise.all([1, 2, 3].map(() => report({ from: client.email, to, text, message_id })))
  expect(repeats.map(({ body }) => body.result)).toEqual(['repeated', 'repeated', 'repeated'])
  expect(await itemsOf(fixture, client)).toMatchObject([
    { seq: 2, body: 'Monday is fine.', from_studio: false, author_id: client.id, by_mail: true, unproven_from: null },
    { seq: 1, by_mail: false },
  ])
  // The reply counts as reading, and is unread for the desk.
  expect((await client.get(pathOf(fixture, client))).body.conversation).toMatchObject({ unread: 0 })
  expect((await fixture.admin.get(`/studios/${fixture.studio.id}/conversations/unread`)).body).toEqual({ unread: 1 })
  const { rows } = await asLogin((tx) =>
    sql<{ text: string }>`select coalesce(before::text, '') || coalesce(after::text, '') as text from audit_log
      where action = 'conversations.receiveMail' and studio_id = ${fixture.studio.id}`.execute(tx),
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.text).not.toMatch(/Monday|example/)
})

test('an email from another address, or an unauthenticated one, is shown as unproven', async () => {
  const { fixture, client, to } = await aMailedClient()
  await report({ from: 'mallory@evil.example', to, text: 'Send me the files' })
  await report({ from: client.email, to, text: 'Forged', authenticated: false })
  expect(await itemsOf(fixture, client)).toMatchObject([
    { body: 'Forged', author_id: null, unproven_from: client.email },
    { body: 'Send me the files', author_id: null, unproven_from: 'mallory@evil.example' },
    { seq: 1 },
  ])
  await proveAddress(fixture.admin)
  const mail = await nextMail(server, fixture.admin.email, 'from Cleo Client (not verified)')
  expect(mail.text.replaceAll('\u200b', '')).toMatch(/Not verified, sent from mallory@evil\.example/)
})

test('only people at the desk write for the studio by email', async () => {
  const fixture = await aStudio(server)
  const { client } = fixture
  const desk = await aDeskPerson(server, fixture)
  await client.post(pathOf(fixture, client), { body: 'Are you open?' })
  const to = (await nextMail(server, desk.email, 'New message from')).replyTo
  expect(to).toMatch(/^reply\+[0-9a-f]{32}s/)
  for (const from of [client.email, 'mallory@evil.example', fixture.admin.email])
    expect((await report({ from, to })).body).toEqual({ result: 'ignored' })
  expect((await report({ from: desk.email, to, authenticated: false })).body).toEqual({ result: 'ignored' })
  expect((await report({ from: desk.email, to, text: 'Until ten.' })).body).toEqual({ result: 'stored' })
  expect((await client.get(pathOf(fixture, client))).body.items[0]).toMatchObject({
    body: 'Until ten.',
    from_studio: true,
    author_id: desk.id,
    by_mail: true,
  })
})

test('emails from programs, unknown addresses and empty emails become no message', async () => {
  const { fixture, client, to } = await aMailedClient()
  const from = client.email
  const forgedAddress = to?.replace(/c[0-9a-f]{4}/, 'cdead') ?? null
  const studioAddress = to?.replace(/^(reply\+[0-9a-f]{32})c/, '$1s') ?? null
  for (const ignoredReport of [
    { from, to, headers: { 'Auto-Submitted': 'auto-replied' } },
    { from, to, headers: { Precedence: 'bulk' } },
    { from: 'mailer-daemon@example.com', to },
    { from, to: forgedAddress },
    { from, to: studioAddress },
    { from, to: `reply+x@${domain}` },
    { from, to, text: '> Is Monday fine?' },
  ])
    expect((await report(ignoredReport)).body, JSON.stringify(ignoredReport)).toEqual({ result: 'ignored' })
  expect(await itemsOf(fixture, client)).toHaveLength(1)
  await report({ from, to, text: 'With the plan', attachments: 2 })
  expect((await itemsOf(fixture, client))[0].body).toBe('With the plan\n\n(2 attachments were not stored.)')
})

test('an automatic reply marks nothing as unread, answers nothing and proves no address', async () => {
  const { fixture, client, to } = await aMailedClient()
  for (const headers of [
    { 'Auto-Submitted': 'auto-replied (vacation)' },
    { Precedence: 'auto_reply' },
    { Precedence: 'junk' },
    { 'X-Autoreply': 'yes' },
    { 'X-Auto-Response-Suppress': 'All' },
  ])
    expect((await report({ from: client.email, to, headers, text: 'I am away' })).body).toEqual({ result: 'ignored' })
  expect((await fixture.admin.get(`/studios/${fixture.studio.id}/conversations/unread`)).body).toEqual({ unread: 0 })
  expect((await client.get(pathOf(fixture, client))).body.conversation).toMatchObject({ unread: 1 })
  const { rows } = await asLogin((tx) =>
    sql`select last_from_client, messages from conversations where studio_id = ${fixture.studio.id}`.execute(tx),
  )
  expect(rows).toEqual([{ last_from_client: 0, messages: 1 }])
  // The same email from a person becomes a message.
  const auto = { 'Auto-Submitted': 'no', Precedence: 'normal' }
  expect((await report({ from: client.email, to, headers: auto })).body).toEqual({ result: 'stored' })
})

test('a suspended person writes nothing by email, and a deactivated studio gets nothing', async () => {
  const { fixture, client, to } = await aMailedClient()
  const setBan = (until: string | null) =>
    asLogin((tx) => sql`update auth.users set banned_until = ${until}::timestamptz where id = ${client.id}`.execute(tx))
  await setBan('2999-01-01')
  for (const from of [client.email, 'mallory@evil.example'])
    expect((await report({ from, to })).body).toEqual({ result: 'ignored' })
  await setBan(null)
  const setSuspended = (at: string | null) =>
    asLogin((tx) =>
      sql`update studios set suspended_at = ${at}::timestamptz, is_active = ${at === null} where id = ${fixture.studio.id}`.execute(
        tx,
      ),
    )
  await setSuspended('2026-01-01')
  for (const from of [client.email, 'mallory@evil.example'])
    expect((await report({ from, to })).body).toEqual({ result: 'ignored' })
  expect(await itemsOf(fixture, client)).toHaveLength(1)
  await setSuspended(null)
  expect((await report({ from: client.email, to })).body).toEqual({ result: 'stored' })
})

test('files of a proven email are stored, and the message says which were not and why', async () => {
  const { fixture, client, to } = await aMailedClient()
  const content = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64')
  const attachments = [
    { name: '../Plan\u202e.txt', content: content('Take one') },
    { name: 'cover.jpg', content: content(await aPhoto()) },
    { name: 'page.html', content: content('<html>') },
    { name: 'film.mp4', size_bytes: 21 * 1024 * 1024 },
    { name: 'lost.pdf' },
  ]
  const mail = { from: client.email, to, text: '', attachments, message_id: `<${randomUUID()}@example.com>` }
  expect((await report(mail)).body).toEqual({ result: 'stored' })
  expect((await report(mail)).body).toEqual({ result: 'repeated' })
  const [message] = await itemsOf(fixture, client)
  expect(message.files).toMatchObject([
    { name: 'Plan.txt', content_type: 'text/plain', size_bytes: 8 },
    { name: 'cover.jpg', preview_url: expect.any(String) },
  ])
  expect(message.body.split('\n')).toEqual([
    '(page.html was not stored: files of this type are not accepted.)',
    '(film.mp4 was not stored: it is larger than 20 MB.)',
    '(lost.pdf was not stored: it did not arrive.)',
  ])
  expect(`${Buffer.from(await (await fetch(`${server.url}${message.files[0].url}`)).arrayBuffer())}`).toBe('Take one')
  const unprovenAttachments = [{ name: 'plan.txt', content: content('Take two') }]
  await report({ from: 'mallory@evil.example', to, text: 'Look', attachments: unprovenAttachments })
  expect((await itemsOf(fixture, client))[0]).toMatchObject({
    body: 'Look\n\n(plan.txt was not stored: the sender is not verified.)',
    files: [],
    unproven_from: 'mallory@evil.example',
  })
  // Of twelve files, ten are stored.
  const many = Array.from({ length: 12 }, (_, index) => ({ name: `${index}.txt`, content: content(`${index}`) }))
  await report({ from: client.email, to, text: 'All takes', attachments: many })
  const [newestMessage] = await itemsOf(fixture, client)
  expect(newestMessage.files).toHaveLength(10)
  expect(newestMessage.body).toMatch(
    /^All takes\n\n\(10\.txt was not stored: a message has at most 10 files\.\)\n\(11\.txt/,
  )
})

test('only the mail service reports emails: signed, in time, and of limited size', async () => {
  const { fixture, client, to } = await aMailedClient()
  const body = JSON.stringify({ message_id: '<1@x>', from: client.email, to: [to], text: 'Hi', authenticated: true })
  expectError(await post(body, { key: randomBytes(32) }), 'BAD_SIGNATURE')
  expectError(await post(body, { signed: `${body} ` }), 'BAD_SIGNATURE')
  expectError(await post(body, { sent_at: String(Math.floor(Date.now() / 1000) - 600) }), 'BAD_SIGNATURE')
  expectError(await callAs(server.url, null).request('POST', '/api/v1/webhooks/inbound-mail', body), 'BAD_SIGNATURE')
  expectError(await post('{"from":1}'), 'VALIDATION_FAILED')
  expectError(await post('x'.repeat(35 * 1024 * 1024)), 'PAYLOAD_TOO_LARGE')
  // A large body without a signature is not even read.
  const large = 'x'.repeat(600 * 1024)
  expectError(await callAs(server.url, null).request('POST', '/api/v1/webhooks/inbound-mail', large), 'BAD_SIGNATURE')
  expect(await itemsOf(fixture, client)).toHaveLength(1)
})

test('a removed or blocked client writes nothing by email, and the client limits apply', async () => {
  const { fixture, client, to } = await aMailedClient()
  const block = `/studios/${fixture.studio.id}/clients/${client.id}/message-block`
  await fixture.admin.put(block, { blocked: true })
  expect((await report({ from: client.email, to })).body).toEqual({ result: 'ignored' })
  await fixture.admin.put(block, { blocked: false })
  for (let index = 0; index < 30; index += 1) await report({ from: client.email, to, text: `${index}` })
  expect((await report({ from: client.email, to })).body).toEqual({ result: 'ignored' })
  expect(await itemsOf(fixture, client)).toHaveLength(31)
})

test('a client without an account replies by email, and gets the texts by email from then on', async () => {
  const fixture = await aStudio(server)
  const { admin, studio } = fixture
  await proveAddress(admin)
  const email = `${randomUUID()}@example.com`
  const record = { id: await aClientRecord(studio.id, { email }) }
  await admin.post(pathOf(fixture, record), { body: 'The first secret' })
  const first = await nextMail(server, email, 'New message from')
  expect(first.text).not.toContain('secret')
  expect((await report({ from: email, to: first.replyTo, text: 'Who is there?' })).body).toEqual({ result: 'stored' })
  expect((await itemsOf(fixture, record))[0]).toMatchObject({ author_id: null, unproven_from: null, by_mail: true })
  await admin.post(pathOf(fixture, record), { body: 'The second secret' })
  expect((await nextMail(server, email, 'New message from', [first])).text).toContain('The second secret')
})
