import { afterAll, beforeAll, beforeEach, vi } from 'vitest'
import { CardProvider } from './card-provider.ts'
import { paymentActions } from './card-studios.ts'
import { startServer, type TestServer } from './server.ts'

type CardServer = { server: TestServer; provider: CardProvider }

/**
 * Starts a server with a card provider for the tests of a file. Before each test the provider is set to respond normally.
 * @param take stores both before the first test
 * @returns actions of clients and studios with payments, and `eventually`, which waits for the work of jobs
 */
export function startWithCards(take: (started: CardServer) => void) {
  let started: CardServer
  beforeAll(async () => {
    const provider = await CardProvider.start()
    started = { provider, server: await startServer({ env: provider.env }) }
    take(started)
  })
  afterAll(async () => {
    await started.server.stop()
    await started.provider.stop()
  })
  beforeEach(() => {
    started.provider.down = false
    started.provider.empty = false
  })
  return {
    ...paymentActions(() => started),
    eventually: (work: () => Promise<void>) => vi.waitFor(work, { timeout: 30_000, interval: 100 }),
  }
}
