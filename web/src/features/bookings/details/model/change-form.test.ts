import { sampleBooking } from '@studiohub/testing/sample-booking.ts'
import { expect, test } from 'vitest'
import { changeSchema, getChangeFields, toChangeInput, toSeriesChangeInput } from './change-form.ts'

const [room, other, person] = ['room', 'other-room', 'person']
const booking = sampleBooking({
  series_id: 'series',
  resources: [{ id: room, name: 'Studio A', kind: 'room' }],
})
const fields = getChangeFields(booking, 'EUR')

test('only changed fields are sent, and a new room sends no other resources', () => {
  expect(toChangeInput(fields, booking, 'EUR')).toEqual({})
  expect(toChangeInput({ ...fields, room_id: other }, booking, 'EUR')).toEqual({ room_id: other })
  expect(toChangeInput({ ...fields, other_resource_ids: [person] }, booking, 'EUR')).toEqual({
    add_resource_ids: [person],
  })
  const assisted = {
    ...booking,
    resources: [...booking.resources, { id: person, name: 'Kim', kind: 'person' as const }],
  }
  expect(toChangeInput({ ...getChangeFields(assisted, 'EUR'), other_resource_ids: [] }, assisted, 'EUR')).toEqual({
    remove_resource_ids: [person],
  })
  expect(toChangeInput({ ...fields, start_time: '11:00' }, booking, 'EUR')).toEqual({ start_time: '11:00' })
})

test('a change of a series sends only the changed fields, so each session keeps its other values', () => {
  const assisted = { ...fields, scope: 'all' as const, other_resource_ids: [person], end_time: '13:00' }
  expect(toSeriesChangeInput(assisted, booking, 'EUR')).toEqual({
    add_resource_ids: [person],
    end_time: '13:00',
    on_conflict: 'refuse',
  })
})

test('a new date moves all sessions of a series by the same number of days', () => {
  const later = { ...fields, scope: 'all' as const, booking_date: '2026-11-26' }
  expect(toSeriesChangeInput(later, booking, 'EUR')).toEqual({ shift_days: 2, on_conflict: 'refuse' })
})

test('a new time applies to all or the following sessions of a series, and conflicts can be skipped', () => {
  const times = { start_time: '22:00', end_time: '01:00', ends_next_day: true }
  const moved = { ...fields, start_time: '22:00', end_time: '01:00', skips_conflicts: true }
  expect(toSeriesChangeInput({ ...moved, scope: 'all' }, booking, 'EUR')).toEqual({ ...times, on_conflict: 'skip' })
  expect(toSeriesChangeInput({ ...moved, scope: 'following' }, booking, 'EUR')).toEqual({
    ...times,
    from: '2026-11-24',
    on_conflict: 'skip',
  })
})

test('a session of several days keeps its number of days when its times change', () => {
  const lockOut = { ...booking, end_time: '18:00', ends_next_day: true, days: 3 }
  const later = { ...getChangeFields(lockOut, 'EUR'), end_time: '09:00' }
  expect(toChangeInput(later, lockOut, 'EUR')).toEqual({ end_time: '09:00' })
  expect(toChangeInput({ ...later, days: 2 }, lockOut, 'EUR')).toEqual({ end_time: '09:00', days: 2 })
})

test('a series moves by at most 6 days, a single session to any day', () => {
  const schema = changeSchema(booking, 'EUR')
  const nextWeek = { ...fields, booking_date: '2026-12-01' }
  expect(schema.safeParse(nextWeek).success).toBe(true)
  expect(schema.safeParse({ ...nextWeek, scope: 'following' }).error?.issues).toMatchObject([
    { path: ['booking_date'], message: 'The sessions of a series move by at most 6 days' },
  ])
})
