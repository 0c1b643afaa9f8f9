import { expect, test } from 'vitest'
import { computeInvitationExpiry, resendsLeft } from './rules.ts'

const now = new Date('2026-11-21T12:00:00Z')

test('an invitation is valid for seven days', () => {
  expect(computeInvitationExpiry(now).toISOString()).toBe('2026-11-28T12:00:00.000Z')
})

test('it may be sent again three times in any 24 hours', () => {
  const [today, yesterday] = ['2026-11-21T11:00:00Z', '2026-11-20T12:00:00Z']
  expect(resendsLeft([], now)).toBe(3)
  expect(resendsLeft([yesterday, today, today], now)).toBe(1)
  expect(resendsLeft([today, today, today, today], now)).toBe(0)
})
