import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { callAs } from '@studiohub/testing/http.ts'
import { mailsTo, nextMail } from '@studiohub/testing/mailbox.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asAuth } from '#platform/db/actor.ts'

let server: TestServer
const ahead_ms = 0
const clock = { now: () => new Date(Date.now() + ahead_ms) }

beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())

const auth = (token: string | null = null) => {
  const caller = callAs(server.url, token)
  return (method: string, path: string, body?: unknown) =>
    caller.request(method, `/auth/v1${path}`, body, { headers: { 'x-supabase-api-version': '2024-01-01' } })
}
const password = 'correct horse'
const anEmail = () => `${randomUUID()}@example.com`
const SUBJECT = 'Your sign-in link'
const requestLink = (body: object) => auth()('POST', '/otp', body)
const verify = (body: object) => auth()('POST', '/verify', body)
const signUp = (email: string) => auth()('POST', '/signup', { email, password })

function aChallenge() {
  const code_verifier = randomBytes(48).toString('base64url')
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
  return { code_verifier, pkce: { code_challenge, code_challenge_method: 's256' } }
}

const accountOf = (email: string) =>
  asAuth((tx) =>
    tx
      .selectFrom('auth.users')
      .select(['email_confirmed_at', 'email_proven', 'encrypted_password'])
      .where('email', '=', email)
      .executeTakeFirst(),
  )

describe('a sign-in link', () => {
  test('creates an account for a new address; it is confirmed and welcomed when its link is used', async () => {
    const email = anEmail()
    expect(await requestLink({ email, data: { full_name: 'Ada Example' } })).toMatchObject({ status: 200, body: {} })
    const { code } = await nextMail(server, email, SUBJECT)
    expect(await accountOf(email)).toEqual({ email_confirmed_at: null, email_proven: false, encrypted_password: null })
    const { status, body } = await verify({ type: 'email', email, token: code })
    expect({ status, user: body.user }).toMatchObject({
      status: 200,
      user: { email, email_confirmed_at: expect.any(String), user_metadata: { full_name: 'Ada Example' } },
    })
    expect((await nextMail(server, email, 'Welcome')).text).toContain('Ada')
  })

  test('signs in the browser that requested it; opened by a program, it proves nothing', async () => {
    const email = anEmail()
    await signUp(email)
    const { code_verifier, pkce } = aChallenge()
    await requestLink({ email, create_user: false, ...pkce })
    const { link } = await nextMail(server, email, SUBJECT)
    const back = new URL((await fetch(link, { redirect: 'manual' })).headers.get('location') ?? '')
    expect((await accountOf(email))?.email_proven).toBe(false)
    const auth_code = back.searchParams.get('code')
    const { body } = await auth()('POST', '/token?grant_type=pkce', { auth_code, code_verifier })
    const claims = JSON.parse(Buffer.from(body.access_token.split('.')[1], 'base64url').toString())
    expect(claims.amr).toMatchObject([{ method: 'magiclink' }])
    expect((await accountOf(email))?.email_proven).toBe(true)
  })

  test('without PKCE opens a page with a button, at the studio where it was requested', async () => {
    const email = anEmail()
    const page = encodeURIComponent(`${server.url}/north-light/auth/callback?next=%2Fnorth-light`)
    await auth()('POST', `/otp?redirect_to=${page}`, { email })
    const { link } = await nextMail(server, email, SUBJECT)
    const back = new URL((await fetch(link, { redirect: 'manual' })).headers.get('location') ?? '')
    expect(`${back.pathname}${back.search}`).toBe('/north-light/auth/confirm?next=%2Fnorth-light')
    const button = Object.fromEntries(new URLSearchParams(back.hash.slice(1)))
    expect(button.type).toBe('magiclink')
    expect((await verify(button)).status).toBe(200)
  })

  // For an unknown address, `create_user: false` returns 200 and sends no email.
  test('known and unknown addresses get the same response, whether or not accounts are created', async () => {
    const known = anEmail()
    await signUp(known)
    const stranger = anEmail()
    for (const create_user of [true, false]) {
      const responses = [
        await requestLink({ email: known, create_user }),
        await requestLink({ email: stranger, create_user: false }),
      ]
      expect(responses.map(({ status, text }) => ({ status, text }))).toEqual([
        { status: 200, text: '{}' },
        { status: 200, text: '{}' },
      ])
    }
    expect(await accountOf(stranger)).toBeUndefined()
    expect(await mailsTo(server, stranger)).toEqual([])
  })

  test('requested by another person does not prevent the owner of an address from signing up', async () => {
    const email = anEmail()
    await requestLink({ email, data: { full_name: 'Not Me' } })
    const { code } = await nextMail(server, email, SUBJECT)
    expect((await signUp(email)).status).toBe(200)
    expect((await verify({ type: 'magiclink', email, token: code })).status).toBe(403)
    expect((await auth()('POST', '/token?grant_type=password', { email, password })).status).toBe(200)
  })

  test.each([
    [{}, 'validation_failed'],
    [{ phone: '+15550100' }, 'phone_provider_disabled'],
    [{ email: 'nobody' }, 'validation_failed'],
    [{ email: 'a@example.com', code_challenge_method: 's256' }, 'validation_failed'],
    [{ email: 'a@example.com', create_user: 'yes' }, 'validation_failed'],
    [{ email: 'a@example.com', data: { full_name: 'www.evil.example' } }, 'validation_failed'],
  ])('%j is rejected', async (body, code) => {
    expect(await requestLink(body)).toMatchObject({ status: 400, body: { code } })
  })
})

describe('a person who signed up with an address that is not theirs', () => {
  test.each(['magiclink', 'recovery'])('loses access when the owner of the address uses a %s link', async (type) => {
    const email = anEmail()
    const squatter = (await signUp(email)).body
    if (type === 'recovery') await auth()('POST', '/recover', { email })
    else await requestLink({ email })
    const { code } = await nextMail(server, email, type === 'recovery' ? 'Reset your password' : SUBJECT)
    expect((await auth(squatter.access_token)('GET', '/user')).status).toBe(200)
    const owner = await verify({ type, email, token: code })
    expect(owner.status).toBe(200)
    expect((await auth(squatter.access_token)('GET', '/user')).body.code).toBe('session_not_found')
    const refreshed = await auth()('POST', '/token?grant_type=refresh_token', squatter)
    expect(refreshed.body.code).toBe('session_not_found')
    expect((await auth()('POST', '/token?grant_type=password', { email, password })).body.code).toBe(
      'invalid_credentials',
    )
    expect((await auth(owner.body.access_token)('GET', '/user')).status).toBe(200)
    if (type === 'magiclink') {
      expect((await nextMail(server, email, 'Your password was removed')).text).toContain('choose a password again')
    }
  })

  test('proving an address again keeps password and sessions', async () => {
    const email = anEmail()
    await signUp(email)
    await requestLink({ email })
    const first = await nextMail(server, email, SUBJECT)
    const { access_token } = (await verify({ type: 'magiclink', email, token: first.code })).body
    expect((await auth(access_token)('PUT', '/user', { password: 'another horse' })).status).toBe(200)
    await requestLink({ email })
    const second = await nextMail(server, email, SUBJECT, [first])
    expect((await verify({ type: 'magiclink', email, token: second.code })).status).toBe(200)
    expect((await auth(access_token)('GET', '/user')).status).toBe(200)
    const again = await auth()('POST', '/token?grant_type=password', { email, password: 'another horse' })
    expect(again.status).toBe(200)
  })
})
