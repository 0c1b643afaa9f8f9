import { MINUTE_MS } from '@studiohub/contract/shared/durations.ts'
import { aClock, anAccount, password, proveAddress } from '@studiohub/testing/accounts.ts'
import { callAs } from '@studiohub/testing/http.ts'
import { mailsTo, nextMail } from '@studiohub/testing/mailbox.ts'
import { anAppFactor, authAs, confirmByApp } from '@studiohub/testing/second-factor.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asSystem } from '#platform/db/actor.ts'
import { createLog } from '#platform/process/log.ts'
import { endSession } from '../sessions/jobs.ts'

let server: TestServer
const clock = aClock()
beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())
beforeEach(() => {
  clock.ahead_ms += 20 * MINUTE_MS
})

const as = (token: string | null) => authAs(server, token)
const SUBJECT = 'Reset your password'
const NEW_PASSWORD = 'the new horse of the owner'

async function anOwner() {
  const owner = await anAccount(server)
  await proveAddress(server, owner)
  clock.ahead_ms += 20 * MINUTE_MS
  return owner
}

async function signInByPassword({ email }: { email: string }) {
  const { body } = await as(null)('POST', '/token?grant_type=password', { email, password })
  return { token: String(body.access_token), refresh_token: String(body.refresh_token) }
}

async function recover({ email }: { email: string }): Promise<string> {
  const seen = (await mailsTo(server, email)).filter(({ subject }) => subject.includes(SUBJECT))
  await as(null)('POST', '/recover', { email })
  const { code } = await nextMail(server, email, SUBJECT, seen)
  return (await as(null)('POST', '/verify', { type: 'recovery', email, token: code })).body.access_token
}

const isLive = async (token: string) => (await as(token)('GET', '/user')).status === 200
const idOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).session_id
const choosePassword = (token: string) => as(token)('PUT', '/user', { password: NEW_PASSWORD })

/** When a job will end this session. */
const plannedEnds = (session_id: string) =>
  asSystem(async (tx) => {
    await sql`reset role`.execute(tx)
    const { rows } = await sql<{ start_after: string }>`select start_after from pgboss.job
      where name = 'auth.end-session' and data ->> 'session_id' = ${session_id}`.execute(tx)
    return rows.map(({ start_after }) => new Date(start_after))
  })

const waysToEndSessions: [string, (token: string, other: string) => Promise<unknown>][] = [
  ['POST /logout?scope=others', (token) => as(token)('POST', '/logout?scope=others')],
  ['POST /logout?scope=global', (token) => as(token)('POST', '/logout?scope=global')],
  ['DELETE /me/sessions', (token) => callAs(server.url, token).delete('/me/sessions')],
  ['DELETE /me/sessions/{id}', (token, other) => callAs(server.url, token).delete(`/me/sessions/${idOf(other)}`)],
  [
    'PUT /user with a password',
    (token) => as(token)('PUT', '/user', { password: 'of the thief', current_password: password }),
  ],
]

describe('a recovery', () => {
  test.each(waysToEndSessions)('is not ended by a session with the old password through %s', async (_call, end) => {
    const owner = await anOwner()
    const recovery = await recover(owner)
    const thief = await signInByPassword(owner)
    await end(thief.token, recovery)
    expect(await isLive(recovery)).toBe(true)
    expect(await choosePassword(recovery)).toMatchObject({ status: 200 })
    expect(await isLive(thief.token)).toBe(false)
  })

  test('ends the sessions of a password at once, before a new one is chosen', async () => {
    const owner = await anOwner()
    const thief = await signInByPassword(owner)
    await recover(owner)
    expect(await isLive(owner.token)).toBe(false)
    expect(await isLive(thief.token)).toBe(false)
  })

  test('is not ended by a stolen session with a second factor, and ends that one', async () => {
    const owner = await anOwner()
    const app = await anAppFactor(server, owner.token, clock.now())
    const recovery = await recover(owner)
    expect((await as(app.token)('POST', '/logout?scope=others')).status).toBe(204)
    clock.ahead_ms += MINUTE_MS
    const raised = await confirmByApp(server, { ...app, token: recovery }, clock.now())
    expect(await choosePassword(raised.body.access_token)).toMatchObject({ status: 200 })
    expect(await isLive(app.token)).toBe(false)
  })

  test('is ended by a later recovery', async () => {
    const owner = await anOwner()
    const first = await recover(owner)
    clock.ahead_ms += 2 * MINUTE_MS
    await recover(owner)
    expect(await isLive(first)).toBe(false)
  })

  test('that was left open ends after 15 minutes when another session signs out', async () => {
    const owner = await anOwner()
    const recovery = await recover(owner)
    const other = await signInByPassword(owner)
    await as(other.token)('POST', '/logout?scope=others')
    const [startAfter] = await plannedEnds(idOf(recovery))
    expect(startAfter?.getTime()).toBeGreaterThan(clock.now().getTime() + 14 * MINUTE_MS)
    expect(startAfter?.getTime()).toBeLessThan(clock.now().getTime() + 16 * MINUTE_MS)
    const context = { job_id: 'test', now: clock.now(), log: createLog('silent'), signal: new AbortController().signal }
    await endSession.handle({ session_id: idOf(recovery) }, context)
    expect(await isLive(recovery)).toBe(false)
  })

  test('is an ordinary session after 15 minutes', async () => {
    const owner = await anOwner()
    const recovery = await recover(owner)
    clock.ahead_ms += 16 * MINUTE_MS
    const other = await signInByPassword(owner)
    await as(other.token)('POST', '/logout?scope=others')
    expect(await isLive(recovery)).toBe(false)
  })
})
