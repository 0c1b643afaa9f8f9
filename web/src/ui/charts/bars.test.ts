import { expect, test } from 'vitest'
import { heightsOf, labelStep, labelStepOnPhone } from './bars.tsx'

test('the highest column has the full height, the others are in proportion, and none is negative', () => {
  expect(heightsOf([2, 4, 0, -3])).toEqual([0.5, 1, 0, 0])
  expect(heightsOf([0, 0])).toEqual([0, 0])
  expect(heightsOf([])).toEqual([])
})

test('at most twelve columns have a label', () => {
  for (const count of [1, 12, 13, 24, 31, 62]) {
    const labeled = Array.from({ length: count }, (_, index) => index).filter((index) => index % labelStep(count) === 0)
    expect(labeled.length, `${count}`).toBeLessThanOrEqual(12)
    expect(labeled.length).toBeGreaterThan(0)
  }
})

test('on a phone fewer long labels are shown', () => {
  expect(labelStepOnPhone(Array.from({ length: 12 }, () => 'Nov'))).toBe(1)
  expect(labelStepOnPhone(Array.from({ length: 12 }, () => 'Sep 14'))).toBe(2)
})
