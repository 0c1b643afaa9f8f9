import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { findChromium } from '@studiohub/testing/browser.ts'
import { freePort } from '@studiohub/testing/postgres.ts'
import { folderOfRun } from '@studiohub/testing/test-cluster.ts'
import { TEXT_SECRET } from '@studiohub/testing/text-gateway.ts'

// Every worker reads this file again: what the first one finds is stored for all of them.
process.env.E2E_PORT ??= String(await freePort())
// The name server of a journey that verifies a domain.
process.env.E2E_DNS_PORT ??= String(await freePort())
process.env.E2E_DATA_DIR ??= aDataDir()

/** Removed when the process that made it ends: at that time Playwright has stopped the server. */
function aDataDir(): string {
  const folder = mkdtempSync(join(folderOfRun(), 'studiohub-e2e-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const port = process.env.E2E_PORT
const baseURL = `http://localhost:${port}`
const { executablePath, args, env } = await findChromium()
const inChromium = env ? { executablePath, args, env: { ...process.env, ...env } } : { executablePath, args }

/** The journeys, in a real Chromium against the built product on a separate empty data directory. */
export default defineConfig({
  testDir: 'src',
  testMatch: '**/*.test.ts',
  outputDir: '../test-results',
  forbidOnly: true,
  // One server for all: every journey makes its own studio and people, so none sees another.
  fullyParallel: true,
  workers: 2,
  retries: 0,
  // A shared machine may be ten times slower, so only a call that never ends should reach this limit.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // `npm test` reads its counts from the JSON report.
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  use: {
    ...devices['Desktop Chrome'],
    baseURL,
    launchOptions: inChromium,
    // A recording of every journey costs a third of its time; `--trace on` makes one of the journey that failed.
    screenshot: 'only-on-failure',
    // Moving elements would be checked halfway; only the journeys by keyboard and of the frame keep motion.
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'UTC',
    // English of no country has the plain formats; `formats.test.ts` reads as people of other countries.
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
      // The journeys see the product as it ships.
      NODE_ENV: 'production',
      PASSWORD_HASH_COST: 'test',
      BOOKING_MAIL_WAIT_SECONDS: '0',
      DNS_SERVERS: `127.0.0.1:${process.env.E2E_DNS_PORT}`,
      MAIL_WEBHOOK_SECRET: TEXT_SECRET,
      // Receivers of webhooks in journeys.
      OUTBOUND_ALLOW: '127.0.0.1',
    },
  },
})
