import { ORPCError } from '@orpc/client'
import { sampleBooking } from '@studiohub/testing/sample-booking.ts'
import { expect, test } from 'vitest'
import { type BlockingBooking, getResolutions, mergeConflicts } from './blocking-bookings.ts'

const aBooking = (id: string) =>
  sampleBooking({
    id,
    studio_id: id,
    client_id: null,
    booking_date: '2026-11-23',
    start_time: '22:00',
    end_time: '23:00',
  })
const [firstId, secondId] = ['0199aaaa-0000-7000-8000-000000000001', '0199aaaa-0000-7000-8000-000000000002']
const errorWith = (details: object) =>
  new ORPCError('BOOKING_CONFLICT', { message: 'That time is taken.', data: { details } })
const withAnswer = (blocking: BlockingBooking[], id: string, answer: Partial<BlockingBooking['answer']>) =>
  blocking.map((entry) => (entry.booking.id === id ? { ...entry, answer: { ...entry.answer, ...answer } } : entry))

test('a block can be sent only after every conflict has an answer', () => {
  const blocking = mergeConflicts([], errorWith({ bookings: [aBooking(firstId), aBooking(secondId)] }))
  expect(getResolutions(blocking)).toBeNull()
  const answered = withAnswer(withAnswer(blocking, firstId, { action: 'keep' }), secondId, {
    action: 'cancel',
    reason: '  ',
  })
  expect(getResolutions(answered)).toEqual([
    { booking_id: firstId, action: 'keep' },
    { booking_id: secondId, action: 'cancel', reason: null },
  ])
})

test('moving a conflicting booking needs a new time, which may pass midnight', () => {
  const blocking = mergeConflicts([], errorWith({ bookings: [aBooking(firstId)] }))
  const moved = withAnswer(blocking, firstId, { action: 'move', booking_date: '2026-11-24', end_time: '01:00' })
  const to = { booking_date: '2026-11-24', start_time: '22:00', end_time: '01:00', days: 2 }
  expect(getResolutions(moved)).toEqual([{ booking_id: firstId, action: 'move', to }])
  expect(getResolutions(withAnswer(moved, firstId, { start_time: '' }))).toBeNull()
})

test('answers stay when the server reports more conflicts, and a failed move shows its error at the booking', () => {
  const first = withAnswer(mergeConflicts([], errorWith({ bookings: [aBooking(firstId)] })), firstId, {
    action: 'move',
  })
  const more = mergeConflicts(first, errorWith({ bookings: [aBooking(firstId), aBooking(secondId)] }))
  expect(more.map(({ answer, error }) => [answer.action, error])).toEqual([
    ['move', 'It still conflicts at that time.'],
    [null, null],
  ])
  expect(mergeConflicts(more, errorWith({ booking_id: firstId })).map(({ error }) => error)).toEqual([
    'That time is taken.',
    null,
  ])
})
