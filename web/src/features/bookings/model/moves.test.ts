import { expect, test } from 'vitest'
import { moved, resizeSession } from './moves.ts'

const session = { booking_date: '2026-11-24', start_time: '10:00', end_time: '12:00', ends_next_day: false }
const night = { booking_date: '2026-11-24', start_time: '22:00', end_time: '02:00', ends_next_day: true }

test('a moved session keeps its length, also over midnight', () => {
  expect(moved(session, { days: 1, minutes: 45 })).toEqual({
    ...session,
    booking_date: '2026-11-25',
    start_time: '10:45',
    end_time: '12:45',
  })
  expect(moved(session, { days: 0, minutes: 12 * 60 })).toEqual({
    ...session,
    start_time: '22:00',
    end_time: '00:00',
    ends_next_day: true,
  })
  expect(moved(night, { days: -1, minutes: -120 })).toEqual({
    booking_date: '2026-11-23',
    start_time: '20:00',
    end_time: '00:00',
    ends_next_day: true,
  })
})

test('a moved session begins on the day that it was taken to', () => {
  expect(moved(session, { days: 0, minutes: -6000 }).start_time).toBe('00:00')
  expect(moved(session, { days: 0, minutes: 6000 })).toEqual({
    ...session,
    start_time: '23:45',
    end_time: '01:45',
    ends_next_day: true,
  })
})

test('a session is stretched at either end, to a quarter of an hour at least and a day at most', () => {
  expect(resizeSession(session, 'end', 30).end_time).toBe('12:30')
  expect(resizeSession(session, 'start', -30)).toEqual({ ...session, start_time: '09:30' })
  expect(resizeSession(session, 'end', -600).end_time).toBe('10:15')
  expect(resizeSession(session, 'start', 600)).toEqual({ ...session, start_time: '11:45' })
  expect(resizeSession(session, 'end', 6000)).toEqual({ ...session, end_time: '10:00', ends_next_day: true })
})
