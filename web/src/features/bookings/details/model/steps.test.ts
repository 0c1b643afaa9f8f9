import type { Actor, Role } from '@studiohub/contract/actor.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { sampleBooking } from '@studiohub/testing/sample-booking.ts'
import { expect, test } from 'vitest'
import { getSteps } from './steps.ts'

const now = new Date('2026-11-20T10:00:00Z')

const anActor = (role: Role, user_id = 'me', studio_id = 'studio'): Actor => ({
  user_id,
  session_id: 'session',
  role,
  studio_id,
  client_id: role === 'client' ? user_id : null,
  aal: 'aal1',
})

const aBooking = (changes: Partial<Booking> = {}) =>
  sampleBooking({
    client_id: 'me',
    created_by: 'me',
    booking_date: '2026-11-22',
    starts_at: '2026-11-22T10:00:00Z',
    ends_at: '2026-11-22T12:00:00Z',
    status: 'pending',
    expires_at: '2026-11-22T08:00:00Z',
    ...changes,
  })

const stepsFor = (user: Actor, changes: Partial<Booking> = {}, cutoff_hours = 24) =>
  getSteps(aBooking(changes), user, { cutoff_hours, now })

const noSteps = { confirm: false, decline: false, complete: false, cancel: false }

test('the studio confirms, declines and cancels pending bookings', () => {
  expect(stepsFor(anActor('studio_admin'))).toEqual({ confirm: true, decline: true, complete: false, cancel: true })
  // A pending booking that does not expire is a hold of the studio itself, so there is no request to decline.
  expect(stepsFor(anActor('studio_admin'), { expires_at: null }).decline).toBe(false)
})

test('cancelled and completed bookings have no actions', () => {
  expect(stepsFor(anActor('studio_admin'), { status: 'cancelled' })).toEqual(noSteps)
  expect(stepsFor(anActor('studio_admin'), { status: 'completed' })).toEqual(noSteps)
  expect(stepsFor(anActor('client'), { status: 'cancelled' })).toEqual(noSteps)
})

test('a session that has begun can be completed, but blocked time cannot', () => {
  const running = { status: 'confirmed', starts_at: '2026-11-20T09:00:00Z' } as const
  expect(stepsFor(anActor('studio_admin'), running).complete).toBe(true)
  expect(stepsFor(anActor('studio_admin'), { status: 'confirmed' }).complete).toBe(false)
  expect(stepsFor(anActor('studio_admin'), { ...running, booking_type: 'blocked_time' }).complete).toBe(false)
})

test('a client can cancel their own booking until the cancellation deadline, and not later', () => {
  expect(stepsFor(anActor('client')).cancel).toBe(true)
  expect(stepsFor(anActor('client'), { starts_at: '2026-11-21T10:00:00Z' }).cancel).toBe(true)
  expect(stepsFor(anActor('client'), { starts_at: '2026-11-21T09:59:00Z' }).cancel).toBe('too_late')
  expect(stepsFor(anActor('client'), { starts_at: '2026-11-20T10:05:00Z' }, 0).cancel).toBe(true)
})

test('the studio can cancel after the cancellation deadline', () => {
  expect(stepsFor(anActor('studio_admin'), { starts_at: '2026-11-20T10:05:00Z' }).cancel).toBe(true)
})

test('crew, other clients and admins of other studios have no actions', () => {
  expect(stepsFor(anActor('staff'))).toEqual(noSteps)
  expect(stepsFor(anActor('client', 'another-client'))).toEqual(noSteps)
  expect(stepsFor(anActor('studio_admin', 'me', 'another studio'))).toEqual(noSteps)
})
