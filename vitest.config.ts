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
          exclude,
          setupFiles,
          // Properties that go through every start of every day take seconds, and more where the machine is shared.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.{ts,tsx}', 'testing/**/*.test.ts'],
          exclude,
          setupFiles,
          // The first test of a file waits for a database to start.
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
