import { randomUUID } from 'node:crypto'
import { stateOfDatabase } from '@studiohub/testing/database-rows.ts'
import { callAs } from '@studiohub/testing/http.ts'
import { invitationToken } from '@studiohub/testing/mailbox.ts'
import { aBrowser } from '@studiohub/testing/official-client.ts'
import {
  type Account,
  anAccount,
  ID_TOKEN_NONCE,
  startServerWithGoogle,
  type WithProvider,
} from '@studiohub/testing/openid-provider.ts'
import { authAs } from '@studiohub/testing/second-factor.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp } from './users/service.ts'

// With AUTH_SIGNUP=off only people with an invitation get an account.
const password = 'a long enough password'
const anEmail = () => `${randomUUID()}@example.com`
const rejection = {
  status: 422,
  body: { code: 'signup_disabled', message: 'Signups not allowed for this instance' },
}
let fixture: WithProvider
let invitations: { of(email: string): Promise<string>; revokeAll(): Promise<void> }

/** An account from the time when sign-up was on. */
async function anEarlierAccount(email = anEmail(), confirmed = true) {
  const settings = {
    publicUrl: fixture.server.url,
    authSignup: true,
    authConfirmEmail: !confirmed,
    passwordRules: { min_length: 6 },
  }
  const context = { now: new Date(), ip: '127.0.0.1', user_agent: null, request_id: randomUUID(), studio_id: null }
  const input = { email, phone: null, password, data: null, challenge: null, redirect_to: null }
  await signUp(input, settings, context)
  return email
}

const call = (method: string, path: string, body?: object) => authAs(fixture.server, null)(method, path, body)
const requestSignUp = (email: string, data = {}) => call('POST', '/signup', { email, password, data })
const signIn = (email: string) => call('POST', '/token?grant_type=password', { email, password })
const signInByIdToken = async (account: Account) =>
  call('POST', '/token?grant_type=id_token', {
    provider: 'google',
    id_token: await fixture.google.idToken(account),
    nonce: ID_TOKEN_NONCE,
  })

async function signInThroughGoogle(account: Account) {
  const { client } = aBrowser(fixture.server)
  const { data } = await client.signInWithOAuth({
    provider: 'google',
    options: { redirectTo: `${fixture.server.url}/auth/callback`, skipBrowserRedirect: true },
  })
  const signInStart = await fetch(data.url ?? '', { redirect: 'manual' })
  const cookie = signInStart.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const back = await fixture.google.visit(signInStart.headers.get('location') ?? '', account)
  const end = await fetch(back, { redirect: 'manual', headers: { cookie } })
  const { searchParams } = new URL(end.headers.get('location') ?? '')
  const exchanged = await client.exchangeCodeForSession(searchParams.get('code') ?? 'none')
  return { parameters: Object.fromEntries(searchParams), email: exchanged.data.user?.email }
}

async function expectNothingWritten(act: () => Promise<void>) {
  const before = await stateOfDatabase()
  await act()
  expect(await stateOfDatabase()).toEqual(before)
}

beforeAll(async () => {
  fixture = await startServerWithGoogle({ env: { AUTH_SIGNUP: 'off' } })
  const { body } = await signIn(await anEarlierAccount())
  const admin = callAs(fixture.server.url, body.access_token)
  const studio = { studio_name: 'Closed', studio_type: 'recording', tier: 'pro', timezone: 'UTC', currency: 'USD' }
  const created = await admin.post('/me/onboarding', { role: 'studio_admin', ...studio })
  const path = `/studios/${created.body.studio_id}/invitations`
  invitations = {
    async of(email) {
      expect((await admin.post(path, { email, full_name: 'Ivo Invited' })).status).toBe(201)
      return invitationToken(fixture.server, email)
    },
    async revokeAll() {
      for (const { id } of (await admin.get(path)).body.items) await admin.delete(`/invitations/${id}`)
    },
  }
})
afterAll(() => fixture.stop())

test('POST /signup rejects known, waiting and unknown addresses with the same response, and writes nothing', async () => {
  const known = await anEarlierAccount()
  const waiting = await anEarlierAccount(anEmail(), false)
  await expectNothingWritten(async () => {
    for (const email of [anEmail(), known, waiting]) expect(await requestSignUp(email)).toMatchObject(rejection)
  })
  expect((await signIn(known)).status).toBe(200)
  expect((await call('GET', '/settings')).body.disable_signup).toBe(true)
})

test('POST /signup accepts the secret of an open invitation, only for its address', async () => {
  const email = anEmail()
  const invitation_token = await invitations.of(email)
  for (const token of ['wrong', '', 7, null]) {
    expect(await requestSignUp(email, { invitation_token: token })).toMatchObject(rejection)
  }
  expect(await requestSignUp(anEmail(), { invitation_token })).toMatchObject(rejection)
  expect((await requestSignUp(email, { invitation_token })).body).toMatchObject({ user: { email } })
  const late = anEmail()
  const revoked = await invitations.of(late)
  await invitations.revokeAll()
  expect(await requestSignUp(late, { invitation_token: revoked })).toMatchObject(rejection)
})

test('POST /otp creates no account and emails only known addresses, with the same response', async () => {
  const known = await anEarlierAccount()
  const unknown = { email: anEmail(), create_user: true }
  const invited = { email: anEmail(), create_user: true }
  await invitations.of(invited.email)
  await expectNothingWritten(async () => {
    for (const body of [unknown, invited])
      expect(await call('POST', '/otp', body)).toMatchObject({ status: 200, body: {} })
  })
  expect(await call('POST', '/otp', { email: known })).toMatchObject({ status: 200, body: {} })
})

test('a provider creates an account only for a verified address with an open invitation', async () => {
  const stranger = anAccount(fixture.google)
  const invited = anAccount(fixture.google)
  const unverified = anAccount(fixture.google, { email_verified: false })
  const late = anAccount(fixture.google)
  await invitations.of(late.email ?? '')
  await invitations.revokeAll()
  await invitations.of(invited.email ?? '')
  await invitations.of(unverified.email ?? '')
  for (const account of [stranger, unverified, late]) {
    expect(await signInByIdToken(account)).toMatchObject(rejection)
    expect((await signInThroughGoogle(account)).parameters).toEqual({
      error: 'access_denied',
      error_code: 'signup_disabled',
      error_description: 'Signups not allowed for this instance',
    })
  }
  expect((await signInThroughGoogle(invited)).email).toBe(invited.email)
  expect((await signInByIdToken(invited)).body.user.email).toBe(invited.email)
})

test('a provider signs in existing accounts, and does not reveal them for an unverified address', async () => {
  const account = anAccount(fixture.google)
  await anEarlierAccount(account.email)
  const unverified = anAccount(fixture.google, { email: account.email ?? '', email_verified: false })
  expect(await signInByIdToken(unverified)).toMatchObject(rejection)
  expect((await signInByIdToken(account)).body.user.email).toBe(account.email)
  expect((await signInThroughGoogle(account)).email).toBe(account.email)
})
