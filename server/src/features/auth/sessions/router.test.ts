import { randomUUID } from 'node:crypto'
import { callAs } from '@studiohub/testing/http.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { SignJWT, UnsecuredJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishedKeys, signingKey } from '#platform/auth/signing-keys.ts'
import { asAuth, asSystem } from '#platform/db/actor.ts'
import { lockSession } from './queries.ts'

let server: TestServer
let ahead_ms = 0
const clock = { now: () => new Date(Date.now() + ahead_ms) }

beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())

const auth = (token: string | null = null) => {
  const caller = callAs(server.url, token)
  return (method: string, path: string, body?: unknown) =>
    caller.request(method, `/auth/v1${path}`, body, { headers: { 'x-supabase-api-version': '2024-01-01' } })
}
const password = 'correct horse'

async function aPerson() {
  const email = `${randomUUID()}@example.com`
  const { body } = await auth()('POST', '/signup', { email, password, data: { full_name: 'Ada Example' } })
  return {
    email,
    id: String(body.user.id),
    token: String(body.access_token),
    refresh_token: String(body.refresh_token),
  }
}

const signIn = (email: string, typedPassword = password) =>
  auth()('POST', '/token?grant_type=password', { email, password: typedPassword })
const refreshSession = (refresh_token: string) => auth()('POST', '/token?grant_type=refresh_token', { refresh_token })
/** A client repeats a refresh that a busy server has rejected. */
async function refreshUntilAnswered(refresh_token: string) {
  let response = await refreshSession(refresh_token)
  while (response.status === 503) response = await refreshSession(refresh_token)
  return response
}
const sessionOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).session_id

async function liveSessions(user_id: string) {
  const rows = await asAuth((tx) =>
    tx.selectFrom('auth.sessions').select('id').where('user_id', '=', user_id).execute(),
  )
  return rows.map(({ id }) => id)
}

// Reads as the database login, because the roles behind the door cannot read the audit log.
const auditActionsOf = (session_id: string) =>
  asSystem(async (tx) => {
    await sql`reset role`.execute(tx)
    const rows = await tx
      .selectFrom('audit_log')
      .select('action')
      .where('session_id', '=', session_id)
      .orderBy('id')
      .execute()
    return rows.map(({ action }) => action)
  })

const change = (user_id: string, values: { banned_until?: string; deleted_at?: string; encrypted_password?: null }) =>
  asAuth((tx) => tx.updateTable('auth.users').set(values).where('id', '=', user_id).execute())

describe('signing in', () => {
  test('an unknown person, a wrong password and an account without one get the same response', async () => {
    const known = await aPerson()
    const withoutPassword = await aPerson()
    await change(withoutPassword.id, { encrypted_password: null })
    const responses = [
      await signIn(`${randomUUID()}@example.com`),
      await signIn(known.email, 'wrong word'),
      await signIn(withoutPassword.email),
    ]
    for (const { status, body } of responses) {
      expect({ status, body }).toEqual({
        status: 400,
        body: { code: 'invalid_credentials', message: 'Invalid login credentials' },
      })
    }
    expect((await signIn(known.email)).status).toBe(200)
  })

  test('a failed sign-in is in the audit log with its IP address, also for an unknown account', async () => {
    const { id, email } = await aPerson()
    const count = () =>
      asSystem(async (tx) => {
        await sql`reset role`.execute(tx)
        const denied = tx.selectFrom('audit_log').select(['object_id', 'after']).where('outcome', '=', 'denied')
        return denied.where('action', '=', 'session.open').orderBy('id').execute()
      })
    const before = (await count()).length
    await signIn(email, 'wrong word')
    await signIn(`${randomUUID()}@example.com`)
    await change(id, { banned_until: new Date(Date.now() + 3_600_000).toISOString() })
    await signIn(email)
    const after = { method: 'password', ip: '127.0.0.1' }
    expect((await count()).slice(before)).toEqual([
      { object_id: id, after: { ...after, code: 'invalid_credentials' } },
      { object_id: null, after: { ...after, code: 'invalid_credentials' } },
      { object_id: id, after: { ...after, code: 'user_banned' } },
    ])
  })

  test('a token response has everything that the client needs', async () => {
    const { email, id } = await aPerson()
    const { status, body, headers } = await signIn(email.toUpperCase())
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toMatchObject({ token_type: 'bearer', expires_in: 3600, user: { id, email, role: 'authenticated' } })
    expect(body.expires_at).toBeGreaterThan(Date.now() / 1000)
    const claims = JSON.parse(Buffer.from(body.access_token.split('.')[1], 'base64url').toString())
    expect(claims).toMatchObject({
      iss: `${server.url}/auth/v1`,
      aud: 'authenticated',
      sub: id,
      role: 'authenticated',
      aal: 'aal1',
      amr: [{ method: 'password' }],
      is_anonymous: false,
    })
    expect(claims).not.toHaveProperty('jti')
  })

  test('a suspension is shown only with the right password', async () => {
    const { email, id } = await aPerson()
    await change(id, { banned_until: '2100-01-01T00:00:00Z' })
    expect((await signIn(email, 'wrong word')).body.code).toBe('invalid_credentials')
    expect(await signIn(email)).toMatchObject({ status: 400, body: { code: 'user_banned' } })
  })

  test('a deleted user is unknown, and their address can be used again', async () => {
    const { email, id } = await aPerson()
    await change(id, { deleted_at: new Date().toISOString() })
    expect((await signIn(email)).body.code).toBe('invalid_credentials')
    expect((await auth()('POST', '/signup', { email, password })).status).toBe(200)
  })

  test('unsupported grants return an error', async () => {
    expect(await auth()('POST', '/token?grant_type=web3', {})).toMatchObject({ status: 422 })
    for (const path of ['/token?grant_type=magic', '/token']) {
      expect(await auth()('POST', path, {})).toMatchObject({
        status: 400,
        body: { code: 'invalid_credentials', message: 'unsupported_grant_type' },
      })
    }
    expect(await auth()('POST', '/token?grant_type=password', { phone: '+15550100', password })).toMatchObject({
      status: 422,
      body: { code: 'phone_provider_disabled' },
    })
    expect((await auth()('POST', '/token?grant_type=password', { password })).body.code).toBe('validation_failed')
  })
})

describe('refreshing', () => {
  test('the current token returns the next one, and the previous token returns the same one at any time', async () => {
    const { refresh_token: first } = await aPerson()
    const second = (await refreshSession(first)).body.refresh_token
    expect(second).not.toBe(first)
    ahead_ms = 3_600_000
    const again = await refreshSession(first)
    ahead_ms = 0
    expect(again).toMatchObject({ status: 200, body: { refresh_token: second } })
    expect((await refreshSession(second)).body.refresh_token).not.toBe(second)
  })

  test('an older token is forgiven within ten seconds; after that its session ends, for the thief and the owner', async () => {
    const { refresh_token: first, token, id } = await aPerson()
    const second = (await refreshSession(first)).body.refresh_token
    const third = (await refreshSession(second)).body.refresh_token
    expect((await refreshSession(first)).body.refresh_token).toBe(third)
    ahead_ms = 11_000
    const stolen = await refreshSession(first)
    ahead_ms = 0
    expect(stolen).toMatchObject({
      status: 400,
      body: { code: 'refresh_token_already_used', message: 'Invalid Refresh Token: Already Used' },
    })
    expect(await liveSessions(id)).toEqual([])
    expect(await refreshSession(third)).toMatchObject({ status: 400, body: { code: 'session_not_found' } })
    expect(await auth(token)('GET', '/user')).toMatchObject({ status: 403, body: { code: 'session_not_found' } })
    expect(await auditActionsOf(sessionOf(token))).toEqual([
      'session.opened',
      'session.refreshed',
      'session.refreshed',
      'session.reuse_detected',
    ])
  })

  test('a hundred concurrent refreshes stay in one lineage', async () => {
    const { refresh_token, id } = await aPerson()
    const responses = await Promise.all(Array.from({ length: 100 }, () => refreshUntilAnswered(refresh_token)))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    const next = new Set(responses.map(({ body }) => body.refresh_token))
    expect(next.size).toBe(1)
    expect(next).not.toContain(refresh_token)
    expect(await liveSessions(id)).toHaveLength(1)
    expect((await refreshSession([...next][0] ?? '')).status).toBe(200)
  })

  test('unknown tokens, tokens of other sessions and used tokens have different errors', async () => {
    const { refresh_token, id } = await aPerson()
    const other = await aPerson()
    expect(await refreshSession('nonsense')).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', message: 'Refresh token is not valid' },
    })
    expect((await auth()('POST', '/token?grant_type=refresh_token', {})).body.code).toBe('validation_failed')
    await asAuth(async (tx) => {
      const { refresh_key } = await tx
        .selectFrom('auth.sessions')
        .select('refresh_key')
        .where('id', '=', sessionOf(other.token))
        .executeTakeFirstOrThrow()
      await tx.updateTable('auth.sessions').set({ refresh_key }).where('user_id', '=', id).execute()
    })
    expect((await refreshSession(refresh_token)).body.code).toBe('refresh_token_not_found')
  })

  test('a person who was suspended in between gets an error', async () => {
    const { refresh_token, id, token } = await aPerson()
    await change(id, { banned_until: '2100-01-01T00:00:00Z' })
    expect(await refreshSession(refresh_token)).toMatchObject({ status: 400, body: { code: 'user_banned' } })
    expect(await auth(token)('GET', '/user')).toMatchObject({ status: 403, body: { code: 'user_banned' } })
  })

  test('refreshing a session that stays locked returns the error for a busy service', async () => {
    const { refresh_token, token } = await aPerson()
    const locked = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const lockingTransaction = asAuth(async (tx) => {
      await lockSession(tx, sessionOf(token))
      locked.resolve()
      await release.promise
    })
    await locked.promise
    const response = await refreshSession(refresh_token)
    release.resolve()
    await lockingTransaction
    expect(response).toMatchObject({ status: 503, body: { code: 'request_timeout' } })
    expect(response.headers.get('retry-after')).toBe('1')
    expect((await refreshSession(refresh_token)).status).toBe(200)
  })
})

describe('signing out', () => {
  const threeSessions = async () => {
    const first = await aPerson()
    const others = [(await signIn(first.email)).body, (await signIn(first.email)).body]
    return { ...first, second: String(others[0].access_token), third: String(others[1].access_token) }
  }
  // The client sends a JSON content type and no bytes.
  const logOut = (token: string, query = '') =>
    callAs(server.url, token).request('POST', `/auth/v1/logout${query}`, '', {
      headers: { 'content-type': 'application/json' },
    })

  test('with the scope `local` ends only this session', async () => {
    const { token, second, id } = await threeSessions()
    const response = await logOut(token, '?scope=local')
    expect({ status: response.status, text: response.text }).toEqual({ status: 204, text: '' })
    expect(await liveSessions(id)).toHaveLength(2)
    expect((await auth(token)('GET', '/user')).body.code).toBe('session_not_found')
    expect((await auth(second)('GET', '/user')).status).toBe(200)
  })

  test('with the scope `others` ends all other sessions', async () => {
    const { token, second, id } = await threeSessions()
    expect((await logOut(second, '?scope=others')).status).toBe(204)
    expect(await liveSessions(id)).toEqual([sessionOf(second)])
    expect((await auth(token)('GET', '/user')).status).toBe(403)
  })

  test('ends all sessions by default', async () => {
    const { token, id, refresh_token } = await threeSessions()
    expect((await logOut(token)).status).toBe(204)
    expect(await liveSessions(id)).toEqual([])
    expect((await refreshSession(refresh_token)).body.code).toBe('session_not_found')
  })

  test('rejects an unknown scope', async () => {
    const { token } = await aPerson()
    expect(await auth(token)('POST', '/logout?scope=everything')).toMatchObject({ status: 400 })
    expect((await auth(token)('GET', '/user')).status).toBe(200)
  })
})

describe('forged tokens', () => {
  const claims = (person: { id: string; token: string }) => ({
    sub: person.id,
    session_id: sessionOf(person.token),
    aal: 'aal1',
    role: 'authenticated',
  })
  const validToken = (person: { id: string; token: string }) =>
    new SignJWT(claims(person))
      .setIssuer(`${server.url}/auth/v1`)
      .setAudience('authenticated')
      .setIssuedAt()
      .setExpirationTime('1h')
  const ours = () => signingKey(new Date())
  const header = (kid: string) => ({ alg: 'ES256', kid, typ: 'JWT' })

  const forgeries: Record<string, (person: { id: string; token: string }) => Promise<string> | string> = {
    'alg none': (person) =>
      new UnsecuredJWT(claims(person))
        .setIssuer(`${server.url}/auth/v1`)
        .setAudience('authenticated')
        .setExpirationTime('1h')
        .encode(),
    'alg none that names our key': async (person) => {
      const [, payload] = person.token.split('.')
      const { kid } = await ours()
      return `${Buffer.from(JSON.stringify({ alg: 'none', kid, typ: 'JWT' })).toString('base64url')}.${payload}.`
    },
    'HS256 over the public key': async (person) => {
      const { kid } = await ours()
      const { keys } = await publishedKeys(new Date())
      const secret = new TextEncoder().encode(JSON.stringify(keys[0]))
      return validToken(person).setProtectedHeader({ alg: 'HS256', kid, typ: 'JWT' }).sign(secret)
    },
    'the role service_role': async (person) => {
      const { kid, key } = await ours()
      return new SignJWT({ ...claims(person), role: 'service_role' })
        .setIssuer(`${server.url}/auth/v1`)
        .setAudience('authenticated')
        .setIssuedAt()
        .setExpirationTime('1h')
        .setProtectedHeader(header(kid))
        .sign(key)
    },
    'another audience': async (person) => {
      const { kid, key } = await ours()
      return validToken(person).setAudience('elsewhere').setProtectedHeader(header(kid)).sign(key)
    },
    'another issuer': async (person) => {
      const { kid, key } = await ours()
      return validToken(person).setIssuer('https://evil.example/auth/v1').setProtectedHeader(header(kid)).sign(key)
    },
    'a path in kid': async (person) =>
      validToken(person)
        .setProtectedHeader(header('../../etc/passwd'))
        .sign((await ours()).key),
    'no kid': async (person) =>
      validToken(person)
        .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
        .sign((await ours()).key),
    expired: async (person) => {
      const { kid, key } = await ours()
      return validToken(person).setExpirationTime('-1m').setProtectedHeader(header(kid)).sign(key)
    },
    'no expiry': async (person) => {
      const { kid, key } = await ours()
      return new SignJWT(claims(person))
        .setIssuer(`${server.url}/auth/v1`)
        .setAudience('authenticated')
        .setIssuedAt()
        .setProtectedHeader(header(kid))
        .sign(key)
    },
    'a changed signature': ({ token }) => `${token.slice(0, -4)}${token.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`,
    'no token at all': () => 'nonsense',
    'three empty parts': () => '..',
  }

  test('a correct token is accepted, so the forgeries below fail only because of their change', async () => {
    const person = await aPerson()
    const { kid, key } = await ours()
    const token = await validToken(person).setProtectedHeader(header(kid)).sign(key)
    expect((await auth(token)('GET', '/user')).body.id).toBe(person.id)
  })

  test.each(Object.keys(forgeries))('%s is rejected by both APIs', async (name) => {
    const token = await forgeries[name]?.(await aPerson())
    expect(await auth(token)('GET', '/user')).toMatchObject({ status: 403, body: { code: 'bad_jwt' } })
    expect(await callAs(server.url, token ?? '').get('/me')).toMatchObject({ status: 401, body: { code: 'BAD_JWT' } })
  })

  test('a missing header or another scheme returns the error for a missing token', async () => {
    expect(await auth()('GET', '/user')).toMatchObject({ status: 401, body: { code: 'no_authorization' } })
    const basic = await callAs(server.url, null).request('GET', '/auth/v1/user', undefined, {
      headers: { authorization: 'Basic YTpi' },
    })
    expect(basic.status).toBe(401)
  })

  test('the scheme may be written in any case', async () => {
    const { token } = await aPerson()
    const response = await callAs(server.url, null).request('GET', '/auth/v1/user', undefined, {
      headers: { authorization: `bearer ${token}` },
    })
    expect(response.status).toBe(200)
  })

  test('a token of a deleted person is rejected', async () => {
    const { token, id } = await aPerson()
    await change(id, { deleted_at: new Date().toISOString() })
    expect(await auth(token)('GET', '/user')).toMatchObject({ status: 403, body: { code: 'user_not_found' } })
  })
})

test('a token from a clock that was ahead is rejected after the clock is corrected, and a refresh returns a valid one', async () => {
  const { email } = await aPerson()
  const use = async (token: string) => (await callAs(server.url, token).get('/me')).status
  const signInAhead = async (seconds: number) => {
    ahead_ms = seconds * 1_000
    const { access_token, refresh_token } = (await signIn(email)).body
    const status = await use(access_token)
    ahead_ms = 0
    return { access_token, refresh_token, status }
  }
  const early = await signInAhead(30 * 24 * 3_600)
  expect([early.status, await use(early.access_token)]).toEqual([200, 401])
  const { body } = await refreshSession(early.refresh_token)
  expect(await use(body.access_token)).toBe(200)
  // The clocks of two processes may differ a little.
  const late = await signInAhead(30)
  expect(await use(late.access_token)).toBe(200)
})
