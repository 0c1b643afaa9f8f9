import { expect, test } from 'vitest'
import { formatResourceFacts } from './resource-facts.ts'

const room = { setup_minutes: 0, teardown_minutes: 0 }

test('a room says its set-up time and how many pictures it has', () => {
  expect(formatResourceFacts(room, 0)).toBe('')
  expect(formatResourceFacts(room, 1)).toBe('1 picture')
  expect(formatResourceFacts({ ...room, setup_minutes: 15 }, 3)).toBe('15 min set-up · 3 pictures')
})
