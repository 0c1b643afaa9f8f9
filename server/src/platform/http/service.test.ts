import { callAs } from '@studiohub/testing/http.ts'
import { startServer } from '@studiohub/testing/server.ts'
import { expect, test } from 'vitest'

const statusOfMetrics = async (env: Record<string, string>) => {
  const server = await startServer({ env })
  const { status } = await callAs(server.url, null).request('GET', '/metrics')
  await server.stop()
  return status
}

test('without a token the metrics are read on this machine alone, and never through a proxy on it', async () => {
  expect(await statusOfMetrics({})).toBe(200)
  expect(await statusOfMetrics({ PUBLIC_URL: 'https://studios.example', RATE_LIMIT: 'on' })).toBe(404)
})
