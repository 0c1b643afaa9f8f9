import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { aPerson, signIn } from '@studiohub/testing/people.ts'
import { anAppFactor, authAs, nextText, textsTo } from '@studiohub/testing/second-factor.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asAuth } from '#platform/db/actor.ts'
import { sealCode, sendTextCode } from './jobs.ts'

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
const aPhoneNumber = () => `+49151${String(randomInt(10 ** 8)).padStart(8, '0')}`
const enroll = (token: string, phone: string, friendly_name = phone) =>
  as(token)('POST', '/factors', { factor_type: 'phone', phone, friendly_name })
const challenge = (token: string, id: string, channel = 'sms') =>
  as(token)('POST', `/factors/${id}/challenge`, { channel })
const verify = (token: string, id: string, body: object) => as(token)('POST', `/factors/${id}/verify`, body)

async function aPersonWithPhone() {
  const person = await aPerson(server)
  const phone = aPhoneNumber()
  const { body } = await enroll(person.token, phone)
  const challengeResponse = await challenge(person.token, body.id)
  const text = await nextText(server, phone)
  const raised = await verify(person.token, body.id, { challenge_id: challengeResponse.body.id, code: text.code })
  expect(raised.status).toBe(200)
  return { person, phone, factor_id: body.id, token: String(raised.body.access_token), texts: [text] }
}

describe('a phone as second factor', () => {
  test('gets six digits by text message, which raise the session', async () => {
    const { person, phone, factor_id, token, texts } = await aPersonWithPhone()
    expect(texts[0]?.text).toContain(`\n@127.0.0.1:${new URL(server.url).port} #${texts[0]?.code}`)
    expect(decodeJwt(token)).toMatchObject({ aal: 'aal2', amr: [{ method: 'mfa/phone' }, { method: 'password' }] })
    const user = await as(token)('GET', '/user')
    expect(user.body.factors).toMatchObject([{ id: factor_id, factor_type: 'phone', phone, status: 'verified' }])
    expect(user.body.factors[0].last_challenged_at).toEqual(expect.any(String))
    expect(user.body.phone).toBe('')
    expect((await nextMail(server, person.email, 'A new way to sign in was added')).text).toContain('phone number')
  })

  test('accepts usual spellings of a number and returns the stored form', async () => {
    const { token } = await aPerson(server)
    const response = await enroll(token, '+49 (151) 234-567.8', 'Mine')
    expect(response).toMatchObject({
      status: 200,
      body: { type: 'phone', phone: '+491512345678', friendly_name: 'Mine' },
    })
  })

  test('replaces an unfinished factor with the same number, and is rejected if the number is already verified', async () => {
    const { token, phone } = await aPersonWithPhone()
    const other = aPhoneNumber()
    const first = await enroll(token, other, 'First')
    const second = await enroll(token, other, 'Second')
    expect(second.status).toBe(200)
    const { factors } = (await as(token)('GET', '/user')).body
    expect(factors.map(({ id }: { id: string }) => id)).not.toContain(first.body.id)
    expect(await enroll(token, phone, 'Again')).toMatchObject({
      status: 422,
      body: { code: 'mfa_verified_factor_exists' },
    })
  })

  test('a code works once and only for its own challenge', async () => {
    const { person, phone, factor_id, texts } = await aPersonWithPhone()
    const { token } = await signIn(server, person)
    const firstChallenge = await challenge(token, factor_id)
    const firstText = await nextText(server, phone, texts)
    const secondChallenge = await challenge(token, factor_id)
    const secondText = await nextText(server, phone, [...texts, firstText])
    expect(
      await verify(token, factor_id, { challenge_id: secondChallenge.body.id, code: firstText.code }),
    ).toMatchObject({
      status: 422,
      body: { code: 'mfa_verification_failed', message: 'Invalid MFA Phone code entered' },
    })
    const sendRightCode = () =>
      verify(token, factor_id, { challenge_id: secondChallenge.body.id, code: secondText.code })
    const responses = await Promise.all([sendRightCode(), sendRightCode()])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(
      (await verify(token, factor_id, { challenge_id: firstChallenge.body.id, code: firstText.code })).status,
    ).toBe(200)
  })

  test('five wrong codes end a challenge, so the right one comes too late; after five minutes none works', async () => {
    const { person, phone, factor_id, texts } = await aPersonWithPhone()
    const { token } = await signIn(server, person)
    const challengeResponse = await challenge(token, factor_id)
    const text = await nextText(server, phone, texts)
    const wrong = text.code === '000000' ? '111111' : '000000'
    const attempt = (code: string) => verify(token, factor_id, { challenge_id: challengeResponse.body.id, code })
    const responses = await Promise.all(Array.from({ length: 50 }, () => attempt(wrong)))
    expect(responses.filter(({ body }) => body.code === 'mfa_verification_failed')).toHaveLength(5)
    expect(await attempt(text.code)).toMatchObject({ status: 422, body: { code: 'mfa_ip_address_mismatch' } })
    const late = await challenge(token, factor_id)
    const lateText = await nextText(server, phone, [...texts, text])
    ahead_ms = 300_001
    expect(await verify(token, factor_id, { challenge_id: late.body.id, code: lateText.code })).toMatchObject({
      status: 422,
      body: { code: 'mfa_challenge_expired' },
    })
  })

  test('can only be challenged over an existing channel', async () => {
    const { token, factor_id } = await aPersonWithPhone()
    expect((await challenge(token, factor_id, 'whatsapp')).status).toBe(200)
    expect((await as(token)('POST', `/factors/${factor_id}/challenge`)).status).toBe(200)
    expect(await challenge(token, factor_id, 'pigeon')).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    })
  })

  test("neither the database nor the job's data contains a code", async () => {
    const { token, factor_id, phone, texts } = await aPersonWithPhone()
    const challengeResponse = await challenge(token, factor_id)
    const { code } = await nextText(server, phone, texts)
    const row = await asAuth((tx) =>
      tx
        .selectFrom('auth.factor_challenges')
        .selectAll()
        .where('id', '=', challengeResponse.body.id)
        .executeTakeFirst(),
    )
    expect(row?.code_mac).toEqual(expect.any(String))
    expect(JSON.stringify(row)).not.toContain(code)
    expect(sealCode(code)).not.toContain(code)
  })

  test('a code that is no longer valid is not sent', async () => {
    const { token, factor_id, phone } = await aPersonWithPhone()
    const challengeResponse = await challenge(token, factor_id)
    const before = textsTo(server, phone).length
    const context = {
      job_id: 'late',
      now: new Date(Date.now() + 300_001),
      log: { info() {}, warn() {}, error() {} },
      signal: new AbortController().signal,
    }
    const payload = { challenge_id: challengeResponse.body.id, channel: 'sms', sealed_code: sealCode('123456') }
    await sendTextCode.handle(payload, context)
    await wait(50)
    expect(textsTo(server, phone).filter(({ file }) => file.startsWith('late'))).toEqual([])
    expect(before).toBeGreaterThan(0)
  })
})

test('a disabled kind of factor can be neither added nor used', async () => {
  const otherServer = await startServer({ env: { AUTH_FACTORS: 'webauthn' } })
  try {
    const { token, id: user_id } = await aPerson(otherServer)
    const call = authAs(otherServer, token)
    for (const factor_type of ['totp', 'phone']) {
      expect(await call('POST', '/factors', { factor_type, phone: aPhoneNumber() })).toMatchObject({
        status: 422,
        body: { code: `mfa_${factor_type}_enroll_not_enabled` },
      })
    }
    const enrolled = await call('POST', '/factors', { factor_type: 'webauthn' })
    expect(enrolled.status).toBe(200)
    const { id } = enrolled.body
    await asAuth((tx) =>
      tx.updateTable('auth.factors').set({ factor_type: 'totp', secret: 'x' }).where('user_id', '=', user_id).execute(),
    )
    expect(await call('POST', `/factors/${id}/challenge`)).toMatchObject({
      status: 422,
      body: { code: 'mfa_totp_verify_not_enabled' },
    })
    await expect(anAppFactor(otherServer, token, new Date())).rejects.toThrow('mfa_totp_enroll_not_enabled')
  } finally {
    await otherServer.stop()
  }
})
