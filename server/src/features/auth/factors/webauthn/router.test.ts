import { randomBytes } from 'node:crypto'
import { anAuthenticator } from '@studiohub/testing/authenticator.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { aPerson, signIn } from '@studiohub/testing/people.ts'
import { authAs } from '@studiohub/testing/second-factor.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

let server: TestServer
let ahead_ms = 0
const clock = { now: () => new Date(Date.now() + ahead_ms) }

beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())
beforeEach(() => {
  ahead_ms = 0
})

const as = (token: string) => authAs(server, token)
const origin = () => `http://localhost:${new URL(server.url).port}`
const aKey = () => anAuthenticator({ origin: origin(), rp_id: 'localhost' })
const challenge = async (token: string, id: string) => {
  const { body } = await as(token)('POST', `/factors/${id}/challenge`, {
    factorId: id,
    webauthn: { rpId: 'evil.example', rpOrigins: ['https://evil.example'] },
  })
  return { id: body.id, type: body.webauthn?.type, options: body.webauthn?.credential_options.publicKey, body }
}
const answerChallenge = (token: string, factor_id: string, challenge_id: string, credential_response: unknown) =>
  as(token)('POST', `/factors/${factor_id}/verify`, {
    challenge_id,
    webauthn: { type: 'create', rpId: 'evil.example', rpOrigins: ['https://evil.example'], credential_response },
  })
const enroll = async (token: string, friendly_name = 'Key') =>
  (await as(token)('POST', '/factors', { factor_type: 'webauthn', friendly_name })).body.id
const rejected = { status: 422, body: { code: 'mfa_verification_failed' } }

async function aPersonWithKey(key = aKey()) {
  const person = await aPerson(server)
  const factor_id = await enroll(person.token)
  const challengeResponse = await challenge(person.token, factor_id)
  const raised = await answerChallenge(
    person.token,
    factor_id,
    challengeResponse.id,
    key.register(challengeResponse.options),
  )
  expect(raised.status).toBe(200)
  return { person, key, factor_id, token: String(raised.body.access_token) }
}

describe('registering a key', () => {
  test('requests it under our own name and sets every option that the client would otherwise choose', async () => {
    const { token, email } = await aPerson(server, { full_name: 'Ada Example' })
    const enrolled = await as(token)('POST', '/factors', { factor_type: 'webauthn', friendly_name: 'Key' })
    expect(enrolled).toMatchObject({ status: 200, body: { type: 'webauthn', friendly_name: 'Key' } })
    const { body, options, type } = await challenge(token, enrolled.body.id)
    expect(type).toBe('create')
    expect(body).toMatchObject({ type: 'webauthn', expires_at: expect.any(Number) })
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'StudioHub' },
      user: { name: email, displayName: 'Ada Example' },
      attestation: 'none',
      hints: [],
      authenticatorSelection: {
        authenticatorAttachment: null,
        residentKey: 'discouraged',
        requireResidentKey: false,
        userVerification: 'preferred',
      },
      excludeCredentials: [],
    })
    expect(Buffer.from(options.challenge, 'base64url').length).toBeGreaterThanOrEqual(16)
    expect((await challenge(token, enrolled.body.id)).options.challenge).not.toBe(options.challenge)
  })

  test('raises the session, and the account shows the key without its credential', async () => {
    const { person, token, factor_id, key } = await aPersonWithKey()
    expect(decodeJwt(token)).toMatchObject({ aal: 'aal2', amr: [{ method: 'mfa/webauthn' }, { method: 'password' }] })
    const user = await as(token)('GET', '/user')
    expect(user.body.factors).toMatchObject([{ id: factor_id, factor_type: 'webauthn', status: 'verified' }])
    expect(user.text).not.toContain(key.id)
    expect((await nextMail(server, person.email, 'A new way to sign in was added')).text).toContain('security key')
    const second = await challenge(token, await enroll(token, 'Second'))
    expect(second.options.excludeCredentials).toEqual([{ id: key.id, type: 'public-key', transports: ['usb'] }])
  })

  test('is rejected for another page, site, challenge or kind of request, and if it was used before', async () => {
    const { token } = await aPerson(server)
    const id = await enroll(token)
    const key = aKey()
    const other = await challenge(token, id)
    const forgeries: [string, (options: { challenge: string }) => unknown][] = [
      ['another page', (options) => key.register(options, { origin: 'https://evil.example' })],
      ['our page by its other name', (options) => key.register(options, { origin: server.url })],
      ['another site', (options) => key.register(options, { rp_id: 'evil.example' })],
      ['another challenge', () => key.register(other.options)],
      ['vouched for by a certificate', (options) => key.register(options, { certificate: randomBytes(200) })],
    ]
    for (const [name, forge] of forgeries) {
      const challengeResponse = await challenge(token, id)
      expect(
        await answerChallenge(token, id, challengeResponse.id, forge(challengeResponse.options)),
        name,
      ).toMatchObject(rejected)
      // One attempt uses up a challenge.
      expect(
        await answerChallenge(token, id, challengeResponse.id, key.register(challengeResponse.options)),
        name,
      ).toMatchObject({
        status: 422,
        body: { code: 'mfa_ip_address_mismatch' },
      })
    }
    const late = await challenge(token, id)
    ahead_ms = 300_001
    expect(await answerChallenge(token, id, late.id, key.register(late.options))).toMatchObject({
      status: 422,
      body: { code: 'mfa_challenge_expired' },
    })
    const valid = await challenge(token, id)
    expect((await answerChallenge(token, id, valid.id, key.register(valid.options))).status).toBe(200)
  })

  test('rejects a key that is already registered', async () => {
    const { key } = await aPersonWithKey()
    const { token } = await aPerson(server)
    const id = await enroll(token)
    const challengeResponse = await challenge(token, id)
    expect(
      await answerChallenge(token, id, challengeResponse.id, key.register(challengeResponse.options)),
    ).toMatchObject(rejected)
    expect((await as(token)('GET', '/user')).body.factors).toMatchObject([{ status: 'unverified' }])
  })

  test('an answer that is not from a key is rejected before the challenge is used', async () => {
    const { token } = await aPerson(server)
    const id = await enroll(token)
    const challengeResponse = await challenge(token, id)
    const valid = aKey().register(challengeResponse.options)
    const invalid = [
      undefined,
      null,
      'text',
      {},
      { ...valid, response: {} },
      { ...valid, type: 'password' },
      { ...valid, response: { ...valid.response, attestationObject: '%%%' } },
    ]
    for (const credential of invalid) {
      expect(await answerChallenge(token, id, challengeResponse.id, credential)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      })
    }
    const call = as(token)
    expect(
      await call('POST', `/factors/${id}/verify`, { challenge_id: challengeResponse.id, code: '123456' }),
    ).toMatchObject({
      status: 400,
    })
    const nonsense = { ...valid, response: { ...valid.response, attestationObject: 'AAAA' } }
    expect(await answerChallenge(token, id, challengeResponse.id, nonsense)).toMatchObject(rejected)
  })
})

describe('proving a key', () => {
  test('raises another session, and every proof increases the counter', async () => {
    const { person, key, factor_id } = await aPersonWithKey()
    for (const _ of [1, 2]) {
      const { token } = await signIn(server, person)
      const challengeResponse = await challenge(token, factor_id)
      expect(challengeResponse.type).toBe('request')
      expect(challengeResponse.options).toMatchObject({
        rpId: 'localhost',
        userVerification: 'preferred',
        hints: [],
        attestation: 'none',
        allowCredentials: [{ id: key.id, type: 'public-key', transports: ['usb'] }],
      })
      const raised = await answerChallenge(
        token,
        factor_id,
        challengeResponse.id,
        key.assert(challengeResponse.options),
      )
      expect(raised.status).toBe(200)
      expect(decodeJwt(raised.body.access_token)).toMatchObject({ aal: 'aal2' })
    }
  })

  test('is rejected for another key, page or challenge, with a lower counter, and when sent twice', async () => {
    const { person, key, factor_id } = await aPersonWithKey()
    const { token } = await signIn(server, person)
    const attempt = async (respond: (options: { challenge: string }) => unknown) => {
      const challengeResponse = await challenge(token, factor_id)
      return answerChallenge(token, factor_id, challengeResponse.id, respond(challengeResponse.options))
    }
    key.setUses(5)
    expect((await attempt((options) => key.assert(options))).status).toBe(200)
    const earlier = await challenge(token, factor_id)
    expect(await attempt((options) => aKey().assert(options))).toMatchObject(rejected)
    expect(await attempt((options) => ({ ...aKey().assert(options), id: key.id, rawId: key.id }))).toMatchObject(
      rejected,
    )
    expect(await attempt((options) => key.assert(options, { origin: 'https://evil.example' }))).toMatchObject(rejected)
    expect(await attempt((options) => key.assert(options, { rp_id: 'evil.example' }))).toMatchObject(rejected)
    expect(await attempt(() => key.assert(earlier.options))).toMatchObject(rejected)
    key.setUses(3)
    expect(await attempt((options) => key.assert(options)), 'a copy of the key').toMatchObject(rejected)
    key.setUses(20)
    const challengeResponse = await challenge(token, factor_id)
    const signed = key.assert(challengeResponse.options)
    const responses = await Promise.all(
      [1, 2].map(() => answerChallenge(token, factor_id, challengeResponse.id, signed)),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422])
  })
})
