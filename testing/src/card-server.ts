import { afterAll, beforeAll, beforeEach, vi } from 'vitest'
import { CardProvider } from './card-provider.ts'
import { payingAt } from './card-studios.ts'
import { startServer, type TestServer } from './server.ts'

type Started = { server: TestServer; provider: CardProvider }

/**
 * Starts a server with a card provider for the tests of a file. The provider answers again before each test.
 * @param take stores both before the first test
 * @returns how clients pay and studios answer there, and a wait for what jobs do
 */
export function startWithCards(take: (started: Started) => void) {
  let started: Started
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
    ...payingAt(() => started),
    eventually: (work: () => Promise<void>) => vi.waitFor(work, { timeout: 30_000, interval: 100 }),
  }
}
