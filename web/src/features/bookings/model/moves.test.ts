import { expect, test } from 'vitest'
import { moveSession, resizeSession } from './moves.ts'

const session = { booking_date: '2026-11-24', start_time: '10:00', end_time: '12:00', ends_next_day: false, days: 1 }
const night = { booking_date: '2026-11-24', start_time: '22:00', end_time: '02:00', ends_next_day: true, days: 2 }

test('moving a session does not change its length, also past midnight', () => {
  expect(moveSession(session, { days: 1, minutes: 45 })).toEqual({
    ...session,
    booking_date: '2026-11-25',
    start_time: '10:45',
    end_time: '12:45',
  })
  expect(moveSession(session, { days: 0, minutes: 12 * 60 })).toEqual({
    ...session,
    start_time: '22:00',
    end_time: '00:00',
    ends_next_day: true,
    days: 2,
  })
  expect(moveSession(night, { days: -1, minutes: -120 })).toEqual({
    booking_date: '2026-11-23',
    start_time: '20:00',
    end_time: '00:00',
    ends_next_day: true,
    days: 2,
  })
})

test('a moved session begins on the target day', () => {
  expect(moveSession(session, { days: 0, minutes: -6000 }).start_time).toBe('00:00')
  expect(moveSession(session, { days: 0, minutes: 6000 })).toEqual({
    ...session,
    start_time: '23:45',
    end_time: '01:45',
    ends_next_day: true,
    days: 2,
  })
})

test('a session is resized at either end, between a quarter of an hour and 14 days', () => {
  expect(resizeSession(session, 'end', 30).end_time).toBe('12:30')
  expect(resizeSession(session, 'start', -30)).toEqual({ ...session, start_time: '09:30' })
  expect(resizeSession(session, 'end', -600).end_time).toBe('10:15')
  expect(resizeSession(session, 'start', 600)).toEqual({ ...session, start_time: '11:45' })
  expect(resizeSession(session, 'end', 99_000)).toEqual({
    ...session,
    end_time: '10:00',
    ends_next_day: true,
    days: 15,
  })
})

test('moving a session of several days does not change its length', () => {
  const longSession = { ...session, end_time: '18:00', ends_next_day: true, days: 3 }
  expect(moveSession(longSession, { days: 2, minutes: 60 })).toEqual({
    ...longSession,
    booking_date: '2026-11-26',
    start_time: '11:00',
    end_time: '19:00',
  })
  expect(moveSession(longSession, { days: 0, minutes: 600 })).toMatchObject({
    start_time: '20:00',
    end_time: '04:00',
    days: 4,
  })
})
