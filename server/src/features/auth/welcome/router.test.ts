import { anAccount, password } from '@studiohub/testing/accounts.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { anAppFactor, authAs } from '@studiohub/testing/second-factor.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

// The link of the welcome email proves the address only with a session of the account or its password.

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const as = (token: string | null) => authAs(server, token)
const confirm = (body: object, token: string | null = null) => as(token)('POST', '/welcome/confirm', body)
const reject = (token_hash: string) => as(null)('POST', '/welcome/reject', { token_hash })
const signIn = (email: string) => as(null)('POST', '/token?grant_type=password', { email, password })
const isProven = async (token: string) => (await callAs(server.url, token).get('/me')).body.user.email_proven

/** A person who has just signed up, with the token of the link in their welcome email. */
async function aNewcomer() {
  const account = await anAccount(server)
  const { link } = await nextMail(server, account.email, 'Welcome')
  const page = new URL((await fetch(link, { redirect: 'manual' })).headers.get('location') ?? '')
  expect(page.pathname).toBe('/auth/confirm')
  const { token_hash = '', type } = Object.fromEntries(new URLSearchParams(page.hash.slice(1)))
  expect(type).toBe('welcome')
  return { ...account, token_hash }
}

/** Signs in by a recovery, with access to the mailbox only. */
async function signInByEmail(email: string) {
  await as(null)('POST', '/recover', { email })
  const { code } = await nextMail(server, email, 'Reset your password')
  return as(null)('POST', '/verify', { type: 'recovery', email, token: code })
}

test('the welcome link proves the address together with a session of the account or the password, and no session ends', async () => {
  const [withSession, withPassword] = [await aNewcomer(), await aNewcomer()]
  expect((await confirm({ token_hash: withSession.token_hash }, withSession.token)).status).toBe(200)
  expect((await confirm({ token_hash: withPassword.token_hash, password })).status).toBe(200)
  for (const { token, email, token_hash } of [withSession, withPassword]) {
    expect(await isProven(token)).toBe(true)
    expect((await signIn(email)).status).toBe(200)
    expect((await confirm({ token_hash, password })).body.code).toBe('otp_expired')
    expect((await reject(token_hash)).body.code).toBe('otp_expired')
    expect((await signInByEmail(email)).status).toBe(200)
    // A recovery ends other sessions, but not the password.
    expect(await isProven((await signIn(email)).body.access_token)).toBe(true)
  }
})

test("the welcome link alone, with a wrong password or with another person's session proves nothing and opens no session", async () => {
  const { token, token_hash } = await aNewcomer()
  const other = await anAccount(server)
  expect((await confirm({ token_hash })).body.code).toBe('current_password_required')
  expect((await confirm({ token_hash }, other.token)).body.code).toBe('current_password_required')
  expect((await confirm({ token_hash, password: 'a wrong one' })).body.code).toBe('current_password_invalid')
  expect((await confirm({ token_hash: 'unknown', password })).body.code).toBe('otp_expired')
  expect((await as(null)('POST', '/verify', { type: 'welcome', token_hash })).status).toBe(400)
  for (const type of ['signup', 'email', 'magiclink', 'recovery']) {
    expect((await as(null)('POST', '/verify', { type, token_hash })).body.code).toBe('otp_expired')
  }
  expect(await isProven(token)).toBe(false)
})

test('if the account has a second factor, the welcome link and the password are not enough: a thief may have added it', async () => {
  const { token, email, token_hash } = await aNewcomer()
  const thief = await anAppFactor(server, (await signIn(email)).body.access_token, new Date())
  expect((await confirm({ token_hash, password })).body.code).toBe('insufficient_aal')
  expect(await isProven(thief.token)).toBe(false)
  expect((await as(token)('GET', '/user')).body.code).toBe('session_not_found')
  // The owner rejects the account, which starts the waiting time after which the factor ends.
  expect((await reject(token_hash)).body.factors_end_at).toEqual(expect.any(String))
  const owner = await aNewcomer()
  const raised = await anAppFactor(server, owner.token, new Date())
  expect((await confirm({ token_hash: owner.token_hash }, raised.token)).status).toBe(200)
  expect(await isProven(raised.token)).toBe(true)
})

test('"This was not me" ends the password and sessions that a stranger created', async () => {
  const squatter = await aNewcomer()
  expect((await reject('unknown')).body.code).toBe('otp_expired')
  expect(await reject(squatter.token_hash)).toMatchObject({ status: 200, body: { factors_end_at: null } })
  expect((await as(squatter.token)('GET', '/user')).body.code).toBe('session_not_found')
  expect((await signIn(squatter.email)).body.code).toBe('invalid_credentials')
  const owner = await signInByEmail(squatter.email)
  expect(owner.body.user).not.toHaveProperty('factors')
  expect(await isProven(owner.body.access_token)).toBe(true)
  expect((await reject(squatter.token_hash)).body.code).toBe('otp_expired')
})

test('"This was not me" starts the wait of a verified factor and deletes an unfinished one', async () => {
  const { email, token, token_hash } = await aNewcomer()
  const factor = await anAppFactor(server, token, new Date())
  const other = await as(null)('POST', '/token?grant_type=password', { email, password })
  await as(factor.token)('POST', '/factors', { factor_type: 'totp', friendly_name: 'Half added' })
  const rejected = await reject(token_hash)
  expect(rejected.status).toBe(200)
  const back = await signIn(email)
  expectError(await callAs(server.url, back.body.access_token).get('/me/sessions'), 'INSUFFICIENT_AAL')
  expect((await as(other.body.access_token)('GET', '/user')).body.code).toBe('session_not_found')
  const { body } = await as(factor.token)('GET', '/user')
  expect(body.factors).toMatchObject([{ id: factor.factor_id, status: 'verified' }])
  const { user } = (await callAs(server.url, factor.token).get('/me')).body
  expect(user).toMatchObject({ email_proven: false, factors_end_at: rejected.body.factors_end_at })
  expect(Date.parse(user.factors_end_at) - Date.now()).toBeGreaterThan(71 * 3_600_000)
  await nextMail(server, email, 'Your second factor is about to be removed')
  expect((await as(factor.token)('POST', '/factor-waits/keep')).status).toBe(200)
  expect((await reject(token_hash)).body.code).toBe('otp_expired')
})

test('the link of the welcome email works after the stranger has chosen another password', async () => {
  const { email, token, token_hash } = await aNewcomer()
  expect((await as(token)('PUT', '/user', { password: 'a thief chose' })).status).toBe(200)
  expect((await reject(token_hash)).status).toBe(200)
  expect((await as(token)('GET', '/user')).body.code).toBe('session_not_found')
  const { body } = await as(null)('POST', '/token?grant_type=password', { email, password: 'a thief chose' })
  expect(body.code).toBe('invalid_credentials')
})

test('"This was not me" does nothing after the address was proven by emailed digits', async () => {
  const { email, token, token_hash } = await aNewcomer()
  await as(token)('GET', '/reauthenticate')
  const { code } = await nextMail(server, email, 'Your confirmation code')
  expect((await confirm({ nonce: code }, token)).status).toBe(200)
  const factor = await anAppFactor(server, token, new Date())
  expect((await reject(token_hash)).body.code).toBe('otp_expired')
  expect((await as(factor.token)('GET', '/user')).status).toBe(200)
  expect((await signIn(email)).status).toBe(200)
})

test('a reader of the mailbox who has started the wait cannot end the factor by the welcome email', async () => {
  const { email, token, token_hash } = await aNewcomer()
  const factor = await anAppFactor(server, token, new Date())
  expect((await signInByEmail(email)).status).toBe(200)
  expect((await reject(token_hash)).body.code).toBe('otp_expired')
  expect((await as(factor.token)('GET', '/user')).status).toBe(200)
})

test('a signed-in person proves the address with the emailed six digits', async () => {
  const { email, token } = await anAccount(server)
  await as(token)('GET', '/reauthenticate')
  const { code } = await nextMail(server, email, 'Your confirmation code')
  expect((await confirm({ nonce: '000000' })).body.code).toBe('otp_expired')
  expect((await confirm({ nonce: code }, token)).status).toBe(200)
  expect(await isProven(token)).toBe(true)
  expect((await signIn(email)).status).toBe(200)
})
