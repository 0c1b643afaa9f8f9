import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { Checkin } from '@studiohub/contract/features/checkins/schema.ts'
import type { Task } from '@studiohub/contract/features/tasks/schema.ts'
import { expect, test } from 'vitest'
import { composeDay, type DayParts } from './own-day.ts'

const now = new Date('2026-11-24T10:30:00Z')
const booking = (overrides: Partial<Booking>) =>
  ({
    id: 'b',
    client_id: 'c',
    client_name: 'Cleo Client',
    booking_date: '2026-11-24',
    status: 'confirmed',
    start_time: '09:00',
    end_time: '10:00',
    days: 1,
    ends_at: '2026-11-24T10:00:00.000Z',
    notes: null,
    service_type: 'recording',
    booking_type: 'client_booking',
    resources: [{ id: 'r', kind: 'room', name: 'Live Room' }],
    ...overrides,
  }) as Booking
const parts = (overrides: Partial<DayParts>): DayParts => ({
  user_id: 'me',
  studio: { id: 's', name: 'Northern Tape', location: 'Dock 1', timezone: 'UTC' },
  isClient: false,
  bookings: [],
  services: [],
  checkins: [],
  tasks: [],
  ...overrides,
})
const compose = (overrides: Partial<DayParts>) => composeDay(parts(overrides), { now, token: 't' })

test('without a connection, clients see their next sessions with the address, and cannot change anything', () => {
  const upcoming = booking({
    id: 'next',
    status: 'pending',
    ends_at: '2026-11-24T11:00:00.000Z',
    notes: 'Bring the piano',
  })
  const cancelled = booking({ status: 'cancelled', ends_at: '2026-11-24T11:00:00.000Z' })
  const { title, sessions, saved_text } = compose({ isClient: true, bookings: [booking({}), upcoming, cancelled] })
  expect([title, saved_text]).toEqual(['Your next sessions at Northern Tape', 'Tue, Nov 24, 10:30'])
  expect(sessions).toMatchObject([
    {
      id: 'next',
      title: 'Recording (not confirmed yet)',
      lines: ['Live Room', 'Bring the piano'],
      address: 'Dock 1',
      change: null,
    },
  ])
})

test("without a connection, crew see all of today's sessions, and can check in confirmed clients who have not arrived", () => {
  const openCheckin = { booking_id: 'here', client_id: 'd', check_out_time: null } as Checkin
  const bookings = [
    booking({}),
    booking({ id: 'here', client_id: 'd' }),
    booking({ id: 'pending', client_id: 'e', status: 'pending' }),
    booking({ id: 'internal', client_id: null, client_name: null }),
  ]
  const { title, sessions } = compose({ bookings, checkins: [openCheckin] })
  expect(title).toBe('Today at Northern Tape')
  expect(sessions.map(({ id, change }) => [id, change?.text ?? null])).toEqual([
    ['b', 'Check in Cleo Client'],
    ['here', null],
    ['pending', null],
    ['internal', null],
  ])
  expect(sessions[0]).toMatchObject({
    address: null,
    lines: ['Live Room', 'Cleo Client'],
    change: { call: 'checkins.create', input: { studio_id: 's', client_id: 'c', booking_id: 'b' } },
  })
})

test('only started tasks can be completed without a connection', () => {
  const startedTask = { id: 't', title: 'Tune the piano', due_date: '2026-11-25', status: 'in_progress' } as Task
  const pendingTask = { ...startedTask, status: 'pending' } as Task
  expect(compose({ tasks: [pendingTask] }).tasks).toMatchObject([{ change: null }])
  expect(compose({ tasks: [startedTask] }).tasks).toEqual([
    {
      id: 't',
      title: 'Tune the piano',
      due: 'Due Wed, Nov 25',
      change: { id: 'complete-t', call: 'tasks.complete', input: { id: 't' }, text: 'Complete Tune the piano' },
    },
  ])
})
