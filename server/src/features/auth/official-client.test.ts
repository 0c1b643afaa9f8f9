import { randomUUID } from 'node:crypto'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { type AuthChangeEvent, GoTrueClient } from '@supabase/auth-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let server: TestServer

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const password = 'correct horse'
const anEmail = () => `${randomUUID()}@example.com`

/** A browser's own client, with a storage that a second one (another tab) may share. */
function aBrowser(stored = new Map<string, string>()) {
  const events: AuthChangeEvent[] = []
  const client = new GoTrueClient({
    url: `${server.url}/auth/v1`,
    flowType: 'pkce',
    storageKey: 'studiohub.auth',
    autoRefreshToken: false,
    persistSession: true,
    detectSessionInUrl: false,
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
  })
  client.onAuthStateChange((event) => void events.push(event))
  return { client, events, stored }
}

async function signedUp(email = anEmail()) {
  const browser = aBrowser()
  const data = { full_name: 'Ada Example', signup_namespace: 'north-light' }
  const answer = await browser.client.signUp({ email, password, options: { data } })
  expect(answer.error).toBeNull()
  return { ...browser, email, session: answer.data.session, user: answer.data.user }
}

async function signedIn(email: string, word = password) {
  const browser = aBrowser()
  const { data, error } = await browser.client.signInWithPassword({ email, password: word })
  expect(error).toBeNull()
  return { ...browser, session: data.session }
}

const aliveOf = async (client: GoTrueClient) => (await client.getUser()).error === null

describe('the official client', () => {
  test('signs up and has a session, an identity and what was said at sign-up', async () => {
    const { session, user, events, client } = await signedUp()
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
    expect(user?.user_metadata).toMatchObject({ full_name: 'Ada Example', signup_namespace: 'north-light' })
    expect(user?.identities).toHaveLength(1)
    expect(events).toContain('SIGNED_IN')
    expect((await client.getSession()).data.session?.access_token).toBe(session?.access_token)
  })

  test('is told why it cannot sign up or in', async () => {
    const { email } = await signedUp()
    const { client } = aBrowser()
    expect((await client.signUp({ email, password })).error).toMatchObject({
      message: 'User already registered',
      code: 'user_already_exists',
    })
    expect((await client.signUp({ email: anEmail(), password: '12345' })).error).toMatchObject({
      name: 'AuthWeakPasswordError',
      reasons: ['length'],
    })
    expect((await client.signInWithPassword({ email, password: 'wrong word' })).error).toMatchObject({
      message: 'Invalid login credentials',
      status: 400,
    })
  })

  test('verifies its own token with the published keys', async () => {
    const { client, user } = await signedUp()
    const { data, error } = await client.getClaims()
    expect(error).toBeNull()
    expect(data?.claims).toMatchObject({ sub: user?.id, role: 'authenticated', aal: 'aal1' })
    expect(data?.header.alg).toBe('ES256')
  })

  test('refreshes, and two tabs that refresh the same session both keep it', async () => {
    const { email } = await signedUp()
    const first = await signedIn(email)
    const second = aBrowser(new Map(first.stored))
    const refreshed = await Promise.all([first.client.refreshSession(), second.client.refreshSession()])
    expect(refreshed.map(({ error }) => error)).toEqual([null, null])
    const tokens = refreshed.map(({ data }) => data.session?.refresh_token)
    expect(new Set(tokens).size).toBe(1)
    expect(tokens[0]).not.toBe(first.session?.refresh_token)
    expect(first.events).toContain('TOKEN_REFRESHED')
    expect(await aliveOf(first.client)).toBe(true)
    expect(await aliveOf(second.client)).toBe(true)
  })

  test('changes what it says of itself and its password', async () => {
    const { client, email, events } = await signedUp()
    const changed = await client.updateUser({ data: { full_name: 'Ada B' }, password: 'another horse' })
    expect(changed).toMatchObject({ error: null, data: { user: { user_metadata: { full_name: 'Ada B' } } } })
    expect(events).toContain('USER_UPDATED')
    await signedIn(email, 'another horse')
    expect((await client.updateUser({ password: 'another horse' })).error).toMatchObject({ code: 'same_password' })
  })
})

describe('recovering with the official client', () => {
  const redirectTo = () => `${server.url}/auth/reset-password`

  test('the mailed link brings a recovery session to the browser that asked, and the new password ends the others', async () => {
    const { email, client: other } = await signedUp()
    const { client, events } = aBrowser()
    expect(await client.resetPasswordForEmail(email, { redirectTo: redirectTo() })).toEqual({ data: {}, error: null })
    const { link } = await nextMail(server, email, 'Reset your password')
    const back = new URL((await fetch(link, { redirect: 'manual' })).headers.get('location') ?? '')
    expect(back.pathname).toBe('/auth/reset-password')
    const { data, error } = await client.exchangeCodeForSession(back.searchParams.get('code') ?? '')
    expect(error).toBeNull()
    expect(data.user?.email).toBe(email)
    expect(events).toContain('PASSWORD_RECOVERY')
    expect((await client.updateUser({ password: 'another horse' })).error).toBeNull()
    expect(await aliveOf(other)).toBe(false)
    expect(await aliveOf(client)).toBe(true)
    await signedIn(email, 'another horse')
  })

  test('the six digits do it on another device', async () => {
    const { email } = await signedUp()
    await aBrowser().client.resetPasswordForEmail(email, { redirectTo: redirectTo() })
    const { code } = await nextMail(server, email, 'Reset your password')
    const { client, events } = aBrowser()
    const { data, error } = await client.verifyOtp({ email, token: code, type: 'recovery' })
    expect(error).toBeNull()
    expect(data.session).not.toBeNull()
    expect(events).toContain('PASSWORD_RECOVERY')
    expect((await client.updateUser({ password: 'another horse' })).error).toBeNull()
    expect((await aBrowser().client.verifyOtp({ email, token: code, type: 'recovery' })).error).toMatchObject({
      code: 'otp_expired',
      message: 'Token has expired or is invalid',
    })
  })

  test('an unknown address is answered like a known one', async () => {
    const answer = await aBrowser().client.resetPasswordForEmail(anEmail(), { redirectTo: redirectTo() })
    expect(answer).toEqual({ data: {}, error: null })
  })
})

describe('signing out with the official client', () => {
  const threeBrowsers = async () => {
    const { email } = await signedUp()
    return { one: await signedIn(email), two: await signedIn(email), three: await signedIn(email) }
  }
  const alive = async (...browsers: { client: GoTrueClient }[]) =>
    Promise.all(browsers.map(({ client }) => aliveOf(client)))

  test('here alone', async () => {
    const { one, two, three } = await threeBrowsers()
    expect(await one.client.signOut({ scope: 'local' })).toEqual({ error: null })
    expect(one.events.at(-1)).toBe('SIGNED_OUT')
    expect((await one.client.getSession()).data.session).toBeNull()
    expect(await alive(two, three)).toEqual([true, true])
  })

  test('everywhere else', async () => {
    const { one, two, three } = await threeBrowsers()
    expect(await two.client.signOut({ scope: 'others' })).toEqual({ error: null })
    expect(await alive(one, two, three)).toEqual([false, true, false])
  })

  test('everywhere, and an ended session counts as signed out, not as an error', async () => {
    const { one, two, three } = await threeBrowsers()
    expect(await one.client.signOut()).toEqual({ error: null })
    // The others still hold their sessions; the first call tells them that these have ended.
    expect(await two.client.signOut()).toEqual({ error: null })
    expect(await alive(three)).toEqual([false])
    expect(three.events.at(-1)).toBe('SIGNED_OUT')
    expect((await three.client.refreshSession()).error).not.toBeNull()
  })
})
