import { expect, test } from 'vitest'
import { chooseBookingEvent, compareAuditedFields } from './rules.ts'

const session = {
  booking_date: '2026-11-23',
  start_time: '10:00',
  end_time: '12:00',
  ends_next_day: false,
  status: 'pending',
  notes: null,
  price_minor: 8000,
  currency: 'EUR',
  no_show_at: null,
  client_id: 'c',
  resources: [{ id: 'a', name: 'Studio A', kind: 'room' }],
}

test('a change has the fields that differ, before and after, and nothing else', () => {
  expect(compareAuditedFields(session, { ...session, start_time: '11:00', version: 2 })).toEqual({
    before: { start_time: '10:00' },
    after: { start_time: '11:00' },
  })
  expect(compareAuditedFields(session, { ...session, notes: 'Loud.' })).toEqual({
    before: { notes: null },
    after: { notes: 'Loud.' },
  })
})

test('a created booking has all its fields, with rooms by name', () => {
  const { before, after } = compareAuditedFields(null, session)
  expect(before).toEqual({})
  expect(after).toMatchObject({ booking_date: '2026-11-23', status: 'pending', resources: ['Studio A'] })
  expect(after).not.toHaveProperty('client_id')
})

test('an action becomes the event that happened to the booking', () => {
  expect(chooseBookingEvent('bookings.createSeries', null, { status: 'pending' })).toBe('created')
  expect(chooseBookingEvent('bookings.update', session, { ...session, resources: [] })).toBe('moved')
  // Two rooms may have the same name.
  const otherRoom = [{ id: 'c', name: 'Studio A', kind: 'room' }]
  expect(chooseBookingEvent('bookings.update', session, { ...session, resources: otherRoom })).toBe('moved')
  expect(chooseBookingEvent('bookings.update', session, { ...session, price_minor: 9000 })).toBe('edited')
  const withEngineer = [...session.resources, { id: 'b', name: 'Sam Okafor', kind: 'person' }]
  expect(chooseBookingEvent('bookings.update', session, { ...session, resources: withEngineer })).toBe('edited')
  expect(chooseBookingEvent('bookings.noShow', session, { ...session, no_show_at: '2026-11-23T13:00:00Z' })).toBe(
    'no_show',
  )
  expect(chooseBookingEvent('bookings.noShow', session, session)).toBe('came_after_all')
})

test('missing fields and invalid values of an older audit entry are left out', () => {
  expect(compareAuditedFields({ status: 'confirmed' }, { status: 'finished', start_time: '25:99' })).toEqual({
    before: { status: 'confirmed' },
    after: {},
  })
})
