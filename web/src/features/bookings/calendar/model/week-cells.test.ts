import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { Resource } from '@studiohub/contract/features/resources/schema.ts'
import { sampleBooking } from '@studiohub/testing/sample-booking.ts'
import { expect, test } from 'vitest'
import { groupEntriesByDay } from '#features/bookings/shared/day-entries.ts'
import { getDays } from './periods.ts'
import { clampPosition, createWeekRows, getBookedMinutes, nextPosition } from './week-cells.ts'

const week = getDays('week', '2026-11-24', 0)
const room = (id: string) => ({ id, name: id, kind: 'room' as const })
// Only id and name matter here.
const rooms = [room('live'), room('booth')] as unknown as Resource[]

const session = (part: Partial<Booking>) => sampleBooking({ booking_date: '2026-11-24', ...part })

const rowsOf = (...items: Booking[]) => createWeekRows(week, rooms, groupEntriesByDay(items, { withCancelled: false }))

const keysOf = (rows: ReturnType<typeof rowsOf>, row: number, column: number) =>
  rows[row]?.[column]?.blocks.map(({ entry }) => entry.booking.id)

test('a session is in the row of its room and the column of its day', () => {
  const rows = rowsOf(session({ id: 'a', resources: [room('booth')] }))
  expect(rows).toHaveLength(2)
  expect(keysOf(rows, 1, 2)).toEqual(['a'])
  expect(rows.flat().flatMap(({ blocks }) => blocks)).toHaveLength(1)
})

test('the booked time of a room counts its sessions, but no cancelled or blocked time', () => {
  const times = { start_time: '10:00', end_time: '12:00', resources: [room('live')] }
  const items = [
    session({ id: 'a', ...times }),
    session({ id: 'b', ...times, status: 'cancelled' }),
    session({ id: 'c', ...times, booking_type: 'blocked_time', service_type: 'maintenance' }),
  ]
  const rows = createWeekRows(week, rooms, groupEntriesByDay(items, { withCancelled: true }))
  expect(rows.map(getBookedMinutes)).toEqual([120, 0])
})

test('a session in two rooms is in both rows, a session without a room is in a separate row', () => {
  const rows = rowsOf(session({ id: 'both', resources: rooms.map(({ id }) => room(id)) }), session({ id: 'none' }))
  expect(keysOf(rows, 0, 2)).toEqual(['both'])
  expect(keysOf(rows, 1, 2)).toEqual(['both'])
  expect(rows[2]?.[2]?.lane).toMatchObject({ kind: 'elsewhere', room: null })
  expect(keysOf(rows, 2, 2)).toEqual(['none'])
})

test('arrow keys move through the entries of a cell, then to the next room, and leave the week at its ends', () => {
  const rows = rowsOf(session({ id: 'a', resources: [room('live')] }))
  const position = { row: 0, column: 2, index: 0 }
  expect(nextPosition(position, 'ArrowDown', rows)).toEqual({ ...position, index: 1 })
  expect(nextPosition({ ...position, index: 1 }, 'ArrowDown', rows)).toEqual({ row: 1, column: 2, index: 0 })
  expect(nextPosition({ row: 1, column: 2, index: 0 }, 'ArrowUp', rows)).toEqual({ ...position, index: 1 })
  expect(nextPosition({ ...position, column: 6 }, 'ArrowRight', rows)?.column).toBe(7)
  expect(nextPosition({ ...position, column: 0 }, 'ArrowLeft', rows)?.column).toBe(-1)
  expect(nextPosition(position, 'x', rows)).toBeNull()
})

test('the position is moved to an existing cell when entries disappear', () => {
  const rows = rowsOf()
  expect(clampPosition({ row: 5, column: 2, index: 3 }, rows)).toEqual({ row: 1, column: 2, index: 0 })
})
