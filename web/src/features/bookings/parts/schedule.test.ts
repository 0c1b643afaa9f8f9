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

test('one sees what one is assigned to, and all where nobody ever is', () => {
  const sessions = [session('a', 'engineer'), session('b', 'guest'), session('c')]
  expect(ownSessions(sessions, people, 'sam').map(({ id }) => id)).toEqual(['a'])
  expect(ownSessions(sessions, people, null)).toEqual([])
  expect(isEverAssigned(sessions)).toBe(true)
  expect(isEverAssigned([session('c')])).toBe(false)
})

test('what is over or cancelled is not ahead', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  expect(isAhead({ status: 'confirmed', ends_at: '2026-11-21T12:30:00.000Z' }, now)).toBe(true)
  expect(isAhead({ status: 'cancelled', ends_at: '2026-11-21T12:30:00.000Z' }, now)).toBe(false)
  expect(isAhead({ status: 'confirmed', ends_at: '2026-11-21T12:00:00.000Z' }, now)).toBe(false)
})
