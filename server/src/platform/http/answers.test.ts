import { randomBytes, randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { aClient, aPerson, aStudio, type StudioOfTest, signIn } from '@studiohub/testing/people.ts'
import { requestAs } from '@studiohub/testing/raw-http.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { createLog } from '../process/log.ts'
import { createHttpApp } from './app.ts'

const METRICS_TOKEN = 'metrics-canary-0123456789'
const KIB = 1024
let server: TestServer
let fixture: StudioOfTest

beforeAll(async () => {
  server = await startServer({ env: { METRICS_TOKEN } })
  fixture = await aStudio(server)
})
afterAll(() => server.stop())

const visitor = () => callAs(server.url, null)
const json = { 'content-type': 'application/json' }

/** Sends bytes unchanged. @returns the received text when the other side closes */
function sendRaw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(bytes))
    let received = ''
    socket.on('data', (part) => {
      received += part
    })
    socket.on('close', () => resolve(received))
    socket.on('error', reject)
  })
}

describe('every answer', () => {
  const kinds: [string, string, string, number][] = [
    ['a success', 'GET', '/api/v1/public/studios', 200],
    ['a 401', 'GET', '/api/v1/me', 401],
    ['an unknown call', 'GET', '/api/v1/none', 404],
    ['an unknown method', 'TRACE', '/api/v1/me', 404],
    ['the API description', 'GET', '/api/v1/openapi.json', 200],
    ['the API reference', 'GET', '/api/docs', 200],
    ['the authentication service', 'GET', '/auth/v1/settings', 200],
    ['its keys', 'GET', '/auth/v1/.well-known/jwks.json', 200],
    ['its redirects', 'GET', '/auth/v1/verify?token=none&type=recovery', 303],
    ['its errors', 'POST', '/auth/v1/token?grant_type=none', 400],
    ['its unknown paths', 'GET', '/auth/v1/none', 404],
    ['an unknown function', 'POST', '/functions/v1/none', 404],
    ['an unknown file', 'GET', '/assets/none.js', 404],
    ['an unknown style sheet', 'GET', '/brand/none.css', 404],
    ['a path out of the folder', 'GET', '/..%2f..%2f..%2fetc%2fpasswd', 404],
    ['a double slash', 'GET', '//evil.example', 404],
    ['a bad escape', 'GET', '/api/v1/%zz', 400],
    ['a NUL in the address', 'GET', '/api/v1/%00', 400],
    ['a lone surrogate in the address', 'GET', '/api/v1/%ed%a0%80', 400],
    ['a page', 'GET', '/auth/login', 200],
    ['health', 'GET', '/healthz', 200],
    ['readiness', 'GET', '/readyz', 200],
    ['metrics without a token', 'GET', '/metrics', 404],
  ]

  test.each(kinds)('%s has the security headers', async (kind, method, path, status) => {
    const response = await requestAs(server.url, { method, path, headers: { 'x-request-id': 'of the caller' } })
    // Without a web build there are no pages, and the answer says so in JSON.
    if (!['a page', 'a double slash', 'a path out of the folder'].includes(kind)) expect(response.status).toBe(status)
    expect(response.status).toBeLessThan(500)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/default-src '(none|self)'/)
    for (const part of ["frame-ancestors 'none'", "base-uri 'none'"]) expect(policy).toContain(part)
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('x-frame-options')).toBe('DENY')
    expect(response.headers.get('referrer-policy')).toMatch(/^(no-referrer|strict-origin-when-cross-origin)$/)
    expect(response.headers.get('permissions-policy')).toContain('microphone=(self)')
    expect(response.headers.get('cache-control')).toMatch(/no-store|no-cache|public/)
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    for (const revealing of ['server', 'x-powered-by']) expect(response.headers.get(revealing)).toBeNull()
  })

  test('to a body that arrives too slowly has its own error', async () => {
    const app = await createHttpApp({
      config: readConfig({ DATA_DIR: server.dataDir }),
      log: createLog('silent'),
      findHost: async () => ({ studio_id: null }),
    })
    const socket = new PassThrough()
    // Node reports this error when a request is not complete after half a minute.
    app.server.emit('clientError', Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
    const response = await text(socket)
    expect(response).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
    expect(JSON.parse(response.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 'REQUEST_TIMEOUT' })
  })

  test('to bytes that are not HTTP is an error of ours with security headers', async () => {
    const response = await sendRaw('NONSENSE\r\n\r\n')
    expect(response).toMatch(/^HTTP\/1\.1 400 /)
    expect(response).toContain("content-security-policy: default-src 'none'")
    expect(JSON.parse(response.split('\r\n\r\n')[1] ?? '')).toEqual({
      code: 'BAD_REQUEST',
      message: 'We could not read this request.',
    })
  })

  test('for a signed-in user is never cached and varies by user', async () => {
    for (const path of ['/me', `/studios/${fixture.studio.id}`, '/none', '/studios']) {
      const response = await fixture.client.get(path)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('vary')).toContain('authorization')
    }
  })

  test.each(['/api/none', '/api/v1', '/auth/v1/none', '/functions/none', '/storage/none', '/internal/none'])(
    'under %s is JSON, never a page',
    async (path) => {
      for (const method of ['GET', 'POST', 'DELETE', 'PUT']) {
        const response = await requestAs(server.url, { method, path, headers: { accept: 'text/html' } })
        expect(response.status).toBe(404)
        expect(response.headers.get('content-type')).toContain('application/json')
      }
    },
  )
})

describe('a body', () => {
  const update = (body: string, headers: Record<string, string> = json) =>
    fixture.client.request('PATCH', '/api/v1/me/profile', body, { headers })
  const sized = (bytes: number) => {
    const empty = JSON.stringify({ full_name: '' })
    return JSON.stringify({ full_name: 'x'.repeat(bytes - empty.length) })
  }

  test('of 256 KiB is accepted, one byte more is not', async () => {
    expectError(await update(sized(256 * KIB)), 'VALIDATION_FAILED')
    expectError(await update(sized(256 * KIB + 1)), 'PAYLOAD_TOO_LARGE')
  })

  test('without an end gets an error as soon as it is too large', async () => {
    const head = `PATCH /api/v1/me/profile HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`
    expect(await sendRaw(head + chunk.repeat(5))).toMatch(/^HTTP\/1\.1 413 /)
  })

  test.each([
    '{"full_name": "a\\u0000b"}',
    '{"full_name": "\\ud800"}',
    '{"full_name": "\\udc00\\ud800"}',
    '{"a\\u0000": 1}',
    '{"deep": [{"in": ["\\ud83d"]}]}',
    '{"__proto__": {"full_name": "x"}}',
    '{"full_name": ',
    // The last of two equal keys used to win.
    '{"full_name": "Ann", "full_name": "Bo"}',
    '{"full_name": "Ann", "full\\u005fname" : "Bo"}',
    '{"deep": [{"a": 1, "b": {"a": 1}, "a": 1}]}',
    `${'['.repeat(60_000)}${']'.repeat(60_000)}`,
  ])('with text that cannot be stored or read is rejected (%.30s)', async (body) => {
    expectError(await update(body), 'BAD_REQUEST')
  })

  test.each([
    String.raw`{"full_name": "\"a\": \\", "phone": null}`,
    String.raw`{"full_name": ": {\"full_name\": 1, \"full_name\": 2}"}`,
    '{ "full_name"\n\t : "{}" }',
  ])('with text that looks like keys is accepted (%s)', async (body) => {
    expect((await update(body)).status).toBe(200)
  })

  test('with duplicate keys is rejected by the authentication service too', async () => {
    const body = '{"email": "a@example.com", "email": "b@example.com", "password": "secret"}'
    const response = await visitor().request('POST', '/auth/v1/token?grant_type=password', body, { headers: json })
    expect({ status: response.status, code: response.body.error_code }).toEqual({ status: 400, code: 'bad_json' })
  })

  test('with unknown fields gets an error with their names', async () => {
    const response = await update('{"full_name": "Ann", "shoe_size": 40, "is_admin": true}')
    expectError(response, 'VALIDATION_FAILED')
    expect(response.body).toMatchObject({
      message: "These fields are not supported: 'shoe_size', 'is_admin'.",
      fields: { shoe_size: 'This field is not supported.', is_admin: 'This field is not supported.' },
    })
    const both = await update('{"full_name": "", "shoe_size": 40}')
    expect(Object.keys(both.body.fields).sort()).toEqual(['full_name', 'shoe_size'])
    const many = await update(
      JSON.stringify(Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`x${n}`.repeat(50), n]))),
    )
    expect(Object.keys(many.body.fields)).toHaveLength(10)
    expect(JSON.stringify(many.body).length).toBeLessThan(3000)
  })

  test('with surrogate pairs, combining marks and right-to-left letters is stored unchanged', async () => {
    for (const full_name of ['🎬 Ünï', 'שלום', 'e\u0301']) {
      expect((await update(JSON.stringify({ full_name }))).body.full_name).toBe(full_name.normalize('NFC'))
    }
    expect((await update('{"full_name": "\\ud83c\\udfac Film"}')).body.full_name).toBe('🎬 Film')
  })

  test.each(['text/xml', 'application/x-www-form-urlencoded', 'application/octet-stream'])(
    'as %s is rejected',
    async (type) => {
      expectError(await update('a=b', { 'content-type': type }), 'UNSUPPORTED_MEDIA_TYPE')
    },
  )
})

describe('monitoring', () => {
  test('shows that the process runs and how durable the database is', async () => {
    expect((await visitor().request('GET', '/healthz')).body).toEqual({ status: 'ok' })
    const ready = await visitor().request('GET', '/readyz')
    expect(ready.body).toMatchObject({ status: 'ready', database: { ok: true, durability: expect.any(String) } })
  })

  test('works under any host name', async () => {
    const response = await requestAs(server.url, { path: '/healthz', headers: { host: '10.0.0.7:3000' } })
    expect(response.status).toBe(200)
  })

  test('has metrics only with a token, by route and never by address', async () => {
    await fixture.client.get(`/studios/${fixture.studio.id}`)
    const metrics = () =>
      visitor().request('GET', '/metrics', undefined, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
    const response = await metrics()
    expect(response.status).toBe(200)
    expect(response.text).toContain('http_request_duration_seconds_bucket')
    expect(response.text).toContain('route="studios.get"')
    expect(response.text).not.toContain(fixture.studio.id)
    const wrong = { headers: { authorization: `Bearer ${METRICS_TOKEN}x` } }
    expect((await visitor().request('GET', '/metrics', undefined, wrong)).status).toBe(404)
  })
})

describe('the log', () => {
  const lines = () => server.logged.map((line): Record<string, unknown> => JSON.parse(line))
  const linesOf = async (request_id: string | null) => {
    // The line is written after the answer was sent.
    for (let tries = 0; tries < 100; tries += 1) {
      const matching = lines().filter((line) => line.request_id === request_id)
      if (matching.length > 0) return matching
      await wait(10)
    }
    return []
  }

  test('has one line of JSON for each request: caller, operation, result', async () => {
    const response = await fixture.client.get(`/studios/${fixture.studio.id}?secret=in-the-query`)
    expect(await linesOf(response.headers.get('x-request-id'))).toEqual([
      expect.objectContaining({
        level: 'info',
        msg: 'request',
        method: 'GET',
        path: `/api/v1/studios/${fixture.studio.id}`,
        operation: 'studios.get',
        status: 200,
        user_id: fixture.client.id,
        studio_id: fixture.studio.id,
        address: '127.0.0.1',
        ms: expect.any(Number),
      }),
    ])
    for (const [path, status] of [
      ['/api/v1/me', 401],
      ['/api/v1/none', 404],
      ['/api/v1/%zz', 400],
      ['/none.png', 404],
    ] as const) {
      const rejection = await requestAs(server.url, { path })
      const logged = await linesOf(rejection.headers.get('x-request-id'))
      expect(logged.map((line) => line.msg)).toEqual(['request'])
      if (status !== 404) expect(logged[0]?.status).toBe(status)
    }
  })

  test('has one line per entry, whatever a header or an address contains', async () => {
    const before = server.logged.length
    const headers = { 'user-agent': '"}{"level":"fatal"}', 'x-forwarded-for': '1.2.3.4", "level": "fatal' }
    await requestAs(server.url, { path: '/api/v1/public/studios?a=%0d%0a{"level":"fatal"}', headers })
    await wait(50)
    for (const line of server.logged.slice(before)) {
      expect([...line.trimEnd()].every((character) => character >= ' ')).toBe(true)
      expect(JSON.parse(line).level).not.toBe('fatal')
    }
  })

  test('never contains a password, token, code or address, even of failed requests', async () => {
    const email = `canary-${randomUUID()}@example.com`
    const person = await aPerson(server, { email, full_name: 'Canary Person' })
    const again = await signIn(server, person)
    const session = await visitor().request('POST', '/auth/v1/token?grant_type=password', {
      email,
      password: person.password,
    })
    const refreshed = await visitor().request('POST', '/auth/v1/token?grant_type=refresh_token', {
      refresh_token: session.body.refresh_token,
    })
    await visitor().request('POST', '/auth/v1/token?grant_type=password', { email, password: 'wrong-canary-password' })
    await visitor().request('POST', '/auth/v1/signup', { email, password: 'other-canary-password' })
    await visitor().request('POST', '/auth/v1/recover', { email })
    const mail = await nextMail(server, email, 'Reset your password')
    const link = new URL(mail.link)
    await requestAs(server.url, { path: `${link.pathname}${link.search}` })
    await again.patch('/me/profile', { full_name: 'http://evil.example', phone: email })
    await callAs(server.url, `${person.token}x`).get('/me')
    await again.request('POST', '/auth/v1/logout')
    const secret = randomBytes(32).toString('base64url')
    await visitor().get(`/invitations/${secret}`)
    await visitor().get(`/%69nvitations/${secret}/`)
    await again.post(`/invitations/${secret}/accept`)
    const logText = server.logged.join('')
    expect(logText).toContain('"path":"/api/v1/invitations/{token}/accept"')
    const secrets = [
      secret,
      email,
      person.password,
      'wrong-canary-password',
      'other-canary-password',
      mail.code,
      ...link.searchParams.values(),
    ]
    const tokens = [
      person.token,
      again.token,
      session.body.refresh_token,
      refreshed.body.refresh_token,
      refreshed.body.access_token,
    ]
    for (const secret of [...secrets, ...tokens, METRICS_TOKEN].filter((text) => text && text !== 'recovery')) {
      expect(logText.includes(secret), `${secret} is in the log`).toBe(false)
    }
  })
})

// These tests break the server's database on purpose, so they are the last ones.
describe('an internal error', () => {
  test('returns only its id, and is logged once without the data', async () => {
    const client = await aClient(server, fixture.studio.id)
    await asLogin((tx) => sql`alter table profiles rename column phone to phone_of_old`.execute(tx))
    try {
      const before = server.logged.length
      const response = await client.get('/me')
      expectError(response, 'INTERNAL')
      expect(response.text).not.toMatch(/column|select|phone|node_modules|\bat /)
      const errorLines = server.logged.slice(before).filter((line) => line.includes('"unexpected error"'))
      expect(errorLines).toHaveLength(1)
      const errorLine = JSON.parse(errorLines[0] ?? '')
      expect(errorLine).toMatchObject({
        level: 'error',
        request_id: response.headers.get('x-request-id'),
        operation: 'profile.get',
      })
      expect(errorLines[0]).not.toContain(client.email)
    } finally {
      await asLogin((tx) => sql`alter table profiles rename column phone_of_old to phone`.execute(tx))
    }
    expect((await client.get('/me')).status).toBe(200)
  })

  test('of the database is logged without its row', async () => {
    const client = await aClient(server, fixture.studio.id)
    await asLogin((tx) =>
      sql`create unique index canary on profiles (full_name) where full_name like 'Canary of%'`.execute(tx),
    )
    const full_name = `Canary of ${randomUUID()}`
    await client.patch('/me/profile', { full_name })
    const before = server.logged.length
    expectError(await fixture.other.patch('/me/profile', { full_name }), 'INTERNAL')
    const logText = server.logged.slice(before).join('')
    expect(logText).toContain('canary')
    expect(logText).not.toContain(full_name)
    await asLogin((tx) => sql`drop index canary`.execute(tx))
  })

  test('a statement that runs too long is cancelled, and other calls still work', async () => {
    const client = await aClient(server, fixture.studio.id)
    const define = (body: string) =>
      asLogin((tx) =>
        sql`create or replace function door.studio_name(studio uuid) returns text language plpgsql stable
          security definer set search_path = pg_catalog, pg_temp as ${sql.raw(`$$ begin ${body} end $$`)}`.execute(tx),
      )
    await define('perform pg_sleep(60); return null;')
    const person = await aPerson(server)
    await define('return null;')
    await person.post('/me/role-request', { role: 'staff', studio_id: fixture.studio.id })
    await define('perform pg_sleep(60); return null;')
    const startedAt = performance.now()
    const response = await person.get('/me/role-request')
    expectError(response, 'UNAVAILABLE')
    expect(response.headers.get('retry-after')).toBe('1')
    expect(performance.now() - startedAt).toBeLessThan(40_000)
    await expect.poll(async () => (await client.get('/me')).status, { timeout: 60_000 }).toBe(200)
    await define('return null;')
    expect((await person.get('/me/role-request')).status).toBe(200)
  }, 240_000)
})
