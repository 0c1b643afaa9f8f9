import { randomUUID } from 'node:crypto'
import { HOUR_MS } from '@studiohub/contract/shared/durations.ts'
import { aClock } from '@studiohub/testing/accounts.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { aPerson, aSuperAdmin, type TestUser } from '@studiohub/testing/people.ts'
import { anAppFactor, authAs, confirmByApp, nextText, textsTo } from '@studiohub/testing/second-factor.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { queueFactorWaitEmails } from '#features/emails/account-jobs.ts'
import { asAuth } from '#platform/db/actor.ts'
import { processFactorWaits } from './jobs.ts'

// The first proof of an address starts a waiting time, after which an existing second factor ends.

let server: TestServer
const clock = aClock()

beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())
beforeEach(() => {
  clock.ahead_ms = 0
})

const as = (token: string | null) => authAs(server, token)
const me = (token: string) => callAs(server.url, token).get('/me')
const keep = (token: string | null, code?: string) =>
  as(token)('POST', '/factor-waits/keep', code === undefined ? undefined : { code })
const signIn = ({ email, password }: TestUser) => as(null)('POST', '/token?grant_type=password', { email, password })

/** Runs the server's hourly jobs. */
async function runHourlyJobs() {
  const { signal } = new AbortController()
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const context = { job_id: randomUUID(), now: clock.now(), log, signal }
  await processFactorWaits.handle({}, context)
  await queueFactorWaitEmails.handle({}, context)
}

/** Signs in with access to the mailbox only. */
async function signInByEmail(email: string, type: 'recovery' | 'magiclink' = 'recovery') {
  const subject = type === 'recovery' ? 'Reset your password' : 'Your sign-in link'
  await as(null)('POST', type === 'recovery' ? '/recover' : '/otp', { email })
  const { code } = await nextMail(server, email, subject)
  const { status, body } = await as(null)('POST', '/verify', { type, email, token: code })
  expect(status).toBe(200)
  return { token: String(body.access_token), refresh_token: String(body.refresh_token), body }
}

/** A person whose account has a factor and an unproven address, and who reads its mailbox. */
async function anAccountWithFactor() {
  const person = await aPerson(server)
  const factor = await anAppFactor(server, person.token, clock.now())
  return { person, factor, mailbox: await signInByEmail(person.email) }
}

describe('a person with access to the mailbox only', () => {
  test.each(['recovery', 'magiclink'] as const)(
    'starts a wait of 72 hours by a %s, and the factor stays until then',
    async (type) => {
      const person = await aPerson(server)
      const factor = await anAppFactor(server, person.token, clock.now())
      const mailbox = await signInByEmail(person.email, type)
      expect(mailbox.body.user.factors).toMatchObject([{ id: factor.factor_id, status: 'verified' }])
      const { user } = (await me(factor.token)).body
      expect(user.email_proven).toBe(false)
      const hours = (Date.parse(user.factors_end_at) - clock.now().getTime()) / HOUR_MS
      expect(hours).toBeGreaterThan(71.9)
      expect(hours).toBeLessThanOrEqual(72)
      expect((await signIn(person)).body.user.factors).toMatchObject([{ id: factor.factor_id, status: 'verified' }])
      const { text } = await nextMail(server, person.email, 'Your second factor is about to be removed')
      expect(text).toContain('UTC')
    },
  )

  test('gets no access and cannot stop the wait', async () => {
    const { person, factor, mailbox } = await anAccountWithFactor()
    expect((await keep(mailbox.token)).body.code).toBe('insufficient_aal')
    expect((await keep(null)).status).toBe(401)
    expect((await as(mailbox.token)('PUT', '/user', { password: 'another horse' })).body.code).toBe('insufficient_aal')
    const remove = await as(mailbox.token)('DELETE', `/factors/${factor.factor_id}`)
    expect(remove.body.code).toBe('insufficient_aal')
    expectError(await callAs(server.url, mailbox.token).get('/me/sessions'), 'INSUFFICIENT_AAL')
    const before = (await me(factor.token)).body.user.factors_end_at
    clock.ahead_ms = HOUR_MS / 2
    await signInByEmail(person.email, 'magiclink')
    expect((await me(factor.token)).body.user.factors_end_at).toBe(before)
  })

  test('cannot stop the wait with the factor of another account', async () => {
    const { factor } = await anAccountWithFactor()
    const other = await aPerson(server)
    const otherFactor = await anAppFactor(server, other.token, clock.now())
    expect((await keep(otherFactor.token)).status).toBe(200)
    expect((await me(factor.token)).body.user.factors_end_at).not.toBeNull()
  })
})

describe('a session with the factor', () => {
  test('stops the wait with one call, which ends the sessions that were opened by email', async () => {
    const { person, factor, mailbox } = await anAccountWithFactor()
    const rejection = await as(factor.token)('PUT', '/user', { password: 'another horse' })
    expect(rejection.body.code).toBe('factor_wait_running')
    const added = await as(factor.token)('POST', '/factors', { factor_type: 'totp', friendly_name: 'Second' })
    expect(added.body.code).toBe('factor_wait_running')
    expect((await as(factor.token)('DELETE', `/factors/${factor.factor_id}`)).body.code).toBe('factor_wait_running')
    expect((await keep(factor.token)).status).toBe(200)
    expect((await as(mailbox.token)('GET', '/user')).body.code).toBe('session_not_found')
    expect((await me(factor.token)).body.user).toMatchObject({ email_proven: false, factors_end_at: null })
    await nextMail(server, person.email, 'Your second factor was kept')
    clock.ahead_ms = 80 * HOUR_MS
    await runHourlyJobs()
    const factors = await asAuth((tx) =>
      tx.selectFrom('auth.factors').select('status').where('user_id', '=', person.id).execute(),
    )
    expect(factors).toEqual([{ status: 'verified' }])
  })

  test('cannot first prove the address by emailed digits: the wait would continue and end the factor', async () => {
    const { person, factor } = await anAccountWithFactor()
    expect((await as(factor.token)('GET', '/reauthenticate')).status).toBe(200)
    const { code } = await nextMail(server, person.email, 'Your confirmation code')
    const confirmed = await as(factor.token)('POST', '/welcome/confirm', { nonce: code })
    expect(confirmed.body.code).toBe('factor_wait_running')
    expect((await me(factor.token)).body.user.email_proven).toBe(false)
  })

  test('that was opened by email and then confirmed with the factor proves the address', async () => {
    const { factor, mailbox } = await anAccountWithFactor()
    const raised = await confirmByApp(server, { ...factor, token: mailbox.token }, clock.now(), 1)
    const { access_token } = raised.body
    expect((await keep(access_token)).status).toBe(200)
    expect((await me(access_token)).body.user).toMatchObject({ email_proven: true, factors_end_at: null })
    expect((await me(factor.token)).status).toBe(200)
  })
})

describe('a recovery code', () => {
  /** Like `anAccountWithFactor`, with recovery codes. */
  async function anAccountWithCodes() {
    const person = await aPerson(server)
    const factor = await anAppFactor(server, person.token, clock.now())
    const response = await as(factor.token)('POST', '/factors/recovery-codes')
    expect(response.status).toBe(200)
    const codes: string[] = response.body.codes
    return { person, factor, codes, mailbox: await signInByEmail(person.email) }
  }
  const countRemaining = async (token: string) => (await as(token)('GET', '/factors/recovery-codes')).body.remaining

  test('raises a session that can then stop the wait with one call', async () => {
    const { factor, codes, mailbox } = await anAccountWithCodes()
    const raised = await as(mailbox.token)('POST', '/factors/recovery-codes/verify', { code: codes[0] })
    expect(raised.status).toBe(200)
    expect((await keep(raised.body.access_token)).status).toBe(200)
    expect((await me(factor.token)).body.user).toMatchObject({ email_proven: true, factors_end_at: null })
  })

  test('stops the wait in a session without the factor, and only once', async () => {
    const { person, factor, codes, mailbox } = await anAccountWithCodes()
    const thief = await signInByEmail(person.email, 'magiclink')
    expect((await keep(mailbox.token, codes[0])).status).toBe(200)
    expect((await me(factor.token)).body.user).toMatchObject({ email_proven: true, factors_end_at: null })
    await nextMail(server, person.email, 'Your second factor was kept')
    await nextMail(server, person.email, 'A recovery code was used')
    expect((await as(thief.token)('GET', '/user')).body.code).toBe('session_not_found')
    expectError(await callAs(server.url, mailbox.token).get('/me/sessions'), 'INSUFFICIENT_AAL')
    expect((await keep(mailbox.token, codes[1])).status).toBe(200)
    expect(await countRemaining(factor.token)).toBe(9)
  })

  test('cannot be replaced, removed or created during a wait; an existing one still raises a session', async () => {
    const { factor, codes, mailbox } = await anAccountWithCodes()
    const call = as(factor.token)
    expect((await call('POST', '/factors/recovery-codes/regenerate')).body.code).toBe('factor_wait_running')
    expect((await call('DELETE', '/factors/recovery-codes')).body.code).toBe('factor_wait_running')
    const raised = await as(mailbox.token)('POST', '/factors/recovery-codes/verify', { code: codes[0] })
    expect(raised.status).toBe(200)
    expect(await countRemaining(factor.token)).toBe(9)
    const accountWithoutCodes = await anAccountWithFactor()
    const response = await as(accountWithoutCodes.factor.token)('POST', '/factors/recovery-codes')
    expect(response.body.code).toBe('factor_wait_running')
    expect((await keep(accountWithoutCodes.factor.token)).status).toBe(200)
    expect((await as(accountWithoutCodes.factor.token)('POST', '/factors/recovery-codes')).status).toBe(200)
  })

  test('that is wrong, used or belongs to another person does not stop the wait', async () => {
    const { factor, codes, mailbox } = await anAccountWithCodes()
    const other = await anAccountWithCodes()
    const raised = await as(mailbox.token)('POST', '/factors/recovery-codes/verify', { code: codes[0] })
    expect(raised.status).toBe(200)
    const { token } = await signInByEmail((await as(factor.token)('GET', '/user')).body.email, 'magiclink')
    for (const code of ['0000000000000000', codes[0], other.codes[0]]) {
      expect((await keep(token, code)).body.code).toBe('mfa_verification_failed')
    }
    expect((await keep(token, '')).body.code).toBe('insufficient_aal')
    expect((await keep(null, codes[1])).status).toBe(401)
    expect((await me(factor.token)).body.user.factors_end_at).not.toBeNull()
    expect(await countRemaining(other.factor.token)).toBe(10)
  })
})

describe('when the waiting time is over', () => {
  test('the factor and its sessions end, and the reader of the mailbox has full access', async () => {
    const { person, factor, mailbox } = await anAccountWithFactor()
    clock.ahead_ms = 71 * HOUR_MS
    await runHourlyJobs()
    const refresh = (refresh_token: string) => as(null)('POST', '/token?grant_type=refresh_token', { refresh_token })
    expect((await refresh(factor.refresh_token)).status).toBe(200)
    clock.ahead_ms = 73 * HOUR_MS
    await runHourlyJobs()
    expect((await refresh(factor.refresh_token)).body.code).toBe('session_not_found')
    const { access_token } = (await refresh(mailbox.refresh_token)).body
    expect((await me(access_token)).body.user).toMatchObject({ email_proven: true, factors_end_at: null })
    expect((await callAs(server.url, access_token).get('/me/sessions')).status).toBe(200)
    await nextMail(server, person.email, 'Your second factor was removed')
    expect((await keep(access_token)).body.code).toBe('insufficient_aal')
  })

  test('a notification has been sent each day, to the address and the phone', async () => {
    const person = await aPerson(server)
    const phone = `+1555${String(Date.now()).slice(-7)}`
    const call = as(person.token)
    const { id } = (await call('POST', '/factors', { factor_type: 'phone', phone })).body
    const challengeResponse = (await call('POST', `/factors/${id}/challenge`)).body
    const text = await nextText(server, phone)
    const answered = await call('POST', `/factors/${id}/verify`, {
      challenge_id: challengeResponse.id,
      code: text.code,
    })
    expect(answered.status).toBe(200)
    await signInByEmail(person.email)
    const subject = 'Your second factor is about to be removed'
    const seen = [await nextMail(server, person.email, subject)]
    const first = await nextText(server, phone, [text])
    expect(first.text).toContain('Not you?')
    for (const day of [1, 2]) {
      clock.ahead_ms = day * 24 * HOUR_MS + 1000
      const before = textsTo(server, phone)
      await runHourlyJobs()
      await runHourlyJobs()
      seen.push(await nextMail(server, person.email, subject, seen))
      await nextText(server, phone, before)
      expect(textsTo(server, phone)).toHaveLength(before.length + 1)
    }
  })
})

test('an operator keeps the factor: it does not end, and the owner gets an email', async () => {
  const operator = await aSuperAdmin(server)
  const factor = await anAppFactor(server, operator.token, clock.now())
  // The state from before this rule: the address of an operator was not proven.
  await asAuth((tx) =>
    tx.updateTable('auth.users').set({ email_proven: false }).where('id', '=', operator.id).execute(),
  )
  const mailbox = await signInByEmail(operator.email)
  await nextMail(server, operator.email, 'Someone signed in without your second factor')
  expect((await me(factor.token)).body.user.factors_end_at).toBeNull()
  expect((await signIn(operator)).status).toBe(200)
  expectError(await callAs(server.url, mailbox.token).get('/admin/users'), 'INSUFFICIENT_AAL')
  clock.ahead_ms = 800 * HOUR_MS
  await runHourlyJobs()
  const again = await signIn(operator)
  expect(again.body.user.factors).toMatchObject([{ status: 'verified' }])
})
