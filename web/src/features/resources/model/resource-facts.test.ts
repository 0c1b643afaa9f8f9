import { expect, test } from 'vitest'
import { formatResourceFacts } from './resource-facts.ts'

const room = { setup_minutes: 0, teardown_minutes: 0, details: null }

test('a room says what it has, in one line', () => {
  expect(formatResourceFacts(room, 0)).toBe('')
  expect(formatResourceFacts(room, 1)).toBe('1 picture')
  expect(formatResourceFacts({ ...room, setup_minutes: 15, details: '40 m²\na grand piano' }, 3)).toBe(
    '15 min set-up · 3 pictures · 40 m² a grand piano',
  )
})
