import { expect, test } from 'vitest'
import { findAbsentPeople } from './working-hours.ts'

const all = [0, 1, 2, 3, 4, 5, 6]
const from = (opens: string) => all.map((weekday) => ({ weekday, opens, closes: '18:00', closes_next_day: false }))
const own_hours = [{ resource_id: 'sam', weekly: from('14:00') }]
const hours = { weekly: from('08:00'), exceptions: [], own_hours, daysOff: [] }
const people = [
  { id: 'sam', name: 'Sam' },
  { id: 'ines', name: 'Ines' },
]
const session = { booking_date: '2026-11-23', start_time: '13:00', end_time: '15:00', days: 1 }

test('chosen people with their own hours are away outside of them; others work while the studio is open', () => {
  expect(findAbsentPeople(people, session, hours, ['sam', 'ines'])).toEqual(['Sam'])
  expect(findAbsentPeople(people, { ...session, start_time: '14:00' }, hours, ['sam', 'ines'])).toEqual([])
  expect(findAbsentPeople(people, session, hours, ['ines'])).toEqual([])
})

test('people are away on their days off', () => {
  const off = {
    resource_id: 'ines',
    first_date: '2026-11-20',
    last_date: '2026-11-23',
    from_time: null,
    to_time: '14:00',
  }
  const times = { ...hours, daysOff: [off] }
  expect(findAbsentPeople(people, session, times, ['ines'])).toEqual(['Ines'])
  expect(findAbsentPeople(people, { ...session, start_time: '14:00' }, times, ['sam', 'ines'])).toEqual([])
})
