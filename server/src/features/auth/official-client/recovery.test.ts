import { nextMail } from '@studiohub/testing/mailbox.ts'
import {
  aBrowser,
  anEmail,
  isSessionAlive,
  openEmailLink,
  signInClient,
  signUpClient,
} from '@studiohub/testing/official-client.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let server: TestServer

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

describe('recovering with the official client', () => {
  const redirectTo = () => `${server.url}/auth/reset-password`

  test('the emailed link opens a recovery session in the requesting browser, and the new password ends other sessions', async () => {
    const { email, client: other } = await signUpClient(server)
    const { client, events } = aBrowser(server)
    expect(await client.resetPasswordForEmail(email, { redirectTo: redirectTo() })).toEqual({ data: {}, error: null })
    const { link } = await nextMail(server, email, 'Reset your password')
    const back = await openEmailLink(link)
    expect(back.pathname).toBe('/auth/reset-password')
    const { data, error } = await client.exchangeCodeForSession(back.searchParams.get('code') ?? '')
    expect(error).toBeNull()
    expect(data.user?.email).toBe(email)
    expect(events).toContain('PASSWORD_RECOVERY')
    expect((await client.updateUser({ password: 'another horse' })).error).toBeNull()
    expect(await isSessionAlive(other)).toBe(false)
    expect(await isSessionAlive(client)).toBe(true)
    await signInClient(server, email, 'another horse')
  })

  test('the six digits work on another device', async () => {
    const { email } = await signUpClient(server)
    await aBrowser(server).client.resetPasswordForEmail(email, { redirectTo: redirectTo() })
    const { code } = await nextMail(server, email, 'Reset your password')
    const { client, events } = aBrowser(server)
    const { data, error } = await client.verifyOtp({ email, token: code, type: 'recovery' })
    expect(error).toBeNull()
    expect(data.session).not.toBeNull()
    expect(events).toContain('PASSWORD_RECOVERY')
    expect((await client.updateUser({ password: 'another horse' })).error).toBeNull()
    expect((await aBrowser(server).client.verifyOtp({ email, token: code, type: 'recovery' })).error).toMatchObject({
      code: 'otp_expired',
      message: 'Token has expired or is invalid',
    })
  })

  test('an unknown address gets the same response as a known one', async () => {
    const response = await aBrowser(server).client.resetPasswordForEmail(anEmail(), { redirectTo: redirectTo() })
    expect(response).toEqual({ data: {}, error: null })
  })
})
