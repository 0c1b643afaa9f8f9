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
  const unfinished = connect(Number(new URL(server.url).port), '127.0.0.1')
  unfinished.on('error', () => {})
  const head = 'POST /auth/v1/signup HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
  unfinished.write(`${head}Content-Length: 500\r\n\r\n{"a`)
  await fetch(`${server.url}/readyz`)
  expect(await server.stop()).toBe(0)
  expect(existsSync(join(installation.dataDir, 'studiohub.pid'))).toBe(false)
  await installation.remove()
})

test("a request on an open connection during the shutdown gets the API's error format, with the time to retry", {
  timeout: 180_000,
}, async () => {
  const server = await startServer()
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  let response = ''
  socket.on('data', (part: Buffer) => {
    response += part
  })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  // Without the final empty line, the request is incomplete, so the connection is not idle.
  await new Promise<void>((resolve) => {
    socket.write(`GET /api/v1/me HTTP/1.1\r\nhost: ${hostname}:${port}\r\n`, () => resolve())
  })
  await fetch(`${server.url}/healthz`)
  const stop = server.stop()
  const isClosing = () =>
    fetch(`${server.url}/healthz`).then(
      () => false,
      () => true,
    )
  await vi.waitFor(async () => expect(await isClosing()).toBe(true), { timeout: 60_000, interval: 20 })
  socket.write('\r\n')
  await closed
  await stop
  expect(response).toMatch(/^HTTP\/1\.1 503 /)
  expect(response).toMatch(/\r\nretry-after: 1\r\n/i)
  expect(JSON.parse(response.split('\r\n\r\n')[1] ?? '')).toEqual({
    code: 'UNAVAILABLE',
    message: 'We are busy at the moment. Please try again.',
  })
})
