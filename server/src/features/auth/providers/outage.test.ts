import { callAs } from '@studiohub/testing/http.ts'
import { signUpClient } from '@studiohub/testing/official-client.ts'
import { startServerWithGoogle, type WithProvider } from '@studiohub/testing/openid-provider.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let fixture: WithProvider

beforeAll(async () => {
  fixture = await startServerWithGoogle()
})
afterAll(() => fixture.stop())

test('an unreachable provider affects nothing else and is tried again at the next sign-in', async () => {
  const { server, google } = fixture
  const redirectTo = `${server.url}/s/north-light/auth/callback`
  const person = await signUpClient(server)
  google.breaks(true)
  const startSignIn = async () => {
    const options = { redirectTo, skipBrowserRedirect: true }
    const { data } = await person.client.signInWithOAuth({ provider: 'google', options })
    const { pathname, search } = new URL(data.url ?? '')
    const response = await callAs(server.url, null).request('GET', pathname + search)
    expect(response.status).toBe(302)
    return new URL(response.headers.get('location') ?? '')
  }
  const back = await startSignIn()
  expect(`${back.origin}${back.pathname}`).toBe(redirectTo)
  expect(Object.fromEntries(back.searchParams)).toEqual({
    error: 'temporarily_unavailable',
    error_code: 'request_timeout',
    error_description: 'Google cannot be reached at the moment. Please try again.',
  })
  const linking = await person.client.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } })
  expect(linking.error).toMatchObject({ status: 503, message: expect.stringContaining('Google cannot be reached') })
  const token = await person.client.signInWithIdToken({ provider: 'google', token: await google.idToken({ sub: 'a' }) })
  expect(token.error).toMatchObject({ status: 503 })
  google.breaks(false)
  expect((await startSignIn()).origin).toBe(google.issuer)
})
