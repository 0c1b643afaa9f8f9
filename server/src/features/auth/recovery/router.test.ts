import { randomUUID } from 'node:crypto'
import { MINUTE_MS } from '@studiohub/contract/shared/durations.ts'
import { aClock, anAccount, aVerifier, password } from '@studiohub/testing/accounts.ts'
import { mailsTo, nextMail } from '@studiohub/testing/mailbox.ts'
import { authAs } from '@studiohub/testing/second-factor.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asAuth } from '#platform/db/actor.ts'

let server: TestServer
const clock = aClock()

beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())

const auth = (token: string | null = null) => authAs(server, token)
const SUBJECT = 'Reset your password'

const aPerson = () => anAccount(server)

const resetPage = () => `${server.url}/auth/reset-password`
const startRecovery = (email: string, pkce: object = {}, redirect_to = resetPage()) =>
  auth()('POST', `/recover?redirect_to=${encodeURIComponent(redirect_to)}`, {
    email,
    gotrue_meta_security: {},
    ...pkce,
  })
const follow = (link: string) => fetch(link, { redirect: 'manual' })
const exchange = (auth_code: string | null, code_verifier: string) =>
  auth()('POST', '/token?grant_type=pkce', { auth_code, code_verifier })

/**
 * The body that the button of the page sends: the link's token, from the part of the address that a browser never sends to
 * a server.
 */
const linkIn = (address: URL | string) => Object.fromEntries(new URLSearchParams(new URL(address).hash.slice(1)))

async function locationOf(link: string) {
  const response = await follow(link)
  expect(response.status).toBe(303)
  return new URL(response.headers.get('location') ?? '')
}

/** A person who has requested a new password in a browser with the verifier, and has the email. */
async function aPersonRecovering() {
  const person = await aPerson()
  const { code_verifier, pkce } = aVerifier()
  expect(await startRecovery(person.email, pkce)).toMatchObject({ status: 200, body: {} })
  return { ...person, code_verifier, mail: await nextMail(server, person.email, SUBJECT) }
}

describe('requesting a new password', () => {
  test('gives the same response after the same time for known and unknown addresses', async () => {
    const { email } = await aPerson()
    const measure = async (address: string) => {
      const startedAt = performance.now()
      const response = await startRecovery(address, aVerifier().pkce)
      // A timer may fire a moment early. Another test measures that both cases take the same time.
      return { status: response.status, text: response.text, waited: performance.now() - startedAt >= 190 }
    }
    const known = await measure(email)
    const unknown = await measure(`${randomUUID()}@example.com`)
    expect(unknown).toEqual(known)
    expect(known).toEqual({ status: 200, text: '{}', waited: true })
  })

  test('unknown, suspended and removed people get no email', async () => {
    const banned = await aPerson()
    await asAuth((tx) =>
      tx.updateTable('auth.users').set({ banned_until: '2100-01-01T00:00:00Z' }).where('id', '=', banned.id).execute(),
    )
    const stranger = `${randomUUID()}@example.com`
    const known = await aPerson()
    for (const email of [banned.email, stranger, known.email]) await startRecovery(email)
    await nextMail(server, known.email, SUBJECT)
    const about = async (email: string) =>
      (await mailsTo(server, email)).filter(({ subject }) => subject.includes(SUBJECT))
    expect(await about(banned.email)).toEqual([])
    expect(await about(stranger)).toEqual([])
  })

  test('an impossible address is rejected, and so is half a PKCE pair', async () => {
    expect(await startRecovery('nobody')).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', message: 'Unable to validate email address: invalid format' },
    })
    const { pkce } = aVerifier()
    expect((await startRecovery('a@example.com', { code_challenge: pkce.code_challenge })).status).toBe(400)
    expect((await startRecovery('a@example.com', { code_challenge_method: 's256' })).status).toBe(400)
    expect((await startRecovery('a@example.com', { ...pkce, code_challenge: 'short' })).status).toBe(400)
    expect((await startRecovery('a@example.com', { code_challenge: null, code_challenge_method: null })).status).toBe(
      200,
    )
  })

  test('neither link nor code can be read from the database', async () => {
    const { mail, id } = await aPersonRecovering()
    const stored = await asAuth((tx) =>
      tx
        .selectFrom('auth.one_time_tokens')
        .selectAll()
        .where('user_id', '=', id)
        .where('purpose', '=', 'recovery')
        .executeTakeFirstOrThrow(),
    )
    const token = new URL(mail.link).searchParams.get('token') ?? ''
    expect(token.length).toBeGreaterThan(43)
    expect(JSON.stringify(stored)).not.toContain(token.replace('pkce_', ''))
    expect(JSON.stringify(stored)).not.toContain(mail.code)
    expect(server.logged.join('')).not.toContain(token)
    expect(server.logged.join('')).not.toContain(mail.code)
  })
})

describe('the emailed link', () => {
  test('returns a code to the starting page, which gives a recovery session with its verifier', async () => {
    const { mail, code_verifier, id } = await aPersonRecovering()
    const response = await follow(mail.link)
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const location = new URL(response.headers.get('location') ?? '')
    expect(`${location.origin}${location.pathname}`).toBe(resetPage())
    const { status, body } = await exchange(location.searchParams.get('code'), code_verifier)
    expect({ status, user: body.user?.id }).toEqual({ status: 200, user: id })
    expect(JSON.parse(Buffer.from(body.access_token.split('.')[1], 'base64url').toString()).amr).toMatchObject([
      { method: 'recovery' },
    ])
  })

  test('opens a session that counts as fresh for one day', async () => {
    const { mail, code_verifier } = await aPersonRecovering()
    const code = (await locationOf(mail.link)).searchParams.get('code')
    const { body: session } = await exchange(code, code_verifier)
    const DAYS = 24 * 60 * MINUTE_MS
    try {
      clock.ahead_ms = 23 * 60 * MINUTE_MS
      const { body: late } = await auth()('POST', '/token?grant_type=refresh_token', session)
      expect((await auth(late.access_token)('PUT', '/user', { password: 'a first horse' })).status).toBe(200)
      clock.ahead_ms = 40 * DAYS
      const { body: old } = await auth()('POST', '/token?grant_type=refresh_token', late)
      const call = auth(old.access_token)
      expect((await call('PUT', '/user', { password: 'another horse' })).body.code).toBe('current_password_required')
      expect((await call('POST', '/factors', { factor_type: 'totp' })).body.code).toBe('reauthentication_needed')
    } finally {
      clock.ahead_ms = 0
    }
  })

  test('opens one session: the first reader gets a code, others a button, and only one of the two works', async () => {
    const { mail, code_verifier } = await aPersonRecovering()
    const pages = await Promise.all(Array.from({ length: 8 }, () => locationOf(mail.link)))
    const codes = pages.flatMap((url) => url.searchParams.get('code') ?? [])
    expect(codes).toHaveLength(1)
    expect((await exchange(codes[0] ?? '', code_verifier)).status).toBe(200)
    const late = pages.find((url) => !url.searchParams.has('code')) ?? resetPage()
    expect(await auth()('POST', '/verify', linkIn(late))).toMatchObject({ status: 403, body: { code: 'otp_expired' } })
    const later = await locationOf(mail.link)
    expect(later.searchParams.get('error_code')).toBe('otp_expired')
    expect(later.searchParams.get('error')).toBe('access_denied')
    expect(new URLSearchParams(later.hash.slice(1)).get('error_code')).toBe('otp_expired')
  })

  test('requested by a stranger with their verifier signs in its reader, not the stranger', async () => {
    const { id, mail, code_verifier } = await aPersonRecovering()
    const location = await locationOf(mail.link)
    const response = await auth()('POST', '/verify', linkIn(location))
    expect(response).toMatchObject({ status: 200, body: { user: { id } } })
    const code = location.searchParams.get('code')
    expect((await exchange(code, code_verifier)).body.code).toBe('flow_state_not_found')
    expect((await auth()('POST', '/verify', linkIn(location))).body.code).toBe('otp_expired')
  })

  test('ends when a newer one is emailed', async () => {
    const { email, mail, code_verifier } = await aPersonRecovering()
    const { pkce, code_verifier: newer_verifier } = aVerifier()
    await startRecovery(email, pkce)
    const newer = await nextMail(server, email, SUBJECT, [mail])
    expect((await locationOf(mail.link)).searchParams.get('error_code')).toBe('otp_expired')
    const code = (await locationOf(newer.link)).searchParams.get('code')
    expect((await exchange(code, code_verifier)).body.code).toBe('bad_code_verifier')
    expect((await exchange(code, newer_verifier)).body.code).toBe('flow_state_not_found')
  })

  test('is valid for an hour', async () => {
    const { mail } = await aPersonRecovering()
    clock.ahead_ms = 61 * MINUTE_MS
    const late = await locationOf(mail.link)
    clock.ahead_ms = 0
    expect(late.searchParams.get('error_code')).toBe('otp_expired')
    expect((await locationOf(mail.link)).searchParams.has('code')).toBe(true)
  })

  test('survives HEAD requests of a scanner, and its code survives a scanner that opens it', async () => {
    const { mail, email } = await aPersonRecovering()
    expect((await fetch(mail.link, { method: 'HEAD', redirect: 'manual' })).status).toBe(404)
    expect((await locationOf(mail.link)).searchParams.has('code')).toBe(true)
    expect(await auth()('POST', '/verify', { type: 'recovery', email, token: mail.code })).toMatchObject({
      status: 200,
    })
  })

  test('without PKCE it does not sign in, and the code can still be entered', async () => {
    const { email } = await aPerson()
    await startRecovery(email)
    const mail = await nextMail(server, email, SUBJECT)
    const location = await locationOf(mail.link)
    expect(location.searchParams.has('code')).toBe(false)
    expect(location.hash).not.toContain('access_token')
    expect((await auth()('POST', '/verify', { type: 'recovery', email, token: mail.code })).status).toBe(200)
  })

  test('missing parameters cause a JSON error', async () => {
    expect(await auth()('GET', '/verify?type=recovery')).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    })
    expect(await auth()('GET', '/verify?token=abc')).toMatchObject({ status: 400 })
    expect(await auth()('GET', '/verify?token=abc&type=constructor')).toMatchObject({ status: 400 })
  })
})

describe('the target', () => {
  test.each([
    'https://evil.example/auth/reset-password',
    '//evil.example/auth/reset-password',
    'https://127.0.0.1@evil.example/auth/reset-password',
    'http://127.0.0.1.evil.example/auth/reset-password',
    'javascript:alert(1)',
    '\\\\evil.example\\auth\\reset-password',
    'http:\\\\evil.example',
  ])("%s is replaced by the site's own page, in the email and in the redirect", async (redirect_to) => {
    const { email } = await aPerson()
    await startRecovery(email, aVerifier().pkce, redirect_to)
    const { link } = await nextMail(server, email, SUBJECT)
    expect(link).not.toContain('evil')
    const tampered = new URL(link)
    tampered.searchParams.set('redirect_to', redirect_to)
    const location = await locationOf(tampered.href)
    expect(`${location.origin}${location.pathname}`).toBe(resetPage())
    expect(location.searchParams.has('code')).toBe(true)
  })

  test("another spelling of the same host, and a studio's own page, are allowed", async () => {
    const page = `${server.url.replace('127.0.0.1', 'localhost')}/s/north-light/auth/reset-password?sb_flow_id=1`
    const { email } = await aPerson()
    await startRecovery(email, aVerifier().pkce, page)
    const location = await locationOf((await nextMail(server, email, SUBJECT)).link)
    expect(location.href).toMatch(`${page}&code=`)
  })
})

describe('the auth code', () => {
  const aCode = async () => {
    const recovering = await aPersonRecovering()
    return { ...recovering, code: (await locationOf(recovering.mail.link)).searchParams.get('code') ?? '' }
  }

  test('many exchanges at once succeed exactly once', async () => {
    const { code, code_verifier, id } = await aCode()
    const responses = await Promise.all(Array.from({ length: 20 }, () => exchange(code, code_verifier)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    const others = responses.filter(({ status }) => status !== 200)
    expect(new Set(others.map(({ body }) => body.code))).toEqual(new Set(['flow_state_not_found']))
    const sessions = await asAuth((tx) =>
      tx.selectFrom('auth.sessions').select('id').where('user_id', '=', id).execute(),
    )
    // The session of the sign-up has ended, because the address was not proven when it was opened.
    expect(sessions).toHaveLength(1)
  })

  test('a wrong verifier uses it up', async () => {
    const { code, code_verifier } = await aCode()
    expect(await exchange(code, aVerifier().code_verifier)).toMatchObject({
      status: 400,
      body: { code: 'bad_code_verifier' },
    })
    expect(await exchange(code, code_verifier)).toMatchObject({ status: 404, body: { code: 'flow_state_not_found' } })
  })

  test('is valid for five minutes from the click, not from the request', async () => {
    const recovering = await aPersonRecovering()
    clock.ahead_ms = 50 * MINUTE_MS
    const code = (await locationOf(recovering.mail.link)).searchParams.get('code')
    clock.ahead_ms = 54 * MINUTE_MS
    expect((await exchange(code, recovering.code_verifier)).status).toBe(200)
    const other = await aCode()
    clock.ahead_ms += 6 * MINUTE_MS
    expect(await exchange(other.code, other.code_verifier)).toMatchObject({
      status: 422,
      body: { code: 'flow_state_expired' },
    })
    clock.ahead_ms = 0
  })

  test('an exchange needs code and verifier', async () => {
    expect(await exchange('', 'abc')).toMatchObject({
      status: 400,
      body: { message: 'invalid request: both auth code and code verifier should be non-empty' },
    })
    expect((await exchange('unknown', 'abc')).status).toBe(404)
  })
})

describe('the six digits', () => {
  const type = 'recovery'
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  const verify = (body: object) => auth()('POST', '/verify', body)

  test('sign in on any device, once, and end the link with them', async () => {
    const { email, mail, id } = await aPersonRecovering()
    const response = await verify({ type, email: email.toUpperCase(), token: mail.code, options: { redirectTo: 'x' } })
    expect(response).toMatchObject({ status: 200, body: { user: { id } } })
    expect((await verify({ type, email, token: mail.code })).body.code).toBe('otp_expired')
    expect((await locationOf(mail.link)).searchParams.get('error_code')).toBe('otp_expired')
  })

  test('no longer work after five wrong attempts', async () => {
    const { email, mail } = await aPersonRecovering()
    for (let n = 0; n < 5; n += 1) {
      expect(await verify({ type, email, token: wrong(mail.code) })).toMatchObject({
        status: 403,
        body: { code: 'otp_expired', message: 'Token has expired or is invalid' },
      })
    }
    expect((await verify({ type, email, token: mail.code })).status).toBe(403)
  })

  test('are checked at most five times, even with many guesses at once', async () => {
    const { email, mail, id } = await aPersonRecovering()
    await Promise.all(Array.from({ length: 30 }, () => verify({ type, email, token: wrong(mail.code) })))
    const { wrong_tries } = await asAuth((tx) =>
      tx
        .selectFrom('auth.one_time_tokens')
        .select('wrong_tries')
        .where('user_id', '=', id)
        .where('purpose', '=', 'recovery')
        .executeTakeFirstOrThrow(),
    )
    expect(wrong_tries).toBe(5)
  })

  test('sent several times at once sign in once', async () => {
    const { email, mail } = await aPersonRecovering()
    const responses = await Promise.all(Array.from({ length: 5 }, () => verify({ type, email, token: mail.code })))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403, 403])
  })

  test('belong to one person and one purpose, and expire after an hour', async () => {
    const { email, mail } = await aPersonRecovering()
    const other = await aPersonRecovering()
    expect((await verify({ type, email: other.email, token: mail.code })).status).toBe(403)
    expect((await verify({ type: 'signup', email, token: mail.code })).status).toBe(403)
    clock.ahead_ms = 61 * MINUTE_MS
    expect((await verify({ type, email, token: mail.code })).status).toBe(403)
    clock.ahead_ms = 0
    expect((await verify({ type, email, token: mail.code })).status).toBe(200)
  })

  test("have the same call as the link's token, which works once", async () => {
    const { mail } = await aPersonRecovering()
    const token_hash = new URL(mail.link).searchParams.get('token')
    expect((await verify({ type, token_hash })).status).toBe(200)
    expect(await verify({ type, token_hash })).toMatchObject({
      status: 403,
      body: { code: 'otp_expired', message: 'Email link is invalid or has expired' },
    })
  })

  test('are rejected together with a link; a call with neither or with an unknown type is rejected too', async () => {
    const email = 'a@example.com'
    expect((await verify({ type, email, token: '123456', token_hash: 'x' })).status).toBe(400)
    expect((await verify({ type, email })).status).toBe(400)
    expect((await verify({ type: 'sms', email, token: '123456' })).status).toBe(400)
  })
})

describe('choosing the new password', () => {
  test('ends every other session, every emailed link and code, and the old password', async () => {
    const { email, mail, code_verifier, token: old } = await aPersonRecovering()
    const code = (await locationOf(mail.link)).searchParams.get('code')
    const recovered = String((await exchange(code, code_verifier)).body.access_token)
    await startRecovery(email, aVerifier().pkce)
    const another = await nextMail(server, email, SUBJECT, [mail])
    expect(await auth(recovered)('PUT', '/user', { password: 'another horse' })).toMatchObject({
      status: 200,
      body: { email },
    })
    expect(await auth(old)('GET', '/user')).toMatchObject({ status: 403, body: { code: 'session_not_found' } })
    expect((await auth(recovered)('GET', '/user')).status).toBe(200)
    expect((await locationOf(another.link)).searchParams.get('error_code')).toBe('otp_expired')
    expect((await auth()('POST', '/verify', { type: 'recovery', email, token: another.code })).body.code).toBe(
      'otp_expired',
    )
    const signIn = (typedPassword: string) =>
      auth()('POST', '/token?grant_type=password', { email, password: typedPassword })
    expect((await signIn(password)).body.code).toBe('invalid_credentials')
    expect((await signIn('another horse')).status).toBe(200)
  })

  test('in a session without email proof keeps emailed links and codes valid', async () => {
    const [byCode, byLink, byVerifier] = [
      await aPersonRecovering(),
      await aPersonRecovering(),
      await aPersonRecovering(),
    ]
    const codeBefore = (await locationOf(byVerifier.mail.link)).searchParams.get('code')
    for (const { token, email } of [byCode, byLink, byVerifier]) {
      await auth()('POST', '/otp', { email, create_user: false })
      expect((await auth(token)('PUT', '/user', { password: 'a thief chose' })).status).toBe(200)
    }
    const { email, mail } = byCode
    const responses = [
      await auth()('POST', '/verify', { type: 'recovery', email, token: mail.code }),
      await exchange((await locationOf(byLink.mail.link)).searchParams.get('code'), byLink.code_verifier),
      await exchange(codeBefore, byVerifier.code_verifier),
    ]
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await auth(byCode.token)('GET', '/user')).body.code).toBe('session_not_found')
  })

  test('by a session without email proof ends its own codes and a pending change of address', async () => {
    const { email, token } = await aPerson()
    const new_email = `${randomUUID()}@example.com`
    await auth(token)('PUT', '/user', { email: new_email })
    await auth(token)('GET', '/reauthenticate')
    const { code: nonce } = await nextMail(server, email, 'Your confirmation code')
    const { code } = await nextMail(server, email, 'Confirm the change')
    expect((await auth(token)('PUT', '/user', { password: 'another horse' })).status).toBe(200)
    const again = await auth(token)('PUT', '/user', { password: 'a third horse', nonce })
    expect(again.body.code).toBe('reauthentication_not_valid')
    expect((await auth()('POST', '/verify', { type: 'email_change', email, token: code })).body.code).toBe(
      'otp_expired',
    )
  })

  test('the address counts as proven once its email was read', async () => {
    const { email, mail, id } = await aPersonRecovering()
    const isProven = async () =>
      (
        await asAuth((tx) =>
          tx.selectFrom('auth.users').select('email_proven').where('id', '=', id).executeTakeFirstOrThrow(),
        )
      ).email_proven
    expect(await isProven()).toBe(false)
    await auth()('POST', '/verify', { type: 'recovery', email, token: mail.code })
    expect(await isProven()).toBe(true)
  })
})
