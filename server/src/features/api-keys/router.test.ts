import { contract } from '@studiohub/contract/api.ts'
import { scopeOfCall } from '@studiohub/contract/features/api-keys/rules.ts'
import { API_KEYS_MAX, apiKeyScopes } from '@studiohub/contract/features/api-keys/words.ts'
import { getDefinition } from '@studiohub/contract/route.ts'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { aSession } from '@studiohub/testing/bookings.ts'
import { asLogin, expectNoDatabaseChange } from '@studiohub/testing/database-rows.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import {
  aClient,
  aCrewMember,
  aDeskPerson,
  aStudio,
  aSuperAdmin,
  type StudioOfTest,
  signIn,
  type TestUser,
} from '@studiohub/testing/people.ts'
import { anAppFactor } from '@studiohub/testing/second-factor.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { sha256 } from '#platform/auth/secrets.ts'
import { setRateLimits } from '#platform/http/limits.ts'

let server: TestServer
let fixture: StudioOfTest
const tomorrow = plusDays(todayIn('UTC', new Date()), 1)

beforeAll(async () => {
  server = await startServer()
  fixture = await aStudio(server)
})
afterAll(() => server.stop())

type KeyFields = { label?: string; scopes?: readonly string[]; networks?: string[]; ends_at?: string | null }
const input = (overrides: KeyFields = {}) => ({ label: 'Website', scopes: ['bookings:write'], ...overrides })
const pathOf = ({ studio }: Pick<StudioOfTest, 'studio'>) => `/studios/${studio.id}/api-keys`

/** A key of a studio, and a caller that uses it. */
async function aKey(ofFixture: StudioOfTest, overrides: KeyFields = {}) {
  const { status, body } = await ofFixture.admin.post(pathOf(ofFixture), input(overrides))
  expect(status).toBe(201)
  return { id: String(body.id), body, calls: callAs(server.url, body.secret) }
}

async function aPersonalKey(person: TestUser, overrides: KeyFields = {}) {
  const { status, body } = await person.post('/me/api-keys', input(overrides))
  expect(status).toBe(201)
  return { id: String(body.id), body, calls: callAs(server.url, body.secret) }
}

const bookingsOf = ({ studio }: StudioOfTest) => `/studios/${studio.id}/bookings`

test('an admin creates a key, which is shown once, stored as a hash and announced to all admins', async () => {
  const newFixture = await aStudio(server)
  const { body } = await aKey(newFixture, { networks: ['127.0.0.1', '10.0.0.0/8'] })
  const { secret, ...keyWithoutSecret } = body
  expect(secret).toMatch(/^sh_[\w-]{43}$/)
  expect(keyWithoutSecret).toMatchObject({
    label: 'Website',
    prefix: secret.slice(0, 9),
    is_personal: false,
    last_used_at: null,
  })
  expect(keyWithoutSecret.maker_name).toBe('Ada Owner')
  expect((await newFixture.admin.get(pathOf(newFixture))).body.items).toEqual([keyWithoutSecret])
  const { rows } = await asLogin((tx) =>
    sql<{ text: string }>`select row_to_json(k)::text as text from api_keys k where studio_id = ${newFixture.studio.id}
      union all select row_to_json(a)::text from audit_log a where studio_id = ${newFixture.studio.id}`.execute(tx),
  )
  for (const { text } of rows) expect(text).not.toContain(secret.slice(9))
  const mail = await nextMail(server, newFixture.admin.email, 'API key')
  expect(mail.subject).toBe('A new API key was created: Website')
  expect(mail.text).toMatch(/^Key: Website\nStudio: .*\nMade by: .*\nWhen: .* time\)$/m)
})

test('an email about a key comes from the platform, so that a reply does not go to the studio', async () => {
  const newFixture = await aStudio(server)
  const contact_email = 'desk@studio.example'
  expect((await newFixture.admin.patch(`/studios/${newFixture.studio.id}`, { contact_email })).status).toBe(200)
  await aKey(newFixture, { label: 'Website' })
  const mail = await nextMail(server, newFixture.admin.email, 'A new API key was created')
  expect(mail.replyTo).toBe(null)
  expect(mail.text).toMatch(/-- \nStudioHub\s*$/)
  const booking = await newFixture.client.post(bookingsOf(newFixture), aSession(tomorrow))
  expect(booking.status).toBe(201)
  expect((await nextMail(server, newFixture.client.email, newFixture.studio.name)).replyTo).toBe(contact_email)
})

test('a key books a session, and the audit log names the key', async () => {
  const newFixture = await aStudio(server)
  const { calls, id } = await aKey(newFixture, { label: 'Front page' })
  const booking = await calls.post(bookingsOf(newFixture), aSession(tomorrow, { client_id: newFixture.client.id }))
  expect(booking.status).toBe(201)
  expect((await calls.get(bookingsOf(newFixture))).body.items).toHaveLength(1)
  const { body } = await newFixture.admin.get(`/studios/${newFixture.studio.id}/activity`)
  const entry = body.items.find((row: { action: string }) => row.action === 'bookings.create')
  expect(entry).toMatchObject({ actor_id: newFixture.admin.id, actor_name: 'API key Front page' })
  expectError(await calls.post('/projects', { title: 'No', project_type: 'music' }), 'API_KEY_SCOPE')
  const listAuditEntries = () =>
    asLogin((tx) =>
      sql<{ entry: string }>`select outcome || ' ' || action as entry from audit_log where key_id = ${id}::uuid
        order by id`.execute(tx),
    )
  // A denied call is recorded after its response.
  await vi.waitFor(
    async () =>
      expect((await listAuditEntries()).rows.map(({ entry }) => entry)).toEqual([
        'done bookings.create',
        'denied projects.create',
      ]),
    { timeout: 60_000 },
  )
  const [{ last_used_at } = { last_used_at: null }] = (await newFixture.admin.get(pathOf(newFixture))).body.items
  expect(Date.now() - Date.parse(String(last_used_at))).toBeLessThan(60_000)
})

test('a key that may only read cannot write', async () => {
  const { calls } = await aKey(fixture, { scopes: ['bookings:read'] })
  expect((await calls.get(bookingsOf(fixture))).status).toBe(200)
  expectError(
    await calls.post(bookingsOf(fixture), aSession(tomorrow, { client_id: fixture.client.id })),
    'API_KEY_SCOPE',
  )
})

test('revoked, ended and unknown keys are rejected at the next call', async () => {
  const newFixture = await aStudio(server)
  const { id, calls } = await aKey(newFixture)
  expect((await calls.get(bookingsOf(newFixture))).status).toBe(200)
  expect((await newFixture.admin.post(`/api-keys/${id}/revoke`)).body.revoked_at).not.toBeNull()
  expectError(await calls.get(bookingsOf(newFixture)), 'INVALID_API_KEY')
  const ended = await aKey(newFixture, { ends_at: new Date(Date.now() - 1000).toISOString() })
  expectError(await ended.calls.get(bookingsOf(newFixture)), 'INVALID_API_KEY')
  expectError(await callAs(server.url, `sh_${'a'.repeat(43)}`).get(bookingsOf(newFixture)), 'INVALID_API_KEY')
  expectError(await newFixture.admin.patch(`/api-keys/${id}`, { label: 'Again' }), 'STALE_VERSION')
})

test('an ended key stays ended: its end and its permissions cannot be changed', async () => {
  const newFixture = await aStudio(server)
  const { id, calls } = await aKey(newFixture, { ends_at: new Date(Date.now() - 1000).toISOString() })
  const change = () => newFixture.admin.patch(`/api-keys/${id}`, { ends_at: null, scopes: ['clients:read'] })
  expectError(await expectNoDatabaseChange(change, false), 'STALE_VERSION')
  expectError(await calls.get(bookingsOf(newFixture)), 'INVALID_API_KEY')
  // A key that has not ended yet can be extended.
  const endingKey = await aKey(newFixture, { ends_at: new Date(Date.now() + 3_600_000).toISOString() })
  expect((await newFixture.admin.patch(`/api-keys/${endingKey.id}`, { ends_at: null })).body.ends_at).toBeNull()
})

test('a key works only from its addresses', async () => {
  const inside = await aKey(fixture, { networks: ['127.0.0.0/8'] })
  expect((await inside.calls.get(bookingsOf(fixture))).status).toBe(200)
  const outside = await aKey(fixture, { networks: ['203.0.113.7', '2001:db8::/32'] })
  expectError(await outside.calls.get(bookingsOf(fixture)), 'API_KEY_ADDRESS')
  expect((await fixture.admin.patch(`/api-keys/${outside.id}`, { networks: [] })).status).toBe(200)
  expect((await outside.calls.get(bookingsOf(fixture))).status).toBe(200)
})

test('a key of another studio sees and changes nothing here', async () => {
  const rival = await aStudio(server)
  const { calls } = await aKey(rival, { scopes: apiKeyScopes })
  expectError(await calls.get(bookingsOf(fixture)), 'FORBIDDEN')
  expectError(await calls.post(bookingsOf(fixture), aSession(tomorrow, { client_id: fixture.client.id })), 'FORBIDDEN')
  const { id } = await aKey(fixture)
  expectError(await rival.admin.post(`/api-keys/${id}/revoke`), 'NOT_FOUND')
  expectError(await rival.admin.patch(`/api-keys/${id}`, { label: 'Mine' }), 'NOT_FOUND')
  expectError(await rival.admin.get(pathOf(fixture)), 'FORBIDDEN')
})

test('a key ends with the role of its creator, and stays ended if the role comes back', async () => {
  const newFixture = await aStudio(server)
  const crew = await aCrewMember(server, newFixture)
  const { calls } = await aPersonalKey(crew, { scopes: ['tasks:read'] })
  expect((await calls.get('/tasks')).status).toBe(200)
  const setRoleStatus = (status: string) =>
    asLogin((tx) => sql`update user_roles set status = ${status} where user_id = ${crew.id}`.execute(tx))
  await setRoleStatus('inactive')
  expectError(await calls.get('/tasks'), 'INVALID_API_KEY')
  await setRoleStatus('active')
  expectError(await calls.get('/tasks'), 'INVALID_API_KEY')
  expect((await crew.get('/me/api-keys')).body.items).toMatchObject([{ revoked_at: expect.any(String) }])
  const studioKey = await aKey(newFixture)
  expect((await studioKey.calls.get(bookingsOf(newFixture))).status).toBe(200)
  await asLogin((tx) =>
    sql`update user_roles set status = 'inactive', removed_at = now() where user_id = ${newFixture.admin.id}`.execute(
      tx,
    ),
  )
  expectError(await studioKey.calls.get(bookingsOf(newFixture)), 'INVALID_API_KEY')
})

test('the key of a suspended person does not work', async () => {
  const newFixture = await aStudio(server)
  const { calls } = await aKey(newFixture)
  await asLogin((tx) =>
    sql`update auth.users set banned_until = now() + interval '1 day' where id = ${newFixture.admin.id}`.execute(tx),
  )
  expectError(await calls.get(bookingsOf(newFixture)), 'INVALID_API_KEY')
})

test('a key with every permission cannot create keys, read an account, or make a call that is not listed', async () => {
  const newFixture = await aStudio(server)
  const { calls, id } = await aKey(newFixture, { scopes: apiKeyScopes })
  expect((await calls.get(pathOf(newFixture))).status).toBe(200)
  for (const path of [pathOf(newFixture), '/me/api-keys']) expectError(await calls.post(path, input()), 'API_KEY_SCOPE')
  expectError(await calls.patch(`/api-keys/${id}`, { scopes: ['roles:write'] }), 'API_KEY_SCOPE')
  for (const path of ['/auth/v1/user', '/auth/v1/factors/recovery-codes'])
    expect((await calls.request('GET', path)).status, path).toBe(403)
  expect((await calls.request('PUT', '/auth/v1/user', { password: 'another password 1' })).status).toBe(403)
  expect((await calls.get('/events')).status).toBe(403)
  const unlisted = Object.entries(contract).flatMap(([feature, routes]) =>
    Object.entries(routes).flatMap(([name, procedure]) =>
      scopeOfCall(`${feature}.${name}`) === null
        ? [{ name: `${feature}.${name}`, ...getDefinition(procedure).route }]
        : [],
    ),
  )
  expect(unlisted.length).toBeGreaterThan(60)
  for (const { name, method = 'POST', path = '' } of unlisted) {
    const address = `/api/v1${path.replaceAll(/\{\w+\}/g, newFixture.studio.id)}`
    const response = await calls.request(method, address, method === 'GET' ? undefined : {})
    expect(response.body?.code, name).toBe('API_KEY_SCOPE')
  }
})

test('only admins see and create keys of a studio; crew and clients have personal keys, within their rights', async () => {
  const newFixture = await aStudio(server)
  const { id } = await aKey(newFixture)
  const people = [
    await aCrewMember(server, newFixture),
    await aDeskPerson(server, newFixture),
    await aClient(server, newFixture.studio.id),
  ]
  for (const person of people) {
    expectError(await person.get(pathOf(newFixture)), 'FORBIDDEN')
    expectError(await person.post(pathOf(newFixture), input()), 'FORBIDDEN')
    expectError(await person.post(`/api-keys/${id}/revoke`), 'NOT_FOUND')
  }
  expectError(await callAs(server.url, null).get('/me/api-keys'), 'UNAUTHENTICATED')
  expectError(await (await aSuperAdmin(server)).post('/me/api-keys', input()), 'FORBIDDEN')
  const [crew, , client] = people
  if (!crew || !client) throw new Error('three people were made')
  const { calls, id: personalKeyId } = await aPersonalKey(client, { scopes: apiKeyScopes })
  const booking = await calls.post(
    bookingsOf(newFixture),
    aSession(tomorrow, { start_time: '08:00', end_time: '09:00' }),
  )
  expect(booking.body).toMatchObject({ status: 'pending' })
  expectError(await calls.get(`/studios/${newFixture.studio.id}/clients`), 'FORBIDDEN')
  for (const other of [crew, newFixture.admin])
    expectError(await other.post(`/api-keys/${personalKeyId}/revoke`), 'NOT_FOUND')
  expect((await newFixture.admin.get(pathOf(newFixture))).body.items).toHaveLength(1)
  expect((await client.post(`/api-keys/${personalKeyId}/revoke`)).status).toBe(200)
  expectError(await calls.get('/projects'), 'INVALID_API_KEY')
})

test('creating or changing a key needs a recent sign-in and the second factor; revoking needs neither', async () => {
  const newFixture = await aStudio(server)
  const { id } = await aKey(newFixture)
  const setSessionAge = (interval: string) =>
    asLogin((tx) =>
      sql`update auth.sessions set created_at = now() - ${interval}::interval where user_id = ${newFixture.admin.id}`.execute(
        tx,
      ),
    )
  await setSessionAge('25 hours')
  expectError(await newFixture.admin.post(pathOf(newFixture), input()), 'REAUTH_REQUIRED')
  expectError(await newFixture.admin.post('/me/api-keys', input()), 'REAUTH_REQUIRED')
  expectError(await newFixture.admin.patch(`/api-keys/${id}`, { scopes: ['clients:read'] }), 'REAUTH_REQUIRED')
  await setSessionAge('23 hours')
  expect((await newFixture.admin.patch(`/api-keys/${id}`, { scopes: ['clients:read'] })).status).toBe(200)
  const { token } = await anAppFactor(server, newFixture.admin.token, new Date())
  const elsewhere = await signIn(server, newFixture.admin)
  expectError(await elsewhere.post(pathOf(newFixture), input()), 'INSUFFICIENT_AAL')
  const withFactor = callAs(server.url, token)
  expect((await withFactor.post(pathOf(newFixture), input())).status).toBe(201)
  await setSessionAge('25 hours')
  expect((await withFactor.post(`/api-keys/${id}/revoke`)).status).toBe(200)
})

test('each key has its own rate limit, which does not affect other keys or its creator', async () => {
  const newFixture = await aStudio(server)
  const [busy, other] = [await aKey(newFixture), await aKey(newFixture)]
  setRateLimits('on')
  onTestFinished(() => setRateLimits('off'))
  expect((await busy.calls.get(bookingsOf(newFixture))).status).toBe(200)
  // The same state as after 300 calls in this minute.
  await asLogin((tx) =>
    sql`update auth.rate_limits set full_at = now() + interval '1 minute'
      where key = ${`api-key-calls:${sha256(busy.id)}`}`.execute(tx),
  )
  const rejection = await busy.calls.get(bookingsOf(newFixture))
  expectError(rejection, 'RATE_LIMITED')
  expect(Number(rejection.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await other.calls.get(bookingsOf(newFixture))).status).toBe(200)
  expect((await newFixture.admin.get(bookingsOf(newFixture))).status).toBe(200)
})

test('wrong permissions, addresses and dates are rejected, and so is a key above the limit', async () => {
  const newFixture = await aStudio(server)
  const invalidInputs = [
    { scopes: [] },
    { scopes: ['everything'] },
    { networks: ['home'] },
    { ends_at: 'soon' },
    { label: '' },
  ]
  for (const invalidInput of invalidInputs)
    expectError(await newFixture.admin.post(pathOf(newFixture), input(invalidInput)), 'VALIDATION_FAILED')
  const responses = await Promise.all(
    Array.from({ length: API_KEYS_MAX + 1 }, () => newFixture.admin.post(pathOf(newFixture), input())),
  )
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(API_KEYS_MAX)
  expect(responses.filter(({ status }) => status === 409)).toHaveLength(1)
})

test('two programs may use the same idempotency key', async () => {
  const newFixture = await aStudio(server)
  const [firstKey, secondKey] = [await aKey(newFixture), await aKey(newFixture)]
  const at = (start_time: string, end_time: string) =>
    aSession(tomorrow, { client_id: newFixture.client.id, start_time, end_time })
  const extra = { headers: { 'idempotency-key': 'order-1' } }
  const first = await firstKey.calls.post(bookingsOf(newFixture), at('09:00', '10:00'), extra)
  const repeated = await firstKey.calls.post(bookingsOf(newFixture), at('09:00', '10:00'), extra)
  expect(repeated.body.id).toBe(first.body.id)
  const other = await secondKey.calls.post(bookingsOf(newFixture), at('11:00', '12:00'), extra)
  expect(other.status).toBe(201)
  expect(other.body.id).not.toBe(first.body.id)
})
