import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { Resource } from '@studiohub/contract/features/resources/schema.ts'
import { expect, test } from 'vitest'
import { getDays } from '../calendar/model/periods.ts'
import { groupEntriesByDay } from '../shared/day-entries.ts'
import { createBlocks, createLanes, getAxis, getClosedRanges } from './lanes.ts'

const room = (id: string) => ({ id, name: id, kind: 'room' }) as Resource
const rooms = [room('a'), room('b')]
const DAY = '2026-11-24'

const booking = (id: string, from: string, to: string, overrides: Partial<Booking> = {}) =>
  ({
    id,
    booking_date: DAY,
    start_time: from,
    end_time: to,
    ends_next_day: false,
    days: 1,
    status: 'confirmed',
    resources: [room('a')],
    ...overrides,
  }) as Booking

const layOut = (bookings: Booking[], view: 'week' | 'day' = 'day', roomList = rooms) => {
  const days = groupEntriesByDay(bookings, { withCancelled: true })
  const lanes = createLanes(getDays(view, DAY, 0), roomList, days)
  return { lanes, blocks: createBlocks(lanes, days) }
}

test('a week begins on Sunday and has a lane for each room of each day', () => {
  expect(getDays('week', DAY, 0)).toEqual([
    '2026-11-22',
    '2026-11-23',
    DAY,
    '2026-11-25',
    '2026-11-26',
    '2026-11-27',
    '2026-11-28',
  ])
  const { lanes, blocks } = layOut([booking('x', '10:00', '12:00', { resources: [room('b')] })], 'week')
  expect(lanes).toHaveLength(14)
  expect(blocks).toMatchObject([{ lane: 5, span: 1, from: 600, to: 720 }])
})

test('a week with many rooms has one lane a day, with concurrent sessions next to each other', () => {
  const fiveRooms = ['a', 'b', 'c', 'd', 'e'].map(room)
  const sessionIn = (id: string) => booking(id, '10:00', '12:00', { resources: [room(id)] })
  const { lanes, blocks } = layOut(
    [sessionIn('a'), sessionIn('b'), booking('late', '12:00', '13:00')],
    'week',
    fiveRooms,
  )
  expect(lanes).toHaveLength(7)
  expect(blocks.map(({ lane, column, columns }) => [lane, column, columns])).toEqual([
    [2, 0, 2],
    [2, 1, 2],
    [2, 0, 1],
  ])
})

test('a booking of all rooms is one block over their lanes', () => {
  expect(layOut([booking('x', '10:00', '12:00', { resources: rooms })]).blocks).toMatchObject([{ lane: 0, span: 2 }])
})

test('a separate lane exists only if there are entries without a room', () => {
  expect(layOut([booking('x', '10:00', '12:00')]).lanes).toHaveLength(2)
  const { lanes, blocks } = layOut([booking('x', '10:00', '12:00', { resources: [] })])
  expect(lanes.map(({ kind }) => kind)).toEqual(['room', 'room', 'elsewhere'])
  expect(blocks).toMatchObject([{ lane: 2 }])
})

test('a session past midnight is shown on both days of a week', () => {
  const night = booking('x', '22:00', '02:00', { ends_next_day: true, days: 2 })
  expect(layOut([night], 'week').blocks).toMatchObject([
    { lane: 4, from: 1320, to: 1440 },
    { lane: 6, from: 0, to: 120 },
  ])
})

test('the axis includes the opening hours and all entries outside them, in whole hours', () => {
  expect(getAxis([{ from: 540, to: 1260 }], [])).toEqual({ from: 540, to: 1260 })
  expect(getAxis([{ from: 540, to: 1260 }], [{ from: 435, to: 1275 }])).toEqual({ from: 420, to: 1320 })
  expect(getAxis([{ from: -120, to: 1600 }], [])).toEqual({ from: 0, to: 1440 })
  expect(getAxis([], [])).toEqual({ from: 480, to: 1200 })
})

test('every time outside the opening hours is marked as closed', () => {
  const axis = { from: 480, to: 1320 }
  const open = [
    { from: 540, to: 720 },
    { from: 780, to: 1400 },
  ]
  expect(getClosedRanges(axis, open)).toEqual([
    { from: 480, to: 540 },
    { from: 720, to: 780 },
  ])
  expect(getClosedRanges(axis, [])).toEqual([axis])
})
