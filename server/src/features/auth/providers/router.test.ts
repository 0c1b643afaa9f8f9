import { createHash, randomBytes } from 'node:crypto'
import { MINUTE_MS } from '@studiohub/contract/shared/durations.ts'
import { callAs } from '@studiohub/testing/http.ts'
import {
  anAccount,
  CLIENT_ID,
  ID_TOKEN_NONCE,
  startServerWithGoogle,
  type WithProvider,
} from '@studiohub/testing/openid-provider.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { asAuth } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { removeAllAccess } from '../ownership/queries.ts'
import { listIdentities } from '../users/queries.ts'

let fixture: WithProvider
let ahead_ms = 0
const clock = { now: () => new Date(Date.now() + ahead_ms) }

beforeAll(async () => {
  fixture = await startServerWithGoogle({ clock })
})
afterAll(() => fixture.stop())

const call = (method: string, path: string, options: { token?: string; body?: unknown; headers?: object } = {}) =>
  callAs(fixture.server.url, options.token ?? null).request(method, `/auth/v1${path}`, options.body, {
    headers: { 'x-supabase-api-version': '2024-01-01', ...options.headers },
  })

function aVerifier() {
  const code_verifier = randomBytes(48).toString('base64url')
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
  return { code_verifier, pkce: { code_challenge, code_challenge_method: 's256' } }
}

const query = (fields: Record<string, string>) => new URLSearchParams(fields).toString()

/** A browser that was redirected to Google: the address, its cookie, and the verifier of its page. */
async function startProviderSignIn(more: Record<string, string> = {}, headers: object = {}) {
  const { code_verifier, pkce } = aVerifier()
  const fields = { provider: 'google', redirect_to: `${fixture.server.url}/auth/callback`, ...pkce, ...more }
  const response = await call('GET', `/authorize?${query(fields)}`, { headers })
  const cookies = response.headers.getSetCookie()
  return {
    response,
    providerUrl: new URL(response.headers.get('location') ?? ''),
    cookies,
    cookie: cookieOf(cookies),
    code_verifier,
  }
}

const cookieOf = (cookies: string[]) => cookies[0]?.split(';')[0] ?? ''
type StartedSignIn = Awaited<ReturnType<typeof startProviderSignIn>>

const throughGoogle = ({ providerUrl }: Pick<StartedSignIn, 'providerUrl'>, account = anAccount(fixture.google)) =>
  fixture.google.visit(providerUrl.href, account)

/** Returns from the provider with the browser. @returns the status and the next address */
async function handleCallback(back: URL, cookie: string) {
  const { status, headers } = await call('GET', `/callback${back.search}`, { headers: { cookie } })
  return { status, to: new URL(headers.get('location') ?? ''), headers }
}

const errorIn = (to: URL) => to.searchParams.get('error_code')
const exchange = (to: URL, code_verifier: string) =>
  call('POST', '/token?grant_type=pkce', { body: { auth_code: to.searchParams.get('code'), code_verifier } })

describe('the redirect to Google', () => {
  test('has our own scopes, state, nonce and challenge; the caller cannot change them', async () => {
    const { response, providerUrl, cookies } = await startProviderSignIn({
      scopes: 'https://www.googleapis.com/auth/calendar.readonly',
      prompt: 'select_account',
      login_hint: 'a@example.com',
      client_id: 'evil',
      redirect_uri: 'https://evil.example',
      response_type: 'token',
      response_mode: 'fragment',
      state: 'mine',
      nonce: 'mine',
      request_uri: 'https://evil.example/request',
      scope: 'all',
    })
    expect(response.status).toBe(302)
    expect(providerUrl.origin).toBe(fixture.google.issuer)
    expect(Object.fromEntries(providerUrl.searchParams)).toEqual({
      client_id: CLIENT_ID,
      redirect_uri: `${fixture.server.url}/auth/v1/callback`,
      response_type: 'code',
      scope: 'openid email profile https://www.googleapis.com/auth/calendar.readonly',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      prompt: 'select_account',
      login_hint: 'a@example.com',
    })
    expect(cookies).toEqual([
      expect.stringMatching(/^studiohub-flow=[\w-]{43}; Path=\/auth\/v1; Max-Age=600; HttpOnly; SameSite=Lax$/),
    ])
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  })

  test('needs a challenge, because tokens are never sent in an address', async () => {
    const response = await call('GET', '/authorize?provider=google')
    expect(response).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    const weak = await call('GET', `/authorize?provider=google&code_challenge=short&code_challenge_method=s256`)
    expect(weak).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  })

  test('rejects unknown providers', async () => {
    const { pkce } = aVerifier()
    const response = await call('GET', `/authorize?${query({ provider: 'myspace', ...pkce })}`)
    expect(response).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    expect(response.body.message).toBe('Unsupported provider: Provider myspace could not be found')
  })

  test('starts at the public address, because the cookie must be set there', async () => {
    const { pkce } = aVerifier()
    const path = `/auth/v1/authorize?${query({ provider: 'google', ...pkce })}`
    const elsewhere = fixture.server.url.replace('127.0.0.1', 'localhost')
    const { status, headers } = await callAs(elsewhere, null).request('GET', path)
    expect({ status, to: headers.get('location'), cookies: headers.getSetCookie() }).toEqual({
      status: 302,
      to: `${fixture.server.url}${path}`,
      cookies: [],
    })
  })
})

describe('the callback', () => {
  test('returns a code to the starting page; it works only with its verifier', async () => {
    const signInStart = await startProviderSignIn({
      redirect_to: `${fixture.server.url}/s/north-light/auth/callback?as=client&sb_flow_id=1`,
    })
    const { status, to, headers } = await handleCallback(await throughGoogle(signInStart), signInStart.cookie)
    expect(status).toBe(302)
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(to.pathname).toBe('/s/north-light/auth/callback')
    expect([...to.searchParams.keys()]).toEqual(['as', 'sb_flow_id', 'code'])
    expect(to.hash).toBe('')
    expect((await exchange(to, aVerifier().code_verifier)).body.code).toBe('bad_code_verifier')
    expect((await exchange(to, signInStart.code_verifier)).body.code).toBe('flow_state_not_found')
  })

  test('fails in a browser that did not start the sign-in, without an effect on the one that did', async () => {
    const signInStart = await startProviderSignIn()
    const back = await throughGoogle(signInStart)
    const victim = await startProviderSignIn()
    for (const cookie of ['', victim.cookie, 'studiohub-flow=nonsense']) {
      const { status, to } = await handleCallback(back, cookie)
      expect({ status, page: to.pathname, error: errorIn(to) }).toEqual({
        status: 303,
        page: '/auth/callback',
        error: 'bad_oauth_state',
      })
      expect(to.searchParams.get('code')).toBeNull()
    }
    const { to } = await handleCallback(back, signInStart.cookie)
    expect((await exchange(to, signInStart.code_verifier)).status).toBe(200)
  })

  test('does not mix up two windows of one browser', async () => {
    const first = await startProviderSignIn()
    const second = await startProviderSignIn({}, { cookie: first.cookie })
    expect(second.cookie).toBe(first.cookie)
    for (const signInStart of [first, second]) {
      const { to } = await handleCallback(await throughGoogle(signInStart), first.cookie)
      expect((await exchange(to, signInStart.code_verifier)).status).toBe(200)
    }
  })

  test('works once, even with many concurrent calls', async () => {
    const signInStart = await startProviderSignIn()
    const back = await throughGoogle(signInStart)
    const all = await Promise.all(Array.from({ length: 8 }, () => handleCallback(back, signInStart.cookie)))
    const codes = all.filter(({ to }) => to.searchParams.has('code'))
    expect(codes).toHaveLength(1)
    const others = all.filter(({ to }) => !to.searchParams.has('code'))
    expect(new Set(others.map(({ status, to }) => `${status} ${errorIn(to)}`))).toEqual(
      new Set(['303 flow_state_already_used']),
    )
    expect(errorIn((await handleCallback(back, signInStart.cookie)).to)).toBe('flow_state_already_used')
  })

  test('concurrent first sign-ins of one person create one account', async () => {
    const account = anAccount(fixture.google)
    const starts = [await startProviderSignIn(), await startProviderSignIn(), await startProviderSignIn()]
    const backs = await Promise.all(starts.map((start) => throughGoogle(start, account)))
    const ends = await Promise.all(backs.map((back, index) => handleCallback(back, starts[index]?.cookie ?? '')))
    const responses = await Promise.all(ends.map(({ to }, index) => exchange(to, starts[index]?.code_verifier ?? '')))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(responses.map(({ body }) => body.user.id)).size).toBe(1)
    expect(responses[0]?.body.user.identities).toHaveLength(1)
  })

  test.each([
    ['no state', (back: URL) => back.searchParams.delete('state'), 'bad_oauth_callback', 303],
    ['an invented state', (back: URL) => back.searchParams.set('state', 'A'.repeat(43)), 'bad_oauth_state', 303],
    ['no code', (back: URL) => back.searchParams.delete('code'), 'bad_oauth_callback', 302],
    ['an invented code', (back: URL) => back.searchParams.set('code', 'nonsense'), 'unexpected_failure', 302],
    ['another issuer', (back: URL) => back.searchParams.set('iss', 'https://evil.example'), 'unexpected_failure', 302],
  ])('with %s ends with an error', async (_what, change, error, status) => {
    const signInStart = await startProviderSignIn()
    const back = await throughGoogle(signInStart)
    change(back)
    const end = await handleCallback(back, signInStart.cookie)
    expect({ status: end.status, error: errorIn(end.to), code: end.to.searchParams.get('code') }).toEqual({
      status,
      error,
      code: null,
    })
    expect(new URLSearchParams(end.to.hash.slice(1)).get('error_code')).toBe(error)
  })

  test('a code of another flow does not work', async () => {
    const [first, second] = [await startProviderSignIn(), await startProviderSignIn()]
    const [back, other] = [await throughGoogle(first), await throughGoogle(second)]
    back.searchParams.set('code', other.searchParams.get('code') ?? '')
    expect(errorIn((await handleCallback(back, first.cookie)).to)).toBe('unexpected_failure')
  })

  test('shows our own message for an error of the provider', async () => {
    const signInStart = await startProviderSignIn()
    const state = signInStart.providerUrl.searchParams.get('state') ?? ''
    const back = new URL(
      `${fixture.server.url}/auth/v1/callback?${query({ state, error: 'server_error', error_description: '<b>Call 555</b>' })}`,
    )
    const { to } = await handleCallback(back, signInStart.cookie)
    expect(Object.fromEntries(to.searchParams)).toEqual({
      error: 'server_error',
      error_code: 'bad_oauth_callback',
      error_description: 'Google could not sign you in',
    })
  })

  test('fails after more than ten minutes; its code expires after five', async () => {
    const signInStart = await startProviderSignIn()
    const back = await throughGoogle(signInStart)
    const other = await startProviderSignIn()
    const { to } = await handleCallback(await throughGoogle(other), other.cookie)
    ahead_ms += 5.1 * MINUTE_MS
    expect((await exchange(to, other.code_verifier)).body.code).toBe('flow_state_expired')
    ahead_ms += 5 * MINUTE_MS
    expect(errorIn((await handleCallback(back, signInStart.cookie)).to)).toBe('bad_oauth_state')
    ahead_ms = 0
  })

  test("by another site's form redirects once, so that the browser sends the cookie", async () => {
    const signInStart = await startProviderSignIn()
    const back = await throughGoogle(signInStart)
    const response = await call('POST', '/callback', {
      body: back.search.slice(1),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
    })
    expect(response.status).toBe(303)
    const redirected = new URL(response.headers.get('location') ?? '', fixture.server.url)
    expect(redirected.pathname).toBe('/auth/v1/callback')
    const { to } = await handleCallback(redirected, signInStart.cookie)
    expect((await exchange(to, signInStart.code_verifier)).status).toBe(200)
  })

  test.each([
    'https://evil.example/auth/callback',
    '//evil.example/auth/callback',
    'https://127.0.0.1@evil.example/auth/callback',
    'javascript:alert(1)',
    'https:\\\\evil.example\\auth\\callback',
  ])('never redirects to %s', async (redirect_to) => {
    const signInStart = await startProviderSignIn({ redirect_to })
    const { to } = await handleCallback(await throughGoogle(signInStart), signInStart.cookie)
    expect(`${to.origin}${to.pathname}`).toBe(`${fixture.server.url}/auth/callback`)
    const cancelled = await startProviderSignIn({ redirect_to })
    const denied = await handleCallback(
      await fixture.google.visit(cancelled.providerUrl.href, 'deny'),
      cancelled.cookie,
    )
    expect(denied.to.origin).toBe(fixture.server.url)
  })

  test('stores no readable secret, and nothing after the exchange', async () => {
    const signInStart = await startProviderSignIn()
    const { to } = await handleCallback(await throughGoogle(signInStart), signInStart.cookie)
    const { body } = await exchange(to, signInStart.code_verifier)
    expect(body.provider_token).toEqual(expect.any(String))
    const written = fixture.server.logged.join('\n')
    for (const secret of [
      body.provider_token,
      to.searchParams.get('code'),
      signInStart.providerUrl.searchParams.get('state'),
    ]) {
      expect(written).not.toContain(secret)
    }
  })

  test('of a suspended person returns an error', async () => {
    const account = anAccount(fixture.google)
    const first = await startProviderSignIn()
    const { to } = await handleCallback(await throughGoogle(first, account), first.cookie)
    const { id } = (await exchange(to, first.code_verifier)).body.user
    await ban(id)
    const again = await startProviderSignIn()
    const end = await handleCallback(await throughGoogle(again, account), again.cookie)
    expect(Object.fromEntries(end.to.searchParams)).toMatchObject({ error: 'access_denied', error_code: 'user_banned' })
  })
})

test('a sign-in method that ends while it is used opens no session', async () => {
  const account = anAccount(fixture.google)
  const first = await startProviderSignIn()
  const callback = await handleCallback(await throughGoogle(first, account), first.cookie)
  const { body } = await exchange(callback.to, first.code_verifier)
  const again = await startProviderSignIn()
  const { to } = await handleCallback(await throughGoogle(again, account), again.cookie)
  const pending = await asAuth(async (tx) => {
    await removeAllAccess(tx, body.user.id, new Date().toISOString())
    const exchanged = exchange(to, again.code_verifier)
    await waitForBlockedTransaction(tx)
    return { exchanged }
  })
  expect((await pending.exchanged).body.code).toBe('flow_state_not_found')
  const identities = await asAuth((tx) => listIdentities(tx, body.user.id))
  expect(identities).toEqual([])
})

/** Waits until another transaction waits for this one. */
const waitForBlockedTransaction = (tx: Tx) =>
  vi.waitFor(
    async () => {
      const { rows } = await sql`select from pg_locks where not granted
        and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(tx)
      expect(rows).not.toEqual([])
    },
    { timeout: 60_000 },
  )

const ban = (id: string) => {
  const banned_until = new Date(Date.now() + 86_400_000).toISOString()
  return asAuth((tx) => tx.updateTable('auth.users').set({ banned_until }).where('id', '=', id).execute())
}

test('linking needs a sign-in within the last day', async () => {
  const email = `${randomBytes(8).toString('hex')}@example.com`
  const password = 'correct horse'
  const old = (await call('POST', '/signup', { body: { email, password } })).body
  ahead_ms = 24 * 60 * MINUTE_MS
  const renewed = await call('POST', '/token?grant_type=refresh_token', { body: { refresh_token: old.refresh_token } })
  const { pkce } = aVerifier()
  const target = `/user/identities/authorize?${query({ provider: 'google', skip_http_redirect: 'true', ...pkce })}`
  const rejection = { status: 400, body: { code: 'reauthentication_needed' } }
  expect(await call('GET', target, { token: renewed.body.access_token })).toMatchObject(rejection)
  const id_token = await fixture.google.idToken(anAccount(fixture.google))
  const grant = { provider: 'google', id_token, nonce: ID_TOKEN_NONCE, link_identity: true }
  const link = (token: string) => call('POST', '/token?grant_type=id_token', { token, body: grant })
  const recentSession = await call('POST', '/token?grant_type=password', { body: { email, password } })
  expect((await call('GET', target, { token: recentSession.body.access_token })).body.url).toContain(
    fixture.google.issuer,
  )
  ahead_ms = 0
  expect((await link(old.access_token)).status).toBe(200)
})

describe('while the provider is down', () => {
  test('a returning user gets an error on the page they started from, and can sign in later', async () => {
    const signInStart = await startProviderSignIn()
    const back = await throughGoogle(signInStart)
    fixture.google.breaks(true)
    const end = await handleCallback(back, signInStart.cookie)
    expect(Object.fromEntries(end.to.searchParams)).toEqual({
      error: 'temporarily_unavailable',
      error_code: 'request_timeout',
      error_description: 'Google cannot be reached at the moment. Please try again.',
    })
    expect(fixture.server.logged.join('\n')).toContain('a sign-in provider failed')
    fixture.google.breaks(false)
    const again = await startProviderSignIn()
    expect((await handleCallback(await throughGoogle(again), again.cookie)).to.searchParams.has('code')).toBe(true)
  })
})
