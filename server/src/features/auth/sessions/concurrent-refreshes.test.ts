import { randomBytes } from 'node:crypto'
import { aPerson } from '@studiohub/testing/people.ts'
import { type ServerProcess, startProcess } from '@studiohub/testing/processes.ts'
import { authAs } from '@studiohub/testing/second-factor.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAuth } from '#platform/db/actor.ts'

const CONCURRENT_REFRESHES = 100
const secret = randomBytes(32).toString('hex')
let server: TestServer
const processes: ServerProcess[] = []
/** The addresses of two processes that share one database. Each refresh goes to one of them. */
let urls: string[]

beforeAll(async () => {
  server = await startServer({ env: { SECRET_KEY: secret } })
  const { databaseUrl, dataDir, url } = server
  const env = { DATABASE_URL: databaseUrl, SECRET_KEY: secret, DATA_DIR: dataDir, PUBLIC_URL: url }
  const startServerProcess = () => startProcess({ ...env, DEMO: 'off', RATE_LIMIT: 'off' })
  processes.push(...(await Promise.all([startServerProcess(), startServerProcess()])))
  urls = processes.map((process) => process.url)
}, 240_000)
afterAll(async () => {
  await Promise.all(processes.map((process) => process.stop()))
  await server.stop()
})

const urlOf = (index: number) => urls[index % urls.length] ?? ''

async function refreshSession(refresh_token: string, index: number) {
  const send = () => authAs({ url: urlOf(index) }, null)('POST', '/token?grant_type=refresh_token', { refresh_token })
  let response = await send()
  // A client repeats a refresh that a busy server has rejected.
  while (response.status === 503) response = await send()
  return response
}

async function aSignIn() {
  const { email, password } = await aPerson(server)
  const { body } = await authAs(server, null)('POST', '/token?grant_type=password', { email, password })
  const token = String(body.access_token)
  const { session_id } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return { refresh_token: String(body.refresh_token), token, session_id: String(session_id) }
}

test('a hundred concurrent refreshes of one token, sent to two processes, all get the same new token', async () => {
  const { refresh_token: first, session_id } = await aSignIn()
  let current = first
  for (let round = 0; round < 3; round += 1) {
    const responses = await Promise.all(
      Array.from({ length: CONCURRENT_REFRESHES }, (_, index) => refreshSession(current, index)),
    )
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    const next = new Set(responses.map(({ body }) => body.refresh_token))
    expect(next.size).toBe(1)
    expect(next).not.toContain(current)
    current = [...next][0] ?? ''
  }
  const row = await asAuth((tx) =>
    tx.selectFrom('auth.sessions').select('refresh_counter').where('id', '=', session_id).executeTakeFirst(),
  )
  expect(row?.refresh_counter).toBe(3)
})

test('an old token that is used more than 10 seconds after the last refresh ends the session in every process', async () => {
  const { refresh_token: first, token, session_id } = await aSignIn()
  const second = (await refreshSession(first, 0)).body.refresh_token
  const third = (await refreshSession(second, 1)).body.refresh_token
  const elevenSecondsAgo = new Date(Date.now() - 11_000).toISOString()
  await asAuth((tx) =>
    tx.updateTable('auth.sessions').set({ refreshed_at: elevenSecondsAgo }).where('id', '=', session_id).execute(),
  )
  const reuseResponses = await Promise.all(Array.from({ length: 10 }, (_, index) => refreshSession(first, index)))
  for (const { status, body } of reuseResponses) {
    expect(status).toBe(400)
    expect(['refresh_token_already_used', 'session_not_found']).toContain(body.code)
  }
  expect(reuseResponses.filter(({ body }) => body.code === 'refresh_token_already_used')).toHaveLength(1)
  for (const index of [0, 1]) {
    expect(await refreshSession(third, index)).toMatchObject({ status: 400, body: { code: 'session_not_found' } })
    const response = await authAs({ url: urlOf(index) }, token)('GET', '/user')
    expect(response).toMatchObject({ status: 403, body: { code: 'session_not_found' } })
  }
})
