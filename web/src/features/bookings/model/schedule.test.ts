import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { expect, test } from 'vitest'
import { isAhead, isEverAssigned, ownSessions } from './schedule.ts'

const session = (id: string, ...people: string[]) =>
  ({
    id,
    resources: [
      { id: 'room', name: 'Studio A', kind: 'room' },
      ...people.map((person) => ({ id: person, name: person, kind: 'person' })),
    ],
  }) as unknown as Booking

const people = [
  { id: 'engineer', user_id: 'sam' },
  { id: 'guest', user_id: null },
]

test('crew see their assigned sessions, and all if nobody is ever assigned', () => {
  const sessions = [session('a', 'engineer'), session('b', 'guest'), session('c')]
  expect(ownSessions(sessions, people, 'sam').map(({ id }) => id)).toEqual(['a'])
  expect(ownSessions(sessions, people, null)).toEqual([])
  expect(isEverAssigned(sessions)).toBe(true)
  expect(isEverAssigned([session('c')])).toBe(false)
})

test('past and cancelled bookings are not future ones', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  expect(
    isAhead({ booking_type: 'client_booking', status: 'confirmed', ends_at: '2026-11-21T12:30:00.000Z' }, now),
  ).toBe(true)
  expect(
    isAhead({ booking_type: 'client_booking', status: 'cancelled', ends_at: '2026-11-21T12:30:00.000Z' }, now),
  ).toBe(false)
  expect(
    isAhead({ booking_type: 'client_booking', status: 'confirmed', ends_at: '2026-11-21T12:00:00.000Z' }, now),
  ).toBe(false)
})

test('blocked time is no session', () => {
  const blocked = { booking_type: 'blocked_time', status: 'confirmed', ends_at: '2030-01-01T12:00:00Z' } as const
  expect(isAhead(blocked, new Date('2029-12-31T00:00:00Z'))).toBe(false)
})
