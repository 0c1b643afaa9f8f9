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

let fixture: WithProvider

beforeAll(async () => {
  fixture = await startServerWithGoogle()
})
afterAll(() => fixture.stop())

const call = (method: string, path: string, token: string | null, body?: unknown) =>
  callAs(fixture.server.url, token).request(method, `/auth/v1${path}`, body, {
    headers: { 'x-supabase-api-version': '2024-01-01' },
  })
const password = 'correct horse'

async function aPerson(email = `${randomUUID()}@example.com`) {
  const { body } = await call('POST', '/signup', null, { email, password })
  return { email, token: String(body.access_token), identity: String(body.user.identities[0].identity_id) }
}

/** A person with a password and Google, whose address at Google is another one. */
async function aPersonWithGoogle(other: Parameters<typeof anAccount>[1] = {}) {
  const person = await aPerson()
  const account = anAccount(fixture.google, other)
  const id_token = await fixture.google.idToken(account)
  const grant = { provider: 'google', id_token, nonce: ID_TOKEN_NONCE, link_identity: true }
  const { body } = await call('POST', '/token?grant_type=id_token', person.token, grant)
  const google = body.user.identities.find(({ provider }: { provider: string }) => provider === 'google')
  return { ...person, account, google: String(google.identity_id) }
}

const unlink = (id: string, token: string | null) => call('DELETE', `/user/identities/${id}`, token)
const userOf = async (token: string) => (await call('GET', '/user', token)).body

test('invalid, unknown and foreign identities are rejected, and the last sign-in method cannot be removed', async () => {
  const person = await aPersonWithGoogle()
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

test('if two windows each remove one sign-in method, one method remains', async () => {
  const { token, identity, google } = await aPersonWithGoogle()
  const responses = await Promise.all([unlink(identity, token), unlink(google, token)])
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 422])
  expect((await userOf(token)).identities).toHaveLength(1)
})

test('unlinking the email identity ends the password; the account still has its address', async () => {
  const { token, identity, email, account } = await aPersonWithGoogle()
  expect(await unlink(identity, token)).toMatchObject({ status: 200, body: {} })
  expect(await userOf(token)).toMatchObject({ email, app_metadata: { provider: 'google', providers: ['google'] } })
  for (const address of [email, account.email]) {
    const response = await call('POST', '/token?grant_type=password', null, { email: address, password })
    expect(response.body.code).toBe('invalid_credentials')
  }
  expect((await nextMail(fixture.server, email, 'A way to sign in was removed')).text).toContain(
    'A password was removed',
  )
  await call('POST', '/recover', null, { email })
  const { code } = await nextMail(fixture.server, email, 'Reset your password')
  const recovered = await call('POST', '/verify', null, { type: 'recovery', email, token: code })
  expect(recovered).toMatchObject({ status: 200, body: { user: { email } } })
})

test.each(['the password', 'a stolen session that an emailed link opened', 'the password and a factor of their own'])(
  'a thief with %s and their own Google account cannot move the account to their address',
  async (access) => {
    const { email, token } = await aPerson()
    await call('GET', '/reauthenticate', token)
    const proof = await nextMail(fixture.server, email, 'Your confirmation code')
    expect((await call('POST', '/welcome/confirm', token, { nonce: proof.code })).status).toBe(200)
    const session = access.includes('link')
      ? await openByEmail(email)
      : String((await call('POST', '/token?grant_type=password', null, { email, password })).body.access_token)
    const thief = access.includes('factor') ? (await anAppFactor(fixture.server, session, new Date())).token : session
    const account = anAccount(fixture.google, {})
    const id_token = await fixture.google.idToken(account)
    const grant = { provider: 'google', id_token, nonce: ID_TOKEN_NONCE, link_identity: true }
    const linked = await call('POST', '/token?grant_type=id_token', thief, grant)
    expect(linked.status).toBe(200)
    const emailIdentity = linked.body.user.identities.find(({ provider }: { provider: string }) => provider === 'email')
    expect((await unlink(emailIdentity.identity_id, linked.body.access_token)).status).toBe(200)
    expect((await userOf(linked.body.access_token)).email).toBe(email)
  },
)

async function openByEmail(email: string) {
  await call('POST', '/otp', null, { email, create_user: false })
  const { code } = await nextMail(fixture.server, email, 'sign')
  return String((await call('POST', '/verify', null, { type: 'email', email, token: code })).body.access_token)
}

test("the link that ends a thief's factor always wins over providers that the thief links at the same time", async () => {
  for (let round = 0; round < 6; round += 1) {
    const { email, token } = await aPerson()
    await call('GET', '/reauthenticate', token)
    const proof = await nextMail(fixture.server, email, 'Your confirmation code')
    expect((await call('POST', '/welcome/confirm', token, { nonce: proof.code })).status).toBe(200)
    const { body } = await call('POST', '/token?grant_type=password', null, { email, password })
    const thief = await anAppFactor(fixture.server, body.access_token, new Date())
    const { link } = await nextMail(fixture.server, email, 'A new way to sign in was added')
    const page = new URL((await fetch(link, { redirect: 'manual' })).headers.get('location') ?? '')
    const token_hash = new URLSearchParams(page.hash.slice(1)).get('token_hash')
    const id_tokens = await Promise.all([1, 2, 3].map(() => fixture.google.idToken(anAccount(fixture.google, {}))))
    const [rejection] = await Promise.all([
      call('POST', '/factors/reject', null, { token_hash }),
      ...id_tokens.map((id_token) => {
        const grant = { provider: 'google', id_token, nonce: ID_TOKEN_NONCE, link_identity: true }
        return call('POST', '/token?grant_type=id_token', thief.token, grant)
      }),
    ])
    expect(rejection?.status).toBe(200)
    expect((await call('GET', '/user', thief.token)).status).toBe(403)
  }
})
