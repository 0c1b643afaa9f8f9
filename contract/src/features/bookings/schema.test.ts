import { describe, expect, test } from 'vitest'
import { NewBlock } from './blocks/schema.ts'
import { BookingChange, NewBooking, NewBookingAtStudio, newBookingFields } from './input/schema.ts'
import { BookingsQuery } from './lists/schema.ts'
import { NewSeries, SeriesChange, SeriesEnd } from './series/schema.ts'

const valid = {
  booking_date: '2027-01-15',
  start_time: '10:00',
  end_time: '12:00',
  service_type: 'recording',
  booking_type: 'client_booking',
}

/** The path, message and code (if any) of each issue. */
function listIssues(input: unknown) {
  const parsed = NewBooking.safeParse(input)
  return (parsed.error?.issues ?? []).map((issue) => {
    const code = issue.code === 'custom' ? issue.params?.code : undefined
    return [issue.path.join('.'), issue.message, ...(code ? [code] : [])]
  })
}

describe('the booking form', () => {
  test('accepts what the form sends', () => {
    expect(listIssues(valid)).toEqual([])
    expect(listIssues({ ...valid, notes: '', client_id: null, room_id: null, project_id: null })).toEqual([])
  })

  test.each([
    ['booking_date', 'Please select a date'],
    ['start_time', 'Start time is required'],
    ['end_time', 'End time is required'],
    ['service_type', 'Service type is required'],
  ])('a missing field gets its own message: %s', (field, message) => {
    expect(listIssues({ ...valid, [field]: undefined })).toEqual([[field, message]])
    expect(listIssues({ ...valid, [field]: '' })).toEqual([[field, message]])
  })

  test.each([
    ['start_time', '25:61'],
    ['end_time', '24:00'],
    ['end_time', '12:00:60'],
    ['booking_date', '2026-02-30'],
    ['booking_date', '10000-01-01'],
    ['booking_date', 'infinity'],
  ])('a date or time that does not exist is an invalid range: %s %s', (field, value) => {
    expect(listIssues({ ...valid, [field]: value })).toEqual([[field, expect.any(String), 'INVALID_TIME_RANGE']])
  })

  test.each(['10', 'noon', '9:5', 5, {}])(
    'an invalid start gets an error that explains the format: %j',
    (start_time) => {
      expect(listIssues({ ...valid, start_time })[0]?.slice(0, 2)).toEqual([
        'start_time',
        'Start time must be a time, such as 09:30',
      ])
    },
  )

  test('blocked time has one of the five reasons', () => {
    expect(listIssues({ ...valid, booking_type: 'blocked_time', service_type: 'holiday' })).toEqual([])
    expect(listIssues({ ...valid, booking_type: 'blocked_time' })).toEqual([
      ['service_type', 'Service type is required'],
    ])
  })

  test('notes have at most 2,000 characters; an emoji counts as one', () => {
    expect(listIssues({ ...valid, notes: '🎤'.repeat(2000) })).toEqual([])
    expect(listIssues({ ...valid, notes: 'n'.repeat(2001) })[0]?.slice(0, 2)).toEqual([
      'notes',
      'Notes must be at most 2,000 characters',
    ])
  })

  test.each([
    [0, 'A booking lasts at least 1 day'],
    [1.5, 'Enter a whole number of days'],
    ['2', 'Enter a whole number of days'],
    [16, 'A booking lasts at most 14 days'],
  ])('a wrong number of days gets the error that fits it: %j', (days, message) => {
    expect(listIssues({ ...valid, days })).toEqual([['days', message]])
  })

  test('has the same checks in the API, where the studio is in the path', () => {
    const studio_id = '0f2e7a4e-57c6-4d1c-9d6c-0a1b2c3d4e5f'
    const issuesOf = (fields: object) =>
      NewBookingAtStudio.safeParse({ ...valid, studio_id, ...fields }).error?.issues.map(({ message }) => message)
    expect(issuesOf({})).toBeUndefined()
    expect(issuesOf({ booking_type: 'blocked_time' })).toEqual(['Service type is required'])
    expect(issuesOf({ price_minor: 100 })).toEqual(['Please enter why the price differs'])
    expect(issuesOf({ created_by: 'me' })).toHaveLength(1)
  })

  test('rejects unknown fields, and accepts a project', () => {
    expect(listIssues({ ...valid, created_by: 'me' })).toHaveLength(1)
    expect(listIssues({ ...valid, project_id: '0f2e7a4e-57c6-4d1c-9d6c-0a1b2c3d4e5f' })).toEqual([])
  })
})

describe('the range of a list', () => {
  const studio_id = '0f2e7a4e-57c6-4d1c-9d6c-0a1b2c3d4e5f'
  const fits = (from?: string, to?: string) => BookingsQuery.safeParse({ studio_id, from, to }).success

  test('has both days or none, in order, and at most 62 days', () => {
    expect(fits()).toBe(true)
    expect(fits('2027-01-01')).toBe(false)
    expect(fits(undefined, '2027-01-01')).toBe(false)
    expect(fits('2027-01-02', '2027-01-01')).toBe(false)
    expect(fits('2027-01-01', '2027-01-01')).toBe(true)
    expect(fits('2027-01-01', '2027-03-03')).toBe(true)
    expect(fits('2027-01-01', '2027-03-04')).toBe(false)
  })
})

describe('the error of a field', () => {
  const inputs = { NewBooking: newBookingFields, BookingChange, NewSeries, NewBlock, SeriesChange, SeriesEnd }

  // zod's own sentences are for developers.
  test.each(Object.entries(inputs))('is one of our own sentences: %s', (_name, schema) => {
    const fields = Object.keys(schema.shape)
    expect(fields.length).toBeGreaterThan(0)
    for (const wrong of [{ wrong: true }, [{}], 'x'.repeat(5000), -1.5]) {
      const { error } = schema.safeParse(Object.fromEntries(fields.map((field) => [field, wrong])))
      const fieldIssues = (error?.issues ?? []).filter(({ path }) => path[0] !== 'studio_id')
      expect(fieldIssues.filter(({ message }) => /^(Invalid|Too |Unrecognized)/.test(message))).toEqual([])
    }
  })
})
