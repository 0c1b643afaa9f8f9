import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ErrorCode } from '../../errors.ts'
import { AppError } from '../../errors.ts'
import { HOUR_MS } from '../../shared/durations.ts'
import { dayStart, instantAt, localAt, plusDays } from '../../shared/instants.ts'
import {
  computeInstants,
  getEndDate,
  getPlanMonth,
  isTooLateToCancel,
  localTimesExist,
  type SessionTimes,
  splitBusyTime,
  withBuffers,
} from './rules.ts'

const session = (booking_date: string, start_time: string, end_time: string, ends_next_day = false): SessionTimes => ({
  booking_date,
  start_time,
  end_time,
  ends_next_day,
  days: ends_next_day ? 2 : 1,
})

function errorCode(work: () => unknown): ErrorCode | 'none' {
  try {
    work()
    return 'none'
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

const hoursOf = ({ starts_at, ends_at }: { starts_at: string; ends_at: string }) =>
  (Date.parse(ends_at) - Date.parse(starts_at)) / HOUR_MS

describe('instants of a session', () => {
  test("a session takes place by the studio's local time", () => {
    expect(computeInstants(session('2027-01-15', '10:00', '12:00'), 'America/New_York')).toEqual({
      starts_at: '2027-01-15T15:00:00.000Z',
      ends_at: '2027-01-15T17:00:00.000Z',
    })
    expect(computeInstants(session('2027-01-15', '10:00', '12:00'), 'Asia/Kolkata').starts_at).toBe(
      '2027-01-15T04:30:00.000Z',
    )
    expect(computeInstants(session('2027-01-15', '10:00', '12:00'), 'Pacific/Chatham').starts_at).toBe(
      '2027-01-14T20:15:00.000Z',
    )
  })

  test('a session may run past midnight, up to a whole day', () => {
    expect(hoursOf(computeInstants(session('2027-01-15', '22:00', '02:00', true), 'Europe/Berlin'))).toBe(4)
    expect(hoursOf(computeInstants(session('2027-01-15', '00:00', '00:00', true), 'Europe/Berlin'))).toBe(24)
  })

  test('a session may last 14 days by the clock, even if the clocks change in between', () => {
    const lockOut = { ...session('2027-03-26', '10:00', '18:00', true), days: 4 }
    expect(hoursOf(computeInstants(lockOut, 'UTC'))).toBe(80)
    expect(hoursOf(computeInstants(lockOut, 'Europe/Berlin'))).toBe(79)
    expect(hoursOf(computeInstants({ ...lockOut, booking_date: '2027-10-29' }, 'Europe/Berlin'))).toBe(81)
    const longest = { ...session('2027-01-01', '10:00', '10:00', true), days: 15 }
    expect(computeInstants(longest, 'UTC').ends_at).toBe('2027-01-15T10:00:00.000Z')
    expect(errorCode(() => computeInstants({ ...longest, end_time: '10:01' }, 'UTC'))).toBe('RANGE_TOO_LONG')
    const endsInGap = { ...session('2027-03-26', '10:00', '02:30', true), days: 3 }
    expect(errorCode(() => computeInstants(endsInGap, 'Europe/Berlin'))).toBe('TIME_DOES_NOT_EXIST')
    expect(localTimesExist(endsInGap, 'Europe/Berlin')).toBe(false)
    expect(getEndDate(longest)).toBe('2027-01-15')
  })

  test('an end at or before the start is rejected', () => {
    expect(errorCode(() => computeInstants(session('2027-01-15', '10:00', '10:00'), 'UTC'))).toBe('INVALID_TIME_RANGE')
    expect(errorCode(() => computeInstants(session('2027-01-15', '10:00', '09:00'), 'UTC'))).toBe('INVALID_TIME_RANGE')
    expect(errorCode(() => computeInstants(session('2027-01-15', '10:00', '10:01'), 'UTC'))).toBe('none')
  })

  test.each([
    ['Europe/Berlin', '2027-03-28', '02:30'],
    ['America/New_York', '2027-03-14', '02:00'],
    ['Australia/Lord_Howe', '2027-10-03', '02:15'],
    ['Africa/Cairo', '2027-04-30', '00:30'],
    ['Pacific/Chatham', '2027-09-26', '03:00'],
    ['Pacific/Apia', '2011-12-30', '12:00'],
  ])('in %s the clocks skip %s %s, for starts and ends', (zone, date, time) => {
    expect(errorCode(() => computeInstants(session(date, time, '23:00'), zone))).toBe('TIME_DOES_NOT_EXIST')
    const before = { ...session(Temporal.PlainDate.from(date).subtract({ days: 1 }).toString(), '23:30', time, true) }
    expect(errorCode(() => computeInstants(before, zone))).toBe('TIME_DOES_NOT_EXIST')
  })

  test.each([
    ['Europe/Berlin', '2027-10-31', '02:30', '2027-10-31T00:30:00.000Z'],
    ['America/New_York', '2027-11-07', '01:30', '2027-11-07T05:30:00.000Z'],
    ['Australia/Lord_Howe', '2027-04-04', '01:45', '2027-04-03T14:45:00.000Z'],
  ])('in %s %s %s occurs twice and means the first occurrence', (zone, date, time, instant) => {
    expect(computeInstants(session(date, time, '12:00'), zone).starts_at).toBe(instant)
  })

  test('days of 23, 24, 25, 23.5 and 24.5 hours have the right length', () => {
    const lengthOf = (date: string, zone: string) =>
      hoursOf(computeInstants(session(date, '00:00', '00:00', true), zone))
    expect(lengthOf('2027-03-28', 'Europe/Berlin')).toBe(23)
    expect(lengthOf('2027-03-29', 'Europe/Berlin')).toBe(24)
    expect(lengthOf('2027-10-31', 'Europe/Berlin')).toBe(25)
    expect(lengthOf('2027-10-03', 'Australia/Lord_Howe')).toBe(23.5)
    expect(lengthOf('2027-04-04', 'Australia/Lord_Howe')).toBe(24.5)
  })

  test('every local time that exists survives the conversion in every zone, and later times are later instants', () => {
    const zones = Intl.supportedValuesOf('timeZone')
    const time = fc.integer({ min: 0, max: 1439 })
    const text = (minutes: number) =>
      `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 18 * 365 }),
        time,
        time,
        (zone, days, firstTime, secondTime) => {
          const date = Temporal.PlainDate.from('2020-01-01').add({ days }).toString()
          const [from, to] = [Math.min(firstTime, secondTime), Math.max(firstTime, secondTime)]
          const starts = instantAt(date, text(from), zone)
          const ends = instantAt(date, text(to), zone)
          if (starts) expect(localAt(starts.toString(), zone)).toEqual({ date, time: text(from) })
          if (starts && ends && from < to) expect(starts.epochMilliseconds).toBeLessThan(ends.epochMilliseconds)
        },
      ),
      { numRuns: 3000 },
    )
  })
})

test('a client may cancel until exactly the cut-off, and never after the start', () => {
  const starts_at = '2027-01-15T12:00:00Z'
  expect(isTooLateToCancel(starts_at, 24, new Date('2027-01-14T12:00:00Z'))).toBe(false)
  expect(isTooLateToCancel(starts_at, 24, new Date('2027-01-14T12:00:01Z'))).toBe(true)
  expect(isTooLateToCancel(starts_at, 0, new Date('2027-01-15T11:59:59Z'))).toBe(false)
  expect(isTooLateToCancel(starts_at, 0, new Date('2027-01-15T12:00:00Z'))).toBe(true)
})

test('a plan counts the calendar month of the booking date', () => {
  expect(getPlanMonth('2028-02-29')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(getPlanMonth('2027-12-31')).toEqual({ from: '2027-12-01', to: '2027-12-31' })
})

test('adding days is correct across months, leap days and clock changes', () => {
  expect(plusDays('2028-02-28', 2)).toBe('2028-03-01')
  expect(plusDays('2027-03-27', 1)).toBe('2027-03-28')
  expect(plusDays('2027-01-01', -1)).toBe('2026-12-31')
})

test('a day begins at its first instant, even if midnight is skipped', () => {
  expect(dayStart('2027-01-15', 'Asia/Kolkata')).toBe('2027-01-14T18:30:00Z')
  expect(dayStart('2027-04-30', 'Africa/Cairo')).toBe('2027-04-29T22:00:00Z')
})

describe('busy time', () => {
  test("is in the studio's local time and cut at midnight", () => {
    const reservation = { room_id: 'r', starts_at: '2027-01-15T20:30:00.000Z', ends_at: '2027-01-16T01:00:00.000Z' }
    expect(splitBusyTime(reservation, 'Europe/Berlin')).toEqual([
      { room_id: 'r', booking_date: '2027-01-15', start_time: '21:30', end_time: '00:00', ends_next_day: true },
      { room_id: 'r', booking_date: '2027-01-16', start_time: '00:00', end_time: '02:00', ends_next_day: false },
    ])
  })

  test('ending at midnight has no part on the next day', () => {
    const reservation = { room_id: 'r', starts_at: '2027-01-15T20:00:00.000Z', ends_at: '2027-01-16T00:00:00.000Z' }
    expect(splitBusyTime(reservation, 'UTC')).toEqual([
      { room_id: 'r', booking_date: '2027-01-15', start_time: '20:00', end_time: '00:00', ends_next_day: true },
    ])
  })

  test('that clocks repeat when they go back is busy both times', () => {
    const repeated = { room_id: 'r', starts_at: '2026-10-25T00:30:00.000Z', ends_at: '2026-10-25T01:30:00.000Z' }
    expect(splitBusyTime(repeated, 'Europe/Berlin')).toEqual([
      { room_id: 'r', booking_date: '2026-10-25', start_time: '02:30', end_time: '03:30', ends_next_day: false },
    ])
    const beforeAndAfter = { room_id: 'r', starts_at: '2026-10-24T23:30:00.000Z', ends_at: '2026-10-25T01:30:00.000Z' }
    expect(splitBusyTime(beforeAndAfter, 'Europe/Berlin')).toEqual([
      { room_id: 'r', booking_date: '2026-10-25', start_time: '01:30', end_time: '03:30', ends_next_day: false },
    ])
  })
})

test('buffers are kept free before and after', () => {
  const instants = { starts_at: '2027-01-15T10:00:00.000Z', ends_at: '2027-01-15T11:00:00.000Z' }
  expect(withBuffers(instants, { setup_minutes: 15, teardown_minutes: 30 })).toEqual({
    from: '2027-01-15T09:45:00.000Z',
    to: '2027-01-15T11:30:00.000Z',
  })
})
