import { randomInt } from 'node:crypto'
import { aBrowser, isSessionAlive, password, signInClient, signUpClient } from '@studiohub/testing/official-client.ts'
import { appCode, nextText, wrongCode } from '@studiohub/testing/second-factor.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import type { GoTrueClient } from '@supabase/auth-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let server: TestServer

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const levelsOf = async (client: GoTrueClient) => {
  const { data, error } = await client.mfa.getAuthenticatorAssuranceLevel()
  expect(error).toBeNull()
  return { now: data?.currentLevel, next: data?.nextLevel, by: data?.currentAuthenticationMethods.map(methodOf) }
}
const methodOf = (entry: string | { method: string }) => (typeof entry === 'string' ? entry : entry.method)

async function enrollApp(client: GoTrueClient) {
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'My app', issuer: 'StudioHub' })
  expect(error).toBeNull()
  if (!data) throw new Error('nothing was enrolled')
  return { factorId: data.id, secret: data.totp.secret, qr_code: data.totp.qr_code }
}

describe('a second factor with the official client', () => {
  test('can be added, is required at the next sign-in, and can be proven and removed', async () => {
    const first = await signUpClient(server)
    const { client, events } = first
    expect(await levelsOf(client)).toEqual({ now: 'aal1', next: 'aal1', by: ['password'] })
    const { factorId, secret, qr_code } = await enrollApp(client)
    expect(qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/)
    expect((await client.mfa.listFactors()).data).toMatchObject({ all: [{ id: factorId }], totp: [] })
    expect(await levelsOf(client)).toMatchObject({ now: 'aal1', next: 'aal1' })
    const added = await client.mfa.challengeAndVerify({ factorId, code: appCode(secret, new Date()) })
    expect(added.error).toBeNull()
    expect(events).toContain('MFA_CHALLENGE_VERIFIED')
    expect(await levelsOf(client)).toEqual({ now: 'aal2', next: 'aal2', by: ['totp', 'password'] })

    const second = await signInClient(server, first.email)
    expect(await levelsOf(second.client)).toEqual({ now: 'aal1', next: 'aal2', by: ['password'] })
    const { data } = await second.client.mfa.listFactors()
    expect(data?.totp).toMatchObject([{ id: factorId, friendly_name: 'My app', status: 'verified' }])
    const rejection = await second.client.updateUser({ password: 'another horse' })
    expect(rejection.error).toMatchObject({ status: 401, code: 'insufficient_aal' })
    expect((await second.client.mfa.unenroll({ factorId })).error).toMatchObject({ code: 'insufficient_aal' })

    const challenge = await second.client.mfa.challenge({ factorId })
    expect(challenge.data).toMatchObject({ type: 'totp', expires_at: expect.any(Number) })
    const enterCode = (code: string) =>
      second.client.mfa.verify({ factorId, challengeId: challenge.data?.id ?? '', code })
    const wrong = await enterCode(wrongCode(secret, new Date()))
    expect(wrong.error).toMatchObject({ code: 'mfa_verification_failed', message: 'Invalid TOTP code entered' })
    expect((await enterCode(appCode(secret, new Date(), 1))).error).toBeNull()
    expect((await second.client.updateUser({ password: 'another horse' })).error).toBeNull()
    expect(await isSessionAlive(client), 'a new password signs the other out').toBe(false)

    expect((await second.client.mfa.unenroll({ factorId })).data).toEqual({ id: factorId })
    expect((await second.client.refreshSession()).error).toBeNull()
    expect(await levelsOf(second.client)).toEqual({ now: 'aal1', next: 'aal1', by: ['password'] })
    expect((await second.client.mfa.listFactors()).data?.all).toEqual([])
  })

  test('is required before anything else: signing in, stepping up and signing out', async () => {
    const first = await signUpClient(server)
    const { factorId, secret } = await enrollApp(first.client)
    await first.client.mfa.challengeAndVerify({ factorId, code: appCode(secret, new Date()) })
    const { data: set } = await first.client.mfa.recoveryCodes.generate({ friendlyName: 'Backup codes' })
    expect(set).toMatchObject({ type: 'recovery_code', friendly_name: 'Backup codes', total: 10 })

    const call = async (client: GoTrueClient, path: string) => {
      const { data } = await client.getSession()
      const headers = { authorization: `Bearer ${data.session?.access_token}` }
      return (await fetch(`${server.url}/api/v1${path}`, { headers })).status
    }
    const { client } = await signInClient(server, first.email)
    expect([await call(client, '/me'), await call(client, '/me/sessions')]).toEqual([200, 403])
    expect((await client.refreshSession()).error).toBeNull()
    expect((await client.reauthenticate()).error).toMatchObject({ status: 403, code: 'insufficient_aal' })
    expect((await client.mfa.challengeAndVerify({ factorId, code: appCode(secret, new Date(), 1) })).error).toBeNull()
    expect(await call(client, '/me/sessions')).toBe(200)

    const second = await signInClient(server, first.email)
    expect((await second.client.signOut({ scope: 'others' })).error).toBeNull()
    expect(await isSessionAlive(client), 'a password alone ends no other session').toBe(true)
    expect(await second.client.signOut({ scope: 'local' })).toEqual({ error: null })
    expect((await second.client.getSession()).data.session).toBeNull()

    const third = await signInClient(server, first.email)
    expect((await third.client.mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 10 })
    const used = await third.client.mfa.recoveryCodes.verify({ code: set?.codes[0] ?? '' })
    expect(used.error).toBeNull()
    expect(third.events).toContain('MFA_CHALLENGE_VERIFIED')
    expect(await levelsOf(third.client)).toEqual({ now: 'aal2', next: 'aal2', by: ['mfa/recovery_code', 'password'] })
    expect((await third.client.mfa.recoveryCodes.regenerate()).data).toMatchObject({ id: set?.id, total: 10 })
    expect((await third.client.mfa.recoveryCodes.unenroll()).data).toEqual({ id: set?.id })
  })

  test('two tabs that share a session both continue in the raised one', async () => {
    const firstTab = await signUpClient(server)
    const secondTab = aBrowser(server, firstTab.stored)
    const { factorId, secret } = await enrollApp(firstTab.client)
    await firstTab.client.mfa.challengeAndVerify({ factorId, code: appCode(secret, new Date()) })
    expect((await secondTab.client.refreshSession()).error).toBeNull()
    expect(await levelsOf(secondTab.client)).toMatchObject({ now: 'aal2' })
    expect(await isSessionAlive(firstTab.client)).toBe(true)
  })

  test('can be a phone', async () => {
    const { client, email } = await signUpClient(server)
    const phone = `+49151${String(randomInt(10 ** 8)).padStart(8, '0')}`
    const enrolled = await client.mfa.enroll({ factorType: 'phone', friendlyName: 'My phone', phone })
    expect(enrolled.data).toMatchObject({ type: 'phone', phone, friendly_name: 'My phone' })
    const factorId = enrolled.data?.id ?? ''
    const challenge = await client.mfa.challenge({ factorId, channel: 'sms' })
    expect(challenge.error).toBeNull()
    const { code } = await nextText(server, phone)
    const raised = await client.mfa.verify({ factorId, challengeId: challenge.data?.id ?? '', code })
    expect(raised.error).toBeNull()
    expect(await levelsOf(client)).toEqual({ now: 'aal2', next: 'aal2', by: ['mfa/phone', 'password'] })
    const { data } = await (await signInClient(server, email, password)).client.mfa.listFactors()
    expect(data?.phone).toMatchObject([{ id: factorId, phone }])
  })

  test('errors reach the client with their codes', async () => {
    const { client } = await signUpClient(server)
    await enrollApp(client)
    const again = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'My app' })
    expect(again.error).toMatchObject({ code: 'mfa_factor_name_conflict', status: 422 })
    const unknown = await client.mfa.challenge({ factorId: '6f1c0e0a-0000-4000-8000-000000000001' })
    expect(unknown.error).toMatchObject({ code: 'mfa_factor_not_found', status: 404 })
    const noNumber = await client.mfa.enroll({ factorType: 'phone', friendlyName: 'Phone', phone: '0151 1' })
    expect(noNumber.error).toMatchObject({ message: 'Invalid phone number format (E.164 required)' })
  })
})
