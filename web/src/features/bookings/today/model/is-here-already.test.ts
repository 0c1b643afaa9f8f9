import { expect, test } from 'vitest'
import type { CheckInOfDay } from '#features/bookings/shared/presence.ts'
import { isHereAlready } from './is-here-already.ts'

const visit = (client_id: string, check_out_time: string | null = null): CheckInOfDay => ({
  booking_id: 'other',
  client_id,
  check_in_time: '2026-11-24T09:00:00Z',
  check_out_time,
})
const session = { client_id: 'omar' }
const due = { kind: 'due', minutes: 90 } as const

test('a client who is here for another session is not waited for', () => {
  expect(isHereAlready(session, due, [visit('omar')])).toBe(true)
  expect(isHereAlready(session, { kind: 'late', minutes: 10 }, [visit('omar')])).toBe(true)
})

test('somebody else, a client who has left, and check-ins that are not loaded do not count', () => {
  expect(isHereAlready(session, due, [visit('iris')])).toBe(false)
  expect(isHereAlready(session, due, [visit('omar', '2026-11-24T10:00:00Z')])).toBe(false)
  expect(isHereAlready(session, due, undefined)).toBe(false)
})

test('a session that is running or over says so itself', () => {
  expect(isHereAlready(session, { kind: 'in', minutes: 10 }, [visit('omar')])).toBe(false)
  expect(isHereAlready(session, { kind: 'ended' }, [visit('omar')])).toBe(false)
})
