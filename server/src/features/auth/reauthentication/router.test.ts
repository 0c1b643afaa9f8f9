import { randomUUID } from 'node:crypto'
import { DAY_MS } from '@studiohub/contract/shared/durations.ts'
import { aClock, password } from '@studiohub/testing/accounts.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { authAs } from '@studiohub/testing/second-factor.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: TestServer
const clock = aClock()

beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())

const auth = (token: string | null = null) => authAs(server, token)

/** A person whose session is older than a day, with the emailed code. */
async function aPersonConfirming() {
  const email = `${randomUUID()}@example.com`
  const { refresh_token } = (await auth()('POST', '/signup', { email, password })).body
  clock.ahead_ms += DAY_MS + 60_000
  const { access_token } = (await auth()('POST', '/token?grant_type=refresh_token', { refresh_token })).body
  const token = String(access_token)
  expect(await auth(token)('GET', '/reauthenticate')).toMatchObject({ status: 200, body: {} })
  const mail = await nextMail(server, email, 'Your confirmation code')
  return { email, token, ...mail, put: (body: object) => auth(token)('PUT', '/user', body) }
}

test('the emailed code replaces the current password once, and the session stays', async () => {
  const { email, token, code, put } = await aPersonConfirming()
  expect((await put({ password: 'another horse', nonce: code })).status).toBe(200)
  expect(await put({ password: 'third horse', nonce: code })).toMatchObject({
    status: 422,
    body: { code: 'reauthentication_not_valid' },
  })
  expect(await auth(token)('GET', '/user')).toMatchObject({
    status: 200,
    body: { user_metadata: { email_verified: true }, reauthentication_sent_at: expect.any(String) },
  })
  const signIn = await auth()('POST', '/token?grant_type=password', { email, password: 'another horse' })
  expect(signIn.status).toBe(200)
})

test('five wrong codes invalidate the right one, although each call failed', async () => {
  const { code, put } = await aPersonConfirming()
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  for (let n = 0; n < 5; n += 1) {
    expect((await put({ password: 'another horse', nonce: wrong })).body.code).toBe('reauthentication_not_valid')
  }
  expect((await put({ password: 'another horse', nonce: code })).body.code).toBe('reauthentication_not_valid')
})

test('the emailed code belongs to one person, has no link, does not sign in and needs a session', async () => {
  const [first, second] = [await aPersonConfirming(), await aPersonConfirming()]
  expect(first.link).toBe('')
  expect((await second.put({ password: 'another horse', nonce: first.code })).status).toBe(422)
  for (const type of ['reauthentication', 'email', 'magiclink', 'signup', 'recovery']) {
    expect((await auth()('POST', '/verify', { type, email: first.email, token: first.code })).status).not.toBe(200)
  }
  expect(await auth()('GET', '/reauthenticate')).toMatchObject({ status: 401, body: { code: 'no_authorization' } })
})
