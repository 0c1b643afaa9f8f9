import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { startProcess } from '@studiohub/testing/processes.ts'
import { aServerEnvironment } from '@studiohub/testing/server.ts'
import { expect, test } from 'vitest'

test('a request that never comes to its end does not keep the server from ending well', {
  timeout: 180_000,
}, async () => {
  const place = await aServerEnvironment()
  const server = await startProcess(place.environment)
  const endless = connect(Number(new URL(server.url).port), '127.0.0.1')
  endless.on('error', () => {})
  const head = 'POST /auth/v1/signup HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
  endless.write(`${head}Content-Length: 500\r\n\r\n{"a`)
  await fetch(`${server.url}/readyz`)
  expect(await server.stop()).toBe(0)
  expect(existsSync(join(place.dataDir, 'studiohub.pid'))).toBe(false)
  await place.remove()
})
