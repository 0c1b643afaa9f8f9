import { sampleBooking } from '@studiohub/testing/sample-booking.ts'
import { expect, test } from 'vitest'
import { type CheckInOfDay, describePresence, getPresence, hasEnded, needsDesk } from './presence.ts'

const session = sampleBooking({
  id: 'session',
  client_id: 'client',
  status: 'confirmed',
  starts_at: '2026-11-24T10:00:00Z',
  ends_at: '2026-11-24T12:00:00Z',
})
const timeAt = (time: string) => new Date(`2026-11-24T${time}:00Z`)
const checkIn = (part: Partial<CheckInOfDay> = {}): CheckInOfDay => ({
  booking_id: 'session',
  client_id: 'client',
  check_in_time: '2026-11-24T09:56:00Z',
  check_out_time: null,
  ...part,
})
const textAt = (time: string, checkIns: CheckInOfDay[] = [], booking = session) =>
  describePresence(getPresence(booking, checkIns, timeAt(time)), (instant) => instant.slice(11, 16))

test('a client is due, then late, and the desk should look at a late client', () => {
  expect(textAt('07:59')).toBe('')
  expect(textAt('08:00')).toBe('Due in 2 h')
  expect(textAt('10:00')).toBe('Due now')
  expect(textAt('10:04')).not.toContain('late')
  expect(textAt('10:12')).toBe('Not here yet, 12 min late')
  expect(needsDesk(getPresence(session, [], timeAt('10:12')))).toBe(true)
})

test('without the check-ins no client is late or due, and states that need no check-in are shown', () => {
  const kindAt = (time: string, booking = session) => getPresence(booking, undefined, timeAt(time)).kind
  expect([kindAt('09:00'), kindAt('10:12')]).toEqual(['unknown', 'unknown'])
  expect(kindAt('10:12', { ...session, status: 'pending' })).toBe('request')
  expect(kindAt('12:40')).toBe('ended')
  const unknown = getPresence(session, undefined, timeAt('10:12'))
  expect(describePresence(unknown, String)).toBe('')
  expect([needsDesk(unknown), hasEnded(unknown)]).toEqual([false, false])
})

test('a client who checked in is here, then in overtime, then has left', () => {
  expect(textAt('11:00', [checkIn()])).toBe('Here')
  expect(textAt('12:40', [checkIn()])).toBe('40 min overtime')
  expect(needsDesk(getPresence(session, [checkIn()], timeAt('12:40')))).toBe(true)
  expect(textAt('12:40', [checkIn({ check_out_time: '2026-11-24T11:50:00Z' })])).toBe('Left at 11:50')
})

test("another session's check-in does not count for this one", () => {
  expect(textAt('10:12', [checkIn({ booking_id: 'other' })])).toContain('late')
})

test('requests wait, blocked time and internal sessions show no presence, and an ended session says so', () => {
  expect(textAt('08:00', [], { ...session, status: 'pending' })).toBe('Waiting for your answer')
  expect(textAt('11:00', [], { ...session, booking_type: 'blocked_time' })).toBe('')
  expect(textAt('11:00', [], { ...session, client_id: null })).toBe('')
  expect(textAt('12:00')).toBe('Ended')
})

test('a session whose client was not checked in says so when it is over, if others of the day were', () => {
  const others = [checkIn({ booking_id: 'other', client_id: 'somebody' })]
  expect(textAt('12:00', others)).toBe('Ended, not checked in')
  expect(textAt('12:00', others, { ...session, status: 'completed' })).toBe('Ended, not checked in')
  expect(textAt('12:00', others, { ...session, client_id: null })).toBe('Ended')
  expect(hasEnded(getPresence(session, others, timeAt('12:00')))).toBe(true)
  // A check-in without a booking may be for this session.
  expect(textAt('12:00', [checkIn({ booking_id: null })])).toBe('Ended')
})
