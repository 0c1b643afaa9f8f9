import { randomUUID } from 'node:crypto'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { listenLive } from '@studiohub/testing/live.ts'
import { fillPath, operations } from '@studiohub/testing/operations.ts'
import { aStudio, type StudioOfTest, signIn, type TestUser } from '@studiohub/testing/people.ts'
import { type AppFactor, anAppFactor, authAs, confirmByApp } from '@studiohub/testing/second-factor.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#platform/config/config.ts'
import { createLog } from '#platform/process/log.ts'
import { authRoutes } from '../router.ts'

// With a verified factor, a session at aal1 may only make the calls listed below. The test tries every other
// existing route, so new routes are included.
let server: TestServer
let fixture: StudioOfTest
let factor: AppFactor
/** The studio's admin, who has a second factor, in a session that is confirmed with the password only. */
let passwordOnly: TestUser

beforeAll(async () => {
  server = await startServer()
  fixture = await aStudio(server)
  factor = await anAppFactor(server, fixture.admin.token, new Date())
  passwordOnly = await signIn(server, fixture.admin)
})
afterAll(() => server.stop())

const insufficient = { status: 403, body: { code: 'insufficient_aal' } }

describe('at aal1 with a verified factor', () => {
  test('every operation except GET /me and public links is denied, with valid and invalid input', async () => {
    const linkOperations = [
      'payments.getPaymentOfLink',
      'payments.checkPaymentOfLink',
      'payments.payInvoiceByLink',
      'terms.getPublic',
      'terms.acceptPublic',
    ]
    const allowed = ['profile.get', 'invoices.getPublic', 'invoices.getPublicPdf', ...linkOperations]
    const gatedOperations = operations.filter(({ name }) => !allowed.includes(name))
    expect(gatedOperations.length).toBeGreaterThan(100)
    for (const operation of gatedOperations) {
      for (const id of [fixture.studio.id, 'no-id']) {
        const body = ['GET', 'DELETE'].includes(operation.method) ? undefined : {}
        const response = await passwordOnly.request(operation.method, `/api/v1${fillPath(operation, id)}`, body)
        expect({ ...operation, code: response.body?.code }).toEqual({ ...operation, code: 'INSUFFICIENT_AAL' })
        expect(response.status).toBe(403)
      }
    }
    expect((await passwordOnly.get('/me')).body).toMatchObject({
      role: 'studio_admin',
      studio: { id: fixture.studio.id },
    })
    for (const path of ['/me/export', '/me/sessions', '/me/studios']) {
      expectError(await passwordOnly.get(path), 'INSUFFICIENT_AAL')
    }
  })

  test('every call of /auth/v1 that reads a session is denied, except for the listed ones', async () => {
    // These read no session.
    const sessionless = [
      'POST /signup',
      'POST /token',
      'POST /recover',
      'POST /otp',
      'POST /resend',
      'GET /verify',
      'POST /verify',
      'GET /authorize',
      'GET /callback',
      'POST /callback',
      'POST /sso',
      'POST /welcome/reject',
      'POST /visitor',
      'POST /factors/reject',
      'POST /passkeys/authentication/options',
      'POST /passkeys/authentication/verify',
      'GET /.well-known/jwks.json',
      'GET /settings',
      'GET /health',
    ]
    const allowed = [
      'GET /user',
      'POST /factors/:id/challenge',
      'POST /factors/:id/verify',
      'GET /factors/recovery-codes',
      'POST /factors/recovery-codes/verify',
    ]
    // GoTrue has another status for these calls.
    const expectedStatuses: Record<string, number> = {
      'DELETE /factors/:id': 422,
      'DELETE /factors/recovery-codes': 422,
    }
    const triedCalls: string[] = []
    for (const call of await authCalls()) {
      if (sessionless.includes(call) || allowed.includes(call)) continue
      const [method = '', path = ''] = call.split(' ')
      const body = method === 'GET' ? undefined : {}
      const response = await authAs(server, passwordOnly.token)(method, path.replace(':id', randomUUID()), body)
      expect({ call, status: response.status, code: response.body?.code }).toEqual({
        call,
        status: expectedStatuses[call] ?? 403,
        code: 'insufficient_aal',
      })
      triedCalls.push(call)
    }
    expect(triedCalls).toContain('PUT /user')
    const put = (body: object) => authAs(server, passwordOnly.token)('PUT', '/user', body)
    expect(await put({ data: { full_name: 'Thief' } })).toMatchObject(insufficient)
    expect(await put({ password: 'another horse' })).toMatchObject({ ...insufficient, status: 401 })
    expect((await authAs(server, passwordOnly.token)('GET', '/user')).status).toBe(200)
  })

  test('signing out ends this session, and no other one', async () => {
    const endingSession = await signIn(server, fixture.admin)
    const call = authAs(server, endingSession.token)
    for (const path of [
      '/logout',
      '/logout?scope=global',
      '/logout?scope=others',
      '/logout?scope=local&scope=global',
    ]) {
      expect(await call('POST', path)).toMatchObject(insufficient)
    }
    expect((await call('POST', '/logout?scope=local')).status).toBe(204)
    expect((await call('GET', '/user')).body).toMatchObject({ code: 'session_not_found' })
    expect((await authAs(server, passwordOnly.token)('GET', '/user')).status).toBe(200)
    expect((await callAs(server.url, factor.token).get('/me/sessions')).status).toBe(200)
  })

  test('the live stream and the functions are denied, and an open stream ends when its session loses the factor', async () => {
    expect((await listenLive(server, passwordOnly.token)).status).toBe(403)
    const contact = { companyName: 'Night', contactName: 'Ada', email: 'ada@example.com', phone: '+15550100' }
    const application = { ...contact, partnershipType: 'reseller', message: 'We would like to work together.' }
    const response = await passwordOnly.request('POST', '/functions/v1/submit-partnership', application)
    expect(response).toMatchObject({ status: 403, body: { success: false } })

    const otherStudio = await aStudio(server)
    const first = await anAppFactor(server, otherStudio.admin.token, new Date())
    const passwordSession = await signIn(server, otherStudio.admin)
    const raised = await confirmByApp(server, { ...first, token: passwordSession.token }, new Date(), 1)
    const second = await anAppFactor(server, raised.body.access_token, new Date(), 'Second')
    const stream = await listenLive(server, first.token)
    expect(stream.status).toBe(200)
    expect((await authAs(server, second.token)('DELETE', `/factors/${first.factor_id}`)).status).toBe(200)
    await stream.ended
    expect((await listenLive(server, first.token)).status).toBe(403)
  })

  test('a response that is stored for an Idempotency-Key is not repeated', async () => {
    const options = { headers: { 'idempotency-key': randomUUID() } }
    const task = { title: 'Write the letter' }
    const raised = callAs(server.url, factor.token)
    const response = await raised.post('/tasks', task, options)
    expect(response.status).toBe(201)
    expect((await raised.post('/tasks', task, options)).body).toEqual(response.body)
    expectError(await passwordOnly.post('/tasks', task, options), 'INSUFFICIENT_AAL')
  })

  test('a calendar reads its feed with the token in the address', async () => {
    const { body } = await callAs(server.url, factor.token).post('/calendar-feeds', { kind: 'studio' })
    const response = await fetch(body.url, { headers: { authorization: `Bearer ${passwordOnly.token}` } })
    expect(response.status).toBe(200)
  })
})

test('people without a factor need none, and a proven factor allows every call', async () => {
  expect((await fixture.client.get('/projects')).status).toBe(200)
  const again = await signIn(server, fixture.admin)
  expectError(await again.get(`/studios/${fixture.studio.id}/clients`), 'INSUFFICIENT_AAL')
})

/** The calls of the authentication service, read from its own routes. */
async function authCalls(): Promise<string[]> {
  const calls: string[] = []
  const app = Fastify({ exposeHeadRoutes: false })
  app.addHook('onRoute', ({ method, url }) => {
    if (!url.endsWith('/*'))
      for (const httpMethod of [method].flat()) calls.push(`${httpMethod} ${url.replace('/auth/v1', '')}`)
  })
  const [config, log] = [readConfig({ DATA_DIR: server.dataDir }), createLog('silent')]
  await app.register(authRoutes, { prefix: '/auth/v1', config, clock: { now: () => new Date() }, log })
  await app.close()
  return calls
}
