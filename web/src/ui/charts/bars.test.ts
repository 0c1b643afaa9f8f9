import { expect, test } from 'vitest'
import { computeHeights, hasLabel, labelStep, labelStepOnPhone } from './bars.tsx'

test('the highest column has the full height, the others are in proportion, and none is negative', () => {
  expect(computeHeights([2, 4, 0, -3])).toEqual([0.5, 1, 0, 0])
  expect(computeHeights([0, 0])).toEqual([0, 0])
  expect(computeHeights([])).toEqual([])
})

test('at most twelve columns have a label', () => {
  for (const count of [1, 12, 13, 24, 31, 62]) {
    const step = labelStep(Array.from({ length: count }, () => 'Nov'))
    const labeled = Array.from({ length: count }, (_, index) => index).filter((index) => hasLabel(index, count, step))
    expect(labeled.length, `${count}`).toBeLessThanOrEqual(12)
    expect(labeled.at(-1), `${count}`).toBe(count - 1)
  }
})

test('long labels of half a page do not touch', () => {
  expect(labelStep(Array.from({ length: 12 }, () => 'Nov'))).toBe(1)
  expect(labelStep(Array.from({ length: 12 }, () => 'Sep 14'))).toBe(2)
})

test('on a phone fewer long labels are shown', () => {
  expect(labelStepOnPhone(Array.from({ length: 12 }, () => 'Nov'))).toBe(1)
  expect(labelStepOnPhone(Array.from({ length: 12 }, () => 'Sep 14'))).toBe(2)
})
