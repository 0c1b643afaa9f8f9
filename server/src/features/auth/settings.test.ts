import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HOUR_MS } from '@studiohub/contract/shared/durations.ts'
import { isLeakedPassword, setLeakedPasswordSource } from '@studiohub/server/platform/auth/leaked-passwords.ts'
import { readConfig } from '@studiohub/server/platform/config/config.ts'
import { createLog } from '@studiohub/server/platform/process/log.ts'
import { type Mail, mailsTo, nextMail } from '@studiohub/testing/mailbox.ts'
import { aBrowser } from '@studiohub/testing/official-client.ts'
import { authAs } from '@studiohub/testing/second-factor.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteExpiredAuthData } from './jobs.ts'

// The operator's settings for accounts and sessions, on a server that uses all of them.
const password = 'a long enough password'
const leaked = 'trustno1trustno1'
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase()
const folder = mkdtempSync(join(tmpdir(), 'studiohub-leaked-'))
const file = join(folder, 'hashes.txt')
const listed = [leaked, ...Array.from({ length: 500 }, (_, n) => `leaked-${n}`)]
let ahead_ms = 0
const clock = { now: () => new Date(Date.now() + ahead_ms) }
let server: TestServer

beforeAll(async () => {
  const lines = listed.map((typedPassword, n) => `${sha1(typedPassword)}:${n}`).toSorted()
  writeFileSync(file, `${lines.join('\r\n')}\r\n`)
  const env = {
    AUTH_SESSION_HOURS: '24',
    AUTH_SESSION_IDLE_HOURS: '2',
    AUTH_SINGLE_SESSION: 'on',
    AUTH_TOKEN_SECONDS: '600',
    AUTH_PASSWORD_MIN: '10',
    AUTH_LEAKED_PASSWORDS: file,
  }
  server = await startServer({ env, clock })
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

const anEmail = () => `${randomUUID()}@example.com`
const call = (method: string, path: string, body?: object) => authAs(server, null)(method, path, body)
const signUp = (email: string, typedPassword = password) => call('POST', '/signup', { email, password: typedPassword })
const signIn = (email: string) => call('POST', '/token?grant_type=password', { email, password })
const refresh = (refresh_token: string) => call('POST', '/token?grant_type=refresh_token', { refresh_token })

describe('sessions', () => {
  test('an access token is valid as long as configured', async () => {
    expect((await signUp(anEmail())).body.expires_in).toBe(600)
  })

  test('a session without a refresh for longer than allowed has expired', async () => {
    const { body } = await signUp(anEmail())
    ahead_ms = 1.9 * HOUR_MS
    const next = await refresh(body.refresh_token)
    expect(next.status).toBe(200)
    ahead_ms += 2.1 * HOUR_MS
    const expired = { status: 400, body: { code: 'session_expired' } }
    expect(await refresh(next.body.refresh_token)).toMatchObject(expired)
    ahead_ms = 0
  })

  test('a session that is refreshed all the time ends after its lifetime, and its access token with the next clean-up', async () => {
    let { body } = await signUp(anEmail())
    for (ahead_ms = 0; ahead_ms < 23.5 * HOUR_MS; ahead_ms += 1.5 * HOUR_MS) {
      const next = await refresh(body.refresh_token)
      expect(next.status).toBe(200)
      body = next.body
    }
    ahead_ms = 23.95 * HOUR_MS
    const last = (await refresh(body.refresh_token)).body
    ahead_ms = 24.05 * HOUR_MS
    expect((await authAs(server, last.access_token)('GET', '/user')).status).toBe(200)
    const context = { job_id: randomUUID(), now: clock.now(), log: createLog('silent') }
    await deleteExpiredAuthData.handle({}, { ...context, signal: new AbortController().signal })
    const ended = { body: { code: 'session_not_found' } }
    expect(await authAs(server, last.access_token)('GET', '/user')).toMatchObject({ status: 403, ...ended })
    expect(await refresh(last.refresh_token)).toMatchObject({ status: 400, ...ended })
    ahead_ms = 0
  })

  test('signing in ends the other sessions, and after ten concurrent sign-ins one session remains', async () => {
    const email = anEmail()
    const first = (await signUp(email)).body
    const all = await Promise.all(Array.from({ length: 10 }, () => signIn(email)))
    const alive = await Promise.all(
      [first, ...all.map(({ body }) => body)].map((body) => authAs(server, body.access_token)('GET', '/user')),
    )
    expect(alive.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(alive[0]?.status).toBe(403)
  })

  test('signing in with the password does not end a recovery within 15 minutes, another recovery does', async () => {
    const email = anEmail()
    await signUp(email)
    const recover = async (seen: Mail[]) => {
      await call('POST', '/recover', { email })
      const mail = await nextMail(server, email, 'Reset your password', seen)
      const { body } = await call('POST', '/verify', { type: 'recovery', email, token: mail.code })
      return { mail, token: body.access_token }
    }
    const { token: first } = await recover([])
    await authAs(server, first)('PUT', '/user', { password })
    ahead_ms = HOUR_MS
    const { mail, token } = await recover([...(await mailsTo(server, email))])
    expect((await signIn(email)).status).toBe(200)
    expect((await authAs(server, token)('GET', '/user')).status).toBe(200)
    ahead_ms += 120_000
    await recover([...(await mailsTo(server, email)), mail])
    expect((await authAs(server, token)('GET', '/user')).body.code).toBe('session_not_found')
    ahead_ms = 0
  })
})

describe('passwords', () => {
  test('a short one is rejected with the required length, at sign-up and at a change', async () => {
    const weak = {
      status: 422,
      body: {
        code: 'weak_password',
        message: 'Password should be at least 10 characters.',
        weak_password: { reasons: ['length'] },
      },
    }
    expect(await signUp(anEmail(), 'only nine')).toMatchObject(weak)
    const { body } = await signUp(anEmail())
    expect(await authAs(server, body.access_token)('PUT', '/user', { password: 'only nine' })).toMatchObject(weak)
    expect((await call('GET', '/settings')).body).toMatchObject({ password_min_length: 10, disable_signup: false })
  })

  test('the official client recognizes a leaked one by its reason', async () => {
    const { error } = await aBrowser(server).client.signUp({ email: anEmail(), password: leaked })
    expect(error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['pwned'] })
  })

  test('every password of the file is found, and no other', async () => {
    for (const typedPassword of listed) expect(await isLeakedPassword(typedPassword), typedPassword).toBe(true)
    for (const typedPassword of ['', 'leaked-', 'leaked-500', password])
      expect(await isLeakedPassword(typedPassword)).toBe(false)
  })

  test('a file without hashes stops the start with an error', async () => {
    const wrong = join(folder, 'words.txt')
    writeFileSync(wrong, 'password\n123456\n')
    for (const path of [wrong, join(folder, 'missing.txt')]) {
      await expect(setLeakedPasswordSource({ kind: 'file', path }, createLog('silent'))).rejects.toThrow(
        /^AUTH_LEAKED_PASSW/,
      )
    }
    await setLeakedPasswordSource({ kind: 'file', path: file }, createLog('silent'))
  })

  test('a service gets five digits of the hash; padding is ignored, and an unreachable service rejects no password', async () => {
    const queries: string[] = []
    const service = await startService((path) => {
      queries.push(path)
      return `${sha1(leaked).slice(5)}:12\r\n${sha1('padding').slice(5)}:0`
    })
    const { AUTH_LEAKED_PASSWORDS } = { AUTH_LEAKED_PASSWORDS: `${service.url}/range` }
    const { passwordRules } = readConfig({ DATA_DIR: folder, AUTH_LEAKED_PASSWORDS })
    await setLeakedPasswordSource(passwordRules.leaked, createLog('silent'))
    expect(await isLeakedPassword(leaked)).toBe(true)
    expect(await isLeakedPassword('padding')).toBe(false)
    expect(queries).toEqual([`/range/${sha1(leaked).slice(0, 5)}`, `/range/${sha1('padding').slice(0, 5)}`])
    await new Promise((closed) => service.server.close(closed))
    expect(await isLeakedPassword(leaked)).toBe(false)
    await setLeakedPasswordSource({ kind: 'file', path: file }, createLog('silent'))
  })
})

async function startService(respond: (path: string) => string): Promise<{ server: Server; url: string }> {
  const service = createServer((request, response) => void response.end(respond(request.url ?? '')))
  await new Promise<void>((ready) => service.listen(0, '127.0.0.1', ready))
  const address = service.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return { server: service, url: `http://127.0.0.1:${port}` }
}
