import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { defaultOpeningHours } from '@studiohub/contract/features/resources/schema.ts'
import { expect, test } from 'vitest'
import {
  findFullyOccupiedTimes,
  getOccupiedRooms,
  getOpeningTexts,
  isClosedOn,
  mayEndNextDay,
  moveStart,
} from './free-time.ts'

// 2026-11-23 is a Monday.
const monday = '2026-11-23'

test('the opening hours of a day are shown as a time range', () => {
  expect(getOpeningTexts({ weekly: defaultOpeningHours, exceptions: [] }, monday)).toEqual(['08:00 – 23:00'])
})

test('opening hours past midnight are split between the two days', () => {
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

test('a day is closed between days that are open', () => {
  const hours = { weekly: defaultOpeningHours, exceptions: [{ date: monday, spans: [] }] }
  expect(isClosedOn(hours, monday)).toBe(true)
  expect(isClosedOn(hours, '2026-11-24')).toBe(false)
})

test('a time is shown as taken only if all rooms are taken', () => {
  const occupied = [
    { room_id: 'a', from: '10:00', to: '14:00' },
    { room_id: 'b', from: '12:00', to: '16:00' },
  ]
  expect(findFullyOccupiedTimes(occupied, ['a', 'b'])).toEqual(['12:00 – 14:00'])
  expect(findFullyOccupiedTimes(occupied, ['a'])).toEqual(['10:00 – 14:00'])
  expect(findFullyOccupiedTimes(occupied, ['a', 'b', 'c'])).toEqual([])
})

test('adjacent bookings are shown as one taken range', () => {
  const occupied = [
    { room_id: 'a', from: '10:00', to: '12:00' },
    { room_id: 'a', from: '12:00', to: '24:00' },
    { room_id: 'a', from: '08:00', to: '09:00' },
  ]
  expect(findFullyOccupiedTimes(occupied, ['a'])).toEqual(['08:00 – 09:00', '10:00 – 24:00'])
})

test('of today, only the times to come are shown as taken', () => {
  const occupied = [
    { room_id: 'a', from: '10:00', to: '12:00' },
    { room_id: 'a', from: '16:00', to: '18:00' },
  ]
  expect(findFullyOccupiedTimes(occupied, ['a'], '17:15')).toEqual(['17:15 – 18:00'])
  expect(findFullyOccupiedTimes(occupied, ['a'], '18:00')).toEqual([])
})

test("'Ends next day' is offered if the end is not after the start", () => {
  expect(mayEndNextDay('22:00', '02:00')).toBe(true)
  expect(mayEndNextDay('10:00', '10:00')).toBe(true)
  expect(mayEndNextDay('10:00', '12:00')).toBe(false)
  expect(mayEndNextDay('', '02:00')).toBe(false)
  expect(mayEndNextDay('22:00', '')).toBe(false)
})

test('moving a session to a free start does not change its length', () => {
  const twoHours = { start_time: '10:00', end_time: '12:00', ends_next_day: false, days: 1 }
  expect(moveStart('13:15', twoHours)).toEqual({
    start_time: '13:15',
    end_time: '15:15',
    ends_next_day: false,
    days: 1,
  })
  expect(moveStart('22:00', twoHours)).toEqual({ start_time: '22:00', end_time: '00:00', ends_next_day: true, days: 2 })
  const night = { start_time: '22:00', end_time: '02:00', ends_next_day: true, days: 2 }
  expect(moveStart('18:00', night)).toEqual({ start_time: '18:00', end_time: '22:00', ends_next_day: false, days: 1 })
  const fullDay = { start_time: '10:00', end_time: '10:00', ends_next_day: true, days: 2 }
  expect(moveStart('11:00', fullDay)).toEqual({ start_time: '11:00', end_time: '11:00', ends_next_day: true, days: 2 })
})

test('a confirmed session occupies each of its rooms, a cancelled session occupies none', () => {
  const entryWith = (status: Booking['status']) => ({
    key: status,
    from: '10:00',
    to: '12:00',
    continued: false,
    day: 1,
    days: 1,
    booking: { status, resources: ['a', 'b'].map((id) => ({ id, name: id, kind: 'room' })) } as Booking,
  })
  expect(getOccupiedRooms([entryWith('confirmed'), entryWith('cancelled')])).toEqual([
    { room_id: 'a', from: '10:00', to: '12:00' },
    { room_id: 'b', from: '10:00', to: '12:00' },
  ])
})
