import { listAuditEntries, stateOfDatabase } from '@studiohub/testing/database-rows.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { mailsTo, nextMail } from '@studiohub/testing/mailbox.ts'
import { aPerson, aStudio, aSuperAdmin, proveAddress, type TestUser } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let server: TestServer
let operator: TestUser
// The clock is fixed and moves only in tests.
const startedAt = Date.now()
let ahead_ms = 0
const clock = { now: () => new Date(startedAt + ahead_ms) }

beforeAll(async () => {
  server = await startServer({ clock, env: { RATE_LIMIT: 'on', TRUST_PROXY: '1' } })
  operator = await aSuperAdmin(server)
})
afterAll(() => server.stop())

let addresses = 0
const anAddress = () => `198.51.${Math.floor(addresses / 250)}.${1 + (addresses++ % 250)}`

const application = (changes: object = {}) => ({
  companyName: 'North & Light',
  contactName: 'Ada Lovelace',
  email: 'Ada@NorthLight.example',
  phone: '+49 30 1234',
  partnershipType: 'technology',
  message: 'We build <b>microphones</b>.\nSee https://northlight.example/offer',
  ...changes,
})
const submit = (body: unknown, { from = anAddress(), token = null }: { from?: string; token?: string | null } = {}) =>
  callAs(server.url, token).request('POST', '/functions/v1/submit-partnership', body, {
    headers: { 'x-forwarded-for': from },
  })
const listApplications = async () => (await operator.get('/admin/partnership-applications')).body.items

describe('an application', () => {
  test('an application of a visitor is stored, audited and emailed to the operators', async () => {
    const response = await submit(application({ companyName: '  Visited GmbH ' }))
    expect({ status: response.status, body: response.body }).toEqual({ status: 200, body: { success: true } })
    const [stored] = await listApplications()
    expect(stored).toEqual({
      ...application({ companyName: 'Visited GmbH', email: 'ada@northlight.example' }),
      id: expect.any(String),
      created_at: expect.any(String),
      account_email: null,
      partner_since: null,
    })
    const mail = await nextMail(server, operator.email, 'Partnership application: Visited GmbH')
    expect(mail.text).toContain(
      'Type: Technology Partner\nContact: Ada Lovelace\nEmail: ada@northlight.example\nPhone: +49 30 1234\n',
    )
    expect(mail.html).toContain('&lt;b&gt;microphones')
    expect(mail.html).not.toMatch(/<b>|href="[^"]*northlight/)
    const auditEntries = await listAuditEntries(response.headers.get('x-request-id') ?? '')
    expect(auditEntries).toMatchObject([
      {
        actor_id: null,
        action: 'partners.submitApplication',
        object_id: stored.id,
        after: { partnershipType: 'technology' },
      },
    ])
    expect(JSON.stringify(auditEntries)).not.toContain('northlight.example')
  })

  test('an application of a signed-in user is visible to them', async () => {
    const person = await aPerson(server)
    expect((await person.get('/me/partnership-application')).body).toBeNull()
    expect((await submit(application({ companyName: 'Mine' }), { token: person.token })).status).toBe(200)
    expect((await person.get('/me/partnership-application')).body).toMatchObject({ companyName: 'Mine' })
    const other = await aPerson(server)
    expect((await other.get('/me/partnership-application')).body).toBeNull()
  })

  test.each([
    [{ companyName: ' ' }, 'Company name is required'],
    [{ companyName: undefined }, 'Company name is required'],
    [{ companyName: 'x'.repeat(101) }, 'Please use at most 100 characters'],
    [{ contactName: '' }, 'Contact name is required'],
    [{ email: 'ada' }, 'Invalid email address'],
    [{ email: undefined }, 'Invalid email address'],
    [{ email: `${'x'.repeat(250)}@x.example` }, 'Please use at most 255 characters'],
    [{ email: 'ada@northlight.example\r\nBcc: all@northlight.example' }, 'Invalid email address'],
    [{ phone: '' }, 'Phone number is required'],
    [{ phone: '1'.repeat(21) }, 'Please use at most 20 characters'],
    [{ partnershipType: '' }, 'Please select a partnership type'],
    [{ partnershipType: 'sponsor' }, 'Please select a partnership type'],
    [{ message: ' \n ' }, 'Message is required'],
    [{ message: undefined }, 'Message is required'],
    [{ message: 'x'.repeat(1001) }, 'Please use at most 1,000 characters'],
    [{ companyName: '', email: 'ada' }, 'Company name is required'],
  ])('an application with %j is rejected at the first invalid field', async (changes, error) => {
    const before = await stateOfDatabase()
    const response = await submit(application(changes))
    expect({ status: response.status, body: response.body }).toEqual({ status: 422, body: { success: false, error } })
    expect(await stateOfDatabase()).toEqual(before)
  })

  test('an empty body, invalid JSON, too much data and a bad token get the same error format', async () => {
    const errorBody = { success: false, error: expect.any(String) }
    const responses = {
      nothing: await submit(undefined),
      'no JSON': await submit('{'),
      'too much': await submit(application({ message: 'x'.repeat(1024 * 1024) })),
      'a token that is none': await submit(application(), { token: 'forged' }),
    }
    expect(
      Object.fromEntries(Object.entries(responses).map(([name, { status, body }]) => [name, { status, body }])),
    ).toEqual({
      nothing: { status: 422, body: errorBody },
      'no JSON': { status: 400, body: errorBody },
      'too much': { status: 413, body: errorBody },
      'a token that is none': { status: 401, body: errorBody },
    })
  })

  test('a bot that fills in the hidden field gets a normal response, and nothing is stored', async () => {
    const before = await stateOfDatabase()
    const response = await submit(application({ homepage: 'https://spam.example' }))
    expect({ status: response.status, body: response.body }).toEqual({ status: 200, body: { success: true } })
    expect(await stateOfDatabase()).toEqual(before)
    expect((await mailsTo(server, operator.email)).filter(({ text }) => text.includes('spam'))).toEqual([])
  })
})

describe('the list of applications', () => {
  test('an application names the account of its sender, and since when they are a partner', async () => {
    const person = await aPerson(server)
    expect((await submit(application({ email: person.email.toUpperCase() }))).status).toBe(200)
    const getStats = async () => (await operator.get('/admin/stats')).body
    const countPending = async () => (await getStats()).pending_applications
    const pending = await countPending()
    const oldest = (await listApplications()).findLast(
      ({ partner_since }: { partner_since: string | null }) => partner_since === null,
    )
    expect((await getStats()).pending_applications_since).toBe(oldest.created_at)
    const findApplication = async () =>
      (await listApplications()).find(({ email }: { email: string }) => email === person.email.toLowerCase())
    // An account that only claims the address is not shown.
    expect(await findApplication()).toMatchObject({ account_email: null, partner_since: null })
    await proveAddress(person)
    expect(await findApplication()).toMatchObject({ account_email: person.email, partner_since: null })
    expect(await countPending()).toBe(pending)
    expect((await person.post('/me/onboarding', { role: 'partner' })).status).toBeLessThan(300)
    expect(await findApplication()).toMatchObject({ account_email: person.email, partner_since: expect.any(String) })
    expect(await countPending()).toBe(pending - 1)
  })

  test('only operators can list applications, in pages with the newest first', async () => {
    for (const companyName of ['First', 'Second', 'Third']) {
      ahead_ms += 1000
      expect((await submit(application({ companyName }))).status).toBe(200)
    }
    const first = (await operator.get('/admin/partnership-applications?limit=2')).body
    expect(first.items.map((row: { companyName: string }) => row.companyName)).toEqual(['Third', 'Second'])
    const second = (await operator.get(`/admin/partnership-applications?limit=2&cursor=${first.next_cursor}`)).body
    expect(second.items[0].companyName).toBe('First')
    expectError(await callAs(server.url, null).get('/admin/partnership-applications'), 'UNAUTHENTICATED')
    expectError(await (await aPerson(server)).get('/admin/partnership-applications'), 'NO_ACTIVE_ROLE')
    const { admin } = await aStudio(server)
    expectError(await admin.get('/admin/partnership-applications'), 'FORBIDDEN')
  })
})

describe('repeated applications', () => {
  test('one network can send five applications an hour, and then learns when to retry', async () => {
    ahead_ms += 3_600_000
    for (const host of [1, 2, 3, 4, 5]) {
      expect((await submit(application(), { from: `2001:db8:1:2::${host}` })).status).toBe(200)
    }
    const before = await stateOfDatabase()
    const response = await submit(application(), { from: '2001:db8:1:2:ffff::6' })
    const error = 'Too many requests. Please try again in 12 minutes.'
    expect({ status: response.status, body: response.body }).toEqual({ status: 429, body: { success: false, error } })
    expect(Number(response.headers.get('retry-after'))).toBe(720)
    expect(await stateOfDatabase()).toEqual(before)
    expect((await submit(application(), { from: '2001:db8:1:3::1' })).status).toBe(200)
    ahead_ms += 720_000
    expect((await submit(application(), { from: '2001:db8:1:2::7' })).status).toBe(200)
  })

  test('all networks together can send two hundred applications a day', async () => {
    ahead_ms += 24 * 3_600_000
    const statusCounts = new Map<number, number>()
    for (let count = 0; count < 210; count += 1) {
      const { status } = await submit(application())
      statusCounts.set(status, (statusCounts.get(status) ?? 0) + 1)
    }
    expect(Object.fromEntries(statusCounts)).toEqual({ 200: 200, 429: 10 })
  })
})
