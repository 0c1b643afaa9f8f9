import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { aProvenDomain, behindProxy, callAtHost } from '@studiohub/testing/domains.ts'
import { callAs } from '@studiohub/testing/http.ts'
import { invitationToken, mailsTo, nextMail } from '@studiohub/testing/mailbox.ts'
import { aSuperAdmin } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSuperAdmin } from '#commands/super-admin.ts'
import { asAuth } from '#platform/db/actor.ts'

let server: TestServer
let ahead_ms = 0
const clock = { now: () => new Date(Date.now() + ahead_ms) }

beforeAll(async () => {
  server = await startServer({ clock, env: { AUTH_CONFIRM_EMAIL: 'on', ...behindProxy } })
})
afterAll(() => server.stop())

const password = 'correct horse'
const SUBJECT = 'Confirm your email address'
const call = (method: string, path: string, body?: unknown) =>
  callAs(server.url, null).request(method, `/auth/v1${path}`, body)
const signUp = (email: string, more: object = {}) =>
  call('POST', `/signup?redirect_to=${encodeURIComponent(`${server.url}/auth/callback`)}`, { email, password, ...more })
const signIn = (email: string) => call('POST', '/token?grant_type=password', { email, password })
const anEmail = () => `${randomUUID()}@example.com`

function aChallenge() {
  const code_verifier = randomBytes(48).toString('base64url')
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
  return { code_verifier, pkce: { code_challenge, code_challenge_method: 's256' } }
}

/** The target of a link that a person opens after a mail scanner has opened it. */
async function openedTwice(link: string) {
  await fetch(link, { redirect: 'manual' })
  return new URL((await fetch(link, { redirect: 'manual' })).headers.get('location') ?? '')
}

/** The shape of a response body: its keys, and the types of its values. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shapeOf(part)]))
}

test('the response of a sign-up has the new user and no session, and an email asks to confirm the address', async () => {
  const email = anEmail()
  const { status, body } = await signUp(email)
  expect(status).toBe(200)
  expect(body).toMatchObject({ email, role: 'authenticated', confirmation_sent_at: expect.any(String) })
  expect(body).not.toHaveProperty('access_token')
  expect(body).not.toHaveProperty('email_confirmed_at')
  await nextMail(server, email, SUBJECT)
  expect(await signIn(email)).toMatchObject({ status: 400, body: { error_code: 'email_not_confirmed' } })
})

test('a new, a waiting and a confirmed address get the same response', async () => {
  const [fresh, waiting, confirmed] = [anEmail(), anEmail(), anEmail()]
  await signUp(waiting)
  await signUp(confirmed)
  const { code } = await nextMail(server, confirmed, SUBJECT)
  expect((await call('POST', '/verify', { type: 'signup', email: confirmed, token: code })).status).toBe(200)
  const responses = []
  for (const email of [fresh, waiting, confirmed])
    responses.push(await signUp(email, { data: { full_name: 'Eve Example' } }))
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(shapeOf(responses[1]?.body)).toEqual(shapeOf(responses[0]?.body))
  expect(shapeOf(responses[2]?.body)).toEqual(shapeOf(responses[0]?.body))
  expect(responses[2]?.body.user_metadata.full_name).toBe('Eve Example')
  const stored = await asAuth((tx) =>
    tx.selectFrom('auth.users').select('user_metadata').where('email', '=', confirmed).executeTakeFirstOrThrow(),
  )
  expect(JSON.stringify(stored)).not.toContain('Eve')
})

test('the emailed link opens a session in the requesting browser, confirms the address and sends the welcome', async () => {
  const email = anEmail()
  const { code_verifier, pkce } = aChallenge()
  await signUp(email, pkce)
  const { link } = await nextMail(server, email, SUBJECT)
  expect((await mailsTo(server, email)).some(({ subject }) => subject.includes('Welcome'))).toBe(false)
  const back = new URL((await fetch(link, { redirect: 'manual' })).headers.get('location') ?? '')
  expect(back.pathname).toBe('/auth/callback')
  const auth_code = back.searchParams.get('code')
  const { body } = await call('POST', '/token?grant_type=pkce', { auth_code, code_verifier })
  expect(body.user).toMatchObject({
    email,
    email_confirmed_at: expect.any(String),
    user_metadata: { email_verified: true },
  })
  expect((await signIn(email)).status).toBe(200)
  await nextMail(server, email, 'Welcome')
})

test('without PKCE opening the link proves nothing: it shows a button, which works once, with the password', async () => {
  const email = anEmail()
  await signUp(email)
  const { link } = await nextMail(server, email, SUBJECT)
  const back = await openedTwice(link)
  expect(`${back.origin}${back.pathname}${back.search}`).toBe(`${server.url}/auth/confirm`)
  expect((await signIn(email)).body.error_code).toBe('email_not_confirmed')
  const button = Object.fromEntries(new URLSearchParams(back.hash.slice(1)))
  const press = (typedPassword: string) => call('POST', '/verify', { ...button, password: typedPassword })
  expect((await press('a wrong horse')).body.error_code).toBe('current_password_invalid')
  expect(await press(password)).toMatchObject({ status: 200, body: { user: { email } } })
  expect((await press(password)).body.error_code).toBe('otp_expired')
  expect((await signIn(email)).status).toBe(200)
})

test("confirming a stranger's sign-up email does not confirm the stranger's password", async () => {
  const email = anEmail()
  await signUp(email, { password: 'of a stranger' })
  const { link } = await nextMail(server, email, SUBJECT)
  const back = new URL((await fetch(link, { redirect: 'manual' })).headers.get('location') ?? '')
  const button = Object.fromEntries(new URLSearchParams(back.hash.slice(1)))
  const { status, body } = await call('POST', '/verify', button)
  expect(status).toBe(200)
  const stranger = await call('POST', '/token?grant_type=password', { email, password: 'of a stranger' })
  expect(stranger.body.error_code).toBe('invalid_credentials')
  const { text } = await nextMail(server, email, 'Welcome')
  expect(text).toContain('Your account has no password yet')
  const owner = callAs(server.url, body.access_token)
  expect((await owner.get('/me')).body.user.email_proven).toBe(true)
  expect((await owner.request('PUT', '/auth/v1/user', { password })).status).toBe(200)
  expect((await signIn(email)).status).toBe(200)
})

test('with PKCE only the requesting browser with its verifier confirms the address, not a program that opens the link', async () => {
  const email = anEmail()
  await signUp(email, aChallenge().pkce)
  const { link } = await nextMail(server, email, SUBJECT)
  const scanned = new URL((await fetch(link, { redirect: 'manual' })).headers.get('location') ?? '')
  expect(scanned.searchParams.has('code')).toBe(true)
  expect((await signIn(email)).body.error_code).toBe('email_not_confirmed')
  const auth_code = scanned.searchParams.get('code')
  const other = { auth_code, code_verifier: aChallenge().code_verifier }
  expect((await call('POST', '/token?grant_type=pkce', other)).body.error_code).toBe('bad_code_verifier')
  expect((await signIn(email)).body.error_code).toBe('email_not_confirmed')
})

test('a recovery also proves the address, but not that its reader chose the password', async () => {
  const email = anEmail()
  await signUp(email)
  await call('POST', '/recover', { email })
  const { code } = await nextMail(server, email, 'Reset your password')
  const { status, body } = await call('POST', '/verify', { type: 'recovery', email, token: code })
  expect(status).toBe(200)
  expect((await signIn(email)).body.error_code).toBe('invalid_credentials')
  const me = callAs(server.url, body.access_token)
  expect((await me.request('PUT', '/auth/v1/user', { password: 'another horse' })).status).toBe(200)
  const again = await call('POST', '/token?grant_type=password', { email, password: 'another horse' })
  expect(again.status).toBe(200)
})

test('an email confirms only the sign-up it was sent for, and no password if two were chosen', async () => {
  const email = anEmail()
  await signUp(email, { password: 'of a squatter', data: { full_name: 'Not Me' } })
  const before = [await nextMail(server, email, SUBJECT)]
  ahead_ms += 61_000
  await signUp(email, { data: { full_name: 'The Owner' } })
  const { code } = await nextMail(server, email, SUBJECT, before)
  expect((await call('POST', '/verify', { type: 'signup', email, token: before[0]?.code })).status).toBe(403)
  const { status, body } = await call('POST', '/verify', { type: 'signup', email, token: code })
  expect({ status, name: body.user.user_metadata.full_name }).toEqual({ status: 200, name: 'The Owner' })
  const me = await callAs(server.url, body.access_token).get('/me')
  expect(me.body.profile.full_name).toBe('The Owner')
  for (const typedPassword of [password, 'of a squatter']) {
    const response = await call('POST', '/token?grant_type=password', { email, password: typedPassword })
    expect(response).toMatchObject({ status: 400, body: { error_code: 'invalid_credentials' } })
  }
})

test('an account that the operator took over is confirmed, and a later sign-up does not change it', async () => {
  const email = anEmail()
  await signUp(email, { password: 'of a squatter' })
  await createSuperAdmin({ email, password }, clock.now())
  ahead_ms += 61_000
  await signUp(email, { password: 'of a squatter' })
  const { status, body } = await signIn(email)
  expect(status).toBe(200)
  expect((await callAs(server.url, body.access_token).get('/me')).body.role).toBe('super_admin')
})

test('the secret of an invitation proves its address at sign-up, and a waiting stranger loses access', async () => {
  const [email, other] = [anEmail(), anEmail()]
  await call('POST', '/signup', { email, password: 'the password of a stranger' })
  const operator = await aSuperAdmin(server)
  const created = await operator.post('/studios', {
    name: 'Northern Tape',
    slug: `tape-${randomUUID().slice(0, 8)}`,
    type: 'recording',
    is_active: true,
  })
  const path = `/studios/${created.body.id}`
  expect((await operator.post(`${path}/invitations`, { email, full_name: 'Ida Invited' })).status).toBe(201)
  const invitation_token = await invitationToken(server, email)

  for (const [to, token] of [
    [other, invitation_token],
    [anEmail(), 'guessed'],
  ] as const) {
    const response = await signUp(to, { data: { invitation_token: token } })
    expect(response.status).toBe(200)
    expect(response.body).not.toHaveProperty('access_token')
  }
  const seen = await mailsTo(server, email)
  const { status, body } = await signUp(email, { data: { full_name: 'Ida Invited', invitation_token } })
  expect(status).toBe(200)
  expect(body.user.user_metadata).not.toHaveProperty('invitation_token')
  const owner = callAs(server.url, body.access_token)
  expect((await owner.get('/me')).body.role).toBeNull()
  expect((await owner.post(`/invitations/${invitation_token}/accept`)).status).toBe(200)
  expect((await owner.get('/me')).body).toMatchObject({ role: 'staff', studio: { id: created.body.id } })
  const stranger = { email, password: 'the password of a stranger' }
  expect(await call('POST', '/token?grant_type=password', stranger)).toMatchObject({ status: 400 })
  await nextMail(server, email, 'Welcome', seen)
  const more = (await mailsTo(server, email)).filter(({ file }) => !seen.some((mail) => mail.file === file))
  expect(more.map(({ subject }) => subject)).not.toContain(SUBJECT)
})

test("the owner of a studio's domain who signs up a stranger has no password for the account afterwards", async () => {
  const created = await (await aSuperAdmin(server)).post('/studios', {
    name: 'Southern Tape',
    slug: `tape-${randomUUID().slice(0, 8)}`,
    type: 'recording',
    is_active: true,
  })
  const domain = await aProvenDomain(created.body.id)
  const there = callAtHost(server.url, domain, null)
  const redirect_to = encodeURIComponent(`https://${domain}/auth/callback`)
  for (const method of ['code', 'verifier']) {
    const email = anEmail()
    const { code_verifier, pkce } = aChallenge()
    const input = { email, password: 'of the domain owner', ...pkce }
    expect((await there('POST', `/auth/v1/signup?redirect_to=${redirect_to}`, input)).status).toBe(200)
    const { code, link } = await nextMail(server, email, SUBJECT)
    if (method === 'code') {
      const { status } = await there('POST', '/auth/v1/verify', { type: 'signup', email, token: code })
      expect(status).toBe(200)
    } else {
      const page = await (await fetch(link)).text()
      const auth_code = /[?&](?:amp;)?code=([\w-]+)/.exec(page)?.[1]
      const { status } = await there('POST', '/auth/v1/token?grant_type=pkce', { auth_code, code_verifier })
      expect(status).toBe(200)
    }
    const response = await call('POST', '/token?grant_type=password', { email, password: 'of the domain owner' })
    expect(response.body.error_code).toBe('invalid_credentials')
  }
})
