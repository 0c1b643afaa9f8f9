import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { Resource } from '@studiohub/contract/features/resources/schema.ts'
import { expect, test } from 'vitest'
import { groupEntriesByDay } from '#features/bookings/shared/day-entries.ts'
import { findAgendaGaps } from './agenda-gaps.ts'

const room = (id: string) => ({ id, name: id, kind: 'room' }) as Resource
const rooms = [room('a'), room('b')]
const DAY = '2026-11-24'

const session: Partial<Booking> = {
  id: 'x',
  booking_date: DAY,
  start_time: '10:00',
  end_time: '12:00',
  ends_next_day: false,
  days: 1,
  status: 'confirmed',
  resources: [room('a')],
}

const find = (bookings: Partial<Booking>[], earliest = 0) =>
  findAgendaGaps({
    day: DAY,
    rooms,
    entries: groupEntriesByDay(bookings as Booking[], { withCancelled: false }).get(DAY) ?? [],
    getOpenTimes: () => [{ from: 540, to: 1080 }],
    getBusyTimes: ({ room: lane }) => (lane?.id === 'b' ? [{ from: 1020, to: 1080 }] : []),
    earliest,
  }).map(({ from, to, rooms: free }) => [from, to, free.map(({ id }) => id).join()])

test('free times are listed by room around its sessions and busy times, earliest first', () => {
  expect(find([session])).toEqual([
    [540, 600, 'a'],
    [540, 1020, 'b'],
    [720, 1080, 'a'],
  ])
})

test('rooms with the same free time share one, and the past is not offered', () => {
  const both = { ...session, resources: rooms }
  expect(find([both], 590)).toEqual([
    [720, 1020, 'b'],
    [720, 1080, 'a'],
  ])
  expect(find([both])).toContainEqual([540, 600, 'a,b'])
})
