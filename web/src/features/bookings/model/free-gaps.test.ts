import { expect, test } from 'vitest'
import { findFreeGaps } from './free-gaps.ts'

const open = [{ from: 540, to: 1080 }]

test('free time is between the sessions and within the opening hours', () => {
  const busy = [
    { from: 840, to: 900 },
    { from: 500, to: 600 },
  ]
  expect(findFreeGaps(open, busy, 0)).toEqual([
    { from: 600, to: 840 },
    { from: 900, to: 1080 },
  ])
})

test('free time begins at the next quarter of an hour from now, and short gaps are left out', () => {
  expect(findFreeGaps(open, [], 701)).toEqual([{ from: 705, to: 1080 }])
  expect(findFreeGaps(open, [{ from: 720, to: 1060 }], 705)).toEqual([])
})

test('overlapping sessions count once, and a closed day has no free time', () => {
  const busy = [
    { from: 540, to: 900 },
    { from: 600, to: 700 },
  ]
  expect(findFreeGaps(open, busy, 0)).toEqual([{ from: 900, to: 1080 }])
  expect(findFreeGaps([], busy, 0)).toEqual([])
})
