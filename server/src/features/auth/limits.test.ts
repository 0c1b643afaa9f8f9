import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { anAccount, aVerifier } from '@studiohub/testing/accounts.ts'
import { type ApiResponse, callAs } from '@studiohub/testing/http.ts'
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
const anIpAddress = () => `${byte()}.${byte()}.${byte()}.${byte()}`

/** Calls again, as clients do, if the machine is so busy that a statement ran out of time. */
async function call(from: string, path: string, body: object): Promise<ApiResponse> {
  const response = await callAs(server.url, null).request('POST', `/auth/v1${path}`, body, {
    headers: { 'x-forwarded-for': from },
  })
  if (response.status !== 503) return response
  await wait(Number(response.headers.get('retry-after')) * 1_000)
  return call(from, path, body)
}
const signIn = (from: string, email: string, typedPassword = password) =>
  call(from, '/token?grant_type=password', { email, password: typedPassword })

async function aPerson() {
  const email = anEmail()
  expect((await call(anIpAddress(), '/signup', { email, password })).status).toBe(200)
  return email
}

function expectLimited(response: ApiResponse) {
  expect(response).toMatchObject({ status: 429, body: { error_code: 'over_request_rate_limit' } })
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
}

/** How often a password was hashed or checked so far, as the server counts it for its operator. */
async function countHashes(): Promise<number> {
  const { text } = await callAs(server.url, null).request('GET', '/metrics')
  return Number(/^password_hashes_total (\d+)$/m.exec(text)?.[1])
}

test('a thousand guesses in an hour from different networks check the password at most a hundred times', async () => {
  const email = await aPerson()
  const homeNetwork = anIpAddress()
  expect((await signIn(homeNetwork, email)).status).toBe(200)
  const before = await countHashes()
  let checked = 0
  for (let n = 0; n < 1_000; n += 1) {
    ahead_ms += 3_600
    const response = await signIn(anIpAddress(), email, 'wrong word')
    if (response.status === 400) checked += 1
    else expectLimited(response)
  }
  const hashed = (await countHashes()) - before
  expect(hashed).toBe(checked)
  expect(hashed).toBeGreaterThanOrEqual(10)
  expect(hashed).toBeLessThanOrEqual(100)
  expect((await signIn(homeNetwork, email)).status).toBe(200)
}, 240_000)

test('while strangers are locked out, the owner still signs in from a known network', async () => {
  const email = await aPerson()
  const homeNetwork = anIpAddress()
  expect((await signIn(homeNetwork, email)).status).toBe(200)
  for (let n = 0; n < 10; n += 1) await signIn(anIpAddress(), email, 'wrong word')
  expectLimited(await signIn(anIpAddress(), email))
  expect((await signIn(homeNetwork, email)).status).toBe(200)
  for (let n = 0; n < 10; n += 1) await signIn(homeNetwork, email, 'wrong word')
  expectLimited(await signIn(homeNetwork, email))
})

test('an emailed code and a second factor let the owner set a password while strangers are locked out', async () => {
  const email = await aPerson()
  for (let n = 0; n < 10; n += 1) await signIn(anIpAddress(), email, 'wrong word')
  const [byCode, byFactor] = [anIpAddress(), anIpAddress()]
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
  const input = { challenge_id: body.id, code: appCode(totp.secret, clock.now()) }
  expect((await factor('POST', `/factors/${id}/verify`, input)).status).toBe(200)
  expect((await signIn(byFactor, email)).status).toBe(200)
  expectLimited(await signIn(anIpAddress(), email))
})

test('an unknown account has the same limits as a known one', async () => {
  const [known, unknown] = [await aPerson(), anEmail()]
  const statuses = async (email: string) => {
    const responses: number[] = []
    for (let n = 0; n < 12; n += 1) responses.push((await signIn(anIpAddress(), email, 'wrong word')).status)
    return responses
  }
  expect(await statuses(unknown)).toEqual(await statuses(known))
})

test('a /64 of IPv6 addresses is limited after thirty calls, other networks are not', async () => {
  const from = (last: number) => `2001:db8:${byte()}:1::${last}`
  const network = from(1).replace(/::1$/, '')
  const responses = []
  for (let n = 0; n < 31; n += 1) responses.push(await signIn(`${network}::${n + 1}`, anEmail(), 'x'))
  expect(responses.slice(0, 30).every(({ status }) => status === 400)).toBe(true)
  expectLimited(await signIn(`${network}::ffff`, anEmail(), 'x'))
  expect((await signIn(anIpAddress(), anEmail(), 'x')).status).toBe(400)
})

test('a network beyond its limit does not use up the attempts of an account', async () => {
  const [from, email] = [anIpAddress(), anEmail()]
  for (let n = 0; n < 30; n += 1) await signIn(from, anEmail(), 'x')
  for (let n = 0; n < 11; n += 1) expectLimited(await signIn(from, email, 'x'))
  for (let n = 0; n < 10; n += 1) expect((await signIn(anIpAddress(), email, 'x')).status).toBe(400)
  expectLimited(await signIn(anIpAddress(), email, 'x'))
})

test('X-Forwarded-For from before the proxy, or an address in the body, changes nothing', async () => {
  const real = anIpAddress()
  const responses = []
  for (let n = 0; n < 31; n += 1) {
    const body = { email: anEmail(), password: 'x', ip: anIpAddress(), session_id: randomUUID() }
    responses.push(await call(`${anIpAddress()}, ${real}`, '/token?grant_type=password', body))
  }
  expect(responses.slice(0, 30).every(({ status }) => status === 400)).toBe(true)
  expectLimited(responses[30] as ApiResponse)
})

test('attempts become available again with time', async () => {
  const from = anIpAddress()
  for (let n = 0; n < 30; n += 1) await signIn(from, anEmail(), 'x')
  const rejection = await signIn(from, anEmail(), 'x')
  expectLimited(rejection)
  ahead_ms += Number(rejection.headers.get('retry-after')) * 1000
  expect((await signIn(from, anEmail(), 'x')).status).toBe(400)
})

test('many calls at once do not exceed the limit', async () => {
  const from = anIpAddress()
  const responses = await Promise.all(
    Array.from({ length: 60 }, () => call(from, '/verify', { type: 'recovery', token_hash: 'x' })),
  )
  expect(responses.filter(({ status }) => status === 403)).toHaveLength(30)
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(30)
})

test('sign-up, which reveals whether an address is known, has a low limit per address', async () => {
  const email = await aPerson()
  const responses = []
  for (let n = 0; n < 10; n += 1) responses.push(await call(anIpAddress(), '/signup', { email, password }))
  expect(new Set(responses.slice(0, 9).map(({ status }) => status))).toEqual(new Set([422]))
  expectLimited(responses[9] as ApiResponse)
})

test('a stranger who signs up repeatedly with an address does not prevent its owner from signing up', async () => {
  const email = anEmail()
  const from = anIpAddress()
  const weak = { email, password: 'weak' }
  const strangerResponses = []
  for (let n = 0; n < 12; n += 1) strangerResponses.push(await call(from, '/signup', weak))
  expect(strangerResponses.map(({ status }) => status)).toEqual([422, 422, 422, 422, ...Array(8).fill(429)])
  expect((await call(anIpAddress(), '/signup', { email, password })).status).toBe(200)
})

test('a second recovery email within a minute is silently left out, a later one is sent', async () => {
  const email = await aPerson()
  const recover = () => call(anIpAddress(), '/recover', { email })
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
    const guess = (type = 'recovery') => call(anIpAddress(), '/verify', { type, email, token: '000000' })
    const responses = await Promise.all(Array.from({ length: 60 }, (_, n) => guess(n % 2 ? 'recovery' : 'email')))
    expect(responses.filter(({ status }) => status === 403)).toHaveLength(50)
    ahead_ms += 3_600_000
    expect([(await guess()).status, (await guess()).status]).toEqual([403, 403])
    expectLimited(await guess())
  }
})

test.each(['/recover', '/otp'])("a stranger's %s calls do not use up the owner's emails", async (path) => {
  const email = await aPerson()
  const stranger = anIpAddress()
  const subject = path === '/otp' ? 'Your sign-in link' : 'Reset your password'
  const sent = async () => (await mailsTo(server, email)).filter((mail) => mail.subject.includes(subject))
  for (let n = 0; n < 12; n += 1) {
    await call(stranger, path, { email, ...aVerifier().pkce })
    ahead_ms += 61_000
  }
  const seen = await sent()
  await call(anIpAddress(), path, { email })
  await nextMail(server, email, subject, seen)
})

test("strangers cannot use up the emails and codes of an address for its owner's known browser", async () => {
  const email = await aPerson()
  const homeNetwork = anIpAddress()
  expect((await signIn(homeNetwork, email)).status).toBe(200)
  for (let n = 0; n < 11; n += 1) {
    await call(anIpAddress(), '/recover', { email })
    ahead_ms += 61_000
  }
  for (let n = 0; n < 60; n += 1) await call(anIpAddress(), '/verify', { type: 'recovery', email, token: '000000' })
  const seen = await mailsTo(server, email)
  await call(homeNetwork, '/recover', { email })
  const { code } = await nextMail(server, email, 'Reset your password', seen)
  expectLimited(await call(anIpAddress(), '/verify', { type: 'recovery', email, token: code }))
  expect((await call(homeNetwork, '/verify', { type: 'recovery', email, token: code })).status).toBe(200)
})

test("using up the codes of an address does not block its owner's links", async () => {
  const email = await aPerson()
  for (let n = 0; n < 55; n += 1) await call(anIpAddress(), '/verify', { type: 'recovery', email, token: '000000' })
  await call(anIpAddress(), '/recover', { email })
  const { link } = await nextMail(server, email, 'Reset your password')
  const token_hash = new URL(link).searchParams.get('token')
  expect((await call(anIpAddress(), '/verify', { type: 'recovery', token_hash })).status).toBe(200)
})

test('the reauthentication code is emailed ten times an hour and can be tried fifty times a day', async () => {
  const { access_token } = (await call(anIpAddress(), '/signup', { email: anEmail(), password })).body
  const me = (method: string, path: string, body?: object) =>
    callAs(server.url, access_token).request(method, `/auth/v1${path}`, body, {
      headers: { 'x-forwarded-for': anIpAddress() },
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
  const responses = []
  for (let n = 0; n < 3; n += 1) responses.push(await call(anIpAddress(), '/otp', { email }))
  expect(new Set(responses.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['200 {}']))
  await nextMail(server, email, 'Your sign-in link')
  await wait(100)
  expect(await mailsTo(server, email)).toHaveLength(1)
})

test('a signed-in person gets an error for a second email within a minute', async () => {
  const { access_token } = (await call(anIpAddress(), '/signup', { email: anEmail(), password })).body
  const me = (method: string, path: string, body?: object) =>
    callAs(server.url, access_token).request(method, `/auth/v1${path}`, body, {
      headers: { 'x-forwarded-for': anIpAddress() },
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
  const { access_token } = (await call(anIpAddress(), '/signup', { email, password })).body
  const change = (typedPassword: string, token = access_token) =>
    callAs(server.url, token).request(
      'PUT',
      '/auth/v1/user',
      { password: typedPassword },
      { headers: { 'x-forwarded-for': anIpAddress() } },
    )
  for (let n = 0; n < 5; n += 1) expect((await change(`horse number ${n}`)).status).toBe(200)
  const rejection = await change('one horse more')
  expectLimited(rejection)
  expect(rejection.body.msg).toBe('The password was changed too often. Please try again in 12 minutes.')
  expect((await signIn(anIpAddress(), email, 'horse number 4')).status).toBe(200)
  await call(anIpAddress(), '/recover', { email })
  const { code } = await nextMail(server, email, 'Reset your password')
  const recovered = await call(anIpAddress(), '/verify', { type: 'recovery', email, token: code })
  expect((await change('the horse of the owner', recovered.body.access_token)).status).toBe(200)
})

test("a stolen session of an older sign-in link does not use up the owner's password changes by email", async () => {
  const email = await aPerson()
  await call(anIpAddress(), '/otp', { email })
  const link = await nextMail(server, email, 'Your sign-in link')
  const proof = { type: 'magiclink', email, token: link.code }
  const { refresh_token } = (await call(anIpAddress(), '/verify', proof)).body
  ahead_ms += 3_600_000
  const stolen = (await call(anIpAddress(), '/token?grant_type=refresh_token', { refresh_token })).body.access_token
  await call(anIpAddress(), '/recover', { email })
  const { code } = await nextMail(server, email, 'Reset your password')
  const change = (token: string, typedPassword: string) =>
    authAs(server, token)('PUT', '/user', { password: typedPassword })
  for (let n = 0; n < 5; n += 1) expect((await change(stolen, `of the thief ${n}`)).status).toBe(200)
  expect((await change(stolen, 'of the thief')).status).toBe(429)
  const recovered = await call(anIpAddress(), '/verify', { type: 'recovery', email, token: code })
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
  const change = async (from = anIpAddress()) => {
    const { access_token } = (await call(from, '/signup', { email: anEmail(), password })).body
    const headers = { 'x-forwarded-for': from }
    return callAs(server.url, access_token).request('PUT', '/auth/v1/user', { email: new_email }, { headers })
  }
  expect((await change()).status).toBe(200)
  const again = await change()
  expect(again).toMatchObject({ status: 429, body: { error_code: 'over_email_send_rate_limit' } })
  expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(0)
  const from = anIpAddress()
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
  const from = anIpAddress()
  const responses = await Promise.all(
    Array.from({ length: 35 }, () => call(from, path, { email: anEmail(), type: 'signup', create_user: false })),
  )
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(30)
  expectLimited(responses.find(({ status }) => status !== 200) as ApiResponse)
})

test("only a session's token uses up its refreshes, and the limit is high enough for its owner", async () => {
  const email = await aPerson()
  const { refresh_token } = (await signIn(anIpAddress(), email)).body
  const refresh = (token: string) => call(anIpAddress(), '/token?grant_type=refresh_token', { refresh_token: token })
  const responses = await Promise.all(Array.from({ length: 150 }, () => refresh(refresh_token)))
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
})

test('the limits table contains no readable address or email', async () => {
  const email = await aPerson()
  const from = anIpAddress()
  await signIn(from, email)
  const rows = await asAuth((tx) => tx.selectFrom('auth.rate_limits').select('key').execute())
  const keys = rows.map(({ key }) => key).join('\n')
  expect(keys.length).toBeGreaterThan(0)
  expect(keys).not.toContain(email)
  expect(keys).not.toContain(from)
})

test('challenges and answers of passkeys are counted per network', async () => {
  const network = anIpAddress()
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
  expect((await start(anIpAddress())).status).toBe(200)
})
