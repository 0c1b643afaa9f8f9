import { anAccount, password } from '@studiohub/testing/accounts.ts'
import { callAs } from '@studiohub/testing/http.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { anAppFactor, authAs } from '@studiohub/testing/second-factor.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

// F3: the link of the welcome mail proves the address only together with a session of the account or its password.

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

/** Somebody who has just signed up, with what the link of their welcome mail leads to. */
async function aNewcomer() {
  const account = await anAccount(server)
  const { link } = await nextMail(server, account.email, 'Welcome')
  const page = new URL((await fetch(link, { redirect: 'manual' })).headers.get('location') ?? '')
  expect(page.pathname).toBe('/auth/confirm')
  const { token_hash = '', type } = Object.fromEntries(new URLSearchParams(page.hash.slice(1)))
  expect(type).toBe('welcome')
  return { ...account, token_hash }
}

/** Gets into an account by its mailbox. */
async function byMail(email: string) {
  await as(null)('POST', '/recover', { email })
  const { code } = await nextMail(server, email, 'Reset your password')
  return as(null)('POST', '/verify', { type: 'recovery', email, token: code })
}

test('with the session of the sign-up, or the password anywhere else, it proves the address and nothing ends', async () => {
  const [here, elsewhere] = [await aNewcomer(), await aNewcomer()]
  expect((await confirm({ token_hash: here.token_hash }, here.token)).status).toBe(200)
  expect((await confirm({ token_hash: elsewhere.token_hash, password })).status).toBe(200)
  for (const { token, email, token_hash } of [here, elsewhere]) {
    expect(await isProven(token)).toBe(true)
    expect((await signIn(email)).status).toBe(200)
    expect((await confirm({ token_hash, password })).body.code).toBe('otp_expired')
    expect((await reject(token_hash)).body.code).toBe('otp_expired')
    expect((await byMail(email)).status).toBe(200)
    expect((await signIn(email)).status).toBe(200)
    expect(await isProven(token)).toBe(true)
  }
})

test('alone, with a wrong password or with the session of somebody else it proves nothing and signs nobody in', async () => {
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

test('"This was not me" ends password, sessions and factors of the account that a stranger made', async () => {
  const squatter = await aNewcomer()
  const factor = await anAppFactor(server, squatter.token, new Date())
  expect((await reject('unknown')).body.code).toBe('otp_expired')
  expect((await reject(squatter.token_hash)).status).toBe(200)
  expect((await as(factor.token)('GET', '/user')).body.code).toBe('session_not_found')
  expect((await signIn(squatter.email)).body.code).toBe('invalid_credentials')
  const owner = await byMail(squatter.email)
  expect(owner.body.user).not.toHaveProperty('factors')
  expect(await isProven(owner.body.access_token)).toBe(true)
  expect((await reject(squatter.token_hash)).body.code).toBe('otp_expired')
})

test('a mailbox that has started the waiting time cannot end the factor by the welcome mail', async () => {
  const { email, token, token_hash } = await aNewcomer()
  const factor = await anAppFactor(server, token, new Date())
  expect((await byMail(email)).status).toBe(200)
  expect((await reject(token_hash)).body.code).toBe('otp_expired')
  expect((await as(factor.token)('GET', '/user')).status).toBe(200)
})

test('a person who is signed in proves the address with the six digits of a mail', async () => {
  const { email, token } = await anAccount(server)
  await as(token)('GET', '/reauthenticate')
  const { code } = await nextMail(server, email, 'Your confirmation code')
  expect((await confirm({ nonce: '000000' })).body.code).toBe('otp_expired')
  expect((await confirm({ nonce: code }, token)).status).toBe(200)
  expect(await isProven(token)).toBe(true)
  expect((await signIn(email)).status).toBe(200)
})
