import { randomUUID } from 'node:crypto'
import { callAs } from '@studiohub/testing/http.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let server: TestServer

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  callAs(server.url, null).request(method, `/auth/v1${path}`, body, { headers })
const json = { 'content-type': 'application/json;charset=UTF-8' }
const newFormat = { 'x-supabase-api-version': '2024-01-01' }
const anEmail = () => `${randomUUID()}@example.com`
const password = 'correct horse'

describe('errors', () => {
  test('have the new format for clients that send its date', async () => {
    const response = await call('POST', '/token?grant_type=password', { email: anEmail(), password }, newFormat)
    expect(response.body).toEqual({ code: 'invalid_credentials', message: 'Invalid login credentials' })
    expect(response.headers.get('x-supabase-api-version')).toBe('2024-01-01')
    expect(response.headers.get('x-sb-error-code')).toBe('invalid_credentials')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test.each([{}, { 'x-supabase-api-version': 'nonsense' }, { 'x-supabase-api-version': '2023-12-31' }])(
    'have the old format for other clients (%j)',
    async (headers) => {
      const response = await call('POST', '/token?grant_type=password', { email: anEmail(), password }, headers)
      const body = { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' }
      expect(response.body).toEqual(body)
      expect(response.headers.get('x-supabase-api-version')).toBeNull()
      expect(response.headers.get('x-sb-error-code')).toBe('invalid_credentials')
    },
  )

  test('an unknown address under /auth/v1 is a 404 in JSON, never a page', async () => {
    const paths = ['/admin/users', '/invite', '/magiclink', '/nonsense']
    for (const path of paths) {
      for (const method of ['GET', 'POST']) {
        const response = await call(method, path, method === 'POST' ? {} : undefined, newFormat)
        expect(response).toMatchObject({ status: 404, body: { code: 'not_found' } })
      }
    }
    expect(await call('DELETE', '/user')).toMatchObject({ status: 404 })
  })

  test('invalid JSON, NUL characters, lone surrogates and prototype names are rejected', async () => {
    const bodies = [
      '{',
      '{"email": "a\\u0000@example.com", "password": "secret1"}',
      '{"email": "a@example.com", "password": "secret1", "data": {"full_name": "\\ud800"}}',
      '{"email": "a@example.com", "password": "secret1", "data": {"\\u0000": 1}}',
      '{"__proto__": {"a": 1}}',
      `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
    ]
    for (const body of bodies) {
      const response = await call('POST', '/signup', body, { ...json, ...newFormat })
      expect({ body: body.slice(0, 60), status: response.status, code: response.body?.code }).toEqual({
        body: body.slice(0, 60),
        status: 400,
        code: 'bad_json',
      })
    }
  })

  test('a body that is not an object, or has a field of another type, is rejected with 400', async () => {
    for (const body of ['[]', '"text"', '5', '{"email": 5}', '{"data": []}', '{"data": "x"}']) {
      expect((await call('POST', '/signup', body, { ...json, ...newFormat })).body.code).toBe('validation_failed')
    }
    expect((await call('GET', '/verify?type=recovery&type=signup&token=a')).status).toBe(400)
  })

  test('a form, which any site could send, is rejected, and so is a call from another site', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded', ...newFormat }
    expect((await call('POST', '/signup', 'email=a@example.com', form)).status).toBe(415)
    expect((await call('POST', '/signup', '{"email":"a@example.com"}', { 'content-type': 'text/plain' })).status).toBe(
      415,
    )
    const crossSite = { ...json, ...newFormat, 'sec-fetch-site': 'cross-site' }
    expect(await call('POST', '/token?grant_type=password', '{}', crossSite)).toMatchObject({
      status: 403,
      body: { code: 'csrf' },
    })
  })

  test('a body that is too large is rejected', async () => {
    const response = await call('POST', '/signup', JSON.stringify({ data: 'x'.repeat(300_000) }), {
      ...json,
      ...newFormat,
    })
    expect(response).toMatchObject({ status: 413, body: { code: 'request_entity_too_large' } })
  })
})

describe('public information', () => {
  test('has the public keys, and no private ones; tokens verify with them', async () => {
    const { body, headers } = await call('GET', '/.well-known/jwks.json')
    expect(headers.get('cache-control')).toBe('public, max-age=600')
    expect(body.keys).toHaveLength(1)
    expect(body.keys[0]).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', key_ops: ['verify'] })
    expect(Object.keys(body.keys[0]).sort()).toEqual(['alg', 'crv', 'key_ops', 'kid', 'kty', 'use', 'x', 'y'])
    const { access_token } = (await call('POST', '/signup', { email: anEmail(), password })).body
    const { protectedHeader } = await jwtVerify(access_token, createLocalJWKSet(body))
    expect(protectedHeader).toEqual({ alg: 'ES256', kid: body.keys[0].kid, typ: 'JWT' })
  })

  test('has the settings and the health of the service', async () => {
    expect((await call('GET', '/settings')).body).toMatchObject({
      external: { email: true, phone: false, google: false, anonymous_users: false },
      disable_signup: false,
      mailer_autoconfirm: true,
    })
    expect((await call('GET', '/health')).body).toEqual({
      version: expect.any(String),
      name: expect.any(String),
      description: expect.any(String),
    })
  })

  test('a provider that is not set up causes a JSON error', async () => {
    const google = await call('GET', '/authorize?provider=google&redirect_to=https://evil.example')
    expect(google).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } })
    expect(google.body.msg).toBe('Unsupported provider: provider is not enabled')
    expect((await call('GET', '/authorize?provider=myspace')).body.msg).toMatch(/^Unsupported provider: /)
  })
})
