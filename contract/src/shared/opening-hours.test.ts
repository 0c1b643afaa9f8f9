import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  findOverlap,
  getWeekday,
  type Hours,
  hoursOfResource,
  isWithinOpeningHours,
  openRanges,
  type Span,
  toMinutes,
  type WeeklyHours,
} from './opening-hours.ts'

// 2027-01-15 is a Friday.
const FRIDAY = '2027-01-15'
const friday = { weekday: 5, opens: '18:00', closes: '02:00', closes_next_day: true }
const saturdayNight = { weekday: 6, opens: '02:00', closes: '06:00', closes_next_day: false }

const weekOf = (...weekly: WeeklyHours[]): Hours => ({ weekly, exceptions: [] })
const within = (start_time: string, end_time: string, ends_next_day: boolean, hours = weekOf(friday)) =>
  isWithinOpeningHours({ booking_date: FRIDAY, start_time, end_time, days: ends_next_day ? 2 : 1 }, hours)

test('a session is inside opening hours only if all of it is', () => {
  expect(within('18:00', '23:59', false)).toBe(true)
  expect(within('17:59', '20:00', false)).toBe(false)
  expect(within('22:00', '02:00', true)).toBe(true)
  expect(within('22:00', '02:01', true)).toBe(false)
})

test("yesterday's opening hours after midnight belong to today", () => {
  const session = { booking_date: '2027-01-16', start_time: '00:30', end_time: '02:00', days: 1 }
  expect(isWithinOpeningHours(session, weekOf(friday))).toBe(true)
  expect(isWithinOpeningHours({ ...session, end_time: '02:30' }, weekOf(friday))).toBe(false)
})

test('adjacent ranges are joined', () => {
  expect(within('22:00', '04:00', true, weekOf(friday, saturdayNight))).toBe(true)
  expect(openRanges(weekOf(friday, saturdayNight), FRIDAY)).toEqual([{ from: 18 * 60, to: 30 * 60 }])
})

test('a studio without opening hours is closed', () => {
  expect(within('10:00', '11:00', false, weekOf())).toBe(false)
})

describe('an exception', () => {
  const closedOn = (date: string): Hours => ({ weekly: [friday, saturdayNight], exceptions: [{ date, spans: [] }] })
  const after = { booking_date: '2027-01-16', start_time: '00:30', end_time: '01:30', days: 1 }

  test('replaces the hours of its weekday', () => {
    const special = { date: FRIDAY, spans: [{ opens: '10:00', closes: '14:00', closes_next_day: false }] }
    expect(openRanges({ weekly: [friday], exceptions: [special] }, FRIDAY)).toEqual([{ from: 600, to: 840 }])
  })

  test('still has the hours that began the night before, and starts none', () => {
    expect(isWithinOpeningHours(after, closedOn('2027-01-16'))).toBe(true)
    expect(within('22:00', '03:00', true, closedOn('2027-01-16'))).toBe(false)
    expect(within('22:00', '02:00', true, closedOn('2027-01-16'))).toBe(true)
    expect(isWithinOpeningHours(after, closedOn(FRIDAY))).toBe(false)
    expect(within('18:00', '19:00', false, closedOn(FRIDAY))).toBe(false)
  })

  test('may run past midnight, and the next day follows its own week', () => {
    const night = { date: '2027-01-14', spans: [{ opens: '20:00', closes: '18:00', closes_next_day: true }] }
    expect(openRanges({ weekly: [friday], exceptions: [night] }, FRIDAY)).toEqual([{ from: -240, to: 26 * 60 }])
  })
})

describe('a resource with its own week', () => {
  const ownWeek = [{ weekday: 5, opens: '22:00', closes: '06:00', closes_next_day: true }]

  test("is open in its own week, also outside the studio's hours", () => {
    expect(openRanges(hoursOfResource(ownWeek, weekOf(friday)), FRIDAY)).toEqual([{ from: 22 * 60, to: 30 * 60 }])
    expect(openRanges(hoursOfResource([], weekOf(friday)), FRIDAY)).toEqual([])
    expect(hoursOfResource(null, weekOf(friday))).toEqual(weekOf(friday))
  })

  test('is open on an exception only if both are open', () => {
    const studio: Hours = {
      weekly: [friday],
      exceptions: [{ date: FRIDAY, spans: [{ opens: '12:00', closes: '00:00', closes_next_day: true }] }],
    }
    expect(openRanges(hoursOfResource(ownWeek, studio), FRIDAY)).toEqual([{ from: 22 * 60, to: 24 * 60 }])
    expect(
      openRanges(hoursOfResource(ownWeek, { weekly: [], exceptions: [{ date: FRIDAY, spans: [] }] }), FRIDAY),
    ).toEqual([])
  })
})

test('overlapping hours of one day are found, adjacent ones are not', () => {
  const span = (opens: string, closes: string, closes_next_day = false) => ({ opens, closes, closes_next_day })
  expect(findOverlap([span('08:00', '12:00'), span('12:00', '18:00'), span('20:00', '02:00', true)])).toBe(-1)
  expect(findOverlap([span('08:00', '12:00'), span('11:59', '18:00')])).toBe(1)
  expect(findOverlap([span('20:00', '02:00', true), span('08:00', '12:00'), span('23:00', '01:00', true)])).toBe(2)
})

describe('for all opening hours', () => {
  const time = fc
    .integer({ min: 0, max: 95 })
    .map(
      (quarter) => `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`,
    )
  const span = fc
    .tuple(time, time)
    .map(([opens, closes]): Span => ({ opens, closes, closes_next_day: opens >= closes }))
  const week = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 6 }), span).map(([weekday, range]) => ({ weekday, ...range })),
    { maxLength: 12 },
  )
  const days = ['2027-01-13', '2027-01-14', FRIDAY, '2027-01-16', '2027-01-17']
  const exceptions = fc.uniqueArray(
    fc.record({ date: fc.constantFrom(...days), spans: fc.array(span, { maxLength: 3 }) }),
    { selector: ({ date }) => date, maxLength: 4 },
  )
  const hours = fc.record({ weekly: week, exceptions })

  /** A simple reference: checks every span of every day for a minute that is counted from midnight of the day `today`. */
  const isOpen = ({ weekly, exceptions: special }: Hours, today: number, minute: number) =>
    days.some((date, index) => {
      const spans =
        special.find((exception) => exception.date === date)?.spans ??
        weekly.filter(({ weekday }) => weekday === getWeekday(date))
      const minuteOfDay = minute + (today - index) * 1440
      return spans.some(({ opens, closes, closes_next_day }) =>
        closes_next_day
          ? minuteOfDay >= toMinutes(opens) && minuteOfDay < 1440 + toMinutes(closes)
          : minuteOfDay >= toMinutes(opens) && minuteOfDay < toMinutes(closes),
      )
    })
  const quarters = [...Array(2 * 96).keys()].map((quarter) => quarter * 15)
  const covers = (ranges: { from: number; to: number }[], minute: number) =>
    ranges.some(({ from, to }) => from <= minute && minute < to)

  test('a minute is in a range exactly if a span of its day or the day before contains it', () => {
    fc.assert(
      fc.property(hours, (openingHours) => {
        const ranges = openRanges(openingHours, FRIDAY)
        for (const minute of quarters.filter((quarter) => quarter < 1440)) {
          if (covers(ranges, minute) !== isOpen(openingHours, 2, minute)) return false
        }
        return ranges.every(({ from, to }, index) => from < to && (ranges[index - 1]?.to ?? -Infinity) < from)
      }),
      { numRuns: 300 },
    )
  })

  test('a session over midnight gets the same result from either day', () => {
    fc.assert(
      fc.property(hours, fc.integer({ min: 0, max: 95 }), (openingHours, quarter) => {
        const fromFriday = covers(openRanges(openingHours, FRIDAY), 1440 + quarter * 15)
        return fromFriday === covers(openRanges(openingHours, '2027-01-16'), quarter * 15)
      }),
      { numRuns: 300 },
    )
  })

  test('an exception does not change hours that begin on another day', () => {
    fc.assert(
      fc.property(week, fc.array(span, { maxLength: 3 }), (weekly, spans) => {
        const plain = openRanges({ weekly, exceptions: [] }, FRIDAY)
        const withException = openRanges({ weekly, exceptions: [{ date: '2027-01-17', spans }] }, FRIDAY)
        expect(withException).toEqual(plain)
      }),
    )
  })

  test('on an exception a resource is open only within the exception and its own week', () => {
    fc.assert(
      fc.property(hours, week, (studio, ownWeek) => {
        const resourceHours = hoursOfResource(ownWeek, studio)
        const special = new Set(studio.exceptions.map(({ date }) => date))
        return resourceHours.exceptions.every(({ date, spans }) => {
          const contains = (list: readonly Span[], minute: number) =>
            list.some(
              (span) =>
                toMinutes(span.opens) <= minute && minute < toMinutes(span.closes) + (span.closes_next_day ? 1440 : 0),
            )
          const exceptionSpans = studio.exceptions.find((exception) => exception.date === date)?.spans ?? []
          const weekSpans = ownWeek.filter(({ weekday }) => weekday === getWeekday(date))
          return (
            special.has(date) &&
            quarters.every(
              (minute) => contains(spans, minute) === (contains(exceptionSpans, minute) && contains(weekSpans, minute)),
            )
          )
        })
      }),
      { numRuns: 200 },
    )
  })
})

test('a session longer than a day begins and ends in opening hours; in between the studio may be closed', () => {
  const days = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: '09:00', closes: '18:00', closes_next_day: false }))
  const hours = { weekly: days, exceptions: [] }
  // 2027-01-15 is a Friday.
  const lockOut = { booking_date: '2027-01-14', start_time: '10:00', end_time: '18:00', days: 2 }
  expect(isWithinOpeningHours(lockOut, hours)).toBe(true)
  expect(isWithinOpeningHours({ ...lockOut, days: 3 }, hours)).toBe(false)
  expect(isWithinOpeningHours({ ...lockOut, days: 5 }, hours)).toBe(true)
  expect(isWithinOpeningHours({ ...lockOut, end_time: '18:15' }, hours)).toBe(false)
  expect(isWithinOpeningHours({ ...lockOut, start_time: '08:45' }, hours)).toBe(false)
  expect(isWithinOpeningHours({ ...lockOut, start_time: '18:00', end_time: '18:00', days: 3 }, hours)).toBe(false)
  // Not longer than a day: all of it must be open.
  expect(isWithinOpeningHours({ ...lockOut, end_time: '10:00' }, hours)).toBe(false)
  const openLate = {
    ...hours,
    exceptions: [{ date: '2027-01-15', spans: [{ opens: '09:00', closes: '02:00', closes_next_day: true }] }],
  }
  expect(isWithinOpeningHours({ ...lockOut, end_time: '00:00', days: 3 }, openLate)).toBe(true)
  expect(isWithinOpeningHours({ ...lockOut, end_time: '02:00', days: 3 }, openLate)).toBe(true)
})
