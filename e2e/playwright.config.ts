import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { findChromium } from '@studiohub/testing/browser.ts'
import { freePort } from '@studiohub/testing/postgres.ts'
import { folderOfRun } from '@studiohub/testing/test-cluster.ts'
import { TEXT_SECRET } from '@studiohub/testing/text-gateway.ts'

// Every worker runs this file again, so the first run stores its values for all workers.
process.env.E2E_PORT ??= String(await freePort())
// The port of the name server for a test that verifies a domain.
process.env.E2E_DNS_PORT ??= String(await freePort())
process.env.E2E_DATA_DIR ??= aDataDir()

/** Creates a folder. It is removed when this process ends, because by then Playwright has stopped the server. */
function aDataDir(): string {
  const folder = mkdtempSync(join(folderOfRun(), 'studiohub-e2e-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const port = process.env.E2E_PORT
const baseURL = `http://localhost:${port}`
const { executablePath, args, env } = await findChromium()
const inChromium = env ? { executablePath, args, env: { ...process.env, ...env } } : { executablePath, args }

/** The browser tests run in Chromium, against the built product with a separate, empty data directory. */
export default defineConfig({
  testDir: 'src',
  testMatch: '**/*.test.ts',
  outputDir: '../test-results',
  forbidOnly: true,
  // All tests share one server. Every test creates its own studio and people, so tests do not affect each other.
  fullyParallel: true,
  workers: 2,
  retries: 0,
  // A shared machine may be ten times slower, so only a call that never ends should reach this limit.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  // `npm test` reads its counts from the JSON report.
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  use: {
    ...devices['Desktop Chrome'],
    baseURL,
    launchOptions: inChromium,
    // A trace of every test would take a third more time. Use `--trace on` to get one.
    screenshot: 'only-on-failure',
    // Elements in motion would be checked halfway. Only the tests by keyboard and of the app's frame use motion.
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'UTC',
    // English without a country has neutral formats. `formats.test.ts` tests the formats of countries.
    locale: 'en',
  },
  webServer: {
    command: 'exec node ../server/dist/main.js',
    url: `${baseURL}/readyz`,
    timeout: 180_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'ignore',
    stderr: 'pipe',
    env: {
      HOST: '127.0.0.1',
      PORT: port,
      PUBLIC_URL: baseURL,
      DATA_DIR: process.env.E2E_DATA_DIR,
      RATE_LIMIT: 'off',
      // The tests run the product in production mode.
      NODE_ENV: 'production',
      PASSWORD_HASH_COST: 'test',
      BOOKING_MAIL_WAIT_SECONDS: '0',
      DNS_SERVERS: `127.0.0.1:${process.env.E2E_DNS_PORT}`,
      MAIL_WEBHOOK_SECRET: TEXT_SECRET,
      // The receivers of webhooks in the tests run on this address.
      OUTBOUND_ALLOW: '127.0.0.1',
    },
  },
})
