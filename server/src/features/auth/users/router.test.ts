import { DAY_MS } from '@studiohub/contract/shared/durations.ts'
import { aClock, anAccount, anEmail, password } from '@studiohub/testing/accounts.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { authAs } from '@studiohub/testing/second-factor.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asAuth, asSystem } from '#platform/db/actor.ts'

let server: TestServer
const clock = aClock()

beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())

const auth = (token: string | null = null) => authAs(server, token)
const signUp = (body: object) => auth()('POST', '/signup', body)
const signIn = (email: string, typedPassword: string) =>
  auth()('POST', '/token?grant_type=password', { email, password: typedPassword })

const aPerson = () => anAccount(server, { full_name: 'Ada Example', shoe_size: 38 })

const auditedChangesOf = (user_id: string) =>
  asSystem(async (tx) => {
    await sql`reset role`.execute(tx)
    const rows = tx.selectFrom('audit_log').select(['before', 'after']).where('object_id', '=', user_id)
    return rows.where('action', '=', 'user.updated').execute()
  })

describe('signing up', () => {
  test('returns a session and creates a person with the sent data, a profile and a welcome email', async () => {
    const email = anEmail()
    const data = { full_name: '  Ada   Lovelace ', signup_namespace: 'north-light' }
    const { status, body } = await signUp({ email: email.toUpperCase(), password, data, code_challenge: null })
    expect({ status, type: body.token_type }).toEqual({ status: 200, type: 'bearer' })
    expect(body.user).toMatchObject({
      email,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { full_name: 'Ada   Lovelace', signup_namespace: 'north-light', email_verified: false },
      identities: [{ provider: 'email', id: body.user.id, identity_data: { email, sub: body.user.id } }],
    })
    expect(body.user).not.toHaveProperty('encrypted_password')
    const profile = await asAuth((tx) => tx.selectFrom('profiles').selectAll().where('id', '=', body.user.id).execute())
    expect(profile).toMatchObject([{ full_name: 'Ada   Lovelace' }])
    expect((await nextMail(server, email, 'Welcome')).text).toContain('Ada')
  })

  test.each([
    [{ email: 'a@example.com' }, 400, 'validation_failed'],
    [{ email: 'a@example.com', password: '12345' }, 422, 'weak_password'],
    [{ email: 'a@example.com', password: 'x'.repeat(129) }, 400, 'validation_failed'],
    [{ email: 'not an address', password: 'secret1' }, 400, 'validation_failed'],
    [{ email: `${'a'.repeat(250)}@example.com`, password: 'secret1' }, 400, 'validation_failed'],
    [{ password: 'secret1' }, 422, 'anonymous_provider_disabled'],
    [{}, 422, 'anonymous_provider_disabled'],
    [{ phone: '+15550100', password: 'secret1' }, 400, 'phone_provider_disabled'],
    [{ email: 'a@example.com', password: 'secret1', data: { full_name: 'a\u202eb' } }, 400, 'validation_failed'],
    [
      { email: 'a@example.com', password: 'secret1', data: { full_name: 'www.evil.example' } },
      400,
      'validation_failed',
    ],
    [{ email: 'a@example.com', password: 'secret1', data: { note: 'x'.repeat(5000) } }, 400, 'validation_failed'],
    // Such a value was stored, but no studio has this address.
    [{ email: 'a@example.com', password: 'secret1', data: { signup_namespace: '/e.com' } }, 400, 'validation_failed'],
    [{ email: 'a@example.com', password: 'secret1', data: { signup_namespace: 'admin' } }, 400, 'validation_failed'],
    [{ email: 'a@example.com', password: 'secret1', data: { signup_namespace: ['north'] } }, 400, 'validation_failed'],
    [
      { email: 'a@example.com', password: 'secret1', code_challenge: 'x', code_challenge_method: 's256' },
      400,
      'validation_failed',
    ],
  ])('rejects %j', async (body, status, code) => {
    expect(await signUp(body)).toMatchObject({ status, body: { code } })
  })

  test('a weak password is rejected with the reasons', async () => {
    expect((await signUp({ email: anEmail(), password: '12345' })).body).toEqual({
      code: 'weak_password',
      message: 'Password should be at least 6 characters.',
      weak_password: { reasons: ['length'] },
    })
    expect((await signUp({ email: anEmail(), password: '123456' })).status).toBe(200)
    expect((await signUp({ email: anEmail(), password: 'x'.repeat(128) })).status).toBe(200)
  })

  test('an address is used once, even by many concurrent calls', async () => {
    const email = anEmail()
    const responses = await Promise.all(Array.from({ length: 8 }, () => signUp({ email, password })))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    const rejections = responses.filter(({ status }) => status !== 200)
    for (const { status, body } of rejections) {
      expect({ status, body }).toEqual({
        status: 422,
        body: { code: 'user_already_exists', message: 'User already registered' },
      })
    }
  })
})

describe("the caller's account", () => {
  test('data is merged key by key; null removes a key; the next token has the data', async () => {
    const { id, token, refresh_token } = await aPerson()
    const { status, body } = await auth(token)('PUT', '/user', { data: { shoe_size: null, full_name: 'Ada B' } })
    expect(status).toBe(200)
    expect(body.user_metadata).toMatchObject({ full_name: 'Ada B' })
    expect(body.user_metadata).not.toHaveProperty('shoe_size')
    const next = (await auth()('POST', '/token?grant_type=refresh_token', { refresh_token })).body
    const claims = JSON.parse(Buffer.from(next.access_token.split('.')[1], 'base64url').toString())
    expect(claims.user_metadata.full_name).toBe('Ada B')
    // Only the names of fields are logged: the audit log cannot delete data that a person wants us to delete.
    expect(await auditedChangesOf(id)).toEqual([
      { before: null, after: { changed: ['full_name', 'shoe_size'], ip: '127.0.0.1' } },
    ])
  })

  test('fields that only an operator may set are rejected', async () => {
    const { token } = await aPerson()
    const response = await auth(token)('PUT', '/user', {
      app_metadata: { role: 'super_admin' },
      data: { full_name: 'Eve' },
    })
    expect(response).toMatchObject({ status: 403, body: { code: 'not_admin' } })
    const { body } = await auth(token)('GET', '/user')
    expect(body).toMatchObject({ app_metadata: { provider: 'email' }, user_metadata: { full_name: 'Ada Example' } })
    expect((await auth(token)('PUT', '/user', { data: { note: 'x'.repeat(5000) } })).status).toBe(400)
    // Only a possible slug of a studio, or null.
    const setNamespace = (signup_namespace: unknown) => auth(token)('PUT', '/user', { data: { signup_namespace } })
    for (const wrong of ['/e.com', 'e.com', '', 7, 'docs']) expect((await setNamespace(wrong)).status).toBe(400)
    for (const right of ['north-light', null]) expect((await setNamespace(right)).status).toBe(200)
  })

  test('sending the current address changes nothing', async () => {
    const { token, email } = await aPerson()
    expect(await auth(token)('PUT', '/user', { email: email.toUpperCase() })).toMatchObject({
      status: 200,
      body: { email },
    })
  })

  test('a new password ends the other sessions and not this one', async () => {
    const { token, email } = await aPerson()
    const other = String((await signIn(email, password)).body.access_token)
    expect((await auth(token)('PUT', '/user', { password: 'another horse' })).status).toBe(200)
    expect((await auth(other)('GET', '/user')).body.code).toBe('session_not_found')
    expect((await auth(token)('GET', '/user')).status).toBe(200)
    expect((await signIn(email, password)).status).toBe(400)
    expect((await signIn(email, 'another horse')).status).toBe(200)
  })

  test('a password that is short, long or the same is rejected and no session ends', async () => {
    const { token, email } = await aPerson()
    const other = String((await signIn(email, password)).body.access_token)
    expect(await auth(token)('PUT', '/user', { password: '12345' })).toMatchObject({
      status: 422,
      body: { code: 'weak_password' },
    })
    expect((await auth(token)('PUT', '/user', { password: 'x'.repeat(129) })).status).toBe(400)
    expect(await auth(token)('PUT', '/user', { password })).toMatchObject({
      status: 422,
      body: { code: 'same_password' },
    })
    expect((await auth(other)('GET', '/user')).status).toBe(200)
  })

  test('after a day the current password is required too', async () => {
    const { token, email, refresh_token } = await aPerson()
    clock.ahead_ms = DAY_MS + 60_000
    const laterToken = String(
      (await auth()('POST', '/token?grant_type=refresh_token', { refresh_token })).body.access_token,
    )
    const put = (body: object) => auth(laterToken)('PUT', '/user', body)
    expect((await auth(token)('GET', '/user')).body.code).toBe('bad_jwt')
    expect((await put({ password: 'another horse' })).body.code).toBe('current_password_required')
    expect((await put({ password: 'another horse', current_password: 'wrong' })).body.code).toBe(
      'current_password_invalid',
    )
    expect((await put({ password: 'another horse', current_password: password })).status).toBe(200)
    clock.ahead_ms = 0
    expect((await signIn(email, 'another horse')).status).toBe(200)
  })

  test('of several concurrent password changes, one succeeds', async () => {
    const { token, email } = await aPerson()
    const newPasswords = ['first horse', 'second horse', 'third horse']
    const responses = await Promise.all(
      newPasswords.map((newPassword) => auth(token)('PUT', '/user', { password: newPassword })),
    )
    expect(responses.some(({ status }) => status === 200)).toBe(true)
    expect(responses.every(({ status }) => status === 200 || status === 503)).toBe(true)
    const open = await Promise.all(newPasswords.map(async (newPassword) => (await signIn(email, newPassword)).status))
    expect(open.filter((status) => status === 200)).toHaveLength(1)
  })
})
