import { nextWebinarAt } from '@studiohub/contract/features/marketing/rules.ts'
import { webinars } from '@studiohub/contract/features/marketing/schema.ts'
import { asLogin, listAuditEntries, stateOfDatabase } from '@studiohub/testing/database-rows.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { mailsTo, nextMail } from '@studiohub/testing/mailbox.ts'
import { aPerson, aSuperAdmin, type TestUser } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let server: TestServer
let operator: TestUser
let other: TestUser
const startedAt = Date.now()
let ahead_ms = 0
const clock = { now: () => new Date(startedAt + ahead_ms) }

beforeAll(async () => {
  server = await startServer({ clock, env: { RATE_LIMIT: 'on', TRUST_PROXY: '1' } })
  operator = await aSuperAdmin(server)
  other = await aSuperAdmin(server)
})
afterAll(() => server.stop())

let addresses = 0
const anAddress = () => `198.51.100.${++addresses}`
const post = (path: string, body: object, from = anAddress(), token: string | null = null) =>
  callAs(server.url, token).post(path, body, { headers: { 'x-forwarded-for': from } })

const request = (changes: object = {}) => ({
  name: 'Ada Lovelace',
  email: 'ada@northlight.example',
  company: 'North & Light',
  topic: 'demo',
  message: 'When can you show us <i>everything</i>?',
  ...changes,
})
const listContactRequests = () =>
  asLogin((tx) => tx.selectFrom('contact_requests').selectAll().orderBy('created_at').execute())
const listRegistrations = (email: string) =>
  asLogin((tx) => tx.selectFrom('webinar_registrations').selectAll().where('email', '=', email).execute())

describe('a contact request', () => {
  test('a contact request of a visitor is stored, audited and emailed to every operator with the visitor as reply address', async () => {
    const response = await post('/contact-requests', request({ name: 'Visiting Vera', company: '' }))
    expect({ status: response.status, body: response.body }).toEqual({ status: 201, body: { received: true } })
    const row = (await listContactRequests()).find(({ name }) => name === 'Visiting Vera')
    expect(row).toMatchObject({ email: 'ada@northlight.example', company: null, topic: 'demo', user_id: null })
    for (const { email } of [operator, other]) {
      const mail = await nextMail(server, email, 'A demo: Visiting Vera')
      expect(mail.text).toContain('When can you show us <i>everything</i>?')
      expect(mail.html).not.toContain('<i>')
      expect(mail.replyTo).toBe('ada@northlight.example')
    }
    expect(await listAuditEntries(response.headers.get('x-request-id') ?? '')).toMatchObject([
      { actor_id: null, action: 'marketing.createContactRequest', object_id: row?.id, after: { topic: 'demo' } },
    ])
  })

  test('a contact request of a signed-in user has their id', async () => {
    const person = await aPerson(server)
    expect((await post('/contact-requests', request({ name: 'Signed In' }), anAddress(), person.token)).status).toBe(
      201,
    )
    expect((await listContactRequests()).find(({ name }) => name === 'Signed In')?.user_id).toBe(person.id)
  })

  test.each([
    [{ name: ' ' }, { name: 'Please enter your name' }],
    [{ email: 'ada' }, { email: 'Invalid email address' }],
    [{ company: 'x'.repeat(121) }, { company: 'Please use at most 120 characters' }],
    [{ topic: 'gossip' }, { topic: 'Please choose a topic' }],
    [{ message: '' }, { message: 'Please write a message' }],
    [{ message: 'x'.repeat(2001) }, { message: 'Please use at most 2,000 characters' }],
  ])('a contact request with %j is rejected at its field', async (changes, fields) => {
    const before = await stateOfDatabase()
    const response = await post('/contact-requests', request(changes))
    expectError(response, 'VALIDATION_FAILED')
    expect(response.body.fields).toEqual(fields)
    expect(await stateOfDatabase()).toEqual(before)
  })

  test('a contact request of a bot is discarded; more than five an hour from one network must wait', async () => {
    const before = await stateOfDatabase()
    expect((await post('/contact-requests', request({ homepage: 'https://spam.example' }))).status).toBe(201)
    expect(await stateOfDatabase()).toEqual(before)
    const from = anAddress()
    for (let count = 0; count < 5; count += 1)
      expect((await post('/contact-requests', request(), from)).status).toBe(201)
    const rejection = await post('/contact-requests', request(), from)
    expectError(rejection, 'RATE_LIMITED')
    expect(Number(rejection.headers.get('retry-after'))).toBe(720)
    expect((await post('/contact-requests', request())).status).toBe(201)
  })
})

describe('a webinar registration', () => {
  const [webinar] = webinars
  const register = (email: string, from?: string) =>
    post('/webinar-registrations', { webinar: webinar?.key, email }, from)

  test('a webinar registration is stored for the next date, confirmed by email and emailed to the operators', async () => {
    const response = await register('Vera@Visits.example')
    const starts_at = webinar && nextWebinarAt(webinar, clock.now()).toISOString()
    expect({ status: response.status, body: response.body }).toEqual({
      status: 201,
      body: { received: true, starts_at },
    })
    const mail = await nextMail(server, 'vera@visits.example', `You are registered: ${webinar?.title}`)
    expect(mail.text).toMatch(/^When: Tuesday,? \d+ \w+ \d{4} at 17:00 UTC$/m)
    const email = await nextMail(server, operator.email, `Webinar registration: ${webinar?.title}`)
    expect(email.text).toContain('vera@visits.example')
  })

  test('a second registration of an address gets the same response and no second email; after a month it is a new one', async () => {
    const email = 'twice@visits.example'
    const responses = await Promise.all([register(email), register(email), register(` ${email.toUpperCase()}`)])
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
    expect(await listRegistrations(email)).toHaveLength(1)
    const first = await nextMail(server, email, 'You are registered')
    ahead_ms += 36 * 24 * 3_600_000
    expect((await register(email)).status).toBe(201)
    expect(await listRegistrations(email)).toHaveLength(2)
    await nextMail(server, email, 'You are registered', [first])
    expect(await mailsTo(server, email)).toHaveLength(2)
  })

  test("a registration for an unknown webinar is rejected, a bot's is discarded, and more than ten an hour must wait", async () => {
    const unknown = await post('/webinar-registrations', { webinar: 'nothing', email: 'a@b.example' })
    expectError(unknown, 'VALIDATION_FAILED')
    expect(unknown.body.fields).toEqual({ webinar: 'Please choose a webinar' })
    const trap = { webinar: webinar?.key, email: 'a@b.example', homepage: 'x' }
    expect((await post('/webinar-registrations', trap)).body).toEqual((await register('c@b.example')).body)
    expect(await listRegistrations('a@b.example')).toEqual([])
    const from = anAddress()
    for (let count = 0; count < 10; count += 1) expect((await register(`${count}@many.example`, from)).status).toBe(201)
    expectError(await register('10@many.example', from), 'RATE_LIMITED')
    expect(await listRegistrations('10@many.example')).toEqual([])
  })
})
