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
const errorWith = (details: object) =>
  new ORPCError('BOOKING_CONFLICT', { message: 'That time is taken.', data: { details } })
const answerFor = (blocking: BlockingBooking[], id: string, answer: Partial<BlockingBooking['answer']>) =>
  blocking.map((entry) => (entry.booking.id === id ? { ...entry, answer: { ...entry.answer, ...answer } } : entry))

test('asks about each conflict until it is answered', () => {
  const blocking = mergeBlocking([], errorWith({ bookings: [aBooking(one), aBooking(two)] }))
  expect(getResolutions(blocking)).toBeNull()
  const answered = answerFor(answerFor(blocking, one, { action: 'keep' }), two, { action: 'cancel', reason: '  ' })
  expect(getResolutions(answered)).toEqual([
    { booking_id: one, action: 'keep' },
    { booking_id: two, action: 'cancel', reason: null },
  ])
})

test('a move names the new time, over midnight too, and is incomplete without one', () => {
  const blocking = mergeBlocking([], errorWith({ bookings: [aBooking(one)] }))
  const moved = answerFor(blocking, one, { action: 'move', booking_date: '2026-11-24', end_time: '01:00' })
  const to = { booking_date: '2026-11-24', start_time: '22:00', end_time: '01:00', days: 2 }
  expect(getResolutions(moved)).toEqual([{ booking_id: one, action: 'move', to }])
  expect(getResolutions(answerFor(moved, one, { start_time: '' }))).toBeNull()
})

test('answers stay when more conflicts appear, and a failed move says why at its booking', () => {
  const first = answerFor(mergeBlocking([], errorWith({ bookings: [aBooking(one)] })), one, { action: 'move' })
  const more = mergeBlocking(first, errorWith({ bookings: [aBooking(one), aBooking(two)] }))
  expect(more.map(({ answer, error }) => [answer.action, error])).toEqual([
    ['move', 'It still conflicts at that time.'],
    [null, null],
  ])
  expect(mergeBlocking(more, errorWith({ booking_id: one })).map(({ error }) => error)).toEqual([
    'That time is taken.',
    null,
  ])
})
