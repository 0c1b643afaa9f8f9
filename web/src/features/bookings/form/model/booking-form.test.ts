import { expect, test } from 'vitest'
import {
  bookingFormSchema,
  createEmptyBooking,
  getEndByService,
  getNextStart,
  suggestEnd,
  toBookingInput,
} from './booking-form.ts'

const today = '2026-11-21'
const room = '0192f0e4-7b1c-7a3e-8f00-000000000001'
const client = '0192f0e4-7b1c-7a3e-8f00-000000000002'

const completeFields = {
  ...createEmptyBooking('2026-11-23'),
  start_time: '10:00',
  end_time: '12:00',
  service_type: 'recording',
}

function messagesOf(fields: object) {
  const result = bookingFormSchema(today).safeParse(fields)
  return result.success
    ? {}
    : Object.fromEntries(result.error.issues.map(({ path, message }) => [path.join(), message]))
}

test('an empty form says what is missing', () => {
  expect(messagesOf(createEmptyBooking(''))).toEqual({
    booking_date: 'Please select a date',
    start_time: 'Start time is required',
    end_time: 'End time is required',
    service_type: 'Service type is required',
  })
})

test('a complete form is valid, also for today', () => {
  expect(messagesOf(completeFields)).toEqual({})
  expect(messagesOf({ ...completeFields, booking_date: today })).toEqual({})
})

test("a day before today in the studio's time zone is in the past", () => {
  expect(messagesOf({ ...completeFields, booking_date: '2026-11-20' })).toEqual({
    booking_date: 'That time has already passed.',
  })
})

test('an end at or before the start is rejected unless it is on the next day', () => {
  expect(messagesOf({ ...completeFields, end_time: '10:00' })).toEqual({ end_time: 'The end must be after the start.' })
  expect(messagesOf({ ...completeFields, end_time: '02:00', days: 2 })).toEqual({})
})

test('notes may have 2,000 characters', () => {
  expect(messagesOf({ ...completeFields, notes: 'x'.repeat(2000) })).toEqual({})
  expect(messagesOf({ ...completeFields, notes: 'x'.repeat(2001) })).toEqual({
    notes: 'Notes must be at most 2,000 characters',
  })
})

test('blocked time is sent without the client and the price that were entered before', () => {
  const blocked = {
    ...completeFields,
    booking_type: 'blocked_time',
    service_type: 'holiday',
    client_id: client,
    price_minor: 5_000,
    price_reason: 'Agreed',
  } as const
  const sent = Object.keys(toBookingInput(blocked))
  for (const name of ['client_id', 'price_minor', 'price_reason']) expect(sent).not.toContain(name)
  expect(toBookingInput({ ...completeFields, client_id: client })).toHaveProperty('client_id', client)
})

test('an empty field is not sent', () => {
  expect(toBookingInput(completeFields)).toEqual({
    booking_type: 'client_booking',
    booking_date: '2026-11-23',
    start_time: '10:00',
    end_time: '12:00',
    days: 1,
    service_type: 'recording',
    notes: null,
  })
  expect(toBookingInput({ ...completeFields, room_id: room })).toHaveProperty('room_id', room)
})

test('a repetition is not part of the request for one booking', () => {
  expect(toBookingInput({ ...completeFields, every_weeks: 2, ends: 'until', until: '2027-01-31' })).not.toHaveProperty(
    'until',
  )
})

test('after a click on a start, the end follows the service until the times are changed', () => {
  const clickedStart = { start_time: '10:00', end_time: '11:00', isClicked: true }
  expect(getEndByService(clickedStart, clickedStart, 120)).toEqual({ end_time: '12:00', days: 1 })
  expect(
    getEndByService(
      { start_time: '23:00', end_time: '00:00' },
      { ...clickedStart, start_time: '23:00', end_time: '00:00' },
      120,
    ),
  ).toEqual({ end_time: '01:00', days: 2 })
  expect(getEndByService({ ...clickedStart, end_time: '13:00' }, clickedStart, 120)).toBeNull()
  // A time that was selected by dragging does not change.
  expect(getEndByService(clickedStart, { ...clickedStart, isClicked: false }, 120)).toBeNull()
})

test('the suggested end is after the default length of the service, or after an hour', () => {
  expect(suggestEnd('14:30', { default_minutes: 120 })).toBe('16:30')
  expect(suggestEnd('23:30', undefined)).toBe('00:30')
  expect(suggestEnd('', { default_minutes: 120 })).toBeUndefined()
})

test('the list of starts opens at the next quarter of an hour today, in the zone of the studio', () => {
  expect(getNextStart(new Date('2026-11-21T09:48:00Z'), 'Europe/Amsterdam')).toBe('11:00')
  expect(getNextStart(new Date('2026-11-21T09:45:00Z'), 'Europe/Amsterdam')).toBe('10:45')
  expect(getNextStart(new Date('2026-11-21T22:59:00Z'), 'Europe/Amsterdam')).toBe('23:45')
})
