import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { startProcess } from '@studiohub/testing/processes.ts'
import { aServerEnvironment, startServer } from '@studiohub/testing/server.ts'
import { expect, test, vi } from 'vitest'

test('an unfinished request does not prevent the server from stopping', {
  timeout: 180_000,
}, async () => {
  const installation = await aServerEnvironment({}, 'embedded')
  const server = await startProcess(installation.environment)
  const endless = connect(Number(new URL(server.url).port), '127.0.0.1')
  endless.on('error', () => {})
  const head = 'POST /auth/v1/signup HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
  endless.write(`${head}Content-Length: 500\r\n\r\n{"a`)
  await fetch(`${server.url}/readyz`)
  expect(await server.stop()).toBe(0)
  expect(existsSync(join(installation.dataDir, 'studiohub.pid'))).toBe(false)
  await installation.remove()
})

test('a request on an open connection during the shutdown gets our error format, with the time to retry', {
  timeout: 180_000,
}, async () => {
  const server = await startServer()
  const { hostname, port } = new URL(server.url)
  const late = connect(Number(port), hostname)
  let answer = ''
  late.on('data', (part: Buffer) => {
    answer += part
  })
  const closed = new Promise((resolve) => late.once('close', resolve))
  // Without its last line it is not a request yet, and the connection is not idle either.
  await new Promise<void>((resolve) => {
    late.write(`GET /api/v1/me HTTP/1.1\r\nhost: ${hostname}:${port}\r\n`, () => resolve())
  })
  await fetch(`${server.url}/healthz`)
  const stopped = server.stop()
  const isClosing = () =>
    fetch(`${server.url}/healthz`).then(
      () => false,
      () => true,
    )
  await vi.waitFor(async () => expect(await isClosing()).toBe(true), { timeout: 60_000, interval: 20 })
  late.write('\r\n')
  await closed
  await stopped
  expect(answer).toMatch(/^HTTP\/1\.1 503 /)
  expect(answer).toMatch(/\r\nretry-after: 1\r\n/i)
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({
    code: 'UNAVAILABLE',
    message: 'We are busy at the moment. Please try again.',
  })
})
