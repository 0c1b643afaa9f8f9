import { expect, test } from 'vitest'
import { mayHoldMore } from './rules.ts'

test('visitors hold at most a third of the free time of a day', () => {
  expect(mayHoldMore({ free_minutes: 540, held_minutes: 60, minutes: 120 })).toBe(true)
  expect(mayHoldMore({ free_minutes: 480, held_minutes: 60, minutes: 121 })).toBe(false)
})

test('one visitor may always hold a session, even on a short day', () => {
  expect(mayHoldMore({ free_minutes: 120, held_minutes: 0, minutes: 120 })).toBe(true)
  expect(mayHoldMore({ free_minutes: 0, held_minutes: 120, minutes: 15 })).toBe(false)
})
