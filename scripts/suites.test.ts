import { expect, test } from 'vitest'
import { judge } from './suites.mjs'

test('a suite counts the results of its report', () => {
  expect(judge({ passed: 3, failed: 1 }, 1)).toMatchObject({ passed: 3, failed: 1 })
})

test('a suite that left no report has failed', () => {
  expect(judge(undefined, 0)).toMatchObject({ passed: 0, failed: 1 })
})

test('a suite that ran no tests has failed', () => {
  expect(judge({ passed: 0, failed: 0 }, 0)).toMatchObject({ passed: 0, failed: 1 })
})

test('a suite whose runner failed has failed, whatever it counted', () => {
  expect(judge({ passed: 3, failed: 0 }, 1)).toMatchObject({ passed: 3, failed: 1 })
})
