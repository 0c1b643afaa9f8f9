import { anAccount as aPerson, aVerifier, password, proveAddress } from '@studiohub/testing/accounts.ts'
import { callAs } from '@studiohub/testing/http.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import {
  type Account,
  anAccount,
  startServerWithGoogle,
  type WithProvider,
} from '@studiohub/testing/openid-provider.ts'
import { anAppFactor, authAs } from '@studiohub/testing/second-factor.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAuth } from '#platform/db/actor.ts'

let fixture: WithProvider

beforeAll(async () => {
  fixture = await startServerWithGoogle()
})
afterAll(() => fixture.stop())

const auth = (token: string | null = null) => authAs(fixture.server, token)

/** A page of another site sends a browser to the provider, which sends it back to us without asking the person. */
async function sendBrowser(account: Account) {
  const { code_verifier, pkce } = aVerifier()
  const query = new URLSearchParams({ provider: 'google', prompt: 'none', ...pkce })
  const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
  const call = callAs(fixture.server.url, null).request
  const started = await call('GET', `/auth/v1/authorize?${query}`, undefined, { headers })
  const providerUrl = new URL(started.headers.get('location') ?? '')
  // The provider of these tests has no sessions, so it shows its page, on which the person agrees.
  providerUrl.searchParams.delete('prompt')
  const back = await fixture.google.visit(providerUrl.href, account)
  const cookie = started.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const end = await call('GET', `/auth/v1/callback${back.search}`, undefined, { headers: { ...headers, cookie } })
  const auth_code = new URL(end.headers.get('location') ?? '').searchParams.get('code')
  return { auth_code, exchange: () => auth()('POST', '/token?grant_type=pkce', { auth_code, code_verifier }) }
}

/** All rows of the authentication service about an address, except for running flows. */
const rowsOf = (email: string) =>
  asAuth(async (tx) => {
    const { rows } = await sql<{ user: unknown }>`
      select to_jsonb(u) as user, (select jsonb_agg(to_jsonb(i) order by i.id) from auth.identities i where i.user_id = u.id) as identities,
        (select jsonb_agg(to_jsonb(s) order by s.id) from auth.sessions s where s.user_id = u.id) as sessions,
        (select jsonb_agg(to_jsonb(f) order by f.id) from auth.factors f where f.user_id = u.id) as factors,
        (select jsonb_agg(to_jsonb(w)) from auth.factor_waits w where w.user_id = u.id) as waits
      from auth.users u where u.email = ${email}`.execute(tx)
    return rows
  })

test('a provider sign-in started by another site changes nothing in an account before the exchange', async () => {
  const withoutFactor = await aPerson(fixture.server)
  const withFactor = await aPerson(fixture.server)
  await anAppFactor(fixture.server, withFactor.token, new Date())
  for (const { email } of [withoutFactor, withFactor]) {
    const account = anAccount(fixture.google, { email })
    const before = await rowsOf(email)
    const { auth_code, exchange } = await sendBrowser(account)
    expect(auth_code).toEqual(expect.any(String))
    expect(await rowsOf(email)).toEqual(before)
    expect((await exchange()).body.user.email).toBe(email)
    expect(await rowsOf(email)).not.toEqual(before)
  }
  expect((await auth(withoutFactor.token)('GET', '/user')).body.code).toBe('session_not_found')
  expect((await auth()('POST', '/token?grant_type=password', { email: withoutFactor.email, password })).status).toBe(
    400,
  )
})

test('a provider sign-in creates no account before the exchange', async () => {
  const verified = anAccount(fixture.google)
  const unverified = anAccount(fixture.google, { email_verified: false })
  for (const account of [verified, unverified]) {
    const email = account.email ?? ''
    const { exchange } = await sendBrowser(account)
    expect(await rowsOf(email)).toEqual([])
    const { status, body } = await exchange()
    expect([status, body.code]).toEqual(
      account === verified ? [200, undefined] : [422, 'provider_email_needs_verification'],
    )
    expect(await rowsOf(email)).toHaveLength(1)
    await nextMail(fixture.server, email, account === verified ? 'Welcome' : 'Confirm your email address')
  }
})

test('a provider sign-in records nothing for an existing account before the exchange', async () => {
  const account = anAccount(fixture.google)
  const { body } = await (await sendBrowser(account)).exchange()
  const email = account.email ?? ''
  fixture.google.know({ ...account, name: 'Grace Changed' })
  const before = await rowsOf(email)
  const { exchange } = await sendBrowser(account)
  expect(await rowsOf(email)).toEqual(before)
  expect((await exchange()).body.user).toMatchObject({ id: body.user.id, user_metadata: { name: 'Grace Changed' } })
})

test('a confirmed account gets no new sign-in method before the exchange', async () => {
  const person = await aPerson(fixture.server)
  await proveAddress(fixture.server, person)
  const { exchange } = await sendBrowser(anAccount(fixture.google, { email: person.email }))
  const identities = async () =>
    (await auth(person.token)('GET', '/user')).body.identities.map(({ provider }: { provider: string }) => provider)
  expect(await identities()).toEqual(['email'])
  await exchange()
  expect(await identities()).toEqual(['email', 'google'])
})

test("a code does not work if the person's sign-in methods end before the exchange", async () => {
  const person = await aPerson(fixture.server)
  await proveAddress(fixture.server, person)
  const { exchange } = await sendBrowser(anAccount(fixture.google, { email: person.email }))
  expect((await auth(person.token)('PUT', '/user', { password: 'another good horse' })).status).toBe(200)
  expect(await exchange()).toMatchObject({ status: 404, body: { code: 'flow_state_not_found' } })
})
