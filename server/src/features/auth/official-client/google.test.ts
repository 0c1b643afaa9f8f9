import { randomUUID } from 'node:crypto'
import { callAs } from '@studiohub/testing/http.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { aBrowser, isSessionAlive, signInClient, signUpClient } from '@studiohub/testing/official-client.ts'
import {
  type Account,
  APP_CLIENT_ID,
  anAccount,
  CLIENT_ID,
  ID_TOKEN_NONCE,
  startServerWithGoogle,
  type WithProvider,
} from '@studiohub/testing/openid-provider.ts'
import { aPerson, aStudio } from '@studiohub/testing/people.ts'
import { anAppFactor, authAs } from '@studiohub/testing/second-factor.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asAuth } from '#platform/db/actor.ts'
import { signInWithIdToken } from '../providers/sign-in-with-id-token.ts'
import { requireBearer } from '../sessions/require-session.ts'
import { listIdentities } from '../users/queries.ts'

let fixture: WithProvider

beforeAll(async () => {
  fixture = await startServerWithGoogle()
})
afterAll(() => fixture.stop())

const redirectTo = () => `${fixture.server.url}/auth/callback`
type Browser = ReturnType<typeof aBrowser>

/** Follows the client's redirect to the provider and back with the browser's cookie. @returns the last address */
async function throughGoogle(startUrl: string | null | undefined, account: Account | 'deny', cookie?: string) {
  const response = cookie ? null : await fetch(startUrl ?? '', { redirect: 'manual' })
  const providerUrl = response ? (response.headers.get('location') ?? '') : (startUrl ?? '')
  const sentCookie = cookie ?? response?.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const back = await fixture.google.visit(providerUrl, account)
  const end = await fetch(back, { redirect: 'manual', headers: { cookie: sentCookie } })
  return new URL(end.headers.get('location') ?? '')
}

async function signInWithGoogle({ client }: Browser, account: Account, to = redirectTo()) {
  const signInStart = await client.signInWithOAuth({
    provider: 'google',
    options: { redirectTo: to, skipBrowserRedirect: true },
  })
  const back = await throughGoogle(signInStart.data.url, account)
  expect(back.searchParams.get('error_description')).toBeNull()
  return client.exchangeCodeForSession(back.searchParams.get('code') ?? '')
}

/** Starts linking with a client whose `fetch` reveals the cookie that a browser would store. */
async function linkGoogle({ client }: Browser, account: Account) {
  let cookie = ''
  const originalFetch = globalThis.fetch
  globalThis.fetch = async (...call) => {
    const response = await originalFetch(...call)
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    return response
  }
  const signInStart = await client
    .linkIdentity({ provider: 'google', options: { redirectTo: redirectTo(), skipBrowserRedirect: true } })
    .finally(() => {
      globalThis.fetch = originalFetch
    })
  expect(signInStart.error).toBeNull()
  return throughGoogle(signInStart.data?.url, account, cookie)
}

const providersOf = async ({ client }: Pick<Browser, 'client'>) =>
  (await client.getUserIdentities()).data?.identities.map(({ provider }) => provider)

describe('signing in with Google by the official client', () => {
  test("creates an account without a password from Google's data, and returns Google's tokens", async () => {
    const account = anAccount(fixture.google, { hd: 'example.com' })
    const browser = aBrowser(fixture.server)
    const { data, error } = await signInWithGoogle(browser, account)
    expect(error).toBeNull()
    expect(browser.events).toContain('SIGNED_IN')
    expect(data.session).toMatchObject({ provider_token: expect.any(String), token_type: 'bearer' })
    expect(data.user).toMatchObject({
      email: account.email,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: 'google', providers: ['google'] },
      user_metadata: { full_name: 'Grace Example', avatar_url: account.picture, email_verified: true },
      identities: [
        {
          provider: 'google',
          id: account.sub,
          email: account.email,
          identity_data: {
            iss: fixture.google.issuer,
            sub: account.sub,
            provider_id: account.sub,
            email_verified: true,
            phone_verified: false,
            name: 'Grace Example',
            picture: account.picture,
            custom_claims: { hd: 'example.com' },
          },
        },
      ],
    })
    expect((await browser.client.getClaims()).data?.claims.amr).toMatchObject([{ method: 'oauth' }])
    await nextMail(fixture.server, account.email ?? '', 'Welcome')
    expect((await browser.client.signInWithPassword({ email: account.email ?? '', password: '' })).error).toMatchObject(
      {
        code: 'invalid_credentials',
      },
    )
  })

  test('a new person at a studio returns to the requested page, unless its address is too long', async () => {
    const { studio } = await aStudio(fixture.server)
    const at = (next: string) =>
      `${fixture.server.url}/s/${studio.slug}/auth/callback?as=client&next=${encodeURIComponent(next)}`
    const next = `/${studio.slug}/bookings?book=recording&time=10:30`
    const { data } = await signInWithGoogle(aBrowser(fixture.server), anAccount(fixture.google), at(next))
    expect(data.user?.user_metadata).toMatchObject({ signup_namespace: studio.slug, signup_next: next })
    const long = at(`${next}&book=${'x'.repeat(4096)}`)
    const { data: other } = await signInWithGoogle(aBrowser(fixture.server), anAccount(fixture.google), long)
    expect(other.user?.user_metadata).toMatchObject({ signup_namespace: studio.slug })
    expect(other.user?.user_metadata).not.toHaveProperty('signup_next')
  })

  test('a second sign-in opens the same account with current profile data, also if the address at Google has changed', async () => {
    const account = anAccount(fixture.google)
    const { data: first } = await signInWithGoogle(aBrowser(fixture.server), account)
    const email = `${randomUUID()}@example.com`
    fixture.google.know({ ...account, email, name: 'Grace B' })
    const { data: second } = await signInWithGoogle(aBrowser(fixture.server), account)
    expect(second.user?.id).toBe(first.user?.id)
    expect(second.user).toMatchObject({ email: account.email, user_metadata: { full_name: 'Grace B' } })
    expect(second.user?.identities).toMatchObject([{ email }])
  })

  test('a code works once', async () => {
    const browser = aBrowser(fixture.server)
    const signInStart = await browser.client.signInWithOAuth({
      provider: 'google',
      options: { redirectTo: redirectTo(), skipBrowserRedirect: true },
    })
    const stored = new Map(browser.stored)
    const code = (await throughGoogle(signInStart.data.url, anAccount(fixture.google))).searchParams.get('code') ?? ''
    const both = await Promise.all([
      browser.client.exchangeCodeForSession(code),
      aBrowser(fixture.server, stored).client.exchangeCodeForSession(code),
    ])
    expect(both.map(({ error }) => error?.code ?? null).sort()).toEqual(['flow_state_not_found', null].sort())
  })

  test('a cancelled sign-in at Google returns an error to the starting page', async () => {
    const signInStart = await aBrowser(fixture.server).client.signInWithOAuth({
      provider: 'google',
      options: { redirectTo: redirectTo(), skipBrowserRedirect: true },
    })
    const back = await throughGoogle(signInStart.data.url, 'deny')
    const expectedError = { error: 'access_denied', error_description: 'You cancelled the sign-in with Google.' }
    expect(Object.fromEntries(back.searchParams)).toMatchObject(expectedError)
    expect(Object.fromEntries(new URLSearchParams(back.hash.slice(1)))).toMatchObject({ ...expectedError, sb: '' })
  })
})

describe('account ownership', () => {
  test('a stranger who signed up with the address loses access when the owner signs in with Google', async () => {
    const account = anAccount(fixture.google)
    const squatter = await signUpClient(fixture.server, account.email)
    const squatterAccount = anAccount(fixture.google)
    const linked = await linkGoogle(squatter, squatterAccount)
    await squatter.client.exchangeCodeForSession(linked.searchParams.get('code') ?? '')
    expect(await providersOf(squatter)).toEqual(['email', 'google'])
    const pendingLink = await linkGoogle(squatter, anAccount(fixture.google))
    const { data: factor } = await squatter.client.mfa.enroll({ factorType: 'totp' })
    expect(factor?.id).toEqual(expect.any(String))

    const owner = aBrowser(fixture.server)
    const { data } = await signInWithGoogle(owner, account)
    expect(data.user?.id).toBe(squatter.user?.id)
    expect(await isSessionAlive(squatter.client)).toBe(false)
    const again = await aBrowser(fixture.server).client.signInWithPassword({
      email: squatter.email,
      password: 'correct horse',
    })
    expect(again.error).toMatchObject({ code: 'invalid_credentials' })
    expect(
      (await squatter.client.exchangeCodeForSession(pendingLink.searchParams.get('code') ?? '')).error,
    ).not.toBeNull()
    const { data: stranger } = await signInWithGoogle(aBrowser(fixture.server), squatterAccount)
    expect(stranger.user?.id).not.toBe(squatter.user?.id)
    const { data: current } = await owner.client.getUser()
    expect(current.user?.factors ?? []).toEqual([])
    expect(current.user?.user_metadata).toMatchObject({ full_name: 'Grace Example' })
    expect(current.user?.user_metadata).not.toHaveProperty('signup_namespace')
    expect(current.user?.identities?.filter(({ provider }) => provider === 'google')).toMatchObject([
      { id: account.sub },
    ])
  })

  test('an owner with a confirmed address keeps password and sessions, and gets an email about the new sign-in method', async () => {
    const account = anAccount(fixture.google)
    const { email } = await signUpClient(fixture.server, account.email)
    const browser = aBrowser(fixture.server)
    await browser.client.resetPasswordForEmail(email, { redirectTo: `${fixture.server.url}/auth/reset-password` })
    const { code } = await nextMail(fixture.server, email, 'Reset your password')
    await browser.client.verifyOtp({ email, token: code, type: 'recovery' })
    await browser.client.updateUser({ password: 'another horse' })
    const { data } = await signInWithGoogle(aBrowser(fixture.server), account)
    expect(data.user?.app_metadata).toEqual({ provider: 'email', providers: ['email', 'google'] })
    expect(await isSessionAlive(browser.client)).toBe(true)
    await signInClient(fixture.server, email, 'another horse')
    expect((await nextMail(fixture.server, email, 'A new way to sign in was added')).text).toContain('Google')
  })

  test('an address that Google has not verified opens no account and creates none that can be used', async () => {
    const { email, user } = await signUpClient(fixture.server)
    for (const address of [email, `${randomUUID()}@example.com`, undefined]) {
      const account = anAccount(fixture.google, { email_verified: false, ...(address && { email: address }) })
      const { data, error } = await signInWithGoogle(aBrowser(fixture.server), account)
      expect(error).toMatchObject({ status: 422, code: 'provider_email_needs_verification' })
      expect(data.session).toBeNull()
    }
    const owner = await signInClient(fixture.server, email)
    expect(await providersOf(owner)).toEqual(['email'])
    expect((await owner.client.getUser()).data.user?.id).toBe(user?.id)
  })

  test('a new unverified address is confirmed by email; Google opens the account only after it was linked', async () => {
    const account = anAccount(fixture.google, { email_verified: false })
    await signInWithGoogle(aBrowser(fixture.server), account)
    const { code } = await nextMail(fixture.server, account.email ?? '', 'Confirm your email address')
    const proof = { email: account.email ?? '', token: code, type: 'signup' as const }
    const owner = aBrowser(fixture.server)
    const { data: confirmed, error } = await owner.client.verifyOtp(proof)
    expect(error).toBeNull()
    expect(confirmed.user).toMatchObject({ identities: [], app_metadata: { provider: 'email', providers: ['email'] } })
    const stranger = await signInWithGoogle(aBrowser(fixture.server), account)
    expect(stranger.error).toMatchObject({ code: 'provider_email_needs_verification' })

    const linked = await linkGoogle(owner, account)
    expect((await owner.client.exchangeCodeForSession(linked.searchParams.get('code') ?? '')).error).toBeNull()
    const { data } = await signInWithGoogle(aBrowser(fixture.server), account)
    expect(data.user).toMatchObject({ email: account.email, identities: [{ provider: 'google' }] })
  })
})

describe('linking with the official client', () => {
  test('adds Google to an account, keeps the session, and removes Google again; each change sends an email', async () => {
    const person = await signUpClient(fixture.server)
    const account = anAccount(fixture.google)
    const back = await linkGoogle(person, account)
    expect(await providersOf(person)).toEqual(['email'])
    const { data, error } = await person.client.exchangeCodeForSession(back.searchParams.get('code') ?? '')
    expect(error).toBeNull()
    expect(data.session?.refresh_token).not.toBe(person.session?.refresh_token)
    expect(data.user).toMatchObject({
      id: person.user?.id,
      email: person.email,
      app_metadata: { provider: 'email', providers: ['email', 'google'] },
    })
    await nextMail(fixture.server, person.email, 'A new way to sign in was added')
    const { data: other } = await signInWithGoogle(aBrowser(fixture.server), account)
    expect(other.user?.id).toBe(person.user?.id)

    const { data: linked } = await person.client.getUserIdentities()
    const google = linked?.identities.find(({ provider }) => provider === 'google')
    if (!google) throw new Error('Google is not linked')
    expect((await person.client.unlinkIdentity(google)).error).toBeNull()
    expect(await providersOf(person)).toEqual(['email'])
    expect((await nextMail(fixture.server, person.email, 'A way to sign in was removed')).text).toContain('Google')
    expect((await person.client.unlinkIdentity(google)).error).toMatchObject({ code: 'single_identity_not_deletable' })
  })

  test('a Google account that is already linked is rejected in the callback, for its owner and for others', async () => {
    const account = anAccount(fixture.google)
    const owner = aBrowser(fixture.server)
    await signInWithGoogle(owner, account)
    for (const person of [owner, await signUpClient(fixture.server)]) {
      const back = await linkGoogle(person, account)
      expect(back.searchParams.get('error_code')).toBe('identity_already_exists')
      expect(back.searchParams.get('code')).toBeNull()
    }
  })

  test('if two accounts link the same Google account at once, one succeeds', async () => {
    const account = anAccount(fixture.google)
    const people = [await signUpClient(fixture.server), await signUpClient(fixture.server)]
    const codes: string[] = []
    for (const person of people) codes.push((await linkGoogle(person, account)).searchParams.get('code') ?? '')
    const linked = await Promise.all(people.map(({ client }, at) => client.exchangeCodeForSession(codes[at] ?? '')))
    expect(linked.map(({ error }) => error?.code ?? null).sort()).toEqual(['identity_already_exists', null].sort())
  })

  test('another browser cannot finish linking, and an ended session links nothing', async () => {
    const person = await signUpClient(fixture.server)
    const account = anAccount(fixture.google)
    const code = (await linkGoogle(person, account)).searchParams.get('code') ?? ''
    const { stored } = person
    const other = aBrowser(fixture.server, new Map(stored))
    await person.client.signOut({ scope: 'local' })
    expect((await other.client.exchangeCodeForSession(code)).error).toMatchObject({ code: 'flow_state_not_found' })
    const { data } = await signInWithGoogle(aBrowser(fixture.server), account)
    expect(data.user?.id).not.toBe(person.user?.id)
  })
})

test('a Google user who chooses a password can sign in with it and then unlink Google', async () => {
  const account = anAccount(fixture.google)
  const browser = aBrowser(fixture.server)
  await signInWithGoogle(browser, account)
  const { data } = await browser.client.updateUser({ password: 'a first password' })
  expect(data.user?.app_metadata).toMatchObject({ provider: 'google', providers: ['google', 'email'] })
  const google = data.user?.identities?.find(({ provider }) => provider === 'google')
  expect((await browser.client.unlinkIdentity(google ?? expect.fail('no Google'))).error).toBeNull()
  const again = await aBrowser(fixture.server).client.signInWithPassword({
    email: account.email ?? '',
    password: 'a first password',
  })
  expect(again.data.user?.identities).toMatchObject([{ provider: 'email', email: account.email }])
})

describe('an ID token that an app received from the provider', () => {
  const nonce = ID_TOKEN_NONCE
  const ago = (seconds: number) => Math.floor(Date.now() / 1000) - seconds
  const signIn = (token: string, more: object = {}) =>
    aBrowser(fixture.server).client.signInWithIdToken({ provider: 'google', token, nonce, ...more })

  test('signs in, with a matching nonce and access token', async () => {
    const account = anAccount(fixture.google)
    const token = await fixture.google.idToken(account, { access_token: 'of the app', azp: CLIENT_ID })
    const { data, error } = await signIn(token, { access_token: 'of the app' })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email: account.email, identities: [{ id: account.sub }] })
  })

  test.each([
    ['another audience', { aud: 'somebody-else' }, {}, 'Unacceptable audience in id_token'],
    ['another issuer', { iss: 'https://evil.example' }, {}, 'Bad ID token'],
    ['an expiry in the past', { exp: ago(60) }, {}, 'Bad ID token'],
    ['an issue time more than ten minutes ago', { iat: ago(630) }, {}, 'Bad ID token'],
    ['the client of another app', { azp: 'somebody-else' }, {}, 'Unacceptable audience in id_token'],
    ['two audiences and no client', { aud: [CLIENT_ID, 'x'] }, {}, 'Unacceptable audience in id_token'],
    ['no nonce on either side', { nonce: undefined }, { nonce: undefined }, 'A nonce is required'],
    ['no expiry', { exp: undefined }, {}, 'Bad ID token'],
    ['no subject', { sub: undefined }, {}, 'Missing sub claim in id_token'],
    [
      'a nonce that the call does not send',
      {},
      { nonce: undefined },
      'Passed nonce and nonce in id_token should either both exist',
    ],
    [
      'a nonce in the call but not in the token',
      { nonce: undefined },
      {},
      'Passed nonce and nonce in id_token should either both exist',
    ],
    ['another nonce', {}, { nonce: 'another' }, 'Nonces mismatch'],
    ['the nonce in clear', { nonce }, {}, 'Nonces mismatch'],
    ['another access token', { access_token: 'one' }, { access_token: 'two' }, 'Bad ID token'],
  ])('with %s is rejected', async (_what, claims, options, message) => {
    const { error, data } = await signIn(await fixture.google.idToken(anAccount(fixture.google), claims), options)
    expect(error).toMatchObject({ status: 400, message: expect.stringContaining(message) })
    expect(data.session).toBeNull()
  })

  test('that is unsigned, changed or invalid is rejected', async () => {
    const [head = '', body = '', signature = ''] = (await fixture.google.idToken(anAccount(fixture.google))).split('.')
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    const admin = Buffer.from(JSON.stringify({ sub: 'admin' })).toString('base64url')
    for (const token of [`${none}.${body}.`, `${head}.${admin}.${signature}`, 'nonsense', '']) {
      expect((await signIn(token)).error).toMatchObject({ status: 400 })
    }
  })

  test('with an unverified address opens no session', async () => {
    const { email } = await signUpClient(fixture.server)
    const token = await fixture.google.idToken(anAccount(fixture.google, { email, email_verified: false }))
    expect((await signIn(token)).error).toMatchObject({ status: 422, code: 'provider_email_needs_verification' })
  })

  // Lower-cased, the Kelvin sign (U+212A) is the letter k of another person's address.
  test('with the Kelvin sign in its address opens no other account', async () => {
    const { email, user } = await signUpClient(fixture.server, `kate-${randomUUID()}@example.com`)
    const account = anAccount(fixture.google, { email: email.replace('kate', '\u212aate'), email_verified: true })
    const { data } = await signIn(await fixture.google.idToken(account))
    expect(data.user?.id).not.toBe(user?.id)
    expect(data.session).toBeNull()
  })

  test('links no provider for a session that ended during the check', async () => {
    const person = await signUpClient(fixture.server)
    const { data } = await person.client.getSession()
    const context = { now: new Date(), ip: '127.0.0.1', user_agent: null, request_id: randomUUID(), studio_id: null }
    const headers = { authorization: `Bearer ${data.session?.access_token}` }
    const call = { headers, method: 'POST', routeOptions: { url: '/auth/v1/token' }, query: {}, studio_id: null }
    const linkingUser = await requireBearer(call, context.now)
    await asAuth((tx) => tx.deleteFrom('auth.sessions').where('user_id', '=', linkingUser.user.id).execute())
    const client_ids = [APP_CLIENT_ID] as const
    const { issuer } = fixture.google
    const google = {
      name: 'google',
      label: 'google',
      issuer,
      client_ids,
      client_secret: 'not needed here',
      id_token_nonce: true,
    }
    const settings = { publicUrl: fixture.server.url, providers: [google], authLinking: true, authSignup: true }
    const grant = { provider: 'google', access_token: null, nonce }
    const id_token = await fixture.google.idToken(anAccount(fixture.google))
    await expect(signInWithIdToken({ ...grant, id_token }, linkingUser, settings, context)).rejects.toMatchObject({
      code: 'session_not_found',
    })
    const identities = await asAuth((tx) => listIdentities(tx, linkingUser.user.id))
    expect(identities.map(({ provider }) => provider)).toEqual(['email'])
  })

  test('links the provider for a signed-in person', async () => {
    const person = await signUpClient(fixture.server)
    const token = await fixture.google.idToken(anAccount(fixture.google))
    const { error } = await person.client.linkIdentity({ provider: 'google', token, nonce })
    expect(error).toBeNull()
    expect(await providersOf(person)).toEqual(['email', 'google'])
    expect((await person.client.linkIdentity({ provider: 'google', token, nonce })).error).toMatchObject({
      code: 'identity_already_exists',
    })
    const stranger = await signUpClient(fixture.server)
    expect((await stranger.client.linkIdentity({ provider: 'google', token, nonce })).error).toMatchObject({
      code: 'identity_already_exists',
    })
  })
})

// The owner of the factor may be a stranger, who must not accept invitations to the address's owner.
test('a second sign-in by a provider does not prove the address while a factor wait is running', async () => {
  const { server, google } = fixture
  const { admin, studio } = await aStudio(server)
  const squatter = await aPerson(server)
  const factor = await anAppFactor(server, squatter.token, new Date())
  await admin.post(`/studios/${studio.id}/invitations`, { full_name: 'New Hire', email: squatter.email })
  const account = anAccount(google, { email: squatter.email, email_verified: true })
  for (const _ of [1, 2]) {
    const body = { provider: 'google', id_token: await google.idToken(account), nonce: ID_TOKEN_NONCE }
    expect((await authAs(server, null)('POST', '/token?grant_type=id_token', body)).status).toBe(200)
  }
  expect((await callAs(server.url, factor.token).get('/me/invitations')).body.items).toEqual([])
  const row = await asAuth((tx) =>
    tx.selectFrom('auth.users').select('email_proven').where('id', '=', squatter.id).executeTakeFirst(),
  )
  expect(row).toEqual({ email_proven: false })
})
