import { expect, test } from 'vitest'
import { getScrollSpeed } from './edge-scroll.ts'

test('a pointer near an edge scrolls towards it, faster when nearer; in the middle nothing scrolls', () => {
  expect(getScrollSpeed(300, 100, 500)).toBe(0)
  expect(getScrollSpeed(480, 100, 500)).toBe(7)
  expect(getScrollSpeed(120, 100, 500)).toBe(-7)
  expect(getScrollSpeed(900, 100, 500)).toBe(14)
  expect(getScrollSpeed(-900, 100, 500)).toBe(-14)
})
