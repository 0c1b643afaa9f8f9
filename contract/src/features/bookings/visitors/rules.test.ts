import { expect, test } from 'vitest'
import { mayHoldMore } from './rules.ts'

test('visitors hold at most a third of the free time of a day', () => {
  expect(mayHoldMore({ free_minutes: 540, reserved_minutes: 60, minutes: 120 })).toBe(true)
  expect(mayHoldMore({ free_minutes: 480, reserved_minutes: 60, minutes: 121 })).toBe(false)
})

test('the first visitor of a day may always hold a session, even on a short day', () => {
  expect(mayHoldMore({ free_minutes: 120, reserved_minutes: 0, minutes: 120 })).toBe(true)
  expect(mayHoldMore({ free_minutes: 0, reserved_minutes: 120, minutes: 15 })).toBe(false)
})
