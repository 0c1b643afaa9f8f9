import { sampleBooking } from '@studiohub/testing/sample-booking.ts'
import { expect, test } from 'vitest'
import { type Arrival, describePresence, getPresence, hasEnded, needsAttention } from './presence.ts'

const session = sampleBooking({
  id: 'session',
  client_id: 'client',
  status: 'confirmed',
  starts_at: '2026-11-24T10:00:00Z',
  ends_at: '2026-11-24T12:00:00Z',
})
const timeAt = (time: string) => new Date(`2026-11-24T${time}:00Z`)
const arrival = (part: Partial<Arrival> = {}): Arrival => ({
  booking_id: 'session',
  client_id: 'client',
  check_in_time: '2026-11-24T09:56:00Z',
  check_out_time: null,
  ...part,
})
const textAt = (time: string, arrivals: Arrival[] = [], booking = session) =>
  describePresence(getPresence(booking, arrivals, timeAt(time)), (instant) => instant.slice(11, 16))

test('a client is due, then late, and a late client needs attention', () => {
  expect(textAt('07:59')).toBe('')
  expect(textAt('08:00')).toBe('Due in 2 h')
  expect(textAt('10:00')).toBe('Due now')
  expect(textAt('10:04')).not.toContain('late')
  expect(textAt('10:12')).toBe('Not here yet, 12 min late')
  expect(needsAttention(getPresence(session, [], timeAt('10:12')))).toBe(true)
})

test('without the check-ins nobody is late or due, but what needs no check-in is still said', () => {
  const kindAt = (time: string, booking = session) => getPresence(booking, undefined, timeAt(time)).kind
  expect([kindAt('09:00'), kindAt('10:12')]).toEqual(['unknown', 'unknown'])
  expect(kindAt('10:12', { ...session, status: 'pending' })).toBe('request')
  expect(kindAt('12:40')).toBe('over')
  const unknown = getPresence(session, undefined, timeAt('10:12'))
  expect(describePresence(unknown, String)).toBe('')
  expect([needsAttention(unknown), hasEnded(unknown)]).toEqual([false, false])
})

test('a client who checked in is here, then over time, then has left', () => {
  expect(textAt('11:00', [arrival()])).toBe('Here')
  expect(textAt('12:40', [arrival()])).toBe('40 min over')
  expect(needsAttention(getPresence(session, [arrival()], timeAt('12:40')))).toBe(true)
  expect(textAt('12:40', [arrival({ check_out_time: '2026-11-24T11:50:00Z' })])).toBe('Left at 11:50')
})

test("another session's check-in does not count for this one", () => {
  expect(textAt('10:12', [arrival({ booking_id: 'other' })])).toContain('late')
})

test('requests wait, blocked time and internal sessions show no presence, and an ended session is over', () => {
  expect(textAt('08:00', [], { ...session, status: 'pending' })).toBe('Waiting for your answer')
  expect(textAt('11:00', [], { ...session, booking_type: 'blocked_time' })).toBe('')
  expect(textAt('11:00', [], { ...session, client_id: null })).toBe('')
  expect(textAt('12:00')).toBe('Over')
})
