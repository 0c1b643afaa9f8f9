import { aBrowser, signUpClient } from '@studiohub/testing/official-client.ts'
import { aKeyFor } from '@studiohub/testing/passkeys.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import type { GoTrueClient } from '@supabase/auth-js'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: TestServer

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

type Passkeys = GoTrueClient['passkey']
/** The part of the options that the authenticator of the test reads. */
const read = ({ challenge, ...options }: { challenge: string; user?: { id: string } }) => ({
  challenge,
  ...(options.user && { user: { id: options.user.id } }),
})

test('the official client registers, lists, renames, uses and removes a passkey', async () => {
  const { client, user } = await signUpClient(server)
  const key = aKeyFor(server)
  const registration = await client.passkey.startRegistration()
  expect(registration.error).toBeNull()
  if (!registration.data) throw new Error('nothing was started')
  const credential: Parameters<Passkeys['verifyRegistration']>[0]['credential'] = JSON.parse(
    JSON.stringify(key.register(read(registration.data.options))),
  )
  const registered = await client.passkey.verifyRegistration({
    challengeId: registration.data.challenge_id,
    credential,
  })
  expect(registered.error).toBeNull()
  const passkeyId = registered.data?.id ?? ''
  expect((await client.passkey.update({ passkeyId, friendlyName: 'My laptop' })).data).toMatchObject({
    friendly_name: 'My laptop',
  })

  const other = aBrowser(server)
  const challenge = await other.client.passkey.startAuthentication()
  if (!challenge.data) throw new Error('nothing was asked')
  const assertion: Parameters<Passkeys['verifyAuthentication']>[0]['credential'] = JSON.parse(
    JSON.stringify(key.assert(read(challenge.data.options))),
  )
  const signInResponse = await other.client.passkey.verifyAuthentication({
    challengeId: challenge.data.challenge_id,
    credential: assertion,
  })
  expect(signInResponse.error).toBeNull()
  expect(signInResponse.data?.session?.user.id).toBe(user?.id)
  expect(other.events).toContain('SIGNED_IN')
  const levels = await other.client.mfa.getAuthenticatorAssuranceLevel()
  expect(levels.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })

  expect((await client.passkey.list()).data).toMatchObject([{ id: passkeyId, last_used_at: expect.any(String) }])
  expect((await client.passkey.delete({ passkeyId })).error).toBeNull()
  expect((await client.passkey.list()).data).toEqual([])
  const again = await other.client.passkey.verifyAuthentication({
    challengeId: challenge.data.challenge_id,
    credential: assertion,
  })
  expect(again.error).toMatchObject({ code: 'webauthn_challenge_not_found' })
})
