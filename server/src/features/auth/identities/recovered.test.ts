import { callAs } from '@studiohub/testing/http.ts'
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

async function enterByGoogle(account: ReturnType<typeof anAccount>, token: string | null = null) {
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

test("a recovery ends a thief's provider and calendar addresses, and emails the owner (M4)", async () => {
  const { client } = await aStudio(fixture.server)
  const owner = await proveAddress(client)
  const thiefs = anAccount(fixture.google)
  expect((await enterByGoogle(thiefs, owner.token)).status).toBe(200)
  const { body } = await owner.post('/calendar-feeds', { kind: 'person' })
  expect((await fetch(body.url)).status).toBe(200)

  expect((await recover(owner.email)).status).toBe(200)
  expect((await fetch(body.url)).status).toBe(404)
  const { body: opened } = await enterByGoogle(thiefs)
  expect(opened.user?.id).not.toBe(owner.id)
  expect((await nextMail(fixture.server, owner.email, 'A way to sign in was removed')).text).toContain('Google')
  const again = await as(null)('POST', '/token?grant_type=password', { ...owner, password: 'a new word of the owner' })
  expect(again.body.user.app_metadata).toMatchObject({ providers: ['email'] })
})

test('a recovery ends them even if the thief has removed the password before', async () => {
  const owner = await proveAddress(await aPerson(fixture.server))
  const thiefs = anAccount(fixture.google)
  const { body } = await enterByGoogle(thiefs, owner.token)
  const own = body.user.identities.find(({ provider }: { provider: string }) => provider === 'email')
  expect((await as(body.access_token)('DELETE', `/user/identities/${own.identity_id}`)).status).toBe(200)
  expect((await recover(owner.email)).status).toBe(200)
  expect((await enterByGoogle(thiefs)).body.user?.id).not.toBe(owner.id)
})

test("a provider that verifies the owner's address survives a recovery, and all survive a change with the old password", async () => {
  const own = await proveAddress(await aPerson(fixture.server))
  const mine = anAccount(fixture.google, { email: own.email, email_verified: true })
  expect((await enterByGoogle(mine, own.token)).status).toBe(200)
  expect((await recover(own.email)).status).toBe(200)
  expect((await enterByGoogle(mine)).body.user.id).toBe(own.id)

  const other = await proveAddress(await aPerson(fixture.server))
  const theirs = anAccount(fixture.google)
  expect((await enterByGoogle(theirs, other.token)).status).toBe(200)
  const change = { password: 'a new word', current_password: other.password }
  expect((await as(other.token)('PUT', '/user', change)).status).toBe(200)
  expect((await enterByGoogle(theirs)).body.user.id).toBe(other.id)
  expect((await callAs(fixture.server.url, other.token).get('/me')).status).toBe(200)
})
