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
  const client_id = '0199a7b2-0000-7000-8000-000000000001'
  expect(startAt(`new=booking&for=${client_id}`)).toEqual({ booking_type: 'client_booking', client_id })
  for (const search of [
    'new=booking',
    'new=booking&for=someone',
    'new=booking&day=2026-11-23',
    'new=booking&day=tomorrow&time=10:00',
  ])
    expect(startAt(search)).toEqual({})
})
