import { randomUUID } from 'node:crypto'
import { MINUTE_MS } from '@studiohub/contract/shared/durations.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { aPerson, proveAddress, signIn } from '@studiohub/testing/people.ts'
import { anAppFactor, appCode, authAs, confirmByApp, wrongCode } from '@studiohub/testing/second-factor.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asAuth, asSystem } from '#platform/db/actor.ts'
import { resetFactors } from './service.ts'

let server: TestServer
// The clock is fixed and moves only in tests, so that a slow machine changes nothing.
const startedAt = Date.now()
let ahead_ms = 0
const clock = { now: () => new Date(startedAt + ahead_ms) }

beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())
beforeEach(() => {
  ahead_ms = 0
})

const as = (token: string | null) => authAs(server, token)
const enroll = (token: string, body: object = {}) => as(token)('POST', '/factors', { factor_type: 'totp', ...body })
const challenge = (token: string, id: string) => as(token)('POST', `/factors/${id}/challenge`, { factorId: id })
const verify = (token: string, id: string, body: object) => as(token)('POST', `/factors/${id}/verify`, body)
const remove = (token: string, id: string) => as(token)('DELETE', `/factors/${id}`)
const refresh = (refresh_token: string) => as(null)('POST', '/token?grant_type=refresh_token', { refresh_token })
const aPersonWithApp = async () => {
  const person = await aPerson(server)
  return { person, ...(await anAppFactor(server, person.token, clock.now())) }
}
const claimsOf = (token: string) => decodeJwt<{ aal: string; amr: { method: string }[] }>(token)
const methodsOf = (token: string) => claimsOf(token).amr.map(({ method }) => method)
const rejectedWith = (status: number, code: string) => ({ status, body: { code } })

// Reads as the database login, because the roles behind the door cannot read the audit log.
const auditActionsOf = (factor_id: string) =>
  asSystem(async (tx) => {
    await sql`reset role`.execute(tx)
    const rows = await tx
      .selectFrom('audit_log')
      .select('action')
      .where('object_id', '=', factor_id)
      .orderBy('id')
      .execute()
    return rows.map(({ action }) => action)
  })

describe('adding an authenticator app', () => {
  test('returns a secret, its URI and a QR code as a data URL', async () => {
    const { token, email } = await aPerson(server)
    const { status, body, headers } = await enroll(token, { friendly_name: 'My phone', issuer: 'Night Owl' })
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toMatchObject({ type: 'totp', friendly_name: 'My phone' })
    expect(body.totp.secret).toMatch(/^[A-Z2-7]{32}$/)
    const uri = new URL(body.totp.uri)
    expect(decodeURIComponent(uri.pathname)).toContain(`Night Owl:${email}`)
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: 'Night Owl',
      secret: body.totp.secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
    expect(body.totp.qr_code).toMatch(/^<svg/)
    expect(body.totp.qr_code).not.toContain('#')
  })

  test('without an issuer it names the site, and the account shows an unverified factor without its secret', async () => {
    const { token } = await aPerson(server)
    const { body } = await enroll(token)
    expect(body).not.toHaveProperty('friendly_name')
    expect(new URL(body.totp.uri).searchParams.get('issuer')).toBe('127.0.0.1')
    const user = await as(token)('GET', '/user')
    expect(user.body.factors).toEqual([
      {
        id: body.id,
        status: 'unverified',
        factor_type: 'totp',
        phone: '',
        last_challenged_at: null,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ])
    expect(user.text).not.toContain(body.totp.secret)
  })

  test('stores the secret encrypted', async () => {
    const { token } = await aPerson(server)
    const { body } = await enroll(token)
    const row = await asAuth((tx) =>
      tx.selectFrom('auth.factors').selectAll().where('id', '=', body.id).executeTakeFirstOrThrow(),
    )
    expect(JSON.stringify(row)).not.toContain(body.totp.secret)
    expect(row.secret).toMatch(/^v1\./)
  })

  test('the right code raises the session and ends its earlier refresh tokens and the sessions opened with a password', async () => {
    const person = await aPerson(server)
    const second = await signIn(server, person)
    const session = (await as(null)('POST', '/token?grant_type=password', person)).body
    const { body: factor } = await enroll(session.access_token)
    ahead_ms = 1000
    const unfinished = await enroll(session.access_token, { friendly_name: 'half added' })
    const key = await as(session.access_token)('POST', '/factors', { factor_type: 'webauthn', friendly_name: 'Key' })
    const challengeResponse = await challenge(session.access_token, factor.id)
    expect(challengeResponse).toMatchObject({ status: 200, body: { type: 'totp' } })
    expect(challengeResponse.body.expires_at).toBe(Math.floor(clock.now().getTime() / 1000) + 300)
    const raised = await verify(session.access_token, factor.id, {
      challenge_id: challengeResponse.body.id,
      code: appCode(factor.totp.secret, clock.now()),
    })
    expect(raised.status).toBe(200)
    expect(raised.body).toMatchObject({ token_type: 'bearer', expires_in: 3600, user: { id: person.id } })
    expect(claimsOf(raised.body.access_token).aal).toBe('aal2')
    expect(methodsOf(raised.body.access_token)).toEqual(['totp', 'password'])
    expect(raised.text).not.toContain('factor_id')
    const remaining = raised.body.user.factors.map(({ id, status }: { id: string; status: string }) => [id, status])
    expect(remaining).toEqual([
      [factor.id, 'verified'],
      [key.body.id, 'unverified'],
    ])
    expect(remaining.flat()).not.toContain(unfinished.body.id)

    expect(await as(person.token)('GET', '/user')).toMatchObject(rejectedWith(403, 'session_not_found'))
    expect(await as(second.token)('GET', '/user')).toMatchObject(rejectedWith(403, 'session_not_found'))
    expect(await refresh(session.refresh_token)).toMatchObject(rejectedWith(400, 'refresh_token_already_used'))
    const next = await refresh(raised.body.refresh_token)
    expect(next.status).toBe(200)
    expect(claimsOf(next.body.access_token).aal).toBe('aal2')
    expect(await auditActionsOf(factor.id)).toEqual(['factor.enrolled', 'factor.added'])
    const mail = await nextMail(server, person.email, 'A new way to sign in was added')
    expect(mail.text).toContain('authenticator app')
  })

  test('an earlier refresh token fails at once, and using it later ends the raised session', async () => {
    const person = await aPerson(server)
    const session = (await as(null)('POST', '/token?grant_type=password', person)).body
    const raised = await anAppFactor(server, session.access_token, clock.now())
    ahead_ms = 11_000
    expect(await refresh(session.refresh_token)).toMatchObject(rejectedWith(400, 'refresh_token_already_used'))
    expect(await refresh(raised.refresh_token)).toMatchObject(rejectedWith(400, 'session_not_found'))
  })

  test('proving the factor again updates its entry in `amr`, and other raised sessions continue', async () => {
    const { person, token, factor_id, secret } = await aPersonWithApp()
    const elsewhere = await signIn(server, person)
    const other = await confirmByApp(server, { token: elsewhere.token, factor_id, secret }, clock.now(), 1)
    expect(methodsOf(other.body.access_token)).toEqual(['totp', 'password'])
    expect((await as(token)('GET', '/user')).status).toBe(200)
    ahead_ms = 2 * MINUTE_MS
    const again = await confirmByApp(server, { token, factor_id, secret }, clock.now())
    expect(methodsOf(again.body.access_token)).toEqual(['totp', 'password'])
    expect((await as(elsewhere.token)('GET', '/user')).status).toBe(200)
  })
})

describe('adding a factor is rejected', () => {
  test('for unknown kinds and invalid numbers', async () => {
    const { token } = await aPerson(server)
    for (const body of [{ factor_type: 'email' }, { factor_type: null }]) {
      expect(await enroll(token, body)).toMatchObject(rejectedWith(400, 'validation_failed'))
    }
    for (const phone of [undefined, '', '0151 234567', '+49', `+1${'2'.repeat(15)}`, '+49 151 CALL ME']) {
      const response = await enroll(token, { factor_type: 'phone', phone })
      expect(response).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', message: 'Invalid phone number format (E.164 required)' },
      })
    }
    expect(await enroll(token, { friendly_name: 'x'.repeat(256) })).toMatchObject(
      rejectedWith(400, 'validation_failed'),
    )
    expect(await as(null)('POST', '/factors', { factor_type: 'totp' })).toMatchObject(
      rejectedWith(401, 'no_authorization'),
    )
  })

  test('in a session older than a day', async () => {
    const person = await aPerson(server)
    const old = (await as(null)('POST', '/token?grant_type=password', person)).body
    ahead_ms = 24 * 60 * MINUTE_MS
    const renewed = (await refresh(old.refresh_token)).body.access_token
    expect(await enroll(renewed)).toMatchObject(rejectedWith(400, 'reauthentication_needed'))
    const recentSession = (await as(null)('POST', '/token?grant_type=password', person)).body
    expect((await enroll(recentSession.access_token)).status).toBe(200)
  })

  test('for a used name, and for a second factor without a name; another person may use the name', async () => {
    const { token } = await aPerson(server)
    expect((await enroll(token, { friendly_name: 'One' })).status).toBe(200)
    expect(await enroll(token, { friendly_name: ' One ' })).toMatchObject(rejectedWith(422, 'mfa_factor_name_conflict'))
    expect((await enroll(token)).status).toBe(200)
    expect(await enroll(token, { friendly_name: '' })).toMatchObject(rejectedWith(422, 'mfa_factor_name_conflict'))
    expect((await enroll((await aPerson(server)).token, { friendly_name: 'One' })).status).toBe(200)
  })

  test('for an eleventh factor, even with concurrent calls; unfinished factors stop counting after five minutes', async () => {
    const { token } = await aPerson(server)
    const responses = await Promise.all(Array.from({ length: 14 }, (_, n) => enroll(token, { friendly_name: `${n}` })))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(10)
    for (const response of responses.filter(({ status }) => status !== 200)) {
      expect(response).toMatchObject(rejectedWith(422, 'too_many_enrolled_mfa_factors'))
    }
    ahead_ms = 5 * MINUTE_MS - 1000
    expect((await enroll(token, { friendly_name: 'late' })).status).toBe(422)
    ahead_ms = 5 * MINUTE_MS + 1000
    expect((await enroll(token, { friendly_name: 'late' })).status).toBe(200)
    expect((await as(token)('GET', '/user')).body.factors).toHaveLength(1)
  })

  test('for a second factor in a session that the first has not raised, even if it was started earlier', async () => {
    const { person, token } = await aPersonWithApp()
    const { body: enrollment } = await enroll(token, { factor_type: 'webauthn', friendly_name: 'Key' })
    const { body: app } = await enroll(token, { friendly_name: 'Second app' })
    const thief = await signIn(server, person)
    expect(await enroll(thief.token, { friendly_name: 'Thief' })).toMatchObject(rejectedWith(403, 'insufficient_aal'))
    for (const id of [enrollment.id, app.id]) {
      expect(await challenge(thief.token, id)).toMatchObject(rejectedWith(403, 'insufficient_aal'))
    }
    const { body: challengeResponse } = await challenge(token, app.id)
    const code = appCode(app.totp.secret, clock.now())
    expect(await verify(thief.token, app.id, { challenge_id: challengeResponse.id, code })).toMatchObject(
      rejectedWith(403, 'insufficient_aal'),
    )
    expect((await verify(token, app.id, { challenge_id: challengeResponse.id, code })).status).toBe(200)
  })
})

describe('answering a challenge', () => {
  test('unknown factors and challenges have different errors from those of other people', async () => {
    const { token, factor_id, secret } = await aPersonWithApp()
    const stranger = await aPersonWithApp()
    const code = appCode(secret, clock.now(), 1)
    expect(await challenge(token, 'nonsense')).toMatchObject(rejectedWith(404, 'validation_failed'))
    for (const id of [randomUUID(), stranger.factor_id]) {
      expect(await challenge(token, id)).toMatchObject({
        status: 404,
        body: { code: 'mfa_factor_not_found', message: 'Factor not found' },
      })
      expect(await verify(token, id, { challenge_id: randomUUID(), code })).toMatchObject(
        rejectedWith(404, 'mfa_factor_not_found'),
      )
    }
    const strangerChallenge = await challenge(stranger.token, stranger.factor_id)
    for (const challenge_id of [randomUUID(), strangerChallenge.body.id]) {
      expect(await verify(token, factor_id, { challenge_id, code })).toMatchObject(
        rejectedWith(422, 'mfa_factor_not_found'),
      )
    }
    expect(await verify(token, factor_id, { code })).toMatchObject(rejectedWith(400, 'validation_failed'))
  })

  test('an empty code is not counted; a wrong one fails, and the right one still works afterwards', async () => {
    const { token, factor_id, secret } = await aPersonWithApp()
    const { body } = await challenge(token, factor_id)
    const sendCode = (code: unknown) => verify(token, factor_id, { challenge_id: body.id, code })
    expect(await sendCode('')).toMatchObject(rejectedWith(400, 'validation_failed'))
    for (const wrong of [wrongCode(secret, clock.now()), '12345', 'abcdef', appCode(secret, clock.now(), 2)]) {
      expect(await sendCode(wrong)).toMatchObject({
        status: 422,
        body: { code: 'mfa_verification_failed', message: 'Invalid TOTP code entered' },
      })
    }
    expect((await sendCode(appCode(secret, clock.now(), 1))).status).toBe(200)
  })

  test('a code works once, even for another challenge and session, and no earlier code works after it', async () => {
    const { person, token, factor_id, secret } = await aPersonWithApp()
    const codeTime = clock.now()
    const attempt = async (sessionToken: string, steps: number) => {
      const { body } = await challenge(sessionToken, factor_id)
      return verify(sessionToken, factor_id, { challenge_id: body.id, code: appCode(secret, codeTime, steps) })
    }
    expect(await attempt(token, 0)).toMatchObject(rejectedWith(422, 'mfa_verification_failed'))
    expect((await attempt(token, 1)).status).toBe(200)
    const elsewhere = await signIn(server, person)
    for (const steps of [1, 0, -1]) {
      expect(await attempt(elsewhere.token, steps)).toMatchObject(rejectedWith(422, 'mfa_verification_failed'))
    }
  })

  test('if one code is sent twice at once, one call succeeds', async () => {
    const { person, factor_id, secret } = await aPersonWithApp()
    const sessions = [await signIn(server, person), await signIn(server, person)]
    const code = appCode(secret, clock.now(), 1)
    const challengeResponses = await Promise.all(sessions.map(({ token }) => challenge(token, factor_id)))
    const responses = await Promise.all(
      sessions.map(({ token }, n) => verify(token, factor_id, { challenge_id: challengeResponses[n]?.body.id, code })),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('a challenge can be answered once, by the session that started it, within five minutes', async () => {
    const { person, token, factor_id, secret } = await aPersonWithApp()
    const elsewhere = await signIn(server, person)
    const { body: used } = await challenge(token, factor_id)
    const code = (steps: number) => appCode(secret, clock.now(), steps)
    expect(await verify(elsewhere.token, factor_id, { challenge_id: used.id, code: code(1) })).toMatchObject(
      rejectedWith(422, 'mfa_ip_address_mismatch'),
    )
    expect((await verify(token, factor_id, { challenge_id: used.id, code: code(1) })).status).toBe(200)
    ahead_ms = MINUTE_MS
    expect(await verify(token, factor_id, { challenge_id: used.id, code: code(0) })).toMatchObject(
      rejectedWith(422, 'mfa_ip_address_mismatch'),
    )
    const { body: late } = await challenge(token, factor_id)
    ahead_ms += 5 * MINUTE_MS
    expect(await verify(token, factor_id, { challenge_id: late.id, code: code(0) })).toMatchObject(
      rejectedWith(422, 'mfa_challenge_expired'),
    )
  })

  test('five concurrent attempts use up a challenge, and each of fifty wrong codes is counted', async () => {
    const { token, factor_id, secret } = await aPersonWithApp()
    const challengeResponses = await Promise.all(Array.from({ length: 10 }, () => challenge(token, factor_id)))
    const code = wrongCode(secret, clock.now())
    const attempts = challengeResponses.flatMap(({ body }) => Array.from({ length: 5 }, () => body.id))
    const responses = await Promise.all(
      attempts.map((challenge_id) => verify(token, factor_id, { challenge_id, code })),
    )
    for (const response of responses) expect(response).toMatchObject(rejectedWith(422, 'mfa_verification_failed'))
    expect((await auditActionsOf(factor_id)).filter((action) => action === 'factor.refused')).toHaveLength(50)
    const rows = await asAuth((tx) =>
      tx.selectFrom('auth.factor_challenges').select('tries').where('factor_id', '=', factor_id).execute(),
    )
    expect(rows.map(({ tries }) => tries).reduce((sum, tries) => sum + tries, 0)).toBe(51)
    const right = appCode(secret, clock.now(), 1)
    for (const { body } of challengeResponses) {
      expect(await verify(token, factor_id, { challenge_id: body.id, code: right })).toMatchObject(
        rejectedWith(422, 'mfa_ip_address_mismatch'),
      )
    }
  })
})

describe('removing a factor', () => {
  test('needs the factor first, and then every session that it raised is aal1 again', async () => {
    const { person, token, refresh_token, factor_id, secret } = await aPersonWithApp()
    const elsewhere = await signIn(server, person)
    expect(await remove(elsewhere.token, factor_id)).toMatchObject(rejectedWith(422, 'insufficient_aal'))
    const other = await confirmByApp(server, { token: elsewhere.token, factor_id, secret }, clock.now(), 1)
    expect(await remove(token, factor_id)).toMatchObject({ status: 200, body: { id: factor_id } })
    for (const former of [refresh_token, other.body.refresh_token]) {
      const next = await refresh(former)
      expect(claimsOf(next.body.access_token).aal).toBe('aal1')
      expect(methodsOf(next.body.access_token)).toEqual(['password'])
      expect(next.body.user).not.toHaveProperty('factors')
    }
    expect((await auditActionsOf(factor_id)).at(-1)).toBe('factor.removed')
    await nextMail(server, person.email, 'A way to sign in was removed')
  })

  test('ends sessions without the factor, which would otherwise have full access', async () => {
    const { person, token, refresh_token, factor_id } = await aPersonWithApp()
    const thief = await signIn(server, person)
    expect((await remove(token, factor_id)).status).toBe(200)
    expect((await as(thief.token)('GET', '/user')).body.code).toBe('session_not_found')
    expect((await refresh(refresh_token)).status).toBe(200)
  })

  test('does not change sessions that wait for a factor if another factor exists', async () => {
    const { person, token, factor_id } = await aPersonWithApp()
    const { body: app } = await enroll(token, { friendly_name: 'Second' })
    const second = await confirmByApp(server, { token, factor_id: app.id, secret: app.totp.secret }, clock.now())
    const waiting = await signIn(server, person)
    expect((await remove(second.body.access_token, factor_id)).status).toBe(200)
    expect((await as(waiting.token)('GET', '/user')).status).toBe(200)
    expect((await remove(second.body.access_token, app.id)).status).toBe(200)
    expect((await as(waiting.token)('GET', '/user')).body.code).toBe('session_not_found')
  })

  test('does not change a session that has also proven another factor', async () => {
    const { token, factor_id } = await aPersonWithApp()
    const { body: app } = await enroll(token, { friendly_name: 'Second' })
    const second = await confirmByApp(server, { token, factor_id: app.id, secret: app.totp.secret }, clock.now())
    expect((await remove(token, factor_id)).status).toBe(200)
    const next = await refresh(second.body.refresh_token)
    expect(claimsOf(next.body.access_token).aal).toBe('aal2')
  })

  test('needs no code for an unverified factor, and factors of others are not found', async () => {
    const { token } = await aPerson(server)
    const { body } = await enroll(token)
    const stranger = await aPerson(server)
    expect(await remove(stranger.token, body.id)).toMatchObject(rejectedWith(404, 'mfa_factor_not_found'))
    expect(await remove(token, 'nonsense')).toMatchObject(rejectedWith(404, 'validation_failed'))
    expect(await remove(token, body.id)).toMatchObject({ status: 200, body: { id: body.id } })
    expect(await remove(token, body.id)).toMatchObject(rejectedWith(404, 'mfa_factor_not_found'))
  })
})

describe('an account with a second factor', () => {
  test('can only be changed in a raised session', async () => {
    const { person, token } = await aPersonWithApp()
    const passwordOnly = await signIn(server, person)
    const put = (sessionToken: string, body: object) => as(sessionToken)('PUT', '/user', body)
    for (const body of [
      { password: 'another horse' },
      { email: `${randomUUID()}@example.com` },
      { phone: '+15550100' },
    ]) {
      expect(await put(passwordOnly.token, body)).toMatchObject(rejectedWith(401, 'insufficient_aal'))
    }
    expect(await put(passwordOnly.token, { data: { full_name: 'Ada B' } })).toMatchObject(
      rejectedWith(403, 'insufficient_aal'),
    )
    expect((await put(token, { password: 'another horse' })).status).toBe(200)
  })

  test('allows GET /me for a session without the factor', async () => {
    const { person } = await aPersonWithApp()
    const passwordOnly = await signIn(server, person)
    expect(claimsOf(passwordOnly.token).aal).toBe('aal1')
    expect((await passwordOnly.get('/me')).status).toBe(200)
  })
})

test('an operator removes the factors of a user who lost them; the user gets an email and signs in again', async () => {
  const { person, token } = await aPersonWithApp()
  await proveAddress(person)
  const stranger = await aPersonWithApp()
  await enroll(token, { friendly_name: 'half added' })
  expect(await resetFactors(person.email, clock.now())).toEqual({ factors: 1, ended_ways_in: false })
  expect(await as(token)('GET', '/user')).toMatchObject(rejectedWith(403, 'session_not_found'))
  const again = await signIn(server, person)
  expect((await as(again.token)('GET', '/user')).body).not.toHaveProperty('factors')
  expect((await as(again.token)('PUT', '/user', { password: 'another horse' })).status).toBe(200)
  await nextMail(server, person.email, 'A way to sign in was removed')
  expect((await as(stranger.token)('GET', '/user')).body.factors).toHaveLength(1)
  expect(await resetFactors('nobody@example.com', clock.now())).toBeNull()
})

test("an operator's reset ends every sign-in method of an account with an unproven address", async () => {
  const { person } = await aPersonWithApp()
  expect(await resetFactors(person.email, clock.now())).toEqual({ factors: 1, ended_ways_in: true })
  const tokenData = await as(null)('POST', '/token?grant_type=password', person)
  expect(tokenData).toMatchObject(rejectedWith(400, 'invalid_credentials'))
  await as(null)('POST', '/recover', { email: person.email })
  const { code } = await nextMail(server, person.email, 'Reset your password')
  const owner = await as(null)('POST', '/verify', { type: 'recovery', email: person.email, token: code })
  expect((await as(owner.body.access_token)('PUT', '/user', { password: 'another horse' })).status).toBe(200)
})
