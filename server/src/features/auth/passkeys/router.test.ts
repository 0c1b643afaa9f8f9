import { randomUUID } from 'node:crypto'
import { HOUR_MS } from '@studiohub/contract/shared/durations.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { aProvenDomain, behindProxy, callAtHost } from '@studiohub/testing/domains.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { aKeyFor, aPasskey, signInByPasskey } from '@studiohub/testing/passkeys.ts'
import { aPerson, aStudio, signIn } from '@studiohub/testing/people.ts'
import { anAppFactor, authAs } from '@studiohub/testing/second-factor.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

let server: TestServer
let ahead_ms = 0
const clock = { now: () => new Date(Date.now() + ahead_ms) }

beforeAll(async () => {
  server = await startServer({ clock, env: behindProxy })
})
afterAll(() => server.stop())
beforeEach(() => {
  ahead_ms = 0
})

const as = (token: string | null) => authAs(server, token)
const aKey = () => aKeyFor(server)
const startSignIn = async () => (await as(null)('POST', '/passkeys/authentication/options', {})).body
const finishSignIn = (challenge_id: string, credential: unknown) =>
  as(null)('POST', '/passkeys/authentication/verify', { challenge_id, credential })
const rejectedKey = { status: 400, body: { code: 'webauthn_verification_failed' } }

async function aPersonWithPasskey() {
  const person = await aPerson(server)
  return { person, ...(await aPasskey(server, person.token)) }
}

describe('registering a passkey', () => {
  test('requires a key that names the account and checks its owner, and excludes existing keys', async () => {
    const person = await aPerson(server, { full_name: 'Ada Example' })
    const { key } = await aPasskey(server, person.token)
    const { status, body } = await as(person.token)('POST', '/passkeys/registration/options', {})
    expect(status).toBe(200)
    expect(body.expires_at).toBeGreaterThan(Date.now() / 1000)
    expect(body.options).toMatchObject({
      rp: { id: 'localhost', name: 'StudioHub' },
      user: { name: person.email, displayName: 'Ada Example' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      excludeCredentials: [{ id: key.id, type: 'public-key', transports: ['usb'] }],
    })
    expect(Buffer.from(body.options.user.id, 'base64url').toString(), 'not the name of a second factor').not.toBe(
      person.id,
    )
  })

  test('sends an email; the passkey is listed with its name and last use, and can be renamed and removed', async () => {
    const { person, id, key } = await aPersonWithPasskey()
    expect((await nextMail(server, person.email, 'A new way to sign in was added')).text).toContain('A passkey')
    const list = () => as(person.token)('GET', '/passkeys')
    const before = await list()
    expect(before.body).toEqual([{ id, friendly_name: expect.any(String), created_at: expect.any(String) }])
    expect(before.text).not.toContain(key.id)
    expect((await signInByPasskey(server, key)).status).toBe(200)
    expect((await list()).body).toMatchObject([{ id, last_used_at: expect.any(String) }])
    const rename = (friendly_name: unknown) => as(person.token)('PATCH', `/passkeys/${id}`, { friendly_name })
    expect(await rename('My phone')).toMatchObject({ status: 200, body: { id, friendly_name: 'My phone' } })
    for (const name of ['', ' ', 'x'.repeat(121), 7]) {
      expect(await rename(name)).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    }
    expect((await as(person.token)('DELETE', `/passkeys/${id}`)).status).toBe(204)
    expect((await list()).body).toEqual([])
    expect((await nextMail(server, person.email, 'A way to sign in was removed')).text).toContain('A passkey')
    expect(await signInByPasskey(server, key)).toMatchObject(rejectedKey)
  })

  test('is rejected for another page, site, challenge or session, without a check of the owner, and twice', async () => {
    const person = await aPerson(server)
    const { token } = person
    const other = await aPerson(server)
    const start = async (sessionToken = token) =>
      (await as(sessionToken)('POST', '/passkeys/registration/options', {})).body
    const finish = (challenge_id: string, credential: unknown, sessionToken = token) =>
      as(sessionToken)('POST', '/passkeys/registration/verify', { challenge_id, credential })
    const key = aKey()
    const otherChallenge = await start(other.token)
    const forgeries: [string, Parameters<typeof key.register>[1], { challenge: string }?][] = [
      ['another page', { origin: 'https://evil.example' }],
      ['our page by its other name', { origin: server.url }],
      ['another site', { rp_id: 'evil.example' }],
      ['another challenge', {}, otherChallenge.options],
      ['no check of the owner', { isVerified: false }],
    ]
    for (const [name, overrides, options] of forgeries) {
      const challenge = await start()
      const response = await finish(challenge.challenge_id, key.register(options ?? challenge.options, overrides))
      expect(response, name).toMatchObject(rejectedKey)
      expect(await finish(challenge.challenge_id, key.register(challenge.options)), 'a second answer').toMatchObject({
        status: 400,
        body: { code: 'webauthn_challenge_not_found' },
      })
    }
    const challenge = await start()
    const again = await signIn(server, person)
    for (const sessionToken of [other.token, again.token]) {
      const response = await finish(challenge.challenge_id, key.register(challenge.options), sessionToken)
      expect(response.body.code).toBe('webauthn_challenge_not_found')
    }
    expect((await finish(challenge.challenge_id, key.register(challenge.options))).status).toBe(200)
    const second = await start(other.token)
    expect(await finish(second.challenge_id, key.register(second.options), other.token)).toMatchObject({
      status: 422,
      body: { code: 'webauthn_credential_exists' },
    })
    const late = await start()
    ahead_ms = 300_001
    expect(await finish(late.challenge_id, aKey().register(late.options))).toMatchObject({
      body: { code: 'webauthn_challenge_expired' },
    })
  })

  test('needs a sign-in of the last day and the second factor, and is limited to ten passkeys', async () => {
    const person = await aPerson(server)
    for (let n = 0; n < 10; n += 1) await aPasskey(server, person.token)
    expect(await as(person.token)('POST', '/passkeys/registration/options', {})).toMatchObject({
      status: 422,
      body: { code: 'too_many_passkeys' },
    })
    const guarded = await aPerson(server)
    const { token } = await anAppFactor(server, guarded.token, clock.now())
    const below = await signIn(server, guarded)
    for (const [method, path] of [
      ['POST', '/passkeys/registration/options'],
      ['POST', '/passkeys/registration/verify'],
      ['GET', '/passkeys'],
      ['DELETE', `/passkeys/${randomUUID()}`],
    ] as const) {
      const body = method === 'POST' ? {} : undefined
      expect(await as(below.token)(method, path, body), path).toMatchObject({ body: { code: 'insufficient_aal' } })
    }
    expect((await aPasskey(server, token)).id).toBeTruthy()
    const old = await aPerson(server)
    ahead_ms = 23 * HOUR_MS
    const recentSession = await as(null)('POST', '/token?grant_type=password', old)
    ahead_ms = 48 * HOUR_MS
    const { body } = await as(null)('POST', '/token?grant_type=refresh_token', recentSession.body)
    expect(await as(body.access_token)('POST', '/passkeys/registration/options', {})).toMatchObject({
      status: 400,
      body: { code: 'reauthentication_needed' },
    })
  })

  test('gives no other person access to the passkey, and a banned person cannot sign in with it', async () => {
    const { person, id, key } = await aPersonWithPasskey()
    const other = await aPerson(server)
    const missing = { status: 404, body: { code: 'passkey_not_found' } }
    expect(await as(other.token)('PATCH', `/passkeys/${id}`, { friendly_name: 'Mine' })).toMatchObject(missing)
    for (const path of [id, randomUUID(), 'no-id']) {
      expect(await as(other.token)('DELETE', `/passkeys/${path}`)).toMatchObject(missing)
    }
    expect(await as(null)('GET', '/passkeys')).toMatchObject({ status: 401, body: { code: 'no_authorization' } })
    expect((await signInByPasskey(server, key)).status).toBe(200)
    await asLogin((tx) =>
      tx.updateTable('auth.users').set({ banned_until: '2999-01-01' }).where('id', '=', person.id).execute(),
    )
    expect(await signInByPasskey(server, key)).toMatchObject({ status: 403, body: { code: 'user_banned' } })
  })
})

describe('signing in with a passkey', () => {
  test('opens a session at aal1, which is listed in the profile with its method', async () => {
    const { person, key } = await aPersonWithPasskey()
    const { status, body } = await signInByPasskey(server, key)
    expect(status).toBe(200)
    expect(body.user).toMatchObject({ id: person.id, email: person.email })
    expect(decodeJwt(body.access_token)).toMatchObject({ aal: 'aal1', amr: [{ method: 'passkey' }] })
    expect(JSON.stringify(decodeJwt(body.access_token).amr)).not.toContain('passkey_id')
    const { body: sessions } = await callAs(server.url, body.access_token).get('/me/sessions')
    expect(sessions.items.find(({ is_current }: { is_current: boolean }) => is_current)).toMatchObject({
      method: 'passkey',
    })
  })

  test('gives every caller the same options, and does not replace the second factor', async () => {
    const { options } = await startSignIn()
    expect(options).toMatchObject({ rpId: 'localhost', allowCredentials: [], userVerification: 'required' })
    const { person, key } = await aPersonWithPasskey()
    await anAppFactor(server, person.token, clock.now())
    const { body } = await signInByPasskey(server, key)
    expectError(await callAs(server.url, body.access_token).get('/me/sessions'), 'INSUFFICIENT_AAL')
  })

  test('gives the same response for unknown, removed, copied and forged keys, and uses each challenge once', async () => {
    const { person, key } = await aPersonWithPasskey()
    const stranger = await aPersonWithPasskey()
    const challenge = await startSignIn()
    const other = await startSignIn()
    const attempts: [string, (options: { challenge: string }) => unknown][] = [
      [
        'unknown',
        (options) => aKey().assert(options, { handle: Buffer.from(`passkey:${person.id}`).toString('base64url') }),
      ],
      ['another page', (options) => key.assert(options, { origin: 'https://evil.example' })],
      ['another site', (options) => key.assert(options, { rp_id: 'evil.example' })],
      ['another challenge', () => key.assert(other.options)],
      ['no check of the owner', (options) => key.assert(options, { isVerified: false })],
      ['no name', (options) => key.assert(options, { handle: null })],
      [
        'the name of another person',
        (options) =>
          key.assert(options, { handle: Buffer.from(`passkey:${stranger.person.id}`).toString('base64url') }),
      ],
      ['another key with this id', (options) => ({ ...stranger.key.assert(options), id: key.id, rawId: key.id })],
    ]
    const texts = new Set<string>()
    for (const [name, forge] of attempts) {
      const { challenge_id, options } = await startSignIn()
      const response = await finishSignIn(challenge_id, forge(options))
      expect(response, name).toMatchObject(rejectedKey)
      texts.add(response.text)
      expect((await finishSignIn(challenge_id, key.assert(options))).body.code, name).toBe(
        'webauthn_challenge_not_found',
      )
    }
    expect(texts.size).toBe(1)
    expect((await finishSignIn(challenge.challenge_id, key.assert(challenge.options))).status).toBe(200)
    key.setUses(1)
    expect(await signInByPasskey(server, key), 'a copy with an older counter').toMatchObject(rejectedKey)
    const late = await startSignIn()
    ahead_ms = 300_001
    key.setUses(100)
    expect((await finishSignIn(late.challenge_id, key.assert(late.options))).body.code).toBe(
      'webauthn_challenge_expired',
    )
    const registration = (await as(stranger.person.token)('POST', '/passkeys/registration/options', {})).body
    expect((await finishSignIn(registration.challenge_id, key.assert(registration.options))).body.code).toBe(
      'webauthn_challenge_not_found',
    )
    const denied = await asLogin((tx) =>
      tx
        .selectFrom('audit_log')
        .select('after')
        .where('action', '=', 'session.open')
        .where('object_id', '=', person.id)
        .where('outcome', '=', 'denied')
        .execute(),
    )
    expect(denied).toContainEqual({
      after: expect.objectContaining({ method: 'passkey', code: 'webauthn_verification_failed' }),
    })
  })

  test('opens one session if one answer is sent twice at once', async () => {
    const { key } = await aPersonWithPasskey()
    const { challenge_id, options } = await startSignIn()
    const credential = key.assert(options)
    const responses = await Promise.all([
      finishSignIn(challenge_id, credential),
      finishSignIn(challenge_id, credential),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test('ends with the passkey: removing it ends the other sessions that it opened, and no other session', async () => {
    const { person, id, key } = await aPersonWithPasskey()
    const signInResponse = await signInByPasskey(server, key)
    const token = String(signInResponse.body.access_token)
    const second = await aPasskey(server, person.token)
    const current = await signInByPasskey(server, second.key)
    expect((await as(person.token)('DELETE', `/passkeys/${id}`)).status).toBe(204)
    expect((await as(token)('GET', '/user')).body.code).toBe('session_not_found')
    for (const alive of [person.token, current.body.access_token]) {
      expect((await as(alive)('GET', '/user')).status).toBe(200)
    }
    expect((await as(current.body.access_token)('DELETE', `/passkeys/${second.id}`)).status).toBe(204)
    expect((await as(current.body.access_token)('GET', '/user')).status, 'this session stays').toBe(200)
  })

  test("is rejected on a studio's own domain, with the address of the main site", async () => {
    const { studio } = await aStudio(server)
    const at = callAtHost(server.url, await aProvenDomain(studio.id), null)
    for (const [path, body] of [
      ['/passkeys/authentication/options', {}],
      [
        '/passkeys/authentication/verify',
        { challenge_id: randomUUID(), credential: aKey().assert({ challenge: 'x' }) },
      ],
    ] as const) {
      const response = await at('POST', `/auth/v1${path}`, body)
      expect(response, path).toMatchObject({ status: 403, body: { code: 'studio_session' } })
      expect(response.body.message).toContain('/auth/login')
    }
  })
})

describe('the owner of an address', () => {
  test('ends passkeys of a stranger who signed up with it first', async () => {
    const { person, key } = await aPersonWithPasskey()
    await as(null)('POST', '/otp', { email: person.email, create_user: false })
    const { code } = await nextMail(server, person.email, 'Your sign-in link')
    const verification = await as(null)('POST', '/verify', { type: 'magiclink', email: person.email, token: code })
    expect(verification.status).toBe(200)
    expect(await signInByPasskey(server, key)).toMatchObject(rejectedKey)
  })

  test('ends all passkeys by a recovery, and gets an email', async () => {
    const { person, key } = await aPersonWithPasskey()
    await as(null)('POST', '/recover', { email: person.email })
    const { code } = await nextMail(server, person.email, 'Reset your password')
    const { body } = await as(null)('POST', '/verify', { type: 'recovery', email: person.email, token: code })
    // The first proof has ended the stranger's passkeys; this one is newer.
    const ownPasskey = await aPasskey(server, body.access_token)
    expect((await as(body.access_token)('PUT', '/user', { password: 'a new word of the owner' })).status).toBe(200)
    for (const ended of [key, ownPasskey.key]) expect(await signInByPasskey(server, ended)).toMatchObject(rejectedKey)
    expect((await nextMail(server, person.email, 'A way to sign in was removed')).text).toContain('A passkey')
  })
})
