import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { proveAddress } from '@studiohub/testing/accounts.ts'
import { type Answer, callAs } from '@studiohub/testing/http.ts'
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
const MINUTE_MS = 60_000

beforeAll(async () => {
  server = await startServer({ clock, env: { RATE_LIMIT: 'on', TRUST_PROXY: '1', SMS_PER_HOUR: '8' } })
})
afterAll(() => server.stop())

const byte = () => 1 + randomInt(250)
const anAddress = () => `${byte()}.${byte()}.${byte()}.${byte()}`
const aNumber = () => `+49151${String(randomInt(10 ** 8)).padStart(8, '0')}`
const as = (token: string | null, from = anAddress()) => {
  const headers = { 'x-forwarded-for': from, 'x-supabase-api-version': '2024-01-01' }
  return (method: string, path: string, body?: unknown) =>
    callAs(server.url, token).request(method, `/auth/v1${path}`, body, { headers })
}

function expectLimited(answer: Answer, code = 'over_request_rate_limit') {
  expect(answer).toMatchObject({ status: 429, body: { code } })
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
}

async function withApp(from = anAddress()) {
  const person = await aPerson(server)
  const { body } = await as(person.token)('POST', '/factors', { factor_type: 'totp' })
  const app = { factor_id: String(body.id), secret: String(body.totp.secret) }
  const first = await attempt(person.token, app, appCode(app.secret, clock.now()), from)
  expect(first.status).toBe(200)
  return { person, ...app }
}

async function attempt(token: string, { factor_id }: { factor_id: string }, code: string, from = anAddress()) {
  const challengeAnswer = await as(token)('POST', `/factors/${factor_id}/challenge`)
  const body = { challenge_id: challengeAnswer.body.id, code }
  return challengeAnswer.status === 200
    ? as(token, from)('POST', `/factors/${factor_id}/verify`, body)
    : challengeAnswer
}

test('of fifty concurrent wrong codes in ten sessions ten are checked, then even the right one fails', async () => {
  const { person, ...app } = await withApp()
  ahead_ms += 30 * MINUTE_MS
  const sessions = await Promise.all(Array.from({ length: 10 }, () => signIn(server, person)))
  const challengeAnswer = await Promise.all(
    sessions.map(({ token }) => as(token)('POST', `/factors/${app.factor_id}/challenge`)),
  )
  const code = wrongCode(app.secret, clock.now())
  const answer = (n: number, given: string) =>
    as(sessions[n % 10]?.token ?? '')('POST', `/factors/${app.factor_id}/verify`, {
      challenge_id: challengeAnswer[n % 10]?.body.id,
      code: given,
    })
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => answer(n, code)))
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(40)
  expectLimited(await answer(0, appCode(app.secret, clock.now())))
})

test('with a known password, fifty codes of an account are checked and then two an hour', async () => {
  const { person, ...app } = await withApp()
  ahead_ms += 24 * 60 * MINUTE_MS
  const { email, password } = person
  const opened = await as(null)('POST', '/token?grant_type=password', { email, password })
  let session = opened.body
  let looked_at = 0
  for (let quarter = 0; quarter < 24; quarter += 1) {
    const guess = () => attempt(session.access_token, app, wrongCode(app.secret, clock.now()))
    while ((await guess()).status === 422) looked_at += 1
    ahead_ms += 15 * MINUTE_MS
    session = (await as(null)('POST', '/token?grant_type=refresh_token', session)).body
  }
  expect(looked_at).toBeGreaterThanOrEqual(50)
  expect(looked_at).toBeLessThanOrEqual(50 + 13)
}, 240_000)

test('while strangers are locked out, the owner still signs in from a network where they used the factor before', async () => {
  const home = anAddress()
  const { person, ...app } = await withApp(home)
  ahead_ms += 30 * MINUTE_MS
  const { token } = await signIn(server, person)
  for (let n = 0; n < 12; n += 1) await attempt(token, app, wrongCode(app.secret, clock.now()))
  expectLimited(await attempt(token, app, appCode(app.secret, clock.now())))
  expect((await attempt(token, app, appCode(app.secret, clock.now()), home)).status).toBe(200)
})

test('a user may call 120 times at once, and 30 times from one network', async () => {
  const { person, factor_id } = await withApp()
  ahead_ms += 30 * MINUTE_MS
  const { token } = await signIn(server, person)
  const ask = (from?: string) => as(token, from)('POST', `/factors/${factor_id}/challenge`)
  const one = anAddress()
  for (let n = 0; n < 30; n += 1) expect((await ask(one)).status).toBe(200)
  expectLimited(await ask(one))
  for (let n = 0; n < 90; n += 1) expect((await ask()).status).toBe(200)
  expectLimited(await ask())
})

test('a thief with the password who keeps trying cannot lock the owner out of their factor (M3)', async () => {
  const home = anAddress()
  const { person, ...app } = await withApp(home)
  ahead_ms += 60 * MINUTE_MS
  const thief = await signIn(server, person)
  const callOften = async (from?: string) => {
    for (let n = 0; n < 30; n += 1) {
      const call = as(thief.token, from)
      await call('POST', `/factors/${app.factor_id}/challenge`)
      // Refused for its challenge, so that no code is counted.
      await call('POST', `/factors/${app.factor_id}/verify`, { challenge_id: app.factor_id })
    }
  }
  const { token } = await signIn(server, person)
  const enter = async (from: string, code: string) => {
    const challengeAnswer = await as(token, from)('POST', `/factors/${app.factor_id}/challenge`)
    const body = { challenge_id: challengeAnswer.body.id, code }
    return challengeAnswer.status === 200
      ? as(token, from)('POST', `/factors/${app.factor_id}/verify`, body)
      : challengeAnswer
  }
  await callOften(anAddress())
  expect((await enter(anAddress(), wrongCode(app.secret, clock.now()))).status).toBe(422)
  for (let network = 0; network < 5; network += 1) await callOften(anAddress())
  expectLimited(await enter(anAddress(), wrongCode(app.secret, clock.now())))
  expect((await enter(home, appCode(app.secret, clock.now()))).status).toBe(200)
})

test('a network that the owner has used tries about two hundred codes in a day, not a thousand (L3)', async () => {
  const home = anAddress()
  const { person, ...app } = await withApp(home)
  ahead_ms += 24 * 60 * MINUTE_MS
  let session = (await as(null)('POST', '/token?grant_type=password', person)).body
  let looked_at = 0
  for (let quarter = 0; quarter < 24; quarter += 1) {
    for (let n = 0; n < 20; n += 1) {
      const tried = await attempt(session.access_token, app, wrongCode(app.secret, clock.now()), home)
      if (tried.status !== 422) break
      looked_at += 1
    }
    ahead_ms += 15 * MINUTE_MS
    session = (await as(null)('POST', '/token?grant_type=refresh_token', session)).body
  }
  // Fifty for the account and a hundred for the network at once, and those refilled within six hours.
  expect(looked_at).toBeGreaterThan(150)
  expect(looked_at).toBeLessThanOrEqual(50 + 100 + 13 + 25 + 2)
}, 240_000)

const aPhone = async (phone = aNumber()) => {
  const { token } = await aPerson(server)
  const { body } = await as(token)('POST', '/factors', { factor_type: 'phone', phone })
  return { phone, text: (from = anAddress()) => as(token, from)('POST', `/factors/${body.id}/challenge`) }
}

test('one text message a minute, also for one number with many accounts, and few new ones a day', async () => {
  ahead_ms += 24 * 60 * MINUTE_MS
  const one = await aPhone()
  const other = await aPhone(one.phone)
  expect((await one.text()).status).toBe(200)
  for (const answer of [await one.text(), await other.text()]) {
    expectLimited(answer, 'over_sms_send_rate_limit')
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  }
  let sent = 1
  for (let n = 0; n < 12; n += 1) {
    ahead_ms += 61_000
    if ((await (n % 2 ? one : other).text()).status === 200) sent += 1
  }
  expect(sent).toBe(5)
  await wait(300)
  expect(textsTo(server, one.phone).length).toBeLessThanOrEqual(5)
})

test('a thief with the password can send four texts from one network and ten in all; the owner still gets theirs at home (M2)', async () => {
  ahead_ms += 24 * 60 * MINUTE_MS
  const home = anAddress()
  const person = await aPerson(server)
  const phone = aNumber()
  const { body } = await as(person.token)('POST', '/factors', { factor_type: 'phone', phone })
  const text = (token: string, from: string) => as(token, from)('POST', `/factors/${body.id}/challenge`)
  const textAnswer = await text(person.token, home)
  const { code } = await nextText(server, phone)
  const given = { challenge_id: textAnswer.body.id, code }
  expect((await as(person.token, home)('POST', `/factors/${body.id}/verify`, given)).status).toBe(200)
  ahead_ms += 26 * 60 * MINUTE_MS
  const countSent = async (from: string) => {
    const answers = []
    const { token } = await signIn(server, person)
    for (let n = 0; n < 6; n += 1) {
      ahead_ms += 10 * MINUTE_MS
      answers.push(await text(token, from))
    }
    return answers.filter(({ status }) => status === 200).length
  }
  const sent = [await countSent(anAddress()), await countSent(anAddress()), await countSent(anAddress())]
  // Within these hours one of ten attempts is available again.
  expect(sent).toEqual([4, 4, 3])
  const { token } = await signIn(server, person)
  expectLimited(await text(token, anAddress()), 'over_sms_send_rate_limit')
  expect((await text(token, home)).status).toBe(200)
  // A stranger with many rejected attempts must not use up the owner's minute either.
  for (let n = 0; n < 3; n += 1) {
    ahead_ms += 2 * MINUTE_MS
    await text(token, anAddress())
    expect((await text(token, home)).status).toBe(200)
  }
})

test('the product sends a limited number of text messages an hour', async () => {
  ahead_ms += 24 * 60 * MINUTE_MS
  const answers = []
  for (let n = 0; n < 9; n += 1) answers.push(await (await aPhone()).text())
  expect(answers.slice(0, 8).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
  expectLimited(answers[8] as Answer, 'over_sms_send_rate_limit')
})

test('ten attempts at recovery codes from one network, and the owner still uses theirs from another one', async () => {
  const { person } = await withApp()
  const raised = await as(person.token)('POST', '/factors/recovery-codes')
  const below = await signIn(server, person)
  const confirm = (code: string, from: string) =>
    as(below.token, from)('POST', '/factors/recovery-codes/verify', { code })
  const [thief, owner] = [anAddress(), anAddress()]
  for (let n = 0; n < 10; n++) expect((await confirm('0'.repeat(16), thief)).status).toBe(422)
  expectLimited(await confirm(raised.body.codes[0], thief), 'mfa_recovery_codes_locked')
  const kept = await as(below.token, thief)('POST', '/factor-waits/keep', { code: raised.body.codes[0] })
  expectLimited(kept, 'mfa_recovery_codes_locked')
  expect((await confirm(raised.body.codes[0], owner)).status).toBe(200)
})

test("repeatedly adding and removing a first factor keeps the owner's link that ends it", async () => {
  ahead_ms += 24 * 60 * MINUTE_MS
  const owner = await aPerson(server)
  await proveAddress(server, owner)
  // 12 mails at once and one more every five minutes: after 17 rounds of 100 seconds, the last one sends none.
  const rounds = 18
  for (let n = 0; n < rounds; n += 1) {
    const opened = await as(null)('POST', '/token?grant_type=password', owner)
    const token = opened.body.access_token
    const { body } = await as(token)('POST', '/factors', { factor_type: 'totp' })
    const answer = await attempt(token, { factor_id: body.id }, appCode(body.totp.secret, clock.now()))
    expect(answer.status).toBe(200)
    if (n < rounds - 1) {
      expect((await as(answer.body.access_token)('DELETE', `/factors/${body.id}`)).status).toBe(200)
      ahead_ms += 100_000
    }
  }
  const isNotice = ({ subject }: { subject: string }) => subject.startsWith('A new way to sign in was added')
  await vi.waitUntil(async () => (await mailsTo(server, owner.email)).filter(isNotice).length >= rounds - 1, 20_000)
  await wait(500)
  const notices = (await mailsTo(server, owner.email)).filter(isNotice)
  expect(notices).toHaveLength(rounds - 1)
  // A notice about a removal replaces the former link, so the good one is in the newest mail of both kinds. Jobs that
  // run at the same time may write them in another order.
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
