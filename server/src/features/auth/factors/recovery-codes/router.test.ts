import { callAs } from '@studiohub/testing/http.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { aPerson, signIn } from '@studiohub/testing/people.ts'
import { anAppFactor, authAs, confirmByApp } from '@studiohub/testing/second-factor.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asAuth } from '#platform/db/actor.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const as = (token: string | null) => authAs(server, token)
const PATH = '/factors/recovery-codes'
const USED = 'A recovery code was used'
const rejectedWith = (status: number, code: string) => ({ status, body: { code } })
const claimsOf = (token: string) => decodeJwt<{ aal: string; amr: { method: string }[] }>(token)

/** A person with an authenticator app and recovery codes, and a second session with the password only. */
async function aPersonWithCodes() {
  const person = await aPerson(server)
  const app = await anAppFactor(server, person.token, new Date())
  const response = await as(app.token)('POST', PATH)
  expect(response.status).toBe(200)
  const codes: string[] = response.body.codes
  return { person, app, createdSet: response.body, codes, passwordOnly: await signIn(server, person) }
}

const confirm = (token: string, code: string | undefined) => as(token)('POST', `${PATH}/verify`, { code })
const statusOf = async (token: string) => (await as(token)('GET', PATH)).body

describe('recovery codes', () => {
  test('are ten, shown once, counted for their owner and stored as hashes', async () => {
    const { person, app, createdSet, codes } = await aPersonWithCodes()
    expect(createdSet).toMatchObject({ type: 'recovery_code', friendly_name: 'Recovery codes', total: 10 })
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{16}$/)
    expect(await statusOf(app.token)).toEqual({ id: createdSet.id, type: 'recovery_code', total: 10, remaining: 10 })
    const { body: user } = await as(app.token)('GET', '/user')
    expect(user.factors).toMatchObject([{ factor_type: 'totp' }, { factor_type: 'recovery_code', status: 'verified' }])
    const stored = await asAuth((tx) => sql`select * from auth.recovery_codes`.execute(tx))
    for (const code of codes) expect(JSON.stringify(stored.rows)).not.toContain(code)
    expect(server.logged.join('')).not.toContain(codes[0])
    expect((await nextMail(server, person.email, 'A new way to sign in was added')).subject).toBeTruthy()
    expect(await as(app.token)('POST', PATH)).toMatchObject(rejectedWith(422, 'mfa_verified_factor_exists'))
  })

  test('raise a session once each, in any spelling, and the owner gets an email', async () => {
    const { person, codes, passwordOnly } = await aPersonWithCodes()
    expect((await passwordOnly.get('/me/sessions')).body.code).toBe('INSUFFICIENT_AAL')
    const typed = codes[0]?.toUpperCase().match(/.{4}/g)?.join('- ').replaceAll('0', 'O').replaceAll('1', 'I')
    const { status, body } = await confirm(passwordOnly.token, typed)
    expect(status).toBe(200)
    expect(claimsOf(body.access_token)).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'mfa/recovery_code' }, { method: 'password' }],
    })
    expect((await passwordOnly.get('/me/sessions')).status).toBe(200)
    await nextMail(server, person.email, USED)
    const again = await signIn(server, person)
    expect(await confirm(again.token, codes[0])).toMatchObject(rejectedWith(422, 'mfa_verification_failed'))
    expect(await statusOf(again.token)).toMatchObject({ total: 10, remaining: 9 })
    expect((await confirm(again.token, codes[1])).status).toBe(200)
  })

  test('raise one session if one code is used several times at once', async () => {
    const { person, codes, passwordOnly } = await aPersonWithCodes()
    const inOneSession = await Promise.all([1, 2, 3].map(() => confirm(passwordOnly.token, codes[0])))
    expect(inOneSession.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
    const sessions = await Promise.all([1, 2, 3].map(() => signIn(server, person)))
    const inManySessions = await Promise.all(sessions.map(({ token }) => confirm(token, codes[1])))
    expect(inManySessions.filter(({ status }) => status === 200)).toHaveLength(1)
    // Raising also ends the other sessions with the password only.
    for (const { status } of inManySessions) expect([200, 403, 422]).toContain(status)
    expect((await statusOf(passwordOnly.token)).remaining).toBe(8)
  })

  test('can be replaced only in a raised session; the earlier codes no longer work', async () => {
    const { person, app, createdSet, codes, passwordOnly } = await aPersonWithCodes()
    expect(await as(passwordOnly.token)('POST', `${PATH}/regenerate`)).toMatchObject(
      rejectedWith(403, 'insufficient_aal'),
    )
    const { status, body } = await as(app.token)('POST', `${PATH}/regenerate`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: createdSet.id, friendly_name: 'Recovery codes', total: 10 })
    await nextMail(server, person.email, 'Your recovery codes were replaced')
    expect(await confirm(passwordOnly.token, codes[0])).toMatchObject(rejectedWith(422, 'mfa_verification_failed'))
    expect((await confirm(passwordOnly.token, body.codes[0])).status).toBe(200)
  })

  test('work for their owner only; an account without a factor has none', async () => {
    const { codes } = await aPersonWithCodes()
    const thief = await aPersonWithCodes()
    expect(await confirm(thief.passwordOnly.token, codes[0])).toMatchObject(
      rejectedWith(422, 'mfa_verification_failed'),
    )
    for (const typed of [undefined, '', 'nonsense', '0'.repeat(16)]) {
      expect(await confirm(thief.passwordOnly.token, typed)).toMatchObject(rejectedWith(422, 'mfa_verification_failed'))
    }
    const plain = await aPerson(server)
    expect(await confirm(plain.token, codes[0])).toMatchObject(rejectedWith(422, 'mfa_verification_failed'))
    expect(await as(plain.token)('POST', PATH)).toMatchObject(rejectedWith(422, 'mfa_recovery_codes_sole_factor'))
    for (const [method, path] of [
      ['GET', PATH],
      ['POST', `${PATH}/regenerate`],
      ['DELETE', PATH],
    ] as const) {
      expect(await as(plain.token)(method, path)).toMatchObject(rejectedWith(404, 'mfa_factor_not_found'))
      expect(await as(null)(method, path)).toMatchObject(rejectedWith(401, 'no_authorization'))
    }
    expect(await as(null)('POST', `${PATH}/verify`, { code: codes[0] })).toMatchObject({ status: 401 })
  })

  test('cannot be challenged, verified or removed as other factors are', async () => {
    const { app, createdSet } = await aPersonWithCodes()
    for (const [method, path] of [
      ['POST', `/factors/${createdSet.id}/challenge`],
      ['DELETE', `/factors/${createdSet.id}`],
    ] as const) {
      expect(await as(app.token)(method, path)).toMatchObject(rejectedWith(404, 'mfa_factor_not_found'))
    }
    expect(await as(app.token)('POST', '/factors', { factor_type: 'recovery_code' })).toMatchObject({ status: 400 })
  })

  test('let the owner replace a lost factor, and end with the last factor', async () => {
    const { person, app, codes, passwordOnly } = await aPersonWithCodes()
    await confirm(passwordOnly.token, codes[0])
    const call = as(passwordOnly.token)
    const newFactor = await anAppFactor(server, passwordOnly.token, new Date(), 'New phone')
    expect((await call('DELETE', `/factors/${app.factor_id}`)).status).toBe(200)
    expect((await statusOf(passwordOnly.token)).remaining).toBe(9)
    const again = await signIn(server, person)
    expect((await confirm(again.token, codes[1])).status).toBe(200)
    expect((await call('DELETE', `/factors/${newFactor.factor_id}`)).status).toBe(200)
    expect((await call('GET', '/user')).body).not.toHaveProperty('factors')
    expect((await callAs(server.url, (await signIn(server, person)).token).get('/me/sessions')).status).toBe(200)
    const next = await call('POST', `${PATH}/verify`, { code: codes[2] })
    expect(next).toMatchObject(rejectedWith(422, 'mfa_verification_failed'))
  })

  test('that are deleted no longer confirm the sessions in which they were used', async () => {
    const { app, codes, passwordOnly } = await aPersonWithCodes()
    await confirm(passwordOnly.token, codes[0])
    expect(await as((await signIn(server, { ...passwordOnly })).token)('DELETE', PATH)).toMatchObject(
      rejectedWith(422, 'insufficient_aal'),
    )
    expect((await as(app.token)('DELETE', PATH)).status).toBe(200)
    expect((await passwordOnly.get('/me/sessions')).body.code).toBe('INSUFFICIENT_AAL')
    const raised = await confirmByApp(server, { ...app, token: passwordOnly.token }, new Date(), 1)
    expect(raised.status).toBe(200)
    expect(await as(passwordOnly.token)('GET', PATH)).toMatchObject(rejectedWith(404, 'mfa_factor_not_found'))
  })
})
