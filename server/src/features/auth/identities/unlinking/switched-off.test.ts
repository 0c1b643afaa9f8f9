import { randomUUID } from 'node:crypto'
import { signUpClient } from '@studiohub/testing/official-client.ts'
import {
  anAccount,
  ID_TOKEN_NONCE,
  startServerWithGoogle,
  type WithProvider,
} from '@studiohub/testing/openid-provider.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let fixture: WithProvider

beforeAll(async () => {
  fixture = await startServerWithGoogle({ env: { AUTH_LINKING: 'off' } })
})
afterAll(() => fixture.stop())

test('with linking switched off, no provider can be linked or unlinked, but Google signs in', async () => {
  const { client, user } = await signUpClient(fixture.server)
  const token = await fixture.google.idToken(anAccount(fixture.google))
  const off = { status: 404, code: 'manual_linking_disabled', message: 'Manual linking is disabled' }
  expect(
    (await client.linkIdentity({ provider: 'google', options: { skipBrowserRedirect: true } })).error,
  ).toMatchObject(off)
  expect((await client.linkIdentity({ provider: 'google', token, nonce: ID_TOKEN_NONCE })).error).toMatchObject(off)
  const [identity] = user?.identities ?? []
  if (!identity) throw new Error('there is no identity')
  expect((await client.unlinkIdentity({ ...identity, identity_id: randomUUID() })).error).toMatchObject(off)
  expect((await client.signInWithIdToken({ provider: 'google', token, nonce: ID_TOKEN_NONCE })).error).toBeNull()
})
