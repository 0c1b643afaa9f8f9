import { expect, test } from 'vitest'
import { readStartInUrl } from './linked-start.ts'

test('the URL opens the form for a day and a time if both are valid', () => {
  const startAt = (search: string) => readStartInUrl(new URLSearchParams(search))
  expect(startAt('')).toBeNull()
  expect(startAt('new=block')).toEqual({ booking_type: 'blocked_time' })
  expect(startAt('new=booking&day=2026-11-23&time=23:30')).toMatchObject({
    booking_date: '2026-11-23',
    start_time: '23:30',
    end_time: '00:30',
    days: 2,
  })
  for (const search of ['new=booking', 'new=booking&day=2026-11-23', 'new=booking&day=tomorrow&time=10:00'])
    expect(startAt(search)).toEqual({})
})
