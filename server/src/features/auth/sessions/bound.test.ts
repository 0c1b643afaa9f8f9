import { randomUUID } from 'node:crypto'
import { aVerifier } from '@studiohub/testing/accounts.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { aProvenDomain, behindProxy, callAtHost } from '@studiohub/testing/domains.ts'
import { type ApiResponse, callAs, expectError } from '@studiohub/testing/http.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { fillPath, operations } from '@studiohub/testing/operations.ts'
import { aClient, aPerson, aStudio, aSuperAdmin, type StudioOfTest, type TestUser } from '@studiohub/testing/people.ts'
import { anAppFactor } from '@studiohub/testing/second-factor.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isAllowedForStudio } from '#platform/auth/gates.ts'
import { asAuth } from '#platform/db/actor.ts'

let server: TestServer
let fixture: StudioOfTest
let otherStudio: StudioOfTest
let domain: string
/** A client of the studio who runs another studio. */
let clientAndAdmin: TestUser
let bound: { token: string; refresh_token: string }

beforeAll(async () => {
  server = await startServer({ env: behindProxy })
  fixture = await aStudio(server)
  otherStudio = await aStudio(server, { name: 'Canary Elsewhere' })
  domain = await aProvenDomain(fixture.studio.id)
  clientAndAdmin = otherStudio.admin
  await asLogin((tx) =>
    tx
      .insertInto('user_roles')
      .values({
        user_id: clientAndAdmin.id,
        role: 'client',
        studio_id: fixture.studio.id,
        activated_at: '2020-01-01T00:00:00Z',
      })
      .execute(),
  )
  bound = await signInAt(domain, clientAndAdmin)
})
afterAll(() => server.stop())

const at = (host: string, token: string | null = null) => callAtHost(server.url, host, token)
const homeHost = () => new URL(server.url).host

async function signInAt(host: string, { email, password }: TestUser) {
  const { status, body } = await at(host)('POST', '/auth/v1/token?grant_type=password', { email, password })
  expect(status).toBe(200)
  return { token: String(body.access_token), refresh_token: String(body.refresh_token) }
}

/** The token in the link of a person's welcome email. */
async function welcomeToken({ email }: TestUser) {
  const { link } = await nextMail(server, email, 'Welcome')
  return new URL(link).searchParams.get('token') ?? ''
}

const isRejected = ({ status, body }: ApiResponse) => status === 403 && body?.code === 'STUDIO_SESSION'
const sessionsOf = async (user_id: string) =>
  (
    await asAuth((tx) => tx.selectFrom('auth.sessions').select('studio_id').where('user_id', '=', user_id).execute())
  ).map(({ studio_id }) => studio_id)

/** All calls under `/auth/v1` that need a signed-in person. */
const accountCalls: [method: string, path: string, body?: object][] = [
  ['GET', '/user'],
  ['PUT', '/user', { password: 'another good one' }],
  ['PUT', '/user', { email: 'other@example.com' }],
  ['PUT', '/user', { data: { full_name: 'Other' } }],
  ['GET', '/reauthenticate'],
  ['GET', '/user/identities/authorize?provider=google'],
  ['DELETE', `/user/identities/${randomUUID()}`],
  ['POST', '/factors', { factor_type: 'totp' }],
  ['POST', '/passkeys/registration/options', {}],
  ['POST', '/passkeys/registration/verify', {}],
  ['GET', '/passkeys'],
  ['PATCH', `/passkeys/${randomUUID()}`, { friendly_name: 'Other' }],
  ['DELETE', `/passkeys/${randomUUID()}`],
  ['POST', `/factors/${randomUUID()}/challenge`],
  ['POST', `/factors/${randomUUID()}/verify`, {}],
  ['DELETE', `/factors/${randomUUID()}`],
  ['POST', '/token?grant_type=id_token', { link_identity: true, provider: 'google', id_token: 'x' }],
]

describe("a session from a studio's domain", () => {
  test('can only use operations of that studio in the API, from any address', async () => {
    for (const host of [domain, homeHost()]) {
      const call = at(host, bound.token)
      const openOperations: string[] = []
      for (const operation of operations) {
        const response = await call(operation.method, `/api/v1${fillPath(operation, randomUUID())}`)
        const path = operation.path.replaceAll('{studio_id}', fixture.studio.id)
        const ownResponse = await call(
          operation.method,
          `/api/v1${fillPath({ ...operation, path: path as '/' }, randomUUID())}`,
        )
        // A random id is never the session's studio. For an address without a studio, both calls are the same.
        if (operation.path.includes('{studio_id}'))
          expect([operation.name, isRejected(response)]).toEqual([operation.name, true])
        expect([operation.name, ownResponse.status < 500]).toEqual([operation.name, true])
        if (!isRejected(ownResponse)) openOperations.push(operation.name)
      }
      const features = new Set(openOperations.map((name) => name.split('.')[0]))
      for (const feature of ['admin', 'invitations', 'partners', 'marketing']) expect(features).not.toContain(feature)
      // Such a session cannot create keys, webhooks, exports and connected calendars.
      const connections = openOperations.filter((name) =>
        /^(apiKeys|webhooks|studioExports|connectedCalendars)\./.test(name),
      )
      expect(connections.toSorted()).toEqual([
        'apiKeys.list',
        ...['answerMove', 'delete', 'list', 'listMoves', 'listTimes', 'read', 'update'].map(
          (name) => `connectedCalendars.${name}`,
        ),
        'studioExports.list',
        'webhooks.getDelivery',
        'webhooks.list',
        'webhooks.listDeliveries',
      ])
      expect(
        openOperations.filter((name) => /^(profile|onboarding|studios|subscriptions|calendarFeeds)\./.test(name)),
      ).toEqual([
        'profile.get',
        'onboarding.create',
        'studios.resolve',
        'studios.get',
        'studios.update',
        'studios.updateAsset',
        'studios.deleteAsset',
        'calendarFeeds.list',
        'subscriptions.get',
      ])
    }
  })

  test('gets an error with a link to our own address, before its input is checked', async () => {
    const response = await at(domain, bound.token)('POST', '/api/v1/me/deletion', { nonsense: true })
    expectError(response, 'STUDIO_SESSION')
    expect(response.body.details).toEqual({ link: `${server.url}/profile` })
  })

  test('cannot call operations that are not on its list', () => {
    const call = (operation: string) => isAllowedForStudio(fixture.studio.id, { operation })
    const operationNames = ['bookings.list', 'bookings.somethingNew', 'somewhereNew.list', '']
    expect(operationNames.map(call)).toEqual([true, false, false, false])
    const bookings = operations.map(({ name }) => name).filter((name) => name.startsWith('bookings.'))
    expect(bookings.filter((name) => !call(name))).toEqual([])
  })

  test('has its role at its studio and does not see other roles', async () => {
    const call = at(domain, bound.token)
    const me = await call('GET', '/api/v1/me')
    expect(me.body).toMatchObject({ role: 'client', studio: { id: fixture.studio.id }, pending_role: null })
    const unbound = await at(homeHost(), clientAndAdmin.token)('GET', '/api/v1/me')
    expect(unbound.body).toMatchObject({ role: 'studio_admin', studio: { id: otherStudio.studio.id } })
    for (const { method, path } of operations) {
      if (method !== 'GET' || path.includes('{')) continue
      const { text } = await call('GET', `/api/v1${path}`)
      expect([path, text.includes(otherStudio.studio.id) || text.includes('Canary')]).toEqual([path, false])
    }
    expectError(await call('GET', `/api/v1/studios/${fixture.studio.id}/clients`), 'FORBIDDEN')
  })

  test('cannot change the account', async () => {
    for (const [method, path, body] of accountCalls) {
      for (const host of [domain, homeHost()]) {
        const response = await at(host, bound.token)(method, `/auth/v1${path}`, body)
        expect([path, response.status, response.body.code]).toEqual([path, 403, 'studio_session'])
        expect(response.body.message).toContain(`${server.url}/profile`)
      }
    }
    expect((await at(homeHost())('POST', '/auth/v1/token?grant_type=password', clientAndAdmin)).status).toBe(200)
  })

  test('gets live events of its own studio only', async () => {
    const call = at(domain, bound.token)
    expectError(await call('GET', `/api/v1/events?studio_id=${otherStudio.studio.id}`), 'STUDIO_SESSION')
  })

  test('stays bound when it is refreshed, here and at our own address', async () => {
    let { refresh_token } = await signInAt(domain, clientAndAdmin)
    for (const host of [domain, homeHost()]) {
      const { body } = await at(host)('POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token })
      refresh_token = body.refresh_token
      expectError(await at(homeHost(), body.access_token)('GET', '/api/v1/me/export'), 'STUDIO_SESSION')
    }
  })

  test('can end only sessions of its own studio', async () => {
    const person = await aClient(server, fixture.studio.id)
    const { token } = await signInAt(domain, person)
    await signInAt(domain, person)
    expect((await at(domain, token)('POST', '/auth/v1/logout?scope=others')).status).toBe(204)
    expect((await sessionsOf(person.id)).toSorted()).toEqual([fixture.studio.id, null])
    expect((await at(domain, token)('POST', '/auth/v1/logout?scope=global')).status).toBe(204)
    expect(await sessionsOf(person.id)).toEqual([null])
  })

  test('does not get responses that were stored for another session', async () => {
    const extra = { headers: { 'idempotency-key': randomUUID() } }
    const input = { kind: 'person' }
    await callAs(server.url, clientAndAdmin.token).request('POST', '/api/v1/calendar-feeds', input, extra)
    expectError(await at(homeHost(), bound.token)('POST', '/api/v1/calendar-feeds', input, extra), 'STUDIO_SESSION')
  })

  test('that was opened before this rule existed is bound at its next refresh', async () => {
    const person = await aClient(server, fixture.studio.id)
    const { body } = await at(homeHost())('POST', '/auth/v1/token?grant_type=password', person)
    expect((await at(domain, body.access_token)('GET', '/api/v1/me')).status).toBe(401)
    expect((await at(domain, body.access_token)('GET', '/auth/v1/user')).body.code).toBe('bad_jwt')
    const { refresh_token } = body
    const next = await at(domain)('POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token })
    expect((await at(domain, next.body.access_token)('GET', '/api/v1/me')).status).toBe(200)
    expectError(await at(homeHost(), next.body.access_token)('GET', '/api/v1/me/sessions'), 'STUDIO_SESSION')
  })
})

describe('a bound session of a user who has left the studio', () => {
  const phone = '+15550001111'
  const refreshSession = (refresh_token: string) =>
    at(domain)('POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token })
  const endedError = { status: 400, body: { code: 'session_not_found' } }

  test('shows no phone, and ends with the next refresh after the studio has removed them', async () => {
    const person = await aClient(server, fixture.studio.id)
    const { token, refresh_token } = await signInAt(domain, person)
    await person.patch('/me/profile', { phone: '+15550002222' })
    expect((await at(domain, token)('GET', '/api/v1/me')).body.profile.phone).toBe('+15550002222')
    const { body } = await fixture.admin.get(`/studios/${fixture.studio.id}/clients`)
    const { role_id } = body.items.find(({ user_id }: { user_id: string }) => user_id === person.id)
    expect((await fixture.admin.delete(`/studios/${fixture.studio.id}/clients/${role_id}`)).status).toBe(200)
    await person.patch('/me/profile', { phone })
    const me = await at(domain, token)('GET', '/api/v1/me')
    expect(me.body).toMatchObject({ user: { email: person.email }, role: null, profile: { phone: null } })
    expect(await refreshSession(refresh_token)).toMatchObject(endedError)
  })

  test('ends after a switch to another studio too', async () => {
    const person = await aClient(server, fixture.studio.id)
    const { token, refresh_token } = await signInAt(domain, person)
    await person.patch('/me/profile', { phone })
    expect((await person.put('/me/studio', { studio_id: otherStudio.studio.id })).status).toBe(200)
    expect((await at(domain, token)('GET', '/api/v1/me')).body.profile.phone).toBe(null)
    expect(await refreshSession(refresh_token)).toMatchObject(endedError)
  })

  test('continues before the person has joined and while a request is open', async () => {
    const person = await aPerson(server)
    await person.patch('/me/profile', { phone })
    const first = await signInAt(domain, person)
    expect((await at(domain, first.token)('GET', '/api/v1/me')).body.profile.phone).toBe(null)
    const { status, body } = await refreshSession(first.refresh_token)
    expect(status).toBe(200)
    await fixture.admin.patch(`/studios/${fixture.studio.id}`, { approve_new_clients: true })
    const call = at(domain, body.access_token)
    expect((await call('POST', '/api/v1/me/onboarding', { role: 'client', studio_id: fixture.studio.id })).status).toBe(
      201,
    )
    await fixture.admin.patch(`/studios/${fixture.studio.id}`, { approve_new_clients: false })
    expect((await call('GET', '/api/v1/me')).body).toMatchObject({ role: null, profile: { phone } })
    expect((await refreshSession(body.refresh_token)).status).toBe(200)
  })
})

describe("at a studio's domain", () => {
  test('a new client signs up, joins that studio and calls nothing else', async () => {
    const person = { email: `${randomUUID()}@example.com`, password: 'correct horse battery', data: {} }
    const { body } = await at(domain)('POST', '/auth/v1/signup', person)
    const call = at(domain, body.access_token)
    const join = (input: object) => call('POST', '/api/v1/me/onboarding', input)
    expectError(await join({ role: 'client', studio_id: otherStudio.studio.id }), 'STUDIO_SESSION')
    expectError(await join({ role: 'partner' }), 'STUDIO_SESSION')
    expect((await join({ role: 'client', studio_id: fixture.studio.id })).status).toBe(201)
    expect((await call('GET', '/api/v1/me')).body).toMatchObject({ role: 'client', studio: { id: fixture.studio.id } })
    expect(
      (await call('GET', `/api/v1/studios/${fixture.studio.id}/bookings?from=2026-01-01&to=2026-01-31`)).status,
    ).toBe(200)
  })

  test('a person with a role elsewhere does not join, because that would change their role', async () => {
    const { token } = await signInAt(domain, otherStudio.client)
    const input = { studio_id: fixture.studio.id, role: 'client' }
    expectError(await at(domain, token)('POST', '/api/v1/me/role-request', input), 'STUDIO_SESSION')
    expectError(await at(domain, token)('DELETE', '/api/v1/me/role-request'), 'STUDIO_SESSION')
  })

  test('operators and people with a second factor get a link to the platform', async () => {
    const guarded = await aClient(server, fixture.studio.id)
    await anAppFactor(server, guarded.token, new Date())
    for (const person of [await aSuperAdmin(server), guarded]) {
      const { email, password } = person
      const response = await at(domain)('POST', '/auth/v1/token?grant_type=password', { email, password })
      expect(response).toMatchObject({ status: 403, body: { code: 'studio_session' } })
      expect(response.body.message).toContain(`${server.url}/auth/login`)
      const wrong = await at(domain)('POST', '/auth/v1/token?grant_type=password', { email, password: 'wrong' })
      expect(wrong.body.code).toBe('invalid_credentials')
    }
  })

  test('a bound session ends with its next refresh after a second factor is added to the account', async () => {
    const person = await aClient(server, fixture.studio.id)
    const { refresh_token } = await signInAt(domain, person)
    await anAppFactor(server, person.token, new Date())
    const response = await at(domain)('POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token })
    expect(response).toMatchObject({ status: 400, body: { code: 'session_not_found' } })
  })

  test('no account can be recovered and no address changed', async () => {
    const person = await aPerson(server)
    for (const type of ['recovery', 'email_change']) {
      const response = await at(domain)('POST', '/auth/v1/verify', { type, email: person.email, token: '123456' })
      expect(response).toMatchObject({ status: 403, body: { code: 'studio_session' } })
    }
    const welcome = { token_hash: await welcomeToken(person), password: person.password }
    for (const path of ['/auth/v1/welcome/confirm', '/auth/v1/welcome/reject']) {
      expect(await at(domain)('POST', path, welcome)).toMatchObject({ status: 403, body: { code: 'studio_session' } })
    }
    expect((await at(homeHost())('POST', '/auth/v1/welcome/confirm', welcome)).status).toBe(200)
    const { code_verifier } = aVerifier()
    const response = await at(domain)('POST', '/auth/v1/token?grant_type=pkce', { auth_code: 'none', code_verifier })
    expect(response.status).toBe(404)
  })
})

test("a domain's sessions end with the domain", async () => {
  const newStudio = await aStudio(server)
  const there = await signInAt(await aProvenDomain(newStudio.studio.id), newStudio.admin)
  const bound = callAs(server.url, there.token)
  expect((await bound.get(`/studios/${newStudio.studio.id}/clients`)).status).toBe(200)
  expect((await newStudio.admin.delete(`/studios/${newStudio.studio.id}/domain`)).status).toBe(200)
  expectError(await bound.get(`/studios/${newStudio.studio.id}/clients`), 'UNAUTHENTICATED')
  expect((await newStudio.admin.get('/me')).status).toBe(200)
})
