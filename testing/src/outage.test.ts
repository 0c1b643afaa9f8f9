import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase, type TestDatabase } from './database.ts'
import { simulateOutage } from './outage.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await aDatabase()
})
afterAll(() => database.close())

/** A server that answers 503 until `cut` is called, and then ends every connection. It is never ready. */
async function aBrokenProduct() {
  let calls = 0
  let isCut = false
  const server: Server = createServer((request, response) => {
    if (request.url?.startsWith('/api/')) calls += 1
    if (isCut) request.socket.destroy()
    else response.writeHead(503, { 'content-type': 'application/json' }).end('{"code":"UNAVAILABLE"}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: () => calls,
    cut: () => {
      isCut = true
    },
    [Symbol.dispose]: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const aPostgres = () => ({
  url: database.url,
  version: '',
  halt: async () => {},
  resume: async () => {},
  giveFolder: () => {},
  stop: async () => {},
})
const outage = { seconds: 0.1, token: 'of a user', ready_within_ms: 100 }

test('an outage that does not end stops its callers', async () => {
  using product = await aBrokenProduct()
  await expect(simulateOutage(product, aPostgres(), outage)).rejects.toThrow('did not find its database again')
  const calls = product.calls()
  expect(calls).toBeGreaterThan(8)
  await wait(300)
  expect(product.calls()).toBe(calls)
})

// Vitest fails the run for an unhandled rejection.
test('callers without an answer are no unhandled rejection, and do not hide the first error', async () => {
  using product = await aBrokenProduct()
  product.cut()
  await expect(simulateOutage(product, aPostgres(), outage)).rejects.toThrow('did not find its database again')
})
