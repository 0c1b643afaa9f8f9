import { randomUUID } from 'node:crypto'
import { HOUR_MS } from '@studiohub/contract/shared/durations.ts'
import { aClock } from '@studiohub/testing/accounts.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import {
  type Account,
  anAccount,
  ID_TOKEN_NONCE,
  startServerWithGoogle,
  type WithProvider,
} from '@studiohub/testing/openid-provider.ts'
import { aClient, aPerson, aStudio, aSuperAdmin, type TestUser } from '@studiohub/testing/people.ts'
import { anAppFactor, authAs, confirmByApp } from '@studiohub/testing/second-factor.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asAuth } from '#platform/db/actor.ts'
import { processFactorWaits } from './jobs.ts'

// Password and providers stay while a wait is running, and end with it.

let fixture: WithProvider
const clock = aClock()

beforeAll(async () => {
  fixture = await startServerWithGoogle({ clock })
})
afterAll(() => fixture.stop())
beforeEach(() => {
  clock.ahead_ms = 0
})

const as = (token: string | null) => authAs(fixture.server, token)
const api = (token: string) => callAs(fixture.server.url, token)
const signIn = ({ email, password }: TestUser) => as(null)('POST', '/token?grant_type=password', { email, password })
const refresh = (refresh_token: string) => as(null)('POST', '/token?grant_type=refresh_token', { refresh_token })
const userOf = async (token: string) => (await api(token).get('/me')).body.user

/** Signs in by the provider; with a token, links it to the account of that session. */
async function signInByProvider(account: Account, token: string | null = null) {
  const seconds = Math.floor(clock.now().getTime() / 1000)
  const id_token = await fixture.google.idToken(account, { iat: seconds, exp: seconds + HOUR_MS / 1000 })
  const link_identity = token !== null
  const grant = { provider: 'google', id_token, nonce: ID_TOKEN_NONCE, link_identity }
  return as(token)('POST', '/token?grant_type=id_token', grant)
}

/** Signs in with access to the mailbox only. */
async function signInByEmail(email: string) {
  await as(null)('POST', '/otp', { email })
  const { code } = await nextMail(fixture.server, email, 'Your sign-in link')
  const { body } = await as(null)('POST', '/verify', { type: 'magiclink', email, token: code })
  return { token: String(body.access_token), refresh_token: String(body.refresh_token) }
}

/** An account with a factor, recovery codes and a linked provider, whose address was never proven. */
async function anUnprovenAccount() {
  const person = await aPerson(fixture.server)
  const { email, token } = person
  const google = anAccount(fixture.google)
  expect((await signInByProvider(google, token)).status).toBe(200)
  const factor = await anAppFactor(fixture.server, token, clock.now())
  const response = await as(factor.token)('POST', '/factors/recovery-codes')
  return { person, email, google, factor, codes: response.body.codes as string[] }
}

async function finishWait() {
  clock.ahead_ms += 73 * HOUR_MS
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const { signal } = new AbortController()
  await processFactorWaits.handle({}, { job_id: randomUUID(), now: clock.now(), log, signal })
}

describe('an owner who is signed out everywhere while a thief reads the mailbox', () => {
  test('signs in with the password and the factor and keeps the factor', async () => {
    const { person, email, factor } = await anUnprovenAccount()
    await as(factor.token)('POST', '/logout?scope=local')
    const thief = await signInByEmail(email)
    const { access_token } = (await signIn(person)).body
    expect((await userOf(access_token)).factors_end_at).not.toBeNull()
    expectError(await api(access_token).get('/me/sessions'), 'INSUFFICIENT_AAL')
    const raised = await confirmByApp(fixture.server, { ...factor, token: access_token }, clock.now(), 1)
    expect((await as(raised.body.access_token)('POST', '/factor-waits/keep')).status).toBe(200)
    expect((await refresh(thief.refresh_token)).body.code).toBe('session_not_found')
    await finishWait()
    expect((await signIn(person)).body.user.factors).toHaveLength(2)
  })

  test('signs in with the password, or by the provider, and keeps the factor with a recovery code', async () => {
    for (const method of ['password', 'provider']) {
      const { person, email, google, factor, codes } = await anUnprovenAccount()
      await as(factor.token)('POST', '/logout?scope=local')
      const thief = await signInByEmail(email)
      const { body } = await (method === 'password' ? signIn(person) : signInByProvider(google))
      expect((await as(body.access_token)('POST', '/factor-waits/keep', { code: codes[0] })).status).toBe(200)
      expect(await userOf(body.access_token)).toMatchObject({ email_proven: false, factors_end_at: null })
      expect((await refresh(thief.refresh_token)).body.code).toBe('session_not_found')
    }
  })
})

test('calendar addresses and API keys that a stranger created end with the first proof of the address, or with the wait', async () => {
  const studio = await aStudio(fixture.server)
  const openFeed = async (person: TestUser) => {
    const response = await person.post('/calendar-feeds', { kind: 'person' })
    expect(response.status).toBe(201)
    const { pathname } = new URL(response.body.url)
    return async () => (await fetch(`${fixture.server.url}${pathname}`)).status
  }
  const createKey = async (person: TestUser) => {
    const { body } = await person.post('/me/api-keys', { label: 'Stranger', scopes: ['bookings:read'] })
    return async () => (await api(body.secret).get(`/studios/${studio.studio.id}/bookings`)).status
  }
  const [withoutFactor, withFactor] = [
    await aClient(fixture.server, studio.studio.id),
    await aClient(fixture.server, studio.studio.id),
  ]
  const readFeeds = [await openFeed(withoutFactor), await openFeed(withFactor)]
  const readByKeys = [await createKey(withoutFactor), await createKey(withFactor)]
  expect(await Promise.all(readByKeys.map((readByKey) => readByKey()))).toEqual([200, 200])
  await anAppFactor(fixture.server, withFactor.token, clock.now())
  for (const { email } of [withoutFactor, withFactor]) await signInByEmail(email)
  expect(await Promise.all(readFeeds.map((readFeed) => readFeed()))).toEqual([404, 200])
  expect(await Promise.all(readByKeys.map((readByKey) => readByKey()))).toEqual([401, 200])
  await finishWait()
  expect(await readFeeds[1]?.()).toBe(404)
  expect(await readByKeys[1]?.()).toBe(401)
})

describe('a stranger who signed up with the address and added a factor', () => {
  test('loses password, provider, factor and every session when the wait ends', async () => {
    const { person, email, google, factor } = await anUnprovenAccount()
    const owner = await signInByEmail(email)
    const byPassword = (await signIn(person)).body
    const byGoogle = (await signInByProvider(google)).body
    for (const { access_token } of [byPassword, byGoogle]) {
      expectError(await api(access_token).get('/me/sessions'), 'INSUFFICIENT_AAL')
    }
    await finishWait()
    for (const { refresh_token } of [byPassword, byGoogle, factor]) {
      expect((await refresh(refresh_token)).body.code).toBe('session_not_found')
    }
    expect((await signIn(person)).body.code).toBe('invalid_credentials')
    expect((await signInByProvider(google)).body.user.email).toBe(google.email)
    const { body } = await refresh(owner.refresh_token)
    expect(body.user).not.toHaveProperty('factors')
    expect(body.user.identities).toMatchObject([{ provider: 'email' }])
    expect(await userOf(body.access_token)).toMatchObject({ email_proven: true, factors_end_at: null })
    expect((await api(body.access_token).get('/me/sessions')).body.items).toHaveLength(1)
  })

  test('cannot change a sign-in method during the wait, nor start a change that ends after it', async () => {
    const { email, factor } = await anUnprovenAccount()
    await signInByEmail(email)
    const call = as(factor.token)
    const change = { password: 'another horse' }
    expect((await call('PUT', '/user', change)).body.code).toBe('factor_wait_running')
    expect((await call('PUT', '/user', { email: `${randomUUID()}@example.com` })).body.code).toBe('factor_wait_running')
    const other = anAccount(fixture.google)
    expect((await signInByProvider(other, factor.token)).body.code).toBe('factor_wait_running')
    const [, google] = (await call('GET', '/user')).body.identities
    const unlinked = await call('DELETE', `/user/identities/${google.identity_id}`)
    expect(unlinked.body.code).toBe('factor_wait_running')
  })
})

test('a provider that verifies the address starts the wait, and is linked only after it', async () => {
  const { email } = await anUnprovenAccount()
  const owner = anAccount(fixture.google, { email, name: 'Another Name' })
  const session = (await signInByProvider(owner)).body
  expect((await userOf(session.access_token)).factors_end_at).not.toBeNull()
  const { body: secondSignIn } = await signInByProvider(owner)
  expect(secondSignIn.user.identities).toMatchObject([{ provider: 'email' }, { provider: 'google' }])
  expect(secondSignIn.user.user_metadata.full_name).not.toBe('Another Name')
  expect((await userOf(secondSignIn.access_token)).email_proven).toBe(false)
  await finishWait()
  expect((await refresh(session.refresh_token)).body.code).toBe('session_not_found')
  const { body } = await signInByProvider(owner)
  expect(body.user.identities).toMatchObject([{ provider: 'email' }, { provider: 'google', email }])
  expect(await userOf(body.access_token)).toMatchObject({ email_proven: true, factors_end_at: null })
})

test("a provider that verifies the address is not linked to an operator's account and proves nothing", async () => {
  const operator = await aSuperAdmin(fixture.server)
  await anAppFactor(fixture.server, operator.token, clock.now())
  // The state from before docs/decisions/0053: the address of an operator was not proven.
  await asAuth((tx) =>
    tx.updateTable('auth.users').set({ email_proven: false }).where('id', '=', operator.id).execute(),
  )
  const google = anAccount(fixture.google, { email: operator.email, name: 'Another Name' })
  for (const _ of ['first', 'second']) {
    const { status, body } = await signInByProvider(google)
    expect(status).toBe(200)
    expect(body.user.identities).toMatchObject([{ provider: 'email' }])
    expect(body.user.user_metadata.full_name).not.toBe('Another Name')
    expect((await userOf(body.access_token)).email_proven).toBe(false)
    expectError(await api(body.access_token).get('/admin/users'), 'INSUFFICIENT_AAL')
  }
  expect((await signIn(operator)).status).toBe(200)
})
