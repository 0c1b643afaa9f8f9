import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { testsFor } from './changed-tests.mjs'
import { features } from './check-features.mjs'

const root = resolve(import.meta.dirname, '..')

test('a change of a feature runs its tests in every layer, its browser tests and the smoke test', () => {
  expect(testsFor(['contract/src/features/bookings/rules.ts'])).toEqual({
    unit: ['contract/src/features/bookings', 'web/src/features/bookings'],
    server: ['server/src/features/bookings'],
    browser: ['booking', 'calendar', 'foundation', 'keyboard'],
  })
  expect(testsFor(['server/src/features/tasks/service.ts'])).toEqual({
    unit: [],
    server: ['server/src/features/tasks'],
    browser: ['foundation', 'work'],
  })
})

test('a change of shared code runs the tests of everything that uses it', () => {
  expect(testsFor(['server/migrations/0001_ground.sql'])).toMatchObject({ unit: [], server: 'all' })
  expect(testsFor(['web/src/ui/dialog.tsx'])).toEqual({ unit: ['web'], server: [], browser: 'all' })
  expect(testsFor(['contract/src/errors.ts'])).toEqual({ unit: 'all', server: 'all', browser: 'all' })
  expect(testsFor(['package-lock.json'])).toEqual({ unit: 'all', server: 'all', browser: 'all' })
})

test('a changed browser test runs itself, and a changed document runs nothing', () => {
  expect(testsFor(['e2e/src/board.test.ts'])).toEqual({ unit: [], server: [], browser: ['board'] })
  expect(testsFor(['README.md', 'docs/features/board.md'])).toEqual({ unit: [], server: [], browser: [] })
})

test('every feature with screens has a browser test', () => {
  const names = readdirSync(join(root, 'e2e/src')).filter((name) => name.endsWith('.test.ts'))
  for (const feature of features) {
    if (!existsSync(join(root, 'web/src/features', feature))) continue
    const { browser } = testsFor([`web/src/features/${feature}/api.ts`])
    const ownFilters = Array.isArray(browser) ? browser.filter((filter) => filter !== 'foundation') : []
    expect(names.filter((name) => ownFilters.some((filter) => name.includes(filter)))).not.toEqual([])
  }
})
