import { expect, test } from 'vitest'
import { isWithinOpeningHours, openStretches } from './opening-hours.ts'

// 2027-01-15 is a Friday.
const FRIDAY = '2027-01-15'
const friday = { weekday: 5, opens: '18:00', closes: '02:00', closes_next_day: true }
const saturdayNight = { weekday: 6, opens: '02:00', closes: '06:00', closes_next_day: false }

const within = (start_time: string, end_time: string, ends_next_day: boolean, hours = [friday]) =>
  isWithinOpeningHours({ booking_date: FRIDAY, start_time, end_time, ends_next_day }, hours)

test('a session lies wholly within opening hours or it does not', () => {
  expect(within('18:00', '23:59', false)).toBe(true)
  expect(within('17:59', '20:00', false)).toBe(false)
  expect(within('22:00', '02:00', true)).toBe(true)
  expect(within('22:00', '02:01', true)).toBe(false)
})

test('the late night of yesterday belongs to today', () => {
  const session = { booking_date: '2027-01-16', start_time: '00:30', end_time: '02:00', ends_next_day: false }
  expect(isWithinOpeningHours(session, [friday])).toBe(true)
  expect(isWithinOpeningHours({ ...session, end_time: '02:30' }, [friday])).toBe(false)
})

test('stretches that touch are one', () => {
  expect(within('22:00', '04:00', true, [friday, saturdayNight])).toBe(true)
  expect(openStretches([friday, saturdayNight], FRIDAY)).toEqual([{ from: 18 * 60, to: 30 * 60 }])
})

test('a studio without opening hours is closed', () => {
  expect(within('10:00', '11:00', false, [])).toBe(false)
})
