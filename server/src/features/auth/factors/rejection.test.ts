import { HOUR_MS } from '@studiohub/contract/shared/durations.ts'
import { aClock, anAccount, password, proveAddress } from '@studiohub/testing/accounts.ts'
import { aProvenDomain, behindProxy, callAtHost } from '@studiohub/testing/domains.ts'
import { callAs } from '@studiohub/testing/http.ts'
import { type Mail, mailsTo, nextMail } from '@studiohub/testing/mailbox.ts'
import { aStudio, aSuperAdmin } from '@studiohub/testing/people.ts'
import { anAppFactor, authAs, confirmByApp } from '@studiohub/testing/second-factor.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

// A thief who has only the password adds the first second factor to an account whose address is proven.

let server: TestServer
const clock = aClock()
beforeAll(async () => {
  server = await startServer({ clock, env: behindProxy })
})
afterAll(() => server.stop())
beforeEach(() => {
  clock.ahead_ms = 0
})

const as = (token: string | null) => authAs(server, token)
const reject = (token_hash: string) => as(null)('POST', '/factors/reject', { token_hash })
const signIn = (email: string, typedPassword = password) =>
  as(null)('POST', '/token?grant_type=password', { email, password: typedPassword })
const expired = { status: 403, body: { code: 'otp_expired' } }

async function aProvenOwner() {
  const owner = await anAccount(server)
  await proveAddress(server, owner)
  return owner
}

/** The owner of a proven address, and a thief who has signed in with the password and added the first factor. */
async function aTheft() {
  const owner = await aProvenOwner()
  const { body } = await signIn(owner.email)
  return { owner, thief: await anAppFactor(server, body.access_token, clock.now(), 'Thief') }
}

const noticeTo = (email: string) => nextMail(server, email, 'A new way to sign in was added')

const removalNoticeTo = (email: string, seen: readonly Mail[] = []) =>
  nextMail(server, email, 'A way to sign in was removed', seen)

/** The token from the link in the notification, as the page with the button gets it. */
async function tokenIn(link: string) {
  const page = new URL((await fetch(link, { redirect: 'manual' })).headers.get('location') ?? '')
  expect(page.pathname).toBe('/auth/confirm')
  const { token_hash = '', type } = Object.fromEntries(new URLSearchParams(page.hash.slice(1)))
  expect(type).toBe('factor_added')
  return token_hash
}

/** Recovers an account through its mailbox and chooses a password. */
async function recover(email: string, typedPassword: string) {
  const seen = await mailsTo(server, email)
  await as(null)('POST', '/recover', { email })
  const { code } = await nextMail(server, email, 'Reset your password', seen)
  const { body } = await as(null)('POST', '/verify', { type: 'recovery', email, token: code })
  return as(body.access_token)('PUT', '/user', { password: typedPassword })
}

test('the owner removes the factor by the emailed link and chooses a new password', async () => {
  const { owner, thief } = await aTheft()
  expect((await recover(owner.email, 'of the owner')).body.code).toBe('insufficient_aal')
  const token_hash = await tokenIn((await noticeTo(owner.email)).link)
  expect((await as(thief.token)('GET', '/user')).status).toBe(200)
  expect((await reject(token_hash)).status).toBe(200)
  expect((await as(thief.token)('GET', '/user')).body.code).toBe('session_not_found')
  expect((await signIn(owner.email)).body.code).toBe('invalid_credentials')
  await nextMail(server, owner.email, 'Your second factor was removed')
  clock.ahead_ms = 2 * 60_000
  expect((await recover(owner.email, 'of the owner')).status).toBe(200)
  const { body } = await signIn(owner.email, 'of the owner')
  expect((await callAs(server.url, body.access_token).get('/me/export')).status).toBe(200)
  expect(await reject(token_hash)).toMatchObject(expired)
})

test('a thief cannot end the link by a password, other factors or codes; the email about a removed factor has a new one', async () => {
  const { owner, thief } = await aTheft()
  const formerToken = await tokenIn((await noticeTo(owner.email)).link)
  const call = as(thief.token)
  expect((await call('PUT', '/user', { password: 'of the thief' })).status).toBe(200)
  await anAppFactor(server, thief.token, clock.now(), 'Second')
  expect((await call('POST', '/factors/recovery-codes')).status).toBe(200)
  expect((await call('DELETE', `/factors/${thief.factor_id}`)).status).toBe(200)
  const token_hash = await tokenIn((await removalNoticeTo(owner.email)).link)
  expect(await reject(formerToken)).toMatchObject(expired)
  await as(null)('POST', '/recover', { email: owner.email })
  const { code } = await nextMail(server, owner.email, 'Reset your password')
  expect((await as(null)('POST', '/verify', { type: 'recovery', email: owner.email, token: code })).status).toBe(200)
  expect((await reject(token_hash)).status).toBe(200)
  const { body } = await as(null)('POST', '/token?grant_type=refresh_token', { refresh_token: thief.refresh_token })
  expect(body.code).toBe('session_not_found')
  expect((await signIn(owner.email, 'of the thief')).body.code).toBe('invalid_credentials')
})

test('the link works once, for 72 hours, only at our own address and only for this purpose', async () => {
  const { owner } = await aTheft()
  const { studio } = await aStudio(server)
  const token_hash = await tokenIn((await noticeTo(owner.email)).link)
  for (const type of ['factor_added', 'recovery', 'magiclink', 'signup']) {
    expect((await as(null)('POST', '/verify', { type, token_hash })).body).not.toHaveProperty('access_token')
  }
  const domain = callAtHost(server.url, await aProvenDomain(studio.id), null)
  expect((await domain('POST', '/auth/v1/factors/reject', { token_hash })).body.code).toBe('studio_session')
  clock.ahead_ms = 72 * HOUR_MS + 1000
  expect(await reject(token_hash)).toMatchObject(expired)
  clock.ahead_ms = 72 * HOUR_MS - 60_000
  const responses = await Promise.all([reject(token_hash), reject(token_hash)])
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 403])
  expect(await reject('unknown')).toMatchObject(expired)
})

test('a factor added by a session from an emailed link or code can only be ended by its owner', async () => {
  const provenByCode = await aProvenOwner()
  await anAppFactor(server, provenByCode.token, clock.now())
  const signedInByLink = await aProvenOwner()
  await as(null)('POST', '/otp', { email: signedInByLink.email })
  const { code } = await nextMail(server, signedInByLink.email, 'Your sign-in link')
  const { body } = await as(null)('POST', '/verify', { type: 'magiclink', email: signedInByLink.email, token: code })
  await anAppFactor(server, body.access_token, clock.now())
  for (const { email } of [provenByCode, signedInByLink]) expect((await noticeTo(email)).link).toBe('')
})

test("a session from an emailed link has only the password's rights after sixteen minutes, because it may be stolen", async () => {
  const owner = await aProvenOwner()
  await as(null)('POST', '/otp', { email: owner.email })
  const { code } = await nextMail(server, owner.email, 'Your sign-in link')
  const { body } = await as(null)('POST', '/verify', { type: 'magiclink', email: owner.email, token: code })
  clock.ahead_ms = 16 * 60_000
  await anAppFactor(server, body.access_token, clock.now())
  const token_hash = await tokenIn((await noticeTo(owner.email)).link)
  expect((await reject(token_hash)).status).toBe(200)
})

test('the owner undoes the changes of a stolen session with the factor: one factor added, one removed', async () => {
  const owner = await aProvenOwner()
  const ownerFactor = await anAppFactor(server, owner.token, clock.now())
  const thief = await anAppFactor(server, ownerFactor.token, clock.now(), 'Thief')
  clock.ahead_ms = 16 * 60_000
  expect((await as(thief.token)('DELETE', `/factors/${ownerFactor.factor_id}`)).status).toBe(200)
  const { link } = await removalNoticeTo(owner.email)
  expect((await reject(await tokenIn(link))).status).toBe(200)
  expect((await as(thief.token)('GET', '/user')).body.code).toBe('session_not_found')
  expect((await recover(owner.email, 'of the owner')).status).toBe(200)
})

test('the owner has 72 hours to undo a removal, even if an earlier link was about to expire', async () => {
  const owner = await aProvenOwner()
  const ownerFactor = await anAppFactor(server, owner.token, clock.now())
  clock.ahead_ms = HOUR_MS
  const thief = await anAppFactor(server, ownerFactor.token, clock.now(), 'Thief')
  const spare = await anAppFactor(server, thief.token, clock.now(), 'Spare')
  expect((await as(spare.token)('DELETE', `/factors/${spare.factor_id}`)).status).toBe(200)
  const first = await removalNoticeTo(owner.email)
  clock.ahead_ms = 73 * HOUR_MS - 60_000
  const { body } = await as(null)('POST', '/token?grant_type=refresh_token', { refresh_token: spare.refresh_token })
  const raised = await confirmByApp(server, { ...thief, token: body.access_token }, clock.now())
  expect((await as(raised.body.access_token)('DELETE', `/factors/${ownerFactor.factor_id}`)).status).toBe(200)
  const token_hash = await tokenIn((await removalNoticeTo(owner.email, [first])).link)
  clock.ahead_ms += 71 * HOUR_MS
  expect((await reject(token_hash)).status).toBe(200)
  const next = { refresh_token: raised.body.refresh_token }
  expect((await as(null)('POST', '/token?grant_type=refresh_token', next)).body.code).toBe('session_not_found')
})

test('there is no such link for a second factor after the first, for an unproven address and for an operator', async () => {
  const { owner, thief } = await aTheft()
  const first = await noticeTo(owner.email)
  await anAppFactor(server, thief.token, clock.now(), 'Second')
  expect((await nextMail(server, owner.email, 'A new way to sign in was added', [first])).link).toBe('')
  const newcomer = await anAccount(server)
  await anAppFactor(server, newcomer.token, clock.now())
  const operator = await aSuperAdmin(server)
  await anAppFactor(server, operator.token, clock.now())
  for (const { email } of [newcomer, operator]) expect((await noticeTo(email)).link).toBe('')
})

test('a change of address that both mailboxes confirm ends the link', async () => {
  const { owner, thief } = await aTheft()
  const token_hash = await tokenIn((await noticeTo(owner.email)).link)
  const email = `new-${owner.email}`
  expect((await as(thief.token)('PUT', '/user', { email })).status).toBe(200)
  for (const address of [owner.email, email]) {
    const { code } = await nextMail(server, address, 'email address for')
    expect((await as(null)('POST', '/verify', { type: 'email_change', email: address, token: code })).status).toBe(200)
  }
  expect(await reject(token_hash)).toMatchObject(expired)
})
