import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { MINUTE_MS } from '@studiohub/contract/shared/durations.ts'
import { proveAddress } from '@studiohub/testing/accounts.ts'
import { type ApiResponse, callAs } from '@studiohub/testing/http.ts'
import { mailsTo } from '@studiohub/testing/mailbox.ts'
import { aPerson, signIn } from '@studiohub/testing/people.ts'
import { appCode, nextText, textsTo, wrongCode } from '@studiohub/testing/second-factor.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

let server: TestServer
// The clock is fixed and moves only in tests, so that a slow machine does not change the counts.
const startedAt = Date.now()
let ahead_ms = 0
const clock = { now: () => new Date(startedAt + ahead_ms) }

beforeAll(async () => {
  server = await startServer({ clock, env: { RATE_LIMIT: 'on', TRUST_PROXY: '1', SMS_PER_HOUR: '8' } })
})
afterAll(() => server.stop())

const byte = () => 1 + randomInt(250)
const anIpAddress = () => `${byte()}.${byte()}.${byte()}.${byte()}`
const aPhoneNumber = () => `+49151${String(randomInt(10 ** 8)).padStart(8, '0')}`
const as = (token: string | null, from = anIpAddress()) => {
  const headers = { 'x-forwarded-for': from, 'x-supabase-api-version': '2024-01-01' }
  return (method: string, path: string, body?: unknown) =>
    callAs(server.url, token).request(method, `/auth/v1${path}`, body, { headers })
}

function expectLimited(response: ApiResponse, code = 'over_request_rate_limit') {
  expect(response).toMatchObject({ status: 429, body: { code } })
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
}

async function aPersonWithApp(from = anIpAddress()) {
  const person = await aPerson(server)
  const { body } = await as(person.token)('POST', '/factors', { factor_type: 'totp' })
  const app = { factor_id: String(body.id), secret: String(body.totp.secret) }
  const first = await tryCode(person.token, app, appCode(app.secret, clock.now()), from)
  expect(first.status).toBe(200)
  return { person, ...app }
}

async function tryCode(token: string, { factor_id }: { factor_id: string }, code: string, from = anIpAddress()) {
  const challengeResponse = await as(token)('POST', `/factors/${factor_id}/challenge`)
  const body = { challenge_id: challengeResponse.body.id, code }
  return challengeResponse.status === 200
    ? as(token, from)('POST', `/factors/${factor_id}/verify`, body)
    : challengeResponse
}

test('of fifty concurrent wrong codes in ten sessions only ten are checked, and then the right code fails too', async () => {
  const { person, ...app } = await aPersonWithApp()
  ahead_ms += 30 * MINUTE_MS
  const sessions = await Promise.all(Array.from({ length: 10 }, () => signIn(server, person)))
  const challengeResponses = await Promise.all(
    sessions.map(({ token }) => as(token)('POST', `/factors/${app.factor_id}/challenge`)),
  )
  const code = wrongCode(app.secret, clock.now())
  const sendCode = (n: number, typedCode: string) =>
    as(sessions[n % 10]?.token ?? '')('POST', `/factors/${app.factor_id}/verify`, {
      challenge_id: challengeResponses[n % 10]?.body.id,
      code: typedCode,
    })
  const responses = await Promise.all(Array.from({ length: 50 }, (_, n) => sendCode(n, code)))
  expect(responses.filter(({ status }) => status === 422)).toHaveLength(10)
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(40)
  expectLimited(await sendCode(0, appCode(app.secret, clock.now())))
})

test('a person who knows the password can try fifty codes of an account, and then two an hour', async () => {
  const { person, ...app } = await aPersonWithApp()
  ahead_ms += 24 * 60 * MINUTE_MS
  const { email, password } = person
  const signInResponse = await as(null)('POST', '/token?grant_type=password', { email, password })
  let session = signInResponse.body
  let checkedCodes = 0
  for (let quarter = 0; quarter < 24; quarter += 1) {
    const guess = () => tryCode(session.access_token, app, wrongCode(app.secret, clock.now()))
    while ((await guess()).status === 422) checkedCodes += 1
    ahead_ms += 15 * MINUTE_MS
    session = (await as(null)('POST', '/token?grant_type=refresh_token', session)).body
  }
  expect(checkedCodes).toBeGreaterThanOrEqual(50)
  expect(checkedCodes).toBeLessThanOrEqual(50 + 13)
}, 240_000)

test('while strangers are locked out, the owner still signs in from a network where they used the factor before', async () => {
  const homeNetwork = anIpAddress()
  const { person, ...app } = await aPersonWithApp(homeNetwork)
  ahead_ms += 30 * MINUTE_MS
  const { token } = await signIn(server, person)
  for (let n = 0; n < 12; n += 1) await tryCode(token, app, wrongCode(app.secret, clock.now()))
  expectLimited(await tryCode(token, app, appCode(app.secret, clock.now())))
  expect((await tryCode(token, app, appCode(app.secret, clock.now()), homeNetwork)).status).toBe(200)
})

test('a user may call 120 times at once, and 30 times from one network', async () => {
  const { person, factor_id } = await aPersonWithApp()
  ahead_ms += 30 * MINUTE_MS
  const { token } = await signIn(server, person)
  const challenge = (from?: string) => as(token, from)('POST', `/factors/${factor_id}/challenge`)
  const network = anIpAddress()
  for (let n = 0; n < 30; n += 1) expect((await challenge(network)).status).toBe(200)
  expectLimited(await challenge(network))
  for (let n = 0; n < 90; n += 1) expect((await challenge()).status).toBe(200)
  expectLimited(await challenge())
})

test('a thief with the password who tries again and again cannot lock the owner out of their factor', async () => {
  const homeNetwork = anIpAddress()
  const { person, ...app } = await aPersonWithApp(homeNetwork)
  ahead_ms += 60 * MINUTE_MS
  const thief = await signIn(server, person)
  const callThirtyTimes = async (from?: string) => {
    for (let n = 0; n < 30; n += 1) {
      const call = as(thief.token, from)
      await call('POST', `/factors/${app.factor_id}/challenge`)
      // Rejected because of its challenge, so that no code is counted.
      await call('POST', `/factors/${app.factor_id}/verify`, { challenge_id: app.factor_id })
    }
  }
  const { token } = await signIn(server, person)
  const enterCode = async (from: string, code: string) => {
    const challengeResponse = await as(token, from)('POST', `/factors/${app.factor_id}/challenge`)
    const body = { challenge_id: challengeResponse.body.id, code }
    return challengeResponse.status === 200
      ? as(token, from)('POST', `/factors/${app.factor_id}/verify`, body)
      : challengeResponse
  }
  await callThirtyTimes(anIpAddress())
  expect((await enterCode(anIpAddress(), wrongCode(app.secret, clock.now()))).status).toBe(422)
  for (let network = 0; network < 5; network += 1) await callThirtyTimes(anIpAddress())
  expectLimited(await enterCode(anIpAddress(), wrongCode(app.secret, clock.now())))
  expect((await enterCode(homeNetwork, appCode(app.secret, clock.now()))).status).toBe(200)
})

test('from a network that the owner has used, about two hundred codes are checked in a day, not a thousand', async () => {
  const homeNetwork = anIpAddress()
  const { person, ...app } = await aPersonWithApp(homeNetwork)
  ahead_ms += 24 * 60 * MINUTE_MS
  let session = (await as(null)('POST', '/token?grant_type=password', person)).body
  let checkedCodes = 0
  for (let quarter = 0; quarter < 24; quarter += 1) {
    for (let n = 0; n < 20; n += 1) {
      const response = await tryCode(session.access_token, app, wrongCode(app.secret, clock.now()), homeNetwork)
      if (response.status !== 422) break
      checkedCodes += 1
    }
    ahead_ms += 15 * MINUTE_MS
    session = (await as(null)('POST', '/token?grant_type=refresh_token', session)).body
  }
  // Fifty codes for the account and a hundred for the network at once, and those that become available within six hours.
  expect(checkedCodes).toBeGreaterThan(150)
  expect(checkedCodes).toBeLessThanOrEqual(50 + 100 + 13 + 25 + 2)
}, 240_000)

const aPhone = async (phone = aPhoneNumber()) => {
  const { token } = await aPerson(server)
  const { body } = await as(token)('POST', '/factors', { factor_type: 'phone', phone })
  return { phone, text: (from = anIpAddress()) => as(token, from)('POST', `/factors/${body.id}/challenge`) }
}

test('an unconfirmed number gets one text message a minute, also with many accounts, and only a few a day', async () => {
  ahead_ms += 24 * 60 * MINUTE_MS
  const first = await aPhone()
  const second = await aPhone(first.phone)
  expect((await first.text()).status).toBe(200)
  for (const response of [await first.text(), await second.text()]) {
    expectLimited(response, 'over_sms_send_rate_limit')
    expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  }
  let sent = 1
  for (let n = 0; n < 12; n += 1) {
    ahead_ms += 61_000
    if ((await (n % 2 ? first : second).text()).status === 200) sent += 1
  }
  expect(sent).toBe(5)
  await wait(300)
  expect(textsTo(server, first.phone).length).toBeLessThanOrEqual(5)
})

test('a thief with the password can send four texts from one network and ten in all; the owner still gets theirs at home', async () => {
  ahead_ms += 24 * 60 * MINUTE_MS
  const homeNetwork = anIpAddress()
  const person = await aPerson(server)
  const phone = aPhoneNumber()
  const { body } = await as(person.token)('POST', '/factors', { factor_type: 'phone', phone })
  const text = (token: string, from: string) => as(token, from)('POST', `/factors/${body.id}/challenge`)
  const textResponse = await text(person.token, homeNetwork)
  const { code } = await nextText(server, phone)
  const input = { challenge_id: textResponse.body.id, code }
  expect((await as(person.token, homeNetwork)('POST', `/factors/${body.id}/verify`, input)).status).toBe(200)
  ahead_ms += 26 * 60 * MINUTE_MS
  const countSent = async (from: string) => {
    const responses = []
    const { token } = await signIn(server, person)
    for (let n = 0; n < 6; n += 1) {
      ahead_ms += 10 * MINUTE_MS
      responses.push(await text(token, from))
    }
    return responses.filter(({ status }) => status === 200).length
  }
  const sent = [await countSent(anIpAddress()), await countSent(anIpAddress()), await countSent(anIpAddress())]
  // Within these hours one of ten attempts is available again.
  expect(sent).toEqual([4, 4, 3])
  const { token } = await signIn(server, person)
  expectLimited(await text(token, anIpAddress()), 'over_sms_send_rate_limit')
  expect((await text(token, homeNetwork)).status).toBe(200)
  // A stranger with many rejected attempts must not use up the owner's minute either.
  for (let n = 0; n < 3; n += 1) {
    ahead_ms += 2 * MINUTE_MS
    await text(token, anIpAddress())
    expect((await text(token, homeNetwork)).status).toBe(200)
  }
})

test('the product sends a limited number of text messages an hour', async () => {
  ahead_ms += 24 * 60 * MINUTE_MS
  const responses = []
  for (let n = 0; n < 9; n += 1) responses.push(await (await aPhone()).text())
  expect(responses.slice(0, 8).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
  expectLimited(responses[8] as ApiResponse, 'over_sms_send_rate_limit')
})

test('one network has ten attempts at recovery codes, and the owner can still use a code from another network', async () => {
  const { person } = await aPersonWithApp()
  const raised = await as(person.token)('POST', '/factors/recovery-codes')
  const passwordOnly = await signIn(server, person)
  const confirm = (code: string, from: string) =>
    as(passwordOnly.token, from)('POST', '/factors/recovery-codes/verify', { code })
  const [thief, owner] = [anIpAddress(), anIpAddress()]
  for (let n = 0; n < 10; n++) expect((await confirm('0'.repeat(16), thief)).status).toBe(422)
  expectLimited(await confirm(raised.body.codes[0], thief), 'mfa_recovery_codes_locked')
  const stopWait = await as(passwordOnly.token, thief)('POST', '/factor-waits/keep', { code: raised.body.codes[0] })
  expectLimited(stopWait, 'mfa_recovery_codes_locked')
  expect((await confirm(raised.body.codes[0], owner)).status).toBe(200)
})

test("adding and removing a first factor again and again does not invalidate the owner's link that ends it", async () => {
  ahead_ms += 24 * 60 * MINUTE_MS
  const owner = await aPerson(server)
  await proveAddress(server, owner)
  // The limit is 12 emails at once and one more every five minutes: after 17 rounds of 100 seconds, the last round sends none.
  const rounds = 18
  for (let n = 0; n < rounds; n += 1) {
    const signInResponse = await as(null)('POST', '/token?grant_type=password', owner)
    const token = signInResponse.body.access_token
    const { body } = await as(token)('POST', '/factors', { factor_type: 'totp' })
    const response = await tryCode(token, { factor_id: body.id }, appCode(body.totp.secret, clock.now()))
    expect(response.status).toBe(200)
    if (n < rounds - 1) {
      expect((await as(response.body.access_token)('DELETE', `/factors/${body.id}`)).status).toBe(200)
      ahead_ms += 100_000
    }
  }
  const isNotice = ({ subject }: { subject: string }) => subject.startsWith('A new way to sign in was added')
  await vi.waitUntil(async () => (await mailsTo(server, owner.email)).filter(isNotice).length >= rounds - 1, 20_000)
  await wait(500)
  const notices = (await mailsTo(server, owner.email)).filter(isNotice)
  expect(notices).toHaveLength(rounds - 1)
  // A notice about a removal replaces the former link, so the valid link is in the newest email of both kinds. Jobs that run
  // at the same time may write the emails in another order.
  const links = (await mailsTo(server, owner.email))
    .map(({ link }) => link)
    .filter((link) => link.includes('factor_added'))
  const rejected = []
  for (const link of links.slice(-8)) {
    const token_hash = new URL(link).searchParams.get('token')
    rejected.push((await as(null)('POST', '/factors/reject', { token_hash })).status)
  }
  expect(rejected.filter((status) => status === 200)).toHaveLength(1)
})
