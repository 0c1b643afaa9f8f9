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

const LINK = 'Your sign-in link'

describe('signing in by email with the official client', () => {
  test('a new address gets an account in the browser that requested the link', async () => {
    const email = anEmail()
    const { client } = aBrowser(server)
    const emailRedirectTo = `${server.url}/auth/callback`
    expect((await client.signInWithOtp({ email, options: { emailRedirectTo } })).error).toBeNull()
    const back = await openEmailLink((await nextMail(server, email, LINK)).link)
    const { error } = await client.exchangeCodeForSession(back.searchParams.get('code') ?? '')
    expect(error).toBeNull()
    expect((await client.getUser()).data.user).toMatchObject({ email, email_confirmed_at: expect.any(String) })
  })

  test('the link cannot be used in another browser, the code can', async () => {
    const { email } = await signUpClient(server)
    await aBrowser(server).client.signInWithOtp({ email, options: { shouldCreateUser: false } })
    const { link, code } = await nextMail(server, email, LINK)
    const { client } = aBrowser(server)
    const back = await openEmailLink(link)
    expect((await client.exchangeCodeForSession(back.searchParams.get('code') ?? '')).error).not.toBeNull()
    expect((await client.verifyOtp({ email, token: code, type: 'email' })).error).toBeNull()
    expect(await isSessionAlive(client)).toBe(true)
  })

  test('without creating accounts, unknown and known addresses get the same response', async () => {
    const { client } = aBrowser(server)
    const { error } = await client.signInWithOtp({ email: anEmail(), options: { shouldCreateUser: false } })
    expect(error).toBeNull()
  })

  test('sign-in by phone is reported as disabled', async () => {
    const { client } = aBrowser(server)
    expect((await client.signInWithOtp({ phone: '+15550100' })).error).toMatchObject({
      code: 'phone_provider_disabled',
    })
    expect((await client.verifyOtp({ phone: '+15550100', token: '123456', type: 'sms' })).error).toMatchObject({
      code: 'otp_expired',
    })
  })
})

describe('the account with the official client', () => {
  test('a change of address needs both confirmations; the browser of the last one shows the result', async () => {
    const { client, email } = await signUpClient(server)
    const newEmail = anEmail()
    const { data, error } = await client.updateUser(
      { email: newEmail },
      { emailRedirectTo: `${server.url}/auth/callback` },
    )
    expect({ error, new_email: data.user?.new_email }).toEqual({ error: null, new_email: newEmail })
    const currentMail = await nextMail(server, email, 'Confirm the change')
    const newMail = await nextMail(server, newEmail, 'Confirm your new email address')
    const first = await client.verifyOtp({ email, token: currentMail.code, type: 'email_change' })
    expect({ error: first.error, session: first.data.session }).toEqual({ error: null, session: null })
    const page = await openEmailLink(newMail.link)
    const button = new URLSearchParams(page.hash.slice(1))
    const second = await client.verifyOtp({ token_hash: button.get('token_hash') ?? '', type: 'email_change' })
    expect({ error: second.error, email: second.data.user?.email }).toEqual({ error: null, email: newEmail })
    expect((await client.getUser()).data.user?.email).toBe(newEmail)
  })

  test('a pending change is emailed once more', async () => {
    const { client, email } = await signUpClient(server)
    await client.updateUser({ email: anEmail() })
    const first = await nextMail(server, email, 'Confirm the change')
    expect((await client.resend({ type: 'email_change', email })).error).toBeNull()
    await nextMail(server, email, 'Confirm the change', [first])
  })

  test('an emailed code confirms a new password', async () => {
    const { client, email } = await signUpClient(server)
    expect((await client.reauthenticate()).error).toBeNull()
    const { code } = await nextMail(server, email, 'Your confirmation code')
    expect((await client.updateUser({ password: 'another horse', nonce: 'wrong' })).error).toMatchObject({
      code: 'reauthentication_not_valid',
    })
    expect((await client.updateUser({ password: 'another horse', nonce: code })).error).toBeNull()
    await signInClient(server, email, 'another horse')
  })
})
