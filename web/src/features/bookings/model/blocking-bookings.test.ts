import { ORPCError } from '@orpc/client'
import { sampleBooking } from '@studiohub/testing/sample-booking.ts'
import { expect, test } from 'vitest'
import { type BlockingBooking, getResolutions, mergeBlocking } from './blocking-bookings.ts'

const aBooking = (id: string) =>
  sampleBooking({
    id,
    studio_id: id,
    client_id: null,
    booking_date: '2026-11-23',
    start_time: '22:00',
    end_time: '23:00',
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
  const to = { booking_date: '2026-11-24', start_time: '22:00', end_time: '01:00', days: 2 }
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
