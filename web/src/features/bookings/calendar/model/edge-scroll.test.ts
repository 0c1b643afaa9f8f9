import { expect, test } from 'vitest'
import { pulledBy } from './edge-scroll.ts'

test('a pointer near an edge scrolls towards it, the nearer the faster, and nowhere from the middle', () => {
  expect(pulledBy(300, 100, 500)).toBe(0)
  expect(pulledBy(480, 100, 500)).toBe(7)
  expect(pulledBy(120, 100, 500)).toBe(-7)
  expect(pulledBy(900, 100, 500)).toBe(14)
  expect(pulledBy(-900, 100, 500)).toBe(-14)
})
