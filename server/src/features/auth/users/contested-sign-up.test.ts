import { aClock, anEmail } from '@studiohub/testing/accounts.ts'
import { callAs } from '@studiohub/testing/http.ts'
import { type Mail, nextMail } from '@studiohub/testing/mailbox.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let server: TestServer
const clock = aClock()
const OVER_A_MINUTE_MS = 61_000

// With rate limits, a second email within a minute is not sent. Then one email serves two sign-ups.
beforeAll(async () => {
  server = await startServer({ clock, env: { AUTH_CONFIRM_EMAIL: 'on', RATE_LIMIT: 'on' } })
})
afterAll(() => server.stop())

const password = 'correct horse'
const SUBJECT = 'Confirm your email address'
const call = (method: string, path: string, body?: unknown) =>
  callAs(server.url, null).request(method, `/auth/v1${path}`, body)
const signUp = (email: string, more: object = {}) => call('POST', '/signup', { email, password, ...more })
const signIn = (email: string) => call('POST', '/token?grant_type=password', { email, password })
const confirm = (email: string, token: string | undefined) => call('POST', '/verify', { type: 'signup', email, token })

/** Confirms the address by the newest email. @returns the result of signing in with each password, and the session */
async function confirmByEmail(email: string, seen: Mail[], passwords: string[]) {
  const { code } = await nextMail(server, email, SUBJECT, seen)
  const { status, body } = await confirm(email, code)
  expect(status).toBe(200)
  const responses = await Promise.all(
    passwords.map((typedPassword) => call('POST', '/token?grant_type=password', { email, password: typedPassword })),
  )
  return { codes: responses.map((response) => response.body.error_code), token: String(body.access_token) }
}

test('after two sign-ups with one address within a minute, the email confirms the address and neither password', async () => {
  const email = anEmail()
  await signUp(email, { password: 'of a squatter' })
  const { code } = await nextMail(server, email, SUBJECT)
  await signUp(email)
  expect((await call('POST', '/verify', { type: 'signup', email, token: code })).status).toBe(200)
  const passwords = [password, 'of a squatter']
  const responses = await Promise.all(
    passwords.map((typedPassword) => call('POST', '/token?grant_type=password', { email, password: typedPassword })),
  )
  expect(responses.map(({ body }) => body.error_code)).toEqual(['invalid_credentials', 'invalid_credentials'])
})

test('a second click on sign-up removes nothing', async () => {
  const email = anEmail()
  await signUp(email)
  const { code } = await nextMail(server, email, SUBJECT)
  await signUp(email)
  expect((await call('POST', '/verify', { type: 'signup', email, token: code })).status).toBe(200)
  expect((await signIn(email)).status).toBe(200)
})

describe('a later sign-up with another password', () => {
  test('removes the password of the unconfirmed account; the person sets one after confirming', async () => {
    const email = anEmail()
    await signUp(email)
    const seen = [await nextMail(server, email, SUBJECT)]
    clock.ahead_ms += OVER_A_MINUTE_MS
    await signUp(email, { password: 'of a stranger' })
    const { codes, token } = await confirmByEmail(email, seen, [password, 'of a stranger'])
    expect(codes).toEqual(['invalid_credentials', 'invalid_credentials'])
    const welcome = await nextMail(server, email, 'Welcome')
    expect(welcome.text).toContain('Your account has no password yet')
    expect((await callAs(server.url, token).request('PUT', '/auth/v1/user', { password })).status).toBe(200)
    expect((await signIn(email)).status).toBe(200)
  })

  test('never restores a password', async () => {
    const email = anEmail()
    const seen: Mail[] = []
    for (const typedPassword of [password, 'of a stranger', 'of a stranger', password]) {
      await signUp(email, { password: typedPassword })
      clock.ahead_ms += OVER_A_MINUTE_MS
      seen.push(await nextMail(server, email, SUBJECT, seen))
    }
    const { codes } = await confirmByEmail(email, seen.slice(0, -1), [password, 'of a stranger'])
    expect(codes).toEqual(['invalid_credentials', 'invalid_credentials'])
  })

  test('sets no password on an account that was created by requesting a sign-in link', async () => {
    const email = anEmail()
    await call('POST', '/otp', { email })
    await nextMail(server, email, 'Your sign-in link')
    await signUp(email, { password: 'of a stranger' })
    const { codes } = await confirmByEmail(email, [], ['of a stranger'])
    expect(codes).toEqual(['invalid_credentials'])
  })

  test('with the same password keeps the password', async () => {
    const email = anEmail()
    await signUp(email)
    const seen = [await nextMail(server, email, SUBJECT)]
    clock.ahead_ms += OVER_A_MINUTE_MS
    await signUp(email)
    expect((await confirmByEmail(email, seen, [password])).codes).toEqual([undefined])
  })
})
