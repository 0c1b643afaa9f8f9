import { callAs } from '@studiohub/testing/http.ts'
import { aBrowser } from '@studiohub/testing/official-client.ts'
import {
  anAccount,
  CLIENT_ID,
  googleSettings,
  type OpenIdProvider,
  startOpenIdProvider,
} from '@studiohub/testing/openid-provider.ts'
import { freePort } from '@studiohub/testing/postgres.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: TestServer
let keycloak: OpenIdProvider

beforeAll(async () => {
  const port = String(await freePort())
  const redirect_uri = `http://127.0.0.1:${port}/auth/v1/callback`
  keycloak = await startOpenIdProvider({ redirect_uri, claimsIn: 'userinfo' })
  const { GOOGLE_CLIENT_SECRET: client_secret } = googleSettings(keycloak)
  const providers = [
    { name: 'keycloak', issuer: keycloak.issuer, client_id: CLIENT_ID, client_secret },
    { name: 'mistaken', issuer: keycloak.issuer, client_id: CLIENT_ID, client_secret: 'another' },
  ]
  server = await startServer({ env: { PORT: port, OIDC_PROVIDERS: JSON.stringify(providers) } })
})
afterAll(async () => {
  await server.stop()
  await keycloak.stop()
})

const call = (path: string, headers: Record<string, string> = {}) =>
  callAs(server.url, null).request('GET', `/auth/v1${path}`, undefined, { headers })

async function signInThrough(provider: string) {
  const browser = aBrowser(server)
  const account = anAccount(keycloak)
  const { data } = await browser.client.signInWithOAuth({
    // The client's type has only the providers of its authors.
    provider: provider as 'keycloak',
    options: { redirectTo: `${server.url}/auth/callback`, skipBrowserRedirect: true },
  })
  const signInStart = await fetch(data.url ?? '', { redirect: 'manual' })
  const back = await keycloak.visit(signInStart.headers.get('location') ?? '', account)
  const cookie = signInStart.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const end = await call(`/callback${back.search}`, { cookie })
  return { browser, account, target: new URL(end.headers.get('location') ?? '') }
}

test('a provider configured by the operator signs people in, even if the email address needs a separate request', async () => {
  const { browser, account, target } = await signInThrough('keycloak')
  const { data, error } = await browser.client.exchangeCodeForSession(target.searchParams.get('code') ?? '')
  expect(error).toBeNull()
  expect(data.user).toMatchObject({
    email: account.email,
    app_metadata: { provider: 'keycloak', providers: ['keycloak'] },
    user_metadata: { full_name: account.name },
  })
})

test('a wrong secret is logged, and the person gets an error message', async () => {
  const { target } = await signInThrough('mistaken')
  expect(Object.fromEntries(target.searchParams)).toEqual({
    error: 'server_error',
    error_code: 'unexpected_failure',
    error_description: 'mistaken could not confirm who you are. Please try again.',
  })
  expect(server.logged.join('\n')).toContain('a sign-in provider failed')
})

test("the settings list the operator's providers and Google as disabled, and signing in with Google returns an error", async () => {
  expect((await call('/settings')).body.external).toMatchObject({ google: false, keycloak: true, mistaken: true })
  expect((await call('/authorize?provider=google')).body.msg).toBe('Unsupported provider: provider is not enabled')
  const { client } = aBrowser(server)
  expect((await client.signInWithIdToken({ provider: 'google', token: 'any' })).error).toMatchObject({
    status: 400,
    code: 'provider_disabled',
  })
  expect((await client.signInWithIdToken({ provider: 'apple', token: 'any' })).error).toMatchObject({
    code: 'validation_failed',
  })
})
