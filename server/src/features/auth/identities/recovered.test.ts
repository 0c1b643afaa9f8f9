import { callAs, expectError } from '@studiohub/testing/http.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import {
  anAccount,
  ID_TOKEN_NONCE,
  startServerWithGoogle,
  type WithProvider,
} from '@studiohub/testing/openid-provider.ts'
import { aPerson, aStudio, proveAddress } from '@studiohub/testing/people.ts'
import { authAs } from '@studiohub/testing/second-factor.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let fixture: WithProvider
beforeAll(async () => {
  fixture = await startServerWithGoogle()
})
afterAll(() => fixture.stop())

const as = (token: string | null) => authAs(fixture.server, token)

async function signInByGoogle(account: ReturnType<typeof anAccount>, token: string | null = null) {
  const id_token = await fixture.google.idToken(account)
  const grant = { provider: 'google', id_token, nonce: ID_TOKEN_NONCE, ...(token && { link_identity: true }) }
  return as(token)('POST', '/token?grant_type=id_token', grant)
}

async function recover(email: string) {
  await as(null)('POST', '/recover', { email })
  const { code } = await nextMail(fixture.server, email, 'Reset your password')
  const { body } = await as(null)('POST', '/verify', { type: 'recovery', email, token: code })
  return as(body.access_token)('PUT', '/user', { password: 'a new word of the owner' })
}

test("a recovery ends a thief's provider, calendar addresses and API keys, and emails the owner", async () => {
  const { client, studio } = await aStudio(fixture.server)
  const owner = await proveAddress(client)
  const thiefAccount = anAccount(fixture.google)
  expect((await signInByGoogle(thiefAccount, owner.token)).status).toBe(200)
  const { body } = await owner.post('/calendar-feeds', { kind: 'person' })
  expect((await fetch(body.url)).status).toBe(200)
  const key = await owner.post('/me/api-keys', { label: 'Thief', scopes: ['bookings:read'] })
  const readByKey = () => callAs(fixture.server.url, key.body.secret).get(`/studios/${studio.id}/bookings`)
  expect((await readByKey()).status).toBe(200)

  expect((await recover(owner.email)).status).toBe(200)
  expect((await fetch(body.url)).status).toBe(404)
  expectError(await readByKey(), 'INVALID_API_KEY')
  const { body: opened } = await signInByGoogle(thiefAccount)
  expect(opened.user?.id).not.toBe(owner.id)
  expect((await nextMail(fixture.server, owner.email, 'A way to sign in was removed')).text).toContain('Google')
  const again = await as(null)('POST', '/token?grant_type=password', { ...owner, password: 'a new word of the owner' })
  expect(again.body.user.app_metadata).toMatchObject({ providers: ['email'] })
})

test("a recovery ends a thief's provider even if the thief has removed the password before", async () => {
  const owner = await proveAddress(await aPerson(fixture.server))
  const thiefAccount = anAccount(fixture.google)
  const { body } = await signInByGoogle(thiefAccount, owner.token)
  const emailIdentity = body.user.identities.find(({ provider }: { provider: string }) => provider === 'email')
  expect((await as(body.access_token)('DELETE', `/user/identities/${emailIdentity.identity_id}`)).status).toBe(200)
  expect((await recover(owner.email)).status).toBe(200)
  expect((await signInByGoogle(thiefAccount)).body.user?.id).not.toBe(owner.id)
})

test("a provider that verifies the owner's address survives a recovery, and every provider survives a change with the old password", async () => {
  const owner = await proveAddress(await aPerson(fixture.server))
  const ownerAccount = anAccount(fixture.google, { email: owner.email, email_verified: true })
  expect((await signInByGoogle(ownerAccount, owner.token)).status).toBe(200)
  expect((await recover(owner.email)).status).toBe(200)
  expect((await signInByGoogle(ownerAccount)).body.user.id).toBe(owner.id)

  const other = await proveAddress(await aPerson(fixture.server))
  const otherAccount = anAccount(fixture.google)
  expect((await signInByGoogle(otherAccount, other.token)).status).toBe(200)
  const change = { password: 'a new word', current_password: other.password }
  expect((await as(other.token)('PUT', '/user', change)).status).toBe(200)
  expect((await signInByGoogle(otherAccount)).body.user.id).toBe(other.id)
  expect((await callAs(fixture.server.url, other.token).get('/me')).status).toBe(200)
})
