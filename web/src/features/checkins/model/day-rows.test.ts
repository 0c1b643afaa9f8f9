import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { Checkin } from '@studiohub/contract/features/checkins/schema.ts'
import { expect, test } from 'vitest'
import { type DayRow, isClientDueNow, listDayRows } from './day-rows.ts'

const now = new Date('2026-11-23T12:00:00Z')

const session = (id: string, client_id: string, from: string, to: string) =>
  ({
    id,
    client_id,
    booking_type: 'client_booking',
    status: 'confirmed',
    days: 1,
    starts_at: `2026-11-23T${from}:00Z`,
    ends_at: `2026-11-23T${to}:00Z`,
  }) as Booking

const visit = (id: string, client_id: string, booking_id: string | null, check_out_time: string | null = null) =>
  ({ id, client_id, booking_id, check_in_time: '2026-11-23T10:00:00Z', check_out_time }) as Checkin

const sessions = [
  session('over', 'otto', '08:00', '09:00'),
  session('running', 'cleo', '10:00', '13:00'),
  session('late', 'mara', '11:30', '13:00'),
  session('second', 'cleo', '14:00', '15:00'),
  session('next', 'iris', '15:00', '16:00'),
]

test('who is here comes first, then who is expected, then who has left', () => {
  const visits = [visit('a', 'cleo', 'running'), visit('b', 'otto', null, '2026-11-23T11:00:00Z')]
  const rows = listDayRows(visits, sessions, now)
  expect(rows.map(({ group, key }) => [group, key])).toEqual([
    ['Here now', 'a'],
    ['Expected today', 'late'],
    // Cleo is here already, for another session.
    ['Expected today', 'second'],
    ['Expected today', 'next'],
    ['Left today', 'b'],
  ])
  expect(rows.slice(1, 4)).toMatchObject([
    { presence: { kind: 'late', minutes: 30 }, isNext: false },
    { presence: 'here', isNext: false },
    { isNext: true },
  ])
})

test('without the check-ins, every open session is expected and nobody is late', () => {
  const rows = listDayRows(undefined, sessions, now)
  expect(rows.map(({ key }) => key)).toEqual(['running', 'late', 'second', 'next'])
  for (const row of rows) expect(row).toMatchObject({ presence: 'unknown' })
})

const getMarks = (rows: readonly DayRow[]) =>
  rows.flatMap((row) =>
    row.group === 'Expected today'
      ? [[row.key, isClientDueNow(row.presence) ? 'due now' : row.isNext ? 'next' : '']]
      : [],
  )

test('nobody is next while somebody is due now, and who is due now is not once they are late, here or unknown', () => {
  const two = [session('first', 'mara', '12:00', '13:00'), session('second', 'iris', '13:00', '14:00')]
  const at = (time: string) => new Date(`2026-11-23T${time}:00Z`)
  const markedAt = (time: string, visits: Checkin[] | undefined = []) => getMarks(listDayRows(visits, two, at(time)))
  const first = (mark: string, next: string) => [
    ['first', mark],
    ['second', next],
  ]
  expect(markedAt('11:59')).toEqual(first('next', ''))
  expect(markedAt('12:00')).toEqual(first('due now', ''))
  expect(markedAt('12:04')).toEqual(first('due now', ''))
  expect(markedAt('12:05')).toEqual(first('', 'next'))
  expect(markedAt('12:00', [visit('a', 'mara', null)])).toEqual(first('', 'next'))
  expect(markedAt('12:00', [visit('a', 'mara', 'first')])).toEqual([['second', 'next']])
  expect(getMarks(listDayRows(undefined, two, at('12:00')))).toEqual(first('', 'next'))
})

test('of those who are here, the one who stays longest after the end of the session comes first', () => {
  const visits = [visit('a', 'cleo', 'running'), visit('b', 'walk-in', null), visit('c', 'otto', 'over')]
  const rows = listDayRows(visits, sessions, now).filter(({ group }) => group === 'Here now')
  expect(rows).toMatchObject([
    { key: 'c', overtime: 180 },
    { key: 'a', overtime: 0 },
    { key: 'b', overtime: 0 },
  ])
})

test('a session that is over and whose client did not come is listed last, if others of the day came', () => {
  const visits = [visit('a', 'cleo', 'running', '2026-11-23T11:00:00Z')]
  expect(listDayRows(visits, sessions, now).at(-1)).toMatchObject({ group: 'Not checked in', key: 'over' })
  const cancelled = sessions.map((booking) => ({ ...booking, status: 'cancelled' as const }))
  for (const rows of [listDayRows([], sessions, now), listDayRows(visits, cancelled, now)])
    expect(rows.some(({ group }) => group === 'Not checked in')).toBe(false)
})
