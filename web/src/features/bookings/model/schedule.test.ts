import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { expect, test } from 'vitest'
import { hasAssignedPerson, isAhead, listWeekAhead, ownSessions } from './schedule.ts'

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

test('crew see their assigned sessions, and all sessions if no person is ever assigned', () => {
  const sessions = [session('a', 'engineer'), session('b', 'guest'), session('c')]
  expect(ownSessions(sessions, people, 'sam').map(({ id }) => id)).toEqual(['a'])
  expect(ownSessions(sessions, people, null)).toEqual([])
  expect(hasAssignedPerson(sessions)).toBe(true)
  expect(hasAssignedPerson([session('c')])).toBe(false)
})

test('a session is upcoming until it ends, unless it is cancelled', () => {
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

test('blocked time is not an upcoming session', () => {
  const blocked = { booking_type: 'blocked_time', status: 'confirmed', ends_at: '2030-01-01T12:00:00Z' } as const
  expect(isAhead(blocked, new Date('2029-12-31T00:00:00Z'))).toBe(false)
})

test('the week ahead begins today and has the sessions of each day', () => {
  const sessions = ['2026-11-30', '2026-12-01', '2026-12-01', '2026-12-07'].map((booking_date) => ({ booking_date }))
  const week = listWeekAhead(sessions, '2026-11-30')
  expect(week.map(({ sessions: ofDay }) => ofDay.length)).toEqual([1, 2, 0, 0, 0, 0, 0])
  expect(week.at(-1)?.day).toBe('2026-12-06')
})
