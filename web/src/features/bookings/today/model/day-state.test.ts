import { sampleBooking } from '@studiohub/testing/sample-booking.ts'
import { expect, test } from 'vitest'
import type { CalendarEntry } from '#features/bookings/shared/day-entries.ts'
import { getDayState } from './day-state.ts'
import { getRowHeight } from './row-height.ts'

const entryOf = (booking: ReturnType<typeof sampleBooking>, more: Partial<CalendarEntry> = {}): CalendarEntry => ({
  key: booking.id,
  from: '10:00',
  to: '12:00',
  continued: false,
  day: 1,
  days: 1,
  booking,
  ...more,
})
const session = entryOf(sampleBooking())
const blocked = entryOf(sampleBooking({ booking_type: 'blocked_time', client_id: null, client_name: null }))
const timeAt = (time: string) => new Date(`2026-11-24T${time}:00Z`)
const checkIn = { booking_id: 'booking', client_id: 'client', check_in_time: '2026-11-24T09:56:00Z' }

test('a day is open until its last session or blocked time has ended', () => {
  expect(getDayState([], [], timeAt('09:00'))).toBe('empty')
  for (const entry of [session, blocked]) {
    expect(getDayState([entry], [], timeAt('09:00'))).toBe('open')
    expect(getDayState([entry], [], timeAt('11:59'))).toBe('open')
    expect(getDayState([entry], undefined, timeAt('12:00'))).toBe('over')
  }
})

test('a client who stays longer and a requested change keep the day open', () => {
  expect(getDayState([session], [{ ...checkIn, check_out_time: null }], timeAt('12:40'))).toBe('open')
  expect(getDayState([session], [{ ...checkIn, check_out_time: '2026-11-24T11:00:00Z' }], timeAt('11:10'))).toBe('over')
  const booking = sampleBooking()
  expect(getDayState([session, entryOf(booking, { request: booking })], [], timeAt('12:40'))).toBe('open')
})

test('rooms share the screen only while the day is open', () => {
  expect(getRowHeight(3, 1)).toMatch(/^max\(5\.25rem, clamp\(7rem, .* \/ 3, 9rem\)\)$/)
  expect(getRowHeight(3, 1, 'over')).toBe('4.5rem')
  expect(getRowHeight(3, 2, 'over')).toBe('9rem')
  expect(getRowHeight(3, 1, 'empty')).toBe('3rem')
})
