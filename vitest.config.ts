import { defineConfig } from 'vitest/config'

/**
 * Two projects: `unit` needs nothing, `server` sends requests to the real server on a real database. Both run in UTC
 * (set by `scripts/test.mjs` and here for a direct `vitest`), and a `console.error` fails the test that caused it.
 */
process.env.TZ ??= 'UTC'

const setupFiles = ['./testing/src/console-errors.ts']
const exclude = ['**/node_modules/**', '**/dist/**', '**/build/**']

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['contract/**/*.test.ts', 'scripts/**/*.test.ts', 'web/**/*.test.{ts,tsx}'],
          // These need a browser: `vitest.browser.config.ts`.
          exclude: [...exclude, '**/*.browser.test.tsx'],
          setupFiles,
          // No test file changes what another one reads, so a process runs several files with the same loaded code.
          isolate: false,
          // Some property tests check every start of every day. They take seconds, and longer on a busy machine.
          testTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        // Vite compiles JSX for development outside production, and React's production build cannot run that.
        oxc: { jsx: { runtime: 'automatic', development: false } },
        test: {
          name: 'server',
          include: ['server/**/*.test.{ts,tsx}', 'testing/**/*.test.ts'],
          exclude,
          setupFiles,
          // The server as it ships. It is set here, so that a direct `vitest` runs the same.
          env: { NODE_ENV: 'production' },
          globalSetup: ['./testing/src/global-database.ts'],
          // Every file starts its own server, but a process reuses code that it has loaded and compiled.
          isolate: false,
          // A shared machine may be ten times slower, so only a call that never ends should reach this limit.
          testTimeout: 240_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
    ],
  },
})
