import type { Resource } from '@studiohub/contract/features/resources/schema.ts'
import { expect, test } from 'vitest'
import type { Lane } from '#features/bookings/model/lanes.ts'
import { findBusyTimes } from './busy-times.ts'

const lane = (day: string, id = 'room'): Lane => ({ key: `${day} ${id}`, day, room: { id } as Resource, kind: 'room' })
const time = (starts_at: string, ends_at: string, titles: string[] = []) => ({
  resource_id: 'room',
  has_session: false,
  starts_at,
  ends_at,
  titles,
})
const zone = 'Europe/Berlin'
const busyTimesOn = (times: ReturnType<typeof time>[], day: string, id?: string) =>
  findBusyTimes(times, lane(day, id), zone).map(({ from, to, title }) => [from, to, title])

test('a busy time is in the lane of its room and day, at the local time of the studio', () => {
  const times = [time('2026-12-01T12:00:00Z', '2026-12-01T14:30:00Z', ['Dentist', 'Lunch'])]
  expect(busyTimesOn(times, '2026-12-01')).toEqual([[780, 930, 'Dentist, Lunch']])
  expect(busyTimesOn(times, '2026-12-02')).toEqual([])
  expect(busyTimesOn(times, '2026-12-01', 'other')).toEqual([])
})

test('a busy time past midnight is at the end of one day and at the beginning of the next', () => {
  const times = [time('2026-12-01T21:00:00Z', '2026-12-02T01:00:00Z')]
  expect(busyTimesOn(times, '2026-12-01')).toEqual([[1320, 1440, '']])
  expect(busyTimesOn(times, '2026-12-02')).toEqual([[0, 120, '']])
  const allDay = [time('2026-11-30T23:00:00Z', '2026-12-01T23:00:00Z')]
  expect(busyTimesOn(allDay, '2026-12-01')).toEqual([[0, 1440, '']])
  expect(busyTimesOn(allDay, '2026-12-02')).toEqual([])
})
