import { ORPCError } from '@orpc/client'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { expect, test } from 'vitest'
import { type BlockingBooking, getResolutions, mergeBlocking } from './blocking-bookings.ts'

const aBooking = (id: string): Booking => ({
  id,
  studio_id: id,
  project_id: null,
  project_title: null,
  client_id: null,
  client_name: 'Cleo Marsh',
  booking_date: '2026-11-23',
  start_time: '22:00',
  end_time: '23:00',
  ends_next_day: false,
  starts_at: '2026-11-23T22:00:00Z',
  ends_at: '2026-11-23T23:00:00Z',
  service_type: 'recording',
  booking_type: 'client_booking',
  status: 'confirmed',
  notes: null,
  created_by: null,
  created_at: '2026-11-01T00:00:00Z',
  updated_at: '2026-11-01T00:00:00Z',
  cancelled_at: null,
  cancelled_by: null,
  cancel_reason: null,
  no_show_at: null,
  price_minor: null,
  currency: null,
  series_id: null,
  version: 1,
  expires_at: null,
  change_request: null,
  resources: [],
})
const [one, two] = ['0199aaaa-0000-7000-8000-000000000001', '0199aaaa-0000-7000-8000-000000000002']
const refusal = (details: object) =>
  new ORPCError('BOOKING_CONFLICT', { message: 'That time is taken.', data: { details } })
const say = (standing: BlockingBooking[], id: string, saying: Partial<BlockingBooking['saying']>) =>
  standing.map((entry) => (entry.booking.id === id ? { ...entry, saying: { ...entry.saying, ...saying } } : entry))

test('what stands in the way is asked about until something is said of each', () => {
  const standing = mergeBlocking([], refusal({ bookings: [aBooking(one), aBooking(two)] }))
  expect(getResolutions(standing)).toBeNull()
  const said = say(say(standing, one, { action: 'keep' }), two, { action: 'cancel', reason: '  ' })
  expect(getResolutions(said)).toEqual([
    { booking_id: one, action: 'keep' },
    { booking_id: two, action: 'cancel', reason: null },
  ])
})

test('a move names the new time, over midnight too, and is no answer without one', () => {
  const standing = mergeBlocking([], refusal({ bookings: [aBooking(one)] }))
  const moved = say(standing, one, { action: 'move', booking_date: '2026-11-24', end_time: '01:00' })
  const to = { booking_date: '2026-11-24', start_time: '22:00', end_time: '01:00', ends_next_day: true }
  expect(getResolutions(moved)).toEqual([{ booking_id: one, action: 'move', to }])
  expect(getResolutions(say(moved, one, { start_time: '' }))).toBeNull()
})

test('what was said stays when more turns up, and a refused move says why at its booking', () => {
  const first = say(mergeBlocking([], refusal({ bookings: [aBooking(one)] })), one, { action: 'move' })
  const more = mergeBlocking(first, refusal({ bookings: [aBooking(one), aBooking(two)] }))
  expect(more.map(({ saying, refused }) => [saying.action, refused])).toEqual([
    ['move', 'It still conflicts at that time.'],
    [null, null],
  ])
  expect(mergeBlocking(more, refusal({ booking_id: one })).map(({ refused }) => refused)).toEqual([
    'That time is taken.',
    null,
  ])
})
