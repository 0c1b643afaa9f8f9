import type { Actor, Role } from '@studiohub/contract/actor.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { sampleBooking } from '@studiohub/testing/sample-booking.ts'
import { expect, test } from 'vitest'
import { getSteps } from './steps.ts'

const now = new Date('2026-11-20T10:00:00Z')

const actor = (role: Role, user_id = 'me', studio_id = 'studio'): Actor => ({
  user_id,
  session_id: 'session',
  role,
  studio_id,
  client_id: role === 'client' ? user_id : null,
  aal: 'aal1',
})

const booking = (part: Partial<Booking> = {}) =>
  sampleBooking({
    client_id: 'me',
    created_by: 'me',
    booking_date: '2026-11-22',
    starts_at: '2026-11-22T10:00:00Z',
    ends_at: '2026-11-22T12:00:00Z',
    status: 'pending',
    expires_at: '2026-11-22T08:00:00Z',
    ...part,
  })

const steps = (who: Actor, part: Partial<Booking> = {}, cutoff_hours = 24) =>
  getSteps(booking(part), who, { cutoff_hours, now })

const nothing = { confirm: false, decline: false, complete: false, cancel: false }

test('the studio confirms, declines and cancels pending bookings', () => {
  expect(steps(actor('studio_admin'))).toEqual({ confirm: true, decline: true, complete: false, cancel: true })
  // A hold is its own: there is no request to decline.
  expect(steps(actor('studio_admin'), { expires_at: null }).decline).toBe(false)
})

test('cancelled and completed bookings offer nothing', () => {
  expect(steps(actor('studio_admin'), { status: 'cancelled' })).toEqual(nothing)
  expect(steps(actor('studio_admin'), { status: 'completed' })).toEqual(nothing)
  expect(steps(actor('client'), { status: 'cancelled' })).toEqual(nothing)
})

test('a session that has begun can be completed, blocked time never', () => {
  const running = { status: 'confirmed', starts_at: '2026-11-20T09:00:00Z' } as const
  expect(steps(actor('studio_admin'), running).complete).toBe(true)
  expect(steps(actor('studio_admin'), { status: 'confirmed' }).complete).toBe(false)
  expect(steps(actor('studio_admin'), { ...running, booking_type: 'blocked_time' }).complete).toBe(false)
})

test('a client cancels their own until the cut-off, and reads when it is too late', () => {
  expect(steps(actor('client')).cancel).toBe(true)
  expect(steps(actor('client'), { starts_at: '2026-11-21T10:00:00Z' }).cancel).toBe(true)
  expect(steps(actor('client'), { starts_at: '2026-11-21T09:59:00Z' }).cancel).toBe('too_late')
  expect(steps(actor('client'), { starts_at: '2026-11-20T10:05:00Z' }, 0).cancel).toBe(true)
})

test('the cut-off does not bind the studio', () => {
  expect(steps(actor('studio_admin'), { starts_at: '2026-11-20T10:05:00Z' }).cancel).toBe(true)
})

test("crew and other people's clients are offered nothing", () => {
  expect(steps(actor('staff'))).toEqual(nothing)
  expect(steps(actor('client', 'somebody else'))).toEqual(nothing)
  expect(steps(actor('studio_admin', 'me', 'another studio'))).toEqual(nothing)
})
