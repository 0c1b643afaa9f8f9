import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { defaultOpeningHours } from '@studiohub/contract/features/resources/schema.ts'
import { expect, test } from 'vitest'
import { findFullyTaken, getOpeningTexts, mayEndNextDay, moveStart, takenRooms } from './free-time.ts'

// 2026-11-23 is a Monday.
const monday = '2026-11-23'

test('a day has its opening hours as text', () => {
  expect(getOpeningTexts({ weekly: defaultOpeningHours, exceptions: [] }, monday)).toEqual(['08:00 – 23:00'])
})

test('a night from the day before counts until its end, and a late one ends with the day', () => {
  const nights = [0, 1].map((weekday) => ({ weekday, opens: '18:00', closes: '02:00', closes_next_day: true }))
  expect(getOpeningTexts({ weekly: nights, exceptions: [] }, monday)).toEqual(['00:00 – 02:00', '18:00 – 24:00'])
})

test('a closed day has no hours', () => {
  const weekly = [{ weekday: 3, opens: '08:00', closes: '23:00', closes_next_day: false }]
  expect(getOpeningTexts({ weekly, exceptions: [] }, monday)).toEqual([])
  expect(getOpeningTexts({ weekly: defaultOpeningHours, exceptions: [{ date: monday, spans: [] }] }, monday)).toEqual(
    [],
  )
})

test('one free room is enough: a time is taken only if it is taken in all rooms', () => {
  const taken = [
    { room_id: 'a', from: '10:00', to: '14:00' },
    { room_id: 'b', from: '12:00', to: '16:00' },
  ]
  expect(findFullyTaken(taken, ['a', 'b'])).toEqual(['12:00 – 14:00'])
  expect(findFullyTaken(taken, ['a'])).toEqual(['10:00 – 14:00'])
  expect(findFullyTaken(taken, ['a', 'b', 'c'])).toEqual([])
})

test('adjacent bookings are one range', () => {
  const taken = [
    { room_id: 'a', from: '10:00', to: '12:00' },
    { room_id: 'a', from: '12:00', to: '24:00' },
    { room_id: 'a', from: '08:00', to: '09:00' },
  ]
  expect(findFullyTaken(taken, ['a'])).toEqual(['08:00 – 09:00', '10:00 – 24:00'])
})

test("'Ends next day' is offered if the end is not after the start", () => {
  expect(mayEndNextDay('22:00', '02:00')).toBe(true)
  expect(mayEndNextDay('10:00', '10:00')).toBe(true)
  expect(mayEndNextDay('10:00', '12:00')).toBe(false)
  expect(mayEndNextDay('', '02:00')).toBe(false)
  expect(mayEndNextDay('22:00', '')).toBe(false)
})

test('a session moved to a free start has the same length', () => {
  const two = { start_time: '10:00', end_time: '12:00', ends_next_day: false, days: 1 }
  expect(moveStart('13:15', two)).toEqual({ start_time: '13:15', end_time: '15:15', ends_next_day: false, days: 1 })
  expect(moveStart('22:00', two)).toEqual({ start_time: '22:00', end_time: '00:00', ends_next_day: true, days: 2 })
  const night = { start_time: '22:00', end_time: '02:00', ends_next_day: true, days: 2 }
  expect(moveStart('18:00', night)).toEqual({ start_time: '18:00', end_time: '22:00', ends_next_day: false, days: 1 })
  const whole = { start_time: '10:00', end_time: '10:00', ends_next_day: true, days: 2 }
  expect(moveStart('11:00', whole)).toEqual({ start_time: '11:00', end_time: '11:00', ends_next_day: true, days: 2 })
})

test('a session occupies each of its rooms, a cancelled one none', () => {
  const booking = (status: Booking['status']) => ({
    key: status,
    from: '10:00',
    to: '12:00',
    continued: false,
    day: 1,
    days: 1,
    booking: { status, resources: ['a', 'b'].map((id) => ({ id, name: id, kind: 'room' })) } as Booking,
  })
  expect(takenRooms([booking('confirmed'), booking('cancelled')])).toEqual([
    { room_id: 'a', from: '10:00', to: '12:00' },
    { room_id: 'b', from: '10:00', to: '12:00' },
  ])
})
