import { contract } from '@studiohub/contract/api.ts'
import { scopeOfCall } from '@studiohub/contract/features/api-keys/rules.ts'
import { API_KEYS_MAX, apiKeyScopes } from '@studiohub/contract/features/api-keys/words.ts'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { aSession } from '@studiohub/testing/bookings.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import {
  aClient,
  aCrewMember,
  aDeskPerson,
  aStudio,
  aSuperAdmin,
  type Person,
  type StudioOfTest,
  signIn,
} from '@studiohub/testing/people.ts'
import { anAppFactor } from '@studiohub/testing/second-factor.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

let server: TestServer
let fixture: StudioOfTest
const tomorrow = plusDays(todayIn('UTC', new Date()), 1)

beforeAll(async () => {
  server = await startServer()
  fixture = await aStudio(server)
})
afterAll(() => server.stop())

type Given = { label?: string; scopes?: readonly string[]; networks?: string[]; ends_at?: string | null }
const input = (given: Given = {}) => ({ label: 'Website', scopes: ['bookings:write'], ...given })
const pathOf = ({ studio }: Pick<StudioOfTest, 'studio'>) => `/studios/${studio.id}/api-keys`

/** A key of a studio, and calls with it. */
async function aKey(of: StudioOfTest, given: Given = {}) {
  const { status, body } = await of.admin.post(pathOf(of), input(given))
  expect(status).toBe(201)
  return { id: String(body.id), body, calls: callAs(server.url, body.secret) }
}

async function anOwnKey(person: Person, given: Given = {}) {
  const { status, body } = await person.post('/me/api-keys', input(given))
  expect(status).toBe(201)
  return { id: String(body.id), body, calls: callAs(server.url, body.secret) }
}

const bookingsOf = ({ studio }: StudioOfTest) => `/studios/${studio.id}/bookings`

test('an admin makes a key, which is shown once, stored as a hash and announced to all admins', async () => {
  const own = await aStudio(server)
  const { body } = await aKey(own, { networks: ['127.0.0.1', '10.0.0.0/8'] })
  const { secret, ...shown } = body
  expect(secret).toMatch(/^sh_[\w-]{43}$/)
  expect(shown).toMatchObject({ label: 'Website', prefix: secret.slice(0, 9), is_personal: false, last_used_at: null })
  expect(shown.maker_name).toBe('Ada Owner')
  expect((await own.admin.get(pathOf(own))).body.items).toEqual([shown])
  const { rows } = await asLogin((tx) =>
    sql<{ text: string }>`select row_to_json(k)::text as text from api_keys k where studio_id = ${own.studio.id}
      union all select row_to_json(a)::text from audit_log a where studio_id = ${own.studio.id}`.execute(tx),
  )
  for (const { text } of rows) expect(text).not.toContain(secret.slice(9))
  const mail = await nextMail(server, own.admin.email, 'API key')
  expect(mail.subject).toBe('A new API key was made: Website')
})

test('a key books a session, and the trail says which key did it', async () => {
  const own = await aStudio(server)
  const { calls, id } = await aKey(own, { label: 'Front page' })
  const booked = await calls.post(bookingsOf(own), aSession(tomorrow, { client_id: own.client.id }))
  expect(booked.status).toBe(201)
  expect((await calls.get(bookingsOf(own))).body.items).toHaveLength(1)
  const { body } = await own.admin.get(`/studios/${own.studio.id}/activity`)
  const entry = body.items.find((row: { action: string }) => row.action === 'bookings.create')
  expect(entry).toMatchObject({ actor_id: own.admin.id, actor_name: 'API key Front page' })
  expectError(await calls.post('/projects', { title: 'No', project_type: 'music' }), 'API_KEY_SCOPE')
  const trail = () =>
    asLogin((tx) =>
      sql<{ entry: string }>`select outcome || ' ' || action as entry from audit_log where key_id = ${id}::uuid
        order by id`.execute(tx),
    )
  // A denied call is noted after its answer.
  await vi.waitFor(async () =>
    expect((await trail()).rows.map(({ entry }) => entry)).toEqual(['done bookings.create', 'denied projects.create']),
  )
  const [{ last_used_at } = { last_used_at: null }] = (await own.admin.get(pathOf(own))).body.items
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

test('revoked, ended and unknown keys are refused at the next call', async () => {
  const own = await aStudio(server)
  const { id, calls } = await aKey(own)
  expect((await calls.get(bookingsOf(own))).status).toBe(200)
  expect((await own.admin.post(`/api-keys/${id}/revoke`)).body.revoked_at).not.toBeNull()
  expectError(await calls.get(bookingsOf(own)), 'INVALID_API_KEY')
  const ended = await aKey(own, { ends_at: new Date(Date.now() - 1000).toISOString() })
  expectError(await ended.calls.get(bookingsOf(own)), 'INVALID_API_KEY')
  expectError(await callAs(server.url, `sh_${'a'.repeat(43)}`).get(bookingsOf(own)), 'INVALID_API_KEY')
  expectError(await own.admin.patch(`/api-keys/${id}`, { label: 'Again' }), 'STALE_VERSION')
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
  const there = await aStudio(server)
  const { calls } = await aKey(there, { scopes: apiKeyScopes })
  expectError(await calls.get(bookingsOf(fixture)), 'FORBIDDEN')
  expectError(await calls.post(bookingsOf(fixture), aSession(tomorrow, { client_id: fixture.client.id })), 'FORBIDDEN')
  const { id } = await aKey(fixture)
  expectError(await there.admin.post(`/api-keys/${id}/revoke`), 'NOT_FOUND')
  expectError(await there.admin.patch(`/api-keys/${id}`, { label: 'Mine' }), 'NOT_FOUND')
  expectError(await there.admin.get(pathOf(fixture)), 'FORBIDDEN')
})

test('a key ends with the role of its maker, and does not come back with it', async () => {
  const own = await aStudio(server)
  const second = await aCrewMember(server, own)
  const { calls } = await anOwnKey(second, { scopes: ['tasks:read'] })
  expect((await calls.get('/tasks')).status).toBe(200)
  const change = (status: string) =>
    asLogin((tx) => sql`update user_roles set status = ${status} where user_id = ${second.id}`.execute(tx))
  await change('inactive')
  expectError(await calls.get('/tasks'), 'INVALID_API_KEY')
  await change('active')
  expectError(await calls.get('/tasks'), 'INVALID_API_KEY')
  expect((await second.get('/me/api-keys')).body.items).toMatchObject([{ revoked_at: expect.any(String) }])
  const ofStudio = await aKey(own)
  expect((await ofStudio.calls.get(bookingsOf(own))).status).toBe(200)
  await asLogin((tx) =>
    sql`update user_roles set status = 'inactive', removed_at = now() where user_id = ${own.admin.id}`.execute(tx),
  )
  expectError(await ofStudio.calls.get(bookingsOf(own)), 'INVALID_API_KEY')
})

test('the key of a suspended person does not work', async () => {
  const own = await aStudio(server)
  const { calls } = await aKey(own)
  await asLogin((tx) =>
    sql`update auth.users set banned_until = now() + interval '1 day' where id = ${own.admin.id}`.execute(tx),
  )
  expectError(await calls.get(bookingsOf(own)), 'INVALID_API_KEY')
})

test('a key with every permission makes no keys, reaches no account, and no call that nobody listed', async () => {
  const own = await aStudio(server)
  const { calls, id } = await aKey(own, { scopes: apiKeyScopes })
  expect((await calls.get(pathOf(own))).status).toBe(200)
  for (const path of [pathOf(own), '/me/api-keys']) expectError(await calls.post(path, input()), 'API_KEY_SCOPE')
  expectError(await calls.patch(`/api-keys/${id}`, { scopes: ['roles:write'] }), 'API_KEY_SCOPE')
  for (const path of ['/auth/v1/user', '/auth/v1/factors/recovery-codes'])
    expect((await calls.request('GET', path)).status, path).toBe(403)
  expect((await calls.request('PUT', '/auth/v1/user', { password: 'another password 1' })).status).toBe(403)
  expect((await calls.get('/events')).status).toBe(403)
  const unlisted = Object.entries(contract).flatMap(([feature, routes]) =>
    Object.entries(routes).flatMap(([name, { '~orpc': procedure }]) =>
      scopeOfCall(`${feature}.${name}`) === null ? [{ name: `${feature}.${name}`, ...procedure.route }] : [],
    ),
  )
  expect(unlisted.length).toBeGreaterThan(60)
  for (const { name, method = 'POST', path = '' } of unlisted) {
    const address = `/api/v1${path.replaceAll(/\{\w+\}/g, own.studio.id)}`
    const answer = await calls.request(method, address, method === 'GET' ? undefined : {})
    expect(answer.body?.code, name).toBe('API_KEY_SCOPE')
  }
})

test('only admins see and make keys of a studio; crew and clients have their own, within their rights', async () => {
  const own = await aStudio(server)
  const { id } = await aKey(own)
  const people = [await aCrewMember(server, own), await aDeskPerson(server, own), await aClient(server, own.studio.id)]
  for (const person of people) {
    expectError(await person.get(pathOf(own)), 'FORBIDDEN')
    expectError(await person.post(pathOf(own), input()), 'FORBIDDEN')
    expectError(await person.post(`/api-keys/${id}/revoke`), 'NOT_FOUND')
  }
  expectError(await callAs(server.url, null).get('/me/api-keys'), 'UNAUTHENTICATED')
  expectError(await (await aSuperAdmin(server)).post('/me/api-keys', input()), 'FORBIDDEN')
  const [crew, , client] = people
  if (!crew || !client) throw new Error('three people were made')
  const { calls, id: ownId } = await anOwnKey(client, { scopes: apiKeyScopes })
  const booked = await calls.post(bookingsOf(own), aSession(tomorrow, { start_time: '08:00', end_time: '09:00' }))
  expect(booked.body).toMatchObject({ status: 'pending' })
  expectError(await calls.get(`/studios/${own.studio.id}/clients`), 'FORBIDDEN')
  for (const other of [crew, own.admin]) expectError(await other.post(`/api-keys/${ownId}/revoke`), 'NOT_FOUND')
  expect((await own.admin.get(pathOf(own))).body.items).toHaveLength(1)
  expect((await client.post(`/api-keys/${ownId}/revoke`)).status).toBe(200)
  expectError(await calls.get('/projects'), 'INVALID_API_KEY')
})

test('making and changing a key needs a recent sign-in and the second factor, revoking neither', async () => {
  const own = await aStudio(server)
  const { id } = await aKey(own)
  const age = (interval: string) =>
    asLogin((tx) =>
      sql`update auth.sessions set created_at = now() - ${interval}::interval where user_id = ${own.admin.id}`.execute(
        tx,
      ),
    )
  await age('25 hours')
  expectError(await own.admin.post(pathOf(own), input()), 'REAUTH_REQUIRED')
  expectError(await own.admin.post('/me/api-keys', input()), 'REAUTH_REQUIRED')
  expectError(await own.admin.patch(`/api-keys/${id}`, { scopes: ['clients:read'] }), 'REAUTH_REQUIRED')
  await age('23 hours')
  expect((await own.admin.patch(`/api-keys/${id}`, { scopes: ['clients:read'] })).status).toBe(200)
  const { token } = await anAppFactor(server, own.admin.token, new Date())
  const elsewhere = await signIn(server, own.admin)
  expectError(await elsewhere.post(pathOf(own), input()), 'INSUFFICIENT_AAL')
  const raised = callAs(server.url, token)
  expect((await raised.post(pathOf(own), input())).status).toBe(201)
  await age('25 hours')
  expect((await raised.post(`/api-keys/${id}/revoke`)).status).toBe(200)
})

test('wrong permissions, addresses and dates are refused, and so is one key too many', async () => {
  const own = await aStudio(server)
  const wrong = [{ scopes: [] }, { scopes: ['everything'] }, { networks: ['home'] }, { ends_at: 'soon' }, { label: '' }]
  for (const given of wrong) expectError(await own.admin.post(pathOf(own), input(given)), 'VALIDATION_FAILED')
  const answers = await Promise.all(
    Array.from({ length: API_KEYS_MAX + 1 }, () => own.admin.post(pathOf(own), input())),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(API_KEYS_MAX)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(1)
})

test('two programs may use the same idempotency key', async () => {
  const own = await aStudio(server)
  const [one, two] = [await aKey(own), await aKey(own)]
  const at = (start_time: string, end_time: string) =>
    aSession(tomorrow, { client_id: own.client.id, start_time, end_time })
  const extra = { headers: { 'idempotency-key': 'order-1' } }
  const first = await one.calls.post(bookingsOf(own), at('09:00', '10:00'), extra)
  const repeated = await one.calls.post(bookingsOf(own), at('09:00', '10:00'), extra)
  expect(repeated.body.id).toBe(first.body.id)
  const other = await two.calls.post(bookingsOf(own), at('11:00', '12:00'), extra)
  expect(other.status).toBe(201)
  expect(other.body.id).not.toBe(first.body.id)
})
