import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { anAccount, aVerifier } from '@studiohub/testing/accounts.ts'
import { type Answer, callAs } from '@studiohub/testing/http.ts'
import { mailsTo, nextMail } from '@studiohub/testing/mailbox.ts'
import { anAppFactor, appCode, authAs } from '@studiohub/testing/second-factor.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAuth } from '#platform/db/actor.ts'

let server: TestServer
// The clock is fixed and moves only in tests, so that a slow machine does not change the counts.
const startedAt = Date.now()
let ahead_ms = 0
const clock = { now: () => new Date(startedAt + ahead_ms) }

beforeAll(async () => {
  server = await startServer({ clock, env: { RATE_LIMIT: 'on', TRUST_PROXY: '1' } })
})
afterAll(() => server.stop())

const password = 'correct horse'
const anEmail = () => `${randomUUID()}@example.com`
const byte = () => 1 + Math.floor(Math.random() * 250)
const anAddress = () => `${byte()}.${byte()}.${byte()}.${byte()}`

const call = (from: string, path: string, body: object) =>
  callAs(server.url, null).request('POST', `/auth/v1${path}`, body, { headers: { 'x-forwarded-for': from } })
const signIn = (from: string, email: string, word = password) =>
  call(from, '/token?grant_type=password', { email, password: word })

async function aPerson() {
  const email = anEmail()
  expect((await call(anAddress(), '/signup', { email, password })).status).toBe(200)
  return email
}

function expectLimited(answer: Answer) {
  expect(answer).toMatchObject({ status: 429, body: { error_code: 'over_request_rate_limit' } })
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
}

/** How often a password was hashed or checked so far, as the server counts it for its operator. */
async function hashes(): Promise<number> {
  const { text } = await callAs(server.url, null).request('GET', '/metrics')
  return Number(/^password_hashes_total (\d+)$/m.exec(text)?.[1])
}

test('a thousand guesses in an hour from different networks check the password at most a hundred times (G13)', async () => {
  const email = await aPerson()
  const home = anAddress()
  expect((await signIn(home, email)).status).toBe(200)
  const before = await hashes()
  let checked = 0
  for (let n = 0; n < 1_000; n += 1) {
    ahead_ms += 3_600
    const answer = await signIn(anAddress(), email, 'wrong word')
    if (answer.status === 400) checked += 1
    else expectLimited(answer)
  }
  const worked = (await hashes()) - before
  expect(worked).toBe(checked)
  expect(worked).toBeGreaterThanOrEqual(10)
  expect(worked).toBeLessThanOrEqual(100)
  expect((await signIn(home, email)).status).toBe(200)
}, 240_000)

test('while strangers are locked out, the owner still signs in from a known network (T70)', async () => {
  const email = await aPerson()
  const home = anAddress()
  expect((await signIn(home, email)).status).toBe(200)
  for (let n = 0; n < 10; n += 1) await signIn(anAddress(), email, 'wrong word')
  expectLimited(await signIn(anAddress(), email))
  expect((await signIn(home, email)).status).toBe(200)
  for (let n = 0; n < 10; n += 1) await signIn(home, email, 'wrong word')
  expectLimited(await signIn(home, email))
})

test('an emailed code and a second factor let the owner set a password while strangers are locked out (F10)', async () => {
  const email = await aPerson()
  for (let n = 0; n < 10; n += 1) await signIn(anAddress(), email, 'wrong word')
  const [byCode, byFactor] = [anAddress(), anAddress()]
  expectLimited(await signIn(byCode, email))
  await call(byCode, '/otp', { email, create_user: false })
  const { code } = await nextMail(server, email, 'Your sign-in link')
  const { access_token } = (await call(byCode, '/verify', { type: 'email', email, token: code })).body
  const from = (address: string, token: string) => (method: string, path: string, body?: object) =>
    callAs(server.url, token).request(method, `/auth/v1${path}`, body, { headers: { 'x-forwarded-for': address } })
  await from(byCode, access_token)('PUT', '/user', { password })
  expect((await signIn(byCode, email)).status).toBe(200)
  expectLimited(await signIn(byFactor, email))
  const factor = from(byFactor, (await signIn(byCode, email)).body.access_token)
  const { id, totp } = (await factor('POST', '/factors', { factor_type: 'totp' })).body
  const { body } = await factor('POST', `/factors/${id}/challenge`)
  const answer = { challenge_id: body.id, code: appCode(totp.secret, clock.now()) }
  expect((await factor('POST', `/factors/${id}/verify`, answer)).status).toBe(200)
  expect((await signIn(byFactor, email)).status).toBe(200)
  expectLimited(await signIn(anAddress(), email))
})

test('an unknown account has the same limits as a known one', async () => {
  const [known, unknown] = [await aPerson(), anEmail()]
  const statuses = async (email: string) => {
    const answers: number[] = []
    for (let n = 0; n < 12; n += 1) answers.push((await signIn(anAddress(), email, 'wrong word')).status)
    return answers
  }
  expect(await statuses(unknown)).toEqual(await statuses(known))
})

test('a network and its /64 are limited after thirty calls, others are not', async () => {
  const from = (last: number) => `2001:db8:${byte()}:1::${last}`
  const network = from(1).replace(/::1$/, '')
  const answers = []
  for (let n = 0; n < 31; n += 1) answers.push(await signIn(`${network}::${n + 1}`, anEmail(), 'x'))
  expect(answers.slice(0, 30).every(({ status }) => status === 400)).toBe(true)
  expectLimited(await signIn(`${network}::ffff`, anEmail(), 'x'))
  expect((await signIn(anAddress(), anEmail(), 'x')).status).toBe(400)
})

test('a network beyond its limit does not use up the attempts of an account', async () => {
  const [from, email] = [anAddress(), anEmail()]
  for (let n = 0; n < 30; n += 1) await signIn(from, anEmail(), 'x')
  for (let n = 0; n < 11; n += 1) expectLimited(await signIn(from, email, 'x'))
  for (let n = 0; n < 10; n += 1) expect((await signIn(anAddress(), email, 'x')).status).toBe(400)
  expectLimited(await signIn(anAddress(), email, 'x'))
})

test('X-Forwarded-For from before the proxy, or an address in the body, changes nothing', async () => {
  const real = anAddress()
  const answers = []
  for (let n = 0; n < 31; n += 1) {
    const body = { email: anEmail(), password: 'x', ip: anAddress(), session_id: randomUUID() }
    answers.push(await call(`${anAddress()}, ${real}`, '/token?grant_type=password', body))
  }
  expect(answers.slice(0, 30).every(({ status }) => status === 400)).toBe(true)
  expectLimited(answers[30] as Answer)
})

test('a bucket refills with time', async () => {
  const from = anAddress()
  for (let n = 0; n < 30; n += 1) await signIn(from, anEmail(), 'x')
  const rejection = await signIn(from, anEmail(), 'x')
  expectLimited(rejection)
  ahead_ms += Number(rejection.headers.get('retry-after')) * 1000
  expect((await signIn(from, anEmail(), 'x')).status).toBe(400)
})

test('many calls at once do not exceed the limit', async () => {
  const from = anAddress()
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => call(from, '/verify', { type: 'recovery', token_hash: 'x' })),
  )
  expect(answers.filter(({ status }) => status === 403)).toHaveLength(30)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(30)
})

test('sign-up, which reveals whether an address is known, has a low limit per address', async () => {
  const email = await aPerson()
  const answers = []
  for (let n = 0; n < 10; n += 1) answers.push(await call(anAddress(), '/signup', { email, password }))
  expect(new Set(answers.slice(0, 9).map(({ status }) => status))).toEqual(new Set([422]))
  expectLimited(answers[9] as Answer)
})

test('a stranger who signs up repeatedly with an address does not prevent its owner from signing up', async () => {
  const email = anEmail()
  const from = anAddress()
  const weak = { email, password: 'weak' }
  const strange = []
  for (let n = 0; n < 12; n += 1) strange.push(await call(from, '/signup', weak))
  expect(strange.map(({ status }) => status)).toEqual([422, 422, 422, 422, ...Array(8).fill(429)])
  expect((await call(anAddress(), '/signup', { email, password })).status).toBe(200)
})

test('a second recovery email within a minute is silently left out, a later one is sent', async () => {
  const email = await aPerson()
  const recover = () => call(anAddress(), '/recover', { email })
  const first = await recover()
  const mail = await nextMail(server, email, 'Reset your password')
  expect(await recover()).toMatchObject({ status: first.status, text: first.text })
  ahead_ms += 61_000
  await recover()
  await nextMail(server, email, 'Reset your password', [mail])
  await wait(100)
  const all = await mailsTo(server, email)
  expect(all.filter(({ subject }) => subject.includes('Reset your password'))).toHaveLength(2)
})

test('codes of one address can be tried fifty times a day and then twice an hour, known or not, from any network', async () => {
  for (const email of [await aPerson(), anEmail()]) {
    const guess = (type = 'recovery') => call(anAddress(), '/verify', { type, email, token: '000000' })
    const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => guess(n % 2 ? 'recovery' : 'email')))
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(50)
    ahead_ms += 3_600_000
    expect([(await guess()).status, (await guess()).status]).toEqual([403, 403])
    expectLimited(await guess())
  }
})

test.each(['/recover', '/otp'])("a stranger's %s calls do not use up the owner's emails (F5)", async (path) => {
  const email = await aPerson()
  const stranger = anAddress()
  const subject = path === '/otp' ? 'Your sign-in link' : 'Reset your password'
  const sent = async () => (await mailsTo(server, email)).filter((mail) => mail.subject.includes(subject))
  for (let n = 0; n < 12; n += 1) {
    await call(stranger, path, { email, ...aVerifier().pkce })
    ahead_ms += 61_000
  }
  const seen = await sent()
  await call(anAddress(), path, { email })
  await nextMail(server, email, subject, seen)
})

test("strangers cannot use up the emails and codes of an address for its owner's known browser (F5)", async () => {
  const email = await aPerson()
  const home = anAddress()
  expect((await signIn(home, email)).status).toBe(200)
  for (let n = 0; n < 11; n += 1) {
    await call(anAddress(), '/recover', { email })
    ahead_ms += 61_000
  }
  for (let n = 0; n < 60; n += 1) await call(anAddress(), '/verify', { type: 'recovery', email, token: '000000' })
  const seen = await mailsTo(server, email)
  await call(home, '/recover', { email })
  const { code } = await nextMail(server, email, 'Reset your password', seen)
  expectLimited(await call(anAddress(), '/verify', { type: 'recovery', email, token: code }))
  expect((await call(home, '/verify', { type: 'recovery', email, token: code })).status).toBe(200)
})

test("using up the codes of an address does not block its owner's links", async () => {
  const email = await aPerson()
  for (let n = 0; n < 55; n += 1) await call(anAddress(), '/verify', { type: 'recovery', email, token: '000000' })
  await call(anAddress(), '/recover', { email })
  const { link } = await nextMail(server, email, 'Reset your password')
  const token_hash = new URL(link).searchParams.get('token')
  expect((await call(anAddress(), '/verify', { type: 'recovery', token_hash })).status).toBe(200)
})

test('the reauthentication code is emailed ten times an hour and can be tried fifty times a day', async () => {
  const { access_token } = (await call(anAddress(), '/signup', { email: anEmail(), password })).body
  const me = (method: string, path: string, body?: object) =>
    callAs(server.url, access_token).request(method, `/auth/v1${path}`, body, {
      headers: { 'x-forwarded-for': anAddress() },
    })
  const statuses: number[] = []
  for (let n = 0; n < 12; n += 1) {
    statuses.push((await me('GET', '/reauthenticate')).status)
    ahead_ms += 61_000
  }
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(11)
  expect(statuses.at(-1)).toBe(429)
  const guesses: number[] = []
  for (let n = 0; n < 52; n += 1) {
    guesses.push((await me('PUT', '/user', { password: 'another horse', nonce: '000000' })).status)
  }
  expect(guesses.slice(0, 50)).toEqual(Array(50).fill(422))
  expect(guesses.slice(-1)).toEqual([429])
})

test('a sign-in link within a minute of another is silently left out, for known and unknown addresses', async () => {
  const email = anEmail()
  const answers = []
  for (let n = 0; n < 3; n += 1) answers.push(await call(anAddress(), '/otp', { email }))
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['200 {}']))
  await nextMail(server, email, 'Your sign-in link')
  await wait(100)
  expect(await mailsTo(server, email)).toHaveLength(1)
})

test('a signed-in person gets an error for a second email within a minute', async () => {
  const { access_token } = (await call(anAddress(), '/signup', { email: anEmail(), password })).body
  const me = (method: string, path: string, body?: object) =>
    callAs(server.url, access_token).request(method, `/auth/v1${path}`, body, {
      headers: { 'x-forwarded-for': anAddress() },
    })
  for (const ask of [() => me('GET', '/reauthenticate'), () => me('PUT', '/user', { email: anEmail() })]) {
    expect((await ask()).status).toBe(200)
    const again = await ask()
    expect(again).toMatchObject({ status: 429, body: { error_code: 'over_email_send_rate_limit' } })
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(0)
    ahead_ms += 61_000
    expect((await ask()).status).toBe(200)
  }
})

test('a password can be changed five times an hour, with a separate limit for a recovery by email', async () => {
  const email = anEmail()
  const { access_token } = (await call(anAddress(), '/signup', { email, password })).body
  const change = (word: string, token = access_token) =>
    callAs(server.url, token).request(
      'PUT',
      '/auth/v1/user',
      { password: word },
      { headers: { 'x-forwarded-for': anAddress() } },
    )
  for (let n = 0; n < 5; n += 1) expect((await change(`horse number ${n}`)).status).toBe(200)
  const rejection = await change('one horse more')
  expectLimited(rejection)
  expect(rejection.body.msg).toBe('The password was changed too often. Please try again in 12 minutes.')
  expect((await signIn(anAddress(), email, 'horse number 4')).status).toBe(200)
  await call(anAddress(), '/recover', { email })
  const { code } = await nextMail(server, email, 'Reset your password')
  const recovered = await call(anAddress(), '/verify', { type: 'recovery', email, token: code })
  expect((await change('the horse of the owner', recovered.body.access_token)).status).toBe(200)
})

test("a stolen session of an older sign-in link does not use up the owner's password changes by email", async () => {
  const email = await aPerson()
  await call(anAddress(), '/otp', { email })
  const link = await nextMail(server, email, 'Your sign-in link')
  const proof = { type: 'magiclink', email, token: link.code }
  const { refresh_token } = (await call(anAddress(), '/verify', proof)).body
  ahead_ms += 3_600_000
  const stolen = (await call(anAddress(), '/token?grant_type=refresh_token', { refresh_token })).body.access_token
  await call(anAddress(), '/recover', { email })
  const { code } = await nextMail(server, email, 'Reset your password')
  const change = (token: string, word: string) => authAs(server, token)('PUT', '/user', { password: word })
  for (let n = 0; n < 5; n += 1) expect((await change(stolen, `of the thief ${n}`)).status).toBe(200)
  expect((await change(stolen, 'of the thief')).status).toBe(429)
  const recovered = await call(anAddress(), '/verify', { type: 'recovery', email, token: code })
  expect(recovered.status).toBe(200)
  expect((await change(recovered.body.access_token, 'the horse of the owner')).status).toBe(200)
  expect((await change(stolen, 'of the thief')).status).toBe(403)
})

test('an address gets one kind of notification twelve times an hour, and other kinds are not affected', async () => {
  const { email, token } = await anAccount(server)
  const owner = authAs(server, (await anAppFactor(server, token, clock.now())).token)
  expect((await owner('POST', '/factors/recovery-codes')).status).toBe(200)
  for (let n = 0; n < 20; n += 1) {
    expect((await owner('POST', '/factors/recovery-codes/regenerate')).status).toBe(200)
  }
  expect((await owner('PUT', '/user', { password: 'another horse' })).status).toBe(200)
  await nextMail(server, email, 'Your password was changed')
  await wait(500)
  const replaced = (await mailsTo(server, email)).filter(({ subject }) => subject.includes('were replaced'))
  expect(replaced).toHaveLength(12)
})

test('emails to a new address are counted by that address, whichever account requests them', async () => {
  const new_email = anEmail()
  const change = async (from = anAddress()) => {
    const { access_token } = (await call(from, '/signup', { email: anEmail(), password })).body
    const headers = { 'x-forwarded-for': from }
    return callAs(server.url, access_token).request('PUT', '/auth/v1/user', { email: new_email }, { headers })
  }
  expect((await change()).status).toBe(200)
  const again = await change()
  expect(again).toMatchObject({ status: 429, body: { error_code: 'over_email_send_rate_limit' } })
  expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(0)
  const from = anAddress()
  const statuses: number[] = []
  for (let n = 0; n < 20; n += 1) {
    ahead_ms += 61_000
    statuses.push((await change(n < 8 ? from : undefined)).status)
  }
  expect(statuses.slice(0, 8).filter((status) => status === 200)).toHaveLength(4)
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(12)
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(8)
})

test.each(['/otp', '/resend'])('%s is answered thirty times for one network', async (path) => {
  const from = anAddress()
  const answers = await Promise.all(
    Array.from({ length: 35 }, () => call(from, path, { email: anEmail(), type: 'signup', create_user: false })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(30)
  expectLimited(answers.find(({ status }) => status !== 200) as Answer)
})

test("only a session's token uses up its refreshes, and the limit is high enough for its owner", async () => {
  const email = await aPerson()
  const { refresh_token } = (await signIn(anAddress(), email)).body
  const refresh = (token: string) => call(anAddress(), '/token?grant_type=refresh_token', { refresh_token: token })
  const answers = await Promise.all(Array.from({ length: 150 }, () => refresh(refresh_token)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
})

test('the limits table contains no readable address or email', async () => {
  const email = await aPerson()
  const from = anAddress()
  await signIn(from, email)
  const rows = await asAuth((tx) => tx.selectFrom('auth.rate_limits').select('key').execute())
  const kept = rows.map(({ key }) => key).join('\n')
  expect(kept.length).toBeGreaterThan(0)
  expect(kept).not.toContain(email)
  expect(kept).not.toContain(from)
})

test('challenges and answers of passkeys are counted per network', async () => {
  const network = anAddress()
  const start = (from: string) => call(from, '/passkeys/authentication/options', {})
  const bytes = 'eA'
  const response = { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes }
  const credential = { id: bytes, rawId: bytes, type: 'public-key', response }
  const finish = (from: string) =>
    call(from, '/passkeys/authentication/verify', { challenge_id: randomUUID(), credential })
  for (let n = 0; n < 30; n += 1) expect((await finish(network)).status).toBe(400)
  expectLimited(await finish(network))
  for (let n = 0; n < 120; n += 1) expect((await start(network)).status).toBe(200)
  expectLimited(await start(network))
  expect((await start(anAddress())).status).toBe(200)
})
