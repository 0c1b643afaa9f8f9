import { expect, test } from 'vitest'
import { averageShare } from './heat-map.tsx'

test('the average of usage leaves out cells without capacity', () => {
  expect(averageShare([0.5, null, 0, 1])).toBe(0.5)
  expect(averageShare([null, null])).toBeNull()
  expect(averageShare([])).toBeNull()
})
