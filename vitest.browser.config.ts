import { findChromium } from '@studiohub/testing/browser.ts'
import { freePort } from '@studiohub/testing/postgres.ts'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { contractAsData } from './web/build-plugins/contract-as-data.ts'

/**
 * Tests of components and hooks with state (`*.browser.test.tsx`): in a real Chromium, and against the real server, which
 * they reach at their own address as the product does.
 */
process.env.COMPONENTS_PORT ??= String(await freePort())
const target = `http://127.0.0.1:${process.env.COMPONENTS_PORT}`
const { executablePath, args, env } = await findChromium()
const launchOptions = { executablePath, args, ...(env && { env: { ...process.env, ...env } }) }

export default defineConfig({
  root: `${import.meta.dirname}/web`,
  plugins: [contractAsData()],
  server: { proxy: { '/api': { target, changeOrigin: true }, '/auth/v1': { target, changeOrigin: true } } },
  // Found while the tests run, these would reload the page under them.
  optimizeDeps: { include: ['temporal-polyfill/global', '@supabase/auth-js', 'eventsource-parser'] },
  test: {
    name: 'components',
    include: ['src/**/*.browser.test.tsx'],
    globalSetup: [`${import.meta.dirname}/testing/src/global-components.ts`],
    // A shared machine may be ten times slower, so only a call that never ends should reach this limit.
    testTimeout: 90_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions }),
      instances: [{ browser: 'chromium' }],
    },
  },
})
