import { nextMail } from '@studiohub/testing/mailbox.ts'
import { aBrowser, anEmail, openEmailLink, password, signInClient } from '@studiohub/testing/official-client.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let server: TestServer

beforeAll(async () => {
  server = await startServer({ env: { AUTH_CONFIRM_EMAIL: 'on' } })
})
afterAll(() => server.stop())

const CONFIRM = 'Confirm your email address'

describe('signing up with confirmed addresses, with the official client', () => {
  const signUp = async (email = anEmail()) => {
    const browser = aBrowser(server)
    const emailRedirectTo = `${server.url}/auth/callback`
    const { data, error } = await browser.client.signUp({ email, password, options: { emailRedirectTo } })
    expect({ error, session: data.session }).toEqual({ error: null, session: null })
    return { ...browser, email, user: data.user }
  }

  test('the emailed link brings a session to the browser that signed up', async () => {
    const { client, email, events, user } = await signUp()
    expect(user).toMatchObject({ email, confirmation_sent_at: expect.any(String) })
    expect((await client.signInWithPassword({ email, password })).error).toMatchObject({ code: 'email_not_confirmed' })
    const back = await openEmailLink((await nextMail(server, email, CONFIRM)).link)
    const { data, error } = await client.exchangeCodeForSession(back.searchParams.get('code') ?? '')
    expect({ error, email: data.user?.email }).toEqual({ error: null, email })
    expect(events).toContain('SIGNED_IN')
    await signInClient(server, email)
  })

  test('the six digits work on another device, and a lost email can be sent again', async () => {
    const { email } = await signUp()
    const first = await nextMail(server, email, CONFIRM)
    const { client } = aBrowser(server)
    expect((await client.resend({ type: 'signup', email })).error).toBeNull()
    const { code } = await nextMail(server, email, CONFIRM, [first])
    expect((await client.verifyOtp({ email, token: first.code, type: 'signup' })).error).toMatchObject({
      code: 'otp_expired',
    })
    const { data, error } = await client.verifyOtp({ email, token: code, type: 'email' })
    expect({ error, email: data.user?.email }).toEqual({ error: null, email })
  })

  test('a known address gets the same response as a new one', async () => {
    const { email, client } = await signUp()
    const { code } = await nextMail(server, email, CONFIRM)
    await client.verifyOtp({ email, token: code, type: 'signup' })
    const { user } = await signUp(email)
    expect(user).toMatchObject({ email, identities: [{ provider: 'email' }] })
    expect(user?.id).not.toBe((await client.getUser()).data.user?.id)
  })
})
