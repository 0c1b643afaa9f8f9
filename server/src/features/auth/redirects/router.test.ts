import { randomUUID } from 'node:crypto'
import { aVerifier } from '@studiohub/testing/accounts.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { aProvenDomain, behindProxy, callAtHost } from '@studiohub/testing/domains.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import {
  type Account,
  anAccount,
  startServerWithGoogle,
  type WithProvider,
} from '@studiohub/testing/openid-provider.ts'
import { aClient, aPerson, aStudio, aSuperAdmin, type StudioOfTest, type TestUser } from '@studiohub/testing/people.ts'
import { requestAs } from '@studiohub/testing/raw-http.ts'
import { authAs } from '@studiohub/testing/second-factor.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asAuth } from '#platform/db/actor.ts'

let fixture: WithProvider
let studio: StudioOfTest
let domain: string

beforeAll(async () => {
  fixture = await startServerWithGoogle({ env: behindProxy })
  studio = await aStudio(fixture.server, { name: 'Nice <Studio>' })
  domain = await aProvenDomain(studio.studio.id)
})
afterAll(() => fixture.stop())

const home = () => fixture.server.url
const auth = (token: string | null = null) => authAs(fixture.server, token)
const at = (host: string, token: string | null = null) => callAtHost(home(), host, token)
const callback = (host = domain) => `https://${host}/auth/callback`
const to = (redirect_to: string) => `redirect_to=${encodeURIComponent(redirect_to)}`

/** The response to a browser: a redirect, or the page that asks for a click, with the target of the click. */
type FollowedLink = { origin: string; url: URL; needsClick: boolean }

async function follow(link: string, headers: Record<string, string> = {}): Promise<FollowedLink> {
  const response = await fetch(link, { redirect: 'manual', headers })
  expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  if (response.status !== 200) {
    const url = new URL(response.headers.get('location') ?? '')
    return { origin: url.origin, url, needsClick: false }
  }
  const page = await response.text()
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(page).toContain(`<h1>Continue to ${domain}?</h1>`)
  expect(page).toContain('Nice &lt;Studio&gt;')
  expect(page).not.toContain('<script')
  const url = new URL((/class="go" href="([^"]+)"/.exec(page)?.[1] ?? '').replaceAll('&amp;', '&'))
  return { origin: url.origin, url, needsClick: true }
}

/** Signs in with the provider, from a page at the studio's domain. */
async function signInThroughProvider(account: Account) {
  const { code_verifier, pkce } = aVerifier()
  const query = new URLSearchParams({ provider: 'google', redirect_to: callback(), ...pkce })
  const signInStart = await callAs(home(), null).request('GET', `/auth/v1/authorize?${query}`)
  const back = await fixture.google.visit(signInStart.headers.get('location') ?? '', account)
  const cookie = signInStart.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return { ...(await follow(back.href, { cookie })), code_verifier }
}

const exchange = (host: string, url: URL, code_verifier: string) =>
  at(host)('POST', '/auth/v1/token?grant_type=pkce', { auth_code: url.searchParams.get('code'), code_verifier })

/** A person who has used the provider before, in this role. */
async function aKnownPerson(
  role: (email: string) => Promise<TestUser>,
): Promise<{ person: TestUser; account: Account }> {
  const account = anAccount(fixture.google)
  const person = await role(account.email ?? '')
  await asAuth((tx) => tx.updateTable('auth.users').set({ email_proven: true }).where('id', '=', person.id).execute())
  return { person, account }
}

const aClientWith = async (email: string, studio_id = studio.studio.id) => {
  const person = await aPerson(fixture.server, { email })
  await person.post('/me/onboarding', { role: 'client', studio_id })
  return person
}
const operator = async (email: string) => {
  const person = await aPerson(fixture.server, { email })
  await asLogin((tx) =>
    tx.insertInto('user_roles').values({ user_id: person.id, role: 'super_admin', studio_id: null }).execute(),
  )
  return person
}

describe("a studio's domain, at a sign-in by a provider", () => {
  test('gets its own clients back after a click, with a session for that studio and without provider tokens', async () => {
    const { account, person } = await aKnownPerson(aClientWith)
    const { origin, url, needsClick, code_verifier } = await signInThroughProvider(account)
    expect({ origin, needsClick }).toEqual({ origin: `https://${domain}`, needsClick: true })
    // This is also true if the code is exchanged at our own address.
    const { status, body } = await exchange(new URL(home()).host, url, code_verifier)
    expect({ status, id: body.user?.id }).toEqual({ status: 200, id: person.id })
    expect(body.provider_token ?? body.provider_refresh_token).toBeUndefined()
    expectError(await at(domain, body.access_token)('GET', '/api/v1/me/export'), 'STUDIO_SESSION')
  })

  test('gets an account that this request creates', async () => {
    const { origin, url, needsClick, code_verifier } = await signInThroughProvider(anAccount(fixture.google))
    expect({ origin, needsClick }).toEqual({ origin: `https://${domain}`, needsClick: true })
    const { body } = await exchange(domain, url, code_verifier)
    const joined = await at(domain, body.access_token)('POST', '/api/v1/me/onboarding', {
      role: 'client',
      studio_id: studio.studio.id,
    })
    expect(joined.status).toBe(201)
  })

  test('gets no operators, strangers, or people of another or of two studios', async () => {
    const other = await aStudio(fixture.server)
    const strangers: ((email: string) => Promise<TestUser>)[] = [
      operator,
      (email) => aClientWith(email, other.studio.id),
      (email) => aPerson(fixture.server, { email }),
      async (email) => {
        const person = await aClientWith(email)
        await person.post('/me/role-request', { role: 'client', studio_id: other.studio.id })
        return person
      },
    ]
    for (const role of strangers) {
      const { account } = await aKnownPerson(role)
      const { origin, url } = await signInThroughProvider(account)
      expect({ origin, code: url.searchParams.get('code'), error: url.searchParams.get('error_code') }).toEqual({
        origin: home(),
        code: null,
        error: 'studio_session',
      })
    }
  })
})

describe("a studio's domain, at a sign-in by email", () => {
  const requestEmail = async (path: string, email: string, subject: string, more: object = {}) => {
    const { code_verifier, pkce } = aVerifier()
    expect((await auth()('POST', `${path}?${to(callback())}`, { email, ...pkce, ...more })).status).toBe(200)
    return { code_verifier, mail: await nextMail(fixture.server, email, subject) }
  }

  test('cannot be the target of a recovery', async () => {
    for (const challenge of [{}, { code_challenge: null, code_challenge_method: null }]) {
      const client = await aClient(fixture.server, studio.studio.id)
      const { mail } = await requestEmail('/recover', client.email, 'Reset your password', challenge)
      const { origin, url } = await follow(mail.link)
      expect({ origin, path: url.pathname }).toEqual({ origin: home(), path: `/${studio.studio.slug}/auth/confirm` })
      expect(url.searchParams.get('code')).toBeNull()
      // A domain that a person puts into the link changes nothing.
      const again = new URL(mail.link)
      again.searchParams.set('redirect_to', `https://${domain}/auth/reset-password`)
      expect((await follow(again.href)).origin).toBe(home())
      const token_hash = new URLSearchParams(url.hash.slice(1)).get('token_hash')
      const { body } = await auth()('POST', '/verify', { type: 'recovery', token_hash })
      expect((await auth(body.access_token)('PUT', '/user', { password: 'a new good one' })).status).toBe(200)
    }
  })

  test('gets sign-in codes only for its own clients, after a click', async () => {
    const client = await aClient(fixture.server, studio.studio.id)
    const { mail, code_verifier } = await requestEmail('/otp', client.email, 'Your sign-in link')
    const { origin, url, needsClick } = await follow(mail.link)
    expect({ origin, needsClick }).toEqual({ origin: `https://${domain}`, needsClick: true })
    const { body } = await exchange(domain, url, code_verifier)
    expectError(await at(domain, body.access_token)('GET', '/api/v1/me/sessions'), 'STUDIO_SESSION')

    const other = await aStudio(fixture.server)
    for (const person of [other.client, await aSuperAdmin(fixture.server), await aPerson(fixture.server)]) {
      const email = await requestEmail('/otp', person.email, 'Your sign-in link')
      const followed = await follow(email.mail.link)
      expect({ origin: followed.origin, code: followed.url.searchParams.get('code') }).toEqual({
        origin: home(),
        code: null,
      })
    }
  })

  test('binds the session of the six digits, on any page', async () => {
    const client = await aClient(fixture.server, studio.studio.id)
    const { mail } = await requestEmail('/otp', client.email, 'Your sign-in link')
    const { body } = await auth()('POST', '/verify', { type: 'magiclink', email: client.email, token: mail.code })
    expectError(await at(domain, body.access_token)('GET', '/api/v1/me/sessions'), 'STUDIO_SESSION')
  })

  test('gets no code for a person who has joined a second studio since the email', async () => {
    const client = await aClient(fixture.server, studio.studio.id)
    const { mail } = await requestEmail('/otp', client.email, 'Your sign-in link')
    await asLogin((tx) =>
      tx.insertInto('user_roles').values({ user_id: client.id, role: 'super_admin', studio_id: null }).execute(),
    )
    expect((await follow(mail.link)).origin).toBe(home())
  })

  test('gets an account that the email creates', async () => {
    const { mail } = await requestEmail('/otp', `${randomUUID()}@example.com`, 'Your sign-in link')
    expect(await follow(mail.link)).toMatchObject({ origin: `https://${domain}`, needsClick: true })
  })

  test('cannot be the target of a change of address', async () => {
    const client = await aClient(fixture.server, studio.studio.id)
    const new_email = `${randomUUID()}@example.com`
    await auth(client.token)('PUT', `/user?${to(callback())}`, { email: new_email })
    const { link } = await nextMail(fixture.server, new_email, '')
    expect((await follow(link)).origin).toBe(home())
  })
})

test('an unverified domain cannot be a target', async () => {
  const { email } = await aClient(fixture.server, studio.studio.id)
  const claimed = `${randomUUID()}.example`
  const set = { custom_domain: claimed, domain_verified_at: null }
  const other = await aStudio(fixture.server)
  await asLogin((tx) => tx.updateTable('studios').set(set).where('id', '=', other.studio.id).execute())
  await auth()('POST', `/otp?${to(callback(claimed))}`, { email, ...aVerifier().pkce })
  expect((await follow((await nextMail(fixture.server, email, 'Your sign-in link')).link)).origin).toBe(home())
})

test('an absolute address as target is rejected', async () => {
  const { pkce } = aVerifier()
  const path = `/auth/v1/authorize?${new URLSearchParams({ provider: 'google', ...pkce })}`
  const host = new URL(home()).host.replace('127.0.0.1', 'localhost')
  for (const target of [`http://evil.example${path}`, `http://${host}/healthz`, `http://${host}/api/v1/me`]) {
    const response = await requestAs(home(), { path: target, headers: { host } })
    expect([target, response.status, response.headers.get('location')]).toEqual([target, 400, null])
  }
  const response = await requestAs(home(), { path, headers: { host } })
  expect(new URL(response.headers.get('location') ?? '').origin).toBe(home())
})
