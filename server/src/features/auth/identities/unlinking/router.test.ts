import { randomUUID } from 'node:crypto'
import { callAs } from '@studiohub/testing/http.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import {
  anAccount,
  ID_TOKEN_NONCE,
  startServerWithGoogle,
  type WithProvider,
} from '@studiohub/testing/openid-provider.ts'
import { anAppFactor } from '@studiohub/testing/second-factor.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let place: WithProvider

beforeAll(async () => {
  place = await startServerWithGoogle()
})
afterAll(() => place.stop())

const call = (method: string, path: string, token: string | null, body?: unknown) =>
  callAs(place.server.url, token).request(method, `/auth/v1${path}`, body, {
    headers: { 'x-supabase-api-version': '2024-01-01' },
  })
const password = 'correct horse'

async function aPerson(email = `${randomUUID()}@example.com`) {
  const { body } = await call('POST', '/signup', null, { email, password })
  return { email, token: String(body.access_token), identity: String(body.user.identities[0].identity_id) }
}

/** Somebody with a password and Google, whose address at Google is another one. */
async function withGoogle(other: Parameters<typeof anAccount>[1] = {}) {
  const person = await aPerson()
  const account = anAccount(place.google, other)
  const id_token = await place.google.idToken(account)
  const grant = { provider: 'google', id_token, nonce: ID_TOKEN_NONCE, link_identity: true }
  const { body } = await call('POST', '/token?grant_type=id_token', person.token, grant)
  const google = body.user.identities.find(({ provider }: { provider: string }) => provider === 'google')
  return { ...person, account, google: String(google.identity_id) }
}

const unlink = (id: string, token: string | null) => call('DELETE', `/user/identities/${id}`, token)
const userOf = async (token: string) => (await call('GET', '/user', token)).body

test('what is no id, is nobody’s or somebody else’s is refused, and the last way in stays', async () => {
  const person = await withGoogle()
  const other = await aPerson()
  expect(await unlink('nonsense', person.token)).toMatchObject({ status: 404, body: { code: 'validation_failed' } })
  for (const id of [randomUUID(), other.identity]) {
    expect(await unlink(id, person.token)).toMatchObject({ status: 422, body: { code: 'identity_not_found' } })
  }
  expect(await unlink(other.identity, other.token)).toMatchObject({
    status: 422,
    body: { code: 'single_identity_not_deletable' },
  })
  expect(await unlink(person.google, null)).toMatchObject({ status: 401, body: { code: 'no_authorization' } })
  expect((await userOf(other.token)).identities).toHaveLength(1)
})

test('two windows that each take away one way in leave one', async () => {
  const { token, identity, google } = await withGoogle()
  const both = await Promise.all([unlink(identity, token), unlink(google, token)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
  expect((await userOf(token)).identities).toHaveLength(1)
})

test('with the address goes the password, and the address at Google takes over; the old one is told', async () => {
  const { token, identity, email, account } = await withGoogle()
  await call('POST', '/recover', null, { email })
  const recovery = await nextMail(place.server, email, 'Reset your password')
  expect(await unlink(identity, token)).toMatchObject({ status: 200, body: {} })
  expect(await userOf(token)).toMatchObject({
    email: account.email,
    app_metadata: { provider: 'google', providers: ['google'] },
    user_metadata: { email: account.email },
  })
  for (const address of [email, account.email]) {
    const answer = await call('POST', '/token?grant_type=password', null, { email: address, password })
    expect(answer.body.code).toBe('invalid_credentials')
  }
  for (const address of [email, account.email]) {
    const guess = { type: 'recovery', email: address, token: recovery.code }
    expect((await call('POST', '/verify', null, guess)).body.code).toBe('otp_expired')
  }
  await nextMail(place.server, email, 'Your email address was changed')
  expect((await nextMail(place.server, email, 'A way to sign in was removed')).text).toContain('a password')
})

test('a proven address is not taken over with the password alone: its owner comes by the mailbox first (F3)', async () => {
  const { token, identity, email, account } = await withGoogle()
  await call('GET', '/reauthenticate', token)
  const proof = await nextMail(place.server, email, 'Your confirmation code')
  expect((await call('POST', '/welcome/confirm', token, { nonce: proof.code })).status).toBe(200)
  const thief = (await call('POST', '/token?grant_type=password', null, { email, password })).body.access_token
  expect(await unlink(identity, thief)).toMatchObject({ status: 400, body: { code: 'reauthentication_needed' } })
  expect((await userOf(thief)).email).toBe(email)
  expect((await userOf(thief)).identities).toHaveLength(2)
  await call('POST', '/otp', null, { email, create_user: false })
  const { code } = await nextMail(place.server, email, 'sign')
  const owner = await call('POST', '/verify', null, { type: 'email', email, token: code })
  expect((await unlink(identity, owner.body.access_token)).status).toBe(200)
  expect((await userOf(owner.body.access_token)).email).toBe(account.email)
})

test('a thief with the password, an own factor and an own Google account does not move a proven address', async () => {
  const { email, token } = await aPerson()
  await call('GET', '/reauthenticate', token)
  const proof = await nextMail(place.server, email, 'Your confirmation code')
  expect((await call('POST', '/welcome/confirm', token, { nonce: proof.code })).status).toBe(200)
  const { body } = await call('POST', '/token?grant_type=password', null, { email, password })
  const thief = await anAppFactor(place.server, body.access_token, new Date())
  const id_token = await place.google.idToken(anAccount(place.google, {}))
  const grant = { provider: 'google', id_token, nonce: ID_TOKEN_NONCE, link_identity: true }
  const linked = await call('POST', '/token?grant_type=id_token', thief.token, grant)
  expect(linked.status).toBe(200)
  const own = linked.body.user.identities.find(({ provider }: { provider: string }) => provider === 'email')
  expect(await unlink(own.identity_id, linked.body.access_token)).toMatchObject({
    status: 400,
    body: { code: 'reauthentication_needed' },
  })
  expect((await userOf(linked.body.access_token)).email).toBe(email)
})

test('an address that somebody else has cannot take over', async () => {
  const { token, identity, email, account } = await withGoogle()
  await aPerson(account.email)
  expect(await unlink(identity, token)).toMatchObject({
    status: 422,
    body: { code: 'email_conflict_identity_not_deletable' },
  })
  expect((await userOf(token)).identities).toHaveLength(2)
  expect((await call('POST', '/token?grant_type=password', null, { email, password })).status).toBe(200)
})

test('an address that Google has not verified takes nothing over', async () => {
  const { token, identity, email } = await withGoogle({ email_verified: false })
  expect((await unlink(identity, token)).status).toBe(200)
  expect((await userOf(token)).email).toBe(email)
})
