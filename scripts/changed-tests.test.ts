import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { crossCuttingTests, selectTests } from './changed-tests.mjs'
import { features } from './check-features.mjs'

const root = resolve(import.meta.dirname, '..')

test('a change of a feature runs its tests in every layer, its browser tests and the smoke test', () => {
  expect(selectTests(['contract/src/features/bookings/rules.ts'])).toEqual({
    unit: ['contract/src/features/bookings', 'web/src/features/bookings'],
    server: ['server/src/features/bookings'],
    browser: expect.arrayContaining(['booking', 'calendar', 'foundation', 'keyboard', 'undo']),
  })
  expect(selectTests(['server/src/features/tasks/service.ts'])).toEqual({
    unit: [],
    server: ['server/src/features/tasks'],
    browser: ['foundation', 'work'],
  })
  // Every booking form uses this feature.
  expect(selectTests(['contract/src/features/availability/rules.ts'])).toMatchObject({
    browser: expect.arrayContaining(['booking', 'calendar', 'desk', 'public-page', 'several-rooms', 'widget']),
  })
})

test('a change of shared code runs the tests of everything that uses it', () => {
  expect(selectTests(['server/migrations/0001_ground.sql'])).toMatchObject({ unit: [], server: 'all' })
  expect(selectTests(['web/src/ui/dialog.tsx'])).toEqual({ unit: ['web'], server: [], browser: 'all' })
  expect(selectTests(['contract/src/errors.ts'])).toEqual({ unit: 'all', server: 'all', browser: 'all' })
  expect(selectTests(['testing/src/people.ts'])).toEqual({ unit: ['web'], server: 'all', browser: 'all' })
  expect(selectTests(['package-lock.json'])).toEqual({ unit: 'all', server: 'all', browser: 'all' })
})

test('a changed browser test runs itself, and a changed document runs nothing', () => {
  expect(selectTests(['e2e/src/board.test.ts'])).toEqual({ unit: [], server: [], browser: ['board'] })
  expect(selectTests(['README.md', 'docs/features/board.md'])).toEqual({ unit: [], server: [], browser: [] })
})

test('every browser test runs with a change of a feature, or tests the product as a whole', () => {
  const filters = features.flatMap((feature) => selectTests([`web/src/features/${feature}/api.ts`]).browser)
  const names = readdirSync(join(root, 'e2e/src')).flatMap((file) => /^(.+)\.test\.ts$/.exec(file)?.[1] ?? [])
  const reached = names.filter((name) => filters.some((filter) => filter !== 'foundation' && name.includes(filter)))
  expect(names.filter((name) => !reached.includes(name)).toSorted()).toEqual(crossCuttingTests)
})

test('every feature has a browser test', () => {
  const names = readdirSync(join(root, 'e2e/src')).filter((name) => name.endsWith('.test.ts'))
  for (const feature of features) {
    const { browser } = selectTests([`contract/src/features/${feature}/rules.ts`])
    const ownFilters = Array.isArray(browser) ? browser.filter((filter) => filter !== 'foundation') : []
    expect(
      names.filter((name) => ownFilters.some((filter) => name.includes(filter))),
      feature,
    ).not.toEqual([])
  }
})
