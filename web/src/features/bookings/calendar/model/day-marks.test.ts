import { expect, test } from 'vitest'
import type { CalendarEntry } from '#features/bookings/shared/day-entries.ts'
import { countText, getDotColors } from './day-marks.ts'

const anEntry = (booking: Partial<CalendarEntry['booking']>, more: Partial<CalendarEntry> = {}) =>
  ({
    booking: { status: 'confirmed', booking_type: 'client_booking', change_request: null, ...booking },
    ...more,
  }) as CalendarEntry

test('a change request is not counted as a booking', () => {
  const { booking } = anEntry({})
  const request = { request: booking } as Partial<CalendarEntry>
  expect(countText([])).toBe('no bookings')
  expect(countText([anEntry({}), anEntry({}, request)])).toBe('1 booking')
  expect(countText([anEntry({}), anEntry({})])).toBe('2 bookings')
})

test('a day has at most three dots, in the colors of its bookings; blocked time is gray', () => {
  expect(
    getDotColors([anEntry({ status: 'pending' }), anEntry({}), anEntry({ booking_type: 'blocked_time' })]),
  ).toEqual(['text-pending', 'text-confirmed', 'text-muted-foreground'])
  const five = Array.from({ length: 5 }, () => anEntry({}))
  expect(getDotColors(five)).toHaveLength(3)
})

test('today has dots for sessions to come before those that have ended, and late ones are amber', () => {
  const day = '2026-11-30'
  const atHour = (hour: string, status: CalendarEntry['booking']['status']) =>
    anEntry({ status, ends_at: `${day}T${hour}:45:00Z` }, { key: hour, from: `${hour}:00`, to: `${hour}:45` })
  const entries = [
    ...['08', '10', '12'].map((hour) => atHour(hour, 'completed')),
    ...['14', '18'].map((hour) => atHour(hour, 'confirmed')),
  ]
  expect(getDotColors(entries, new Date(`${day}T14:30:00Z`), ({ key }) => key === '14')).toEqual([
    'text-completed',
    'text-pending',
    'text-confirmed',
  ])
})
