import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'
import { formatSkipped, readSkipped } from './skipped.ts'

const skipped = (code: string) => ({ booking_id: null, booking_date: '2026-12-07', start_time: '10:00', code })

test('a rejected series lists the sessions that cannot be booked, each with a reason', () => {
  const details = { skipped: [skipped('BOOKING_CONFLICT'), skipped('BOOKING_IN_PAST'), skipped('NO_SUCH_CODE'), null] }
  const error = new ORPCError('BOOKING_CONFLICT', { data: { details } })
  expect(readSkipped(error).map(formatSkipped)).toEqual([
    'Mon, Dec 7, 2026, 10:00: taken',
    'Mon, Dec 7, 2026, 10:00: That time has already passed.',
  ])
  expect(readSkipped(new ORPCError('BOOKING_CONFLICT'))).toEqual([])
  expect(readSkipped(null)).toEqual([])
})
