import { randomUUID } from 'node:crypto'
import { callAs } from '@studiohub/testing/http.ts'
import { mailsTo, nextMail } from '@studiohub/testing/mailbox.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAuth } from '#platform/db/actor.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer({ env: { AUTH_CONFIRM_EMAIL: 'on' } })
})
afterAll(() => server.stop())

const call = (method: string, path: string, body?: unknown, token: string | null = null) =>
  callAs(server.url, token).request(method, `/auth/v1${path}`, body)
const password = 'correct horse'
const anEmail = () => `${randomUUID()}@example.com`
const SUBJECT = 'Confirm your email address'
const verify = (email: string, token: string, type = 'signup') => call('POST', '/verify', { type, email, token })

async function aConfirmedPerson() {
  const email = anEmail()
  await call('POST', '/signup', { email, password })
  const mail = await nextMail(server, email, SUBJECT)
  return { email, mail, token: String((await verify(email, mail.code)).body.access_token) }
}

test('the sign-up email can be sent again and replaces the previous one', async () => {
  const email = anEmail()
  await call('POST', '/signup', { email, password })
  const first = await nextMail(server, email, SUBJECT)
  expect(await call('POST', '/resend', { type: 'signup', email })).toMatchObject({ status: 200, body: {} })
  const second = await nextMail(server, email, SUBJECT, [first])
  expect((await verify(email, first.code)).status).toBe(403)
  expect((await verify(email, second.code, 'email')).status).toBe(200)
  expect((await call('POST', '/token?grant_type=password', { email, password })).status).toBe(200)
})

test('emails about a change of address are sent again only to a mailbox that has not confirmed', async () => {
  const { email, token } = await aConfirmedPerson()
  const new_email = anEmail()
  await call('PUT', '/user', { email: new_email }, token)
  const current = await nextMail(server, email, 'Confirm the change')
  const newMail = await nextMail(server, new_email, 'Confirm your new email address')
  await verify(email, current.code, 'email_change')
  await call('POST', '/resend', { type: 'email_change', email })
  const again = await nextMail(server, new_email, 'Confirm your new email address', [newMail])
  expect((await verify(new_email, newMail.code, 'email_change')).status).toBe(403)
  const { body } = await verify(new_email, again.code, 'email_change')
  expect(body.user.email).toBe(new_email)
  const emails = (await mailsTo(server, email)).filter(({ subject }) => subject.includes('Confirm the change'))
  expect(emails).toHaveLength(1)
})

test('unknown, confirmed and other addresses without a pending proof get the same response and no email', async () => {
  const { email } = await aConfirmedPerson()
  const before = await mailsTo(server, email)
  const stranger = anEmail()
  const texts = []
  for (const [type, address] of [
    ['signup', stranger],
    ['signup', email],
    ['email_change', stranger],
    ['email_change', email],
  ]) {
    const startedAt = performance.now()
    const { status, text } = await call('POST', '/resend', { type, email: address })
    texts.push({ status, text, waited: performance.now() - startedAt >= 190 })
  }
  expect(new Set(texts.map((response) => JSON.stringify(response)))).toEqual(
    new Set([JSON.stringify({ status: 200, text: '{}', waited: true })]),
  )
  expect(await mailsTo(server, stranger)).toEqual([])
  expect((await mailsTo(server, email)).length).toBeLessThanOrEqual(before.length + 1)
})

test('if addresses are confirmed, a change to a used address gets the same response and never happens', async () => {
  const [first, second] = [await aConfirmedPerson(), await aConfirmedPerson()]
  const response = await call('PUT', '/user', { email: second.email }, first.token)
  expect(response).toMatchObject({ status: 200, body: { email: first.email, new_email: second.email } })
  const { code } = await nextMail(server, first.email, 'Confirm the change')
  expect((await verify(first.email, code, 'email_change')).status).toBe(200)
  const written = (await mailsTo(server, second.email)).filter(({ subject }) => subject.includes('new email address'))
  expect(written).toEqual([])
  expect((await call('GET', '/user', undefined, first.token)).body.email).toBe(first.email)
})

test('a code for one new address does not confirm another one', async () => {
  const [thief, other] = [await aConfirmedPerson(), await aConfirmedPerson()]
  const ownEmail = anEmail()
  await call('PUT', '/user', { email: ownEmail }, thief.token)
  const { code } = await nextMail(server, ownEmail, 'Confirm your new email address')
  const first = await nextMail(server, thief.email, 'Confirm the change')
  await asAuth((tx) => tx.deleteFrom('auth.rate_limits').execute())
  await call('PUT', '/user', { email: other.email }, thief.token)
  const second = await nextMail(server, thief.email, 'Confirm the change', [first])
  // The address is free now, so only the confirmation by its reader is missing.
  await asAuth((tx) => tx.deleteFrom('auth.users').where('email', '=', other.email).execute())
  await verify(thief.email, second.code, 'email_change')
  for (const email of [ownEmail, other.email]) expect((await verify(email, code, 'email_change')).status).toBe(403)
  expect((await call('GET', '/user', undefined, thief.token)).body.email).toBe(thief.email)
})

test.each([
  [{}, 'validation_failed'],
  [{ type: 'recovery', email: 'a@example.com' }, 'validation_failed'],
  [{ type: 'signup' }, 'validation_failed'],
  [{ type: 'signup', email: 'nobody' }, 'validation_failed'],
  [{ type: 'sms', email: 'a@example.com' }, 'validation_failed'],
  [{ type: 'sms', phone: '+15550100' }, 'phone_provider_disabled'],
  [{ type: 'phone_change', phone: '+15550100' }, 'phone_provider_disabled'],
  [{ type: 'signup', email: 'a@example.com', phone: '+15550100' }, 'validation_failed'],
])('%j is rejected', async (body, error_code) => {
  expect(await call('POST', '/resend', body)).toMatchObject({ status: 400, body: { error_code } })
})

test('a code for a phone is rejected as expired, after its number was checked', async () => {
  const verifyPhone = (body: object) => call('POST', '/verify', { token: '123456', ...body })
  expect(await verifyPhone({ type: 'sms', phone: 'abc' })).toMatchObject({
    status: 400,
    body: { msg: 'Invalid phone number format (E.164 required)' },
  })
  expect(await verifyPhone({ type: 'phone_change', phone: '+15550100' })).toMatchObject({
    status: 403,
    body: { error_code: 'otp_expired' },
  })
  expect(await call('POST', '/verify', { type: 'invite', email: 'a@example.com', token: '123456' })).toMatchObject({
    status: 403,
    body: { error_code: 'otp_expired' },
  })
  expect((await call('POST', '/verify', { type: 'invite', token_hash: 'abc' })).status).toBe(403)
  expect((await fetch(`${server.url}/auth/v1/verify?type=invite&token=abc`, { redirect: 'manual' })).status).toBe(303)
})
