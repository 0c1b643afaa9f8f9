import { expect, test } from 'vitest'
import { listGridValues } from './grid-values.ts'

test('a chart has two or three lines at round values, the last one at or above its highest column', () => {
  expect(listGridValues(453_561)).toEqual([200_000, 400_000, 600_000])
  expect(listGridValues(300)).toEqual([100, 200, 300])
  for (let highest = 100; highest < 100_000; highest = Math.ceil(highest * 1.07)) {
    const values = listGridValues(highest)
    expect([2, 3], `${highest}`).toContain(values.length)
    expect(values.at(-1)).toBeGreaterThanOrEqual(highest)
  }
})

test('a chart without a column has no lines', () => {
  expect(listGridValues(0)).toEqual([])
  expect(listGridValues(-5)).toEqual([])
})
