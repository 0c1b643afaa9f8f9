import { expect, test } from 'vitest'
import { findAbsentPeople, isWithinRoomHours } from './working-hours.ts'

const weekdays = [0, 1, 2, 3, 4, 5, 6]
const everyDayFrom = (opens: string) =>
  weekdays.map((weekday) => ({ weekday, opens, closes: '18:00', closes_next_day: false }))
const own_hours = [{ resource_id: 'sam', weekly: everyDayFrom('14:00') }]
const hours = { weekly: everyDayFrom('08:00'), exceptions: [], own_hours, daysOff: [] }
const people = [
  { id: 'sam', name: 'Sam' },
  { id: 'ines', name: 'Ines' },
]
const session = { booking_date: '2026-11-23', start_time: '13:00', end_time: '15:00', days: 1 }

test('people with their own hours are absent outside them; all others work while the studio is open', () => {
  expect(findAbsentPeople(people, session, hours, ['sam', 'ines'])).toEqual(['Sam'])
  expect(findAbsentPeople(people, { ...session, start_time: '14:00' }, hours, ['sam', 'ines'])).toEqual([])
  expect(findAbsentPeople(people, session, hours, ['ines'])).toEqual([])
})

test('a room with its own week is open in its own hours, any other in those of the studio', () => {
  const late = { ...hours, own_hours: [{ resource_id: 'late-room', weekly: everyDayFrom('14:00') }] }
  const morning = { ...session, start_time: '09:00', end_time: '11:00' }
  expect(isWithinRoomHours('late-room', morning, late)).toBe(false)
  expect(isWithinRoomHours('other-room', morning, late)).toBe(true)
  expect(isWithinRoomHours('late-room', { ...session, start_time: '14:00' }, late)).toBe(true)
})

test('people are absent on their days off', () => {
  const dayOff = {
    resource_id: 'ines',
    first_date: '2026-11-20',
    last_date: '2026-11-23',
    from_time: null,
    to_time: '14:00',
  }
  const times = { ...hours, daysOff: [dayOff] }
  expect(findAbsentPeople(people, session, times, ['ines'])).toEqual(['Ines'])
  expect(findAbsentPeople(people, { ...session, start_time: '14:00' }, times, ['sam', 'ines'])).toEqual([])
})
