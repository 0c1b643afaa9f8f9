import { describe, expect, test } from 'vitest'
import { guessDateOrder, readLength, readMoment, readTime, toStudioTime } from './rules.ts'

const at = (date: string, time: string | null = null, zone: string | null = null) => ({ date, time, zone })

describe('a date', () => {
  test.each([
    ['2026-03-04', at('2026-03-04')],
    ['2026-03-04T10:00', at('2026-03-04', '10:00')],
    ['2026-03-04 10:00:00', at('2026-03-04', '10:00')],
    ['2026-03-04T10:00:00.000Z', at('2026-03-04', '10:00', 'UTC')],
    ['2026-03-04T10:00:00+02:00', at('2026-03-04', '10:00', '+02:00')],
    ['2026-03-04 10:00 +0530', at('2026-03-04', '10:00', '+05:30')],
    ['2026-03-04 10:00 (America/New_York)', at('2026-03-04', '10:00', 'America/New_York')],
    ['20260304T100000Z', at('2026-03-04', '10:00', 'UTC')],
    ['4.3.2026', at('2026-03-04')],
    ['04.03.26 14:30', at('2026-03-04', '14:30')],
    ['4/3/2026 2:30 PM', at('2026-03-04', '14:30')],
    ['04/03/2026, 2:30pm', at('2026-03-04', '14:30')],
    ['4-3-2026 14.30', at('2026-03-04', '14:30')],
    ['March 4, 2026 10:00 am', at('2026-03-04', '10:00')],
    ['Wednesday, March 4th 2026 at 10 am', at('2026-03-04', '10:00')],
    ['Wed 4 Mar 2026 12:00 AM', at('2026-03-04', '00:00')],
    ['Mar 3, 2026', at('2026-03-03')],
    ['Mar 3, 2026 10:00', at('2026-03-03', '10:00')],
    ['Sept 3, 2026', at('2026-09-03')],
    ['mar 3 mars 2026', at('2026-03-03')],
    ['4-Mar-26', at('2026-03-04')],
    ['Mittwoch, 4. März 2026 um 14 Uhr', at('2026-03-04', '14:00')],
    ['4 mars 2026 à 10h30', at('2026-03-04', '10:30')],
    ['4 de marzo de 2026', at('2026-03-04')],
    ['10:00am - Wednesday, March 4, 2026', at('2026-03-04', '10:00')],
    ['46085', at('2026-03-04')],
    ['46085.4375', at('2026-03-04', '10:30')],
    ['2026-03-04 10:00 AM GMT-5', at('2026-03-04', '10:00', '-05:00')],
    ['29/2/2028', at('2028-02-29')],
  ])('is read from %s', (cell, moment) => {
    expect(readMoment(cell, 'dmy')).toEqual(moment)
  })

  test('has the month first if the file has', () => {
    expect(readMoment('03/04/2026 14:30', 'mdy')).toEqual(at('2026-03-04', '14:30'))
    // Dates with points always have the day first.
    expect(readMoment('04.03.2026', 'mdy')).toEqual(at('2026-03-04'))
  })

  test.each(['soon', '31/02/2026', '13/13/2026', '2026-00-10', '=NOW()', '', '12', '1/2/1850'])(
    'is not read from %s',
    (cell) => {
      expect(readMoment(cell, 'dmy')).toEqual({
        problem: `"${cell}" is not a date that we can read. Write it like 2026-03-04.`,
      })
    },
  )

  test('with an invalid time or time zone is a problem', () => {
    expect(readMoment('2026-03-04 25:00', 'dmy')).toMatchObject({ problem: expect.stringContaining('is not a time') })
    expect(readMoment('2026-03-04 13:00 PM', 'dmy')).toMatchObject({
      problem: expect.stringContaining('is not a time'),
    })
    expect(readMoment('2026-03-04 10:00 CST', 'dmy')).toEqual({
      problem: `We don't know the time zone "CST". Write it like Europe/Berlin or +02:00.`,
    })
  })
})

test('a time is read in 12 and 24 hours', () => {
  expect(readTime('9:05')).toEqual({ time: '09:05', zone: null })
  expect(readTime('12 pm')).toEqual({ time: '12:00', zone: null })
  expect(readTime('12:15 a.m.')).toEqual({ time: '00:15', zone: null })
  expect(readTime('1430')).toEqual({ time: '14:30', zone: null })
  expect(readTime('14:30:00 UTC')).toEqual({ time: '14:30', zone: 'UTC' })
  expect(readTime('noon-ish')).toMatchObject({ problem: expect.any(String) })
})

test('the person has to choose the order of day and month if no date shows it', () => {
  expect(guessDateOrder(['01/02/2026', '13/02/2026'])).toEqual({ value: 'dmy', example: '01/02/2026' })
  expect(guessDateOrder(['01/02/2026', '02/13/2026'])).toEqual({ value: 'mdy', example: '01/02/2026' })
  expect(guessDateOrder(['01/02/2026', '05/05/2026'])).toEqual({ value: null, example: '01/02/2026' })
  // Every order gives the same dates.
  expect(guessDateOrder(['05/05/2026', '1.2.2026', '2026-01-02'])).toEqual({ value: null, example: null })
  // Both orders in one file.
  expect(guessDateOrder(['13/02/2026', '02/13/2026'])).toEqual({ value: null, example: '13/02/2026' })
})

test('a time is the local time of the studio, and a skipped one is a problem', () => {
  const local = (date: string, time: string, zone: string | null) => toStudioTime({ date, time, zone }, 'Europe/Berlin')
  expect(local('2026-03-04', '10:00', null)).toEqual({ date: '2026-03-04', time: '10:00' })
  expect(local('2026-03-04', '23:30', 'UTC')).toEqual({ date: '2026-03-05', time: '00:30' })
  expect(local('2026-07-04', '10:00', 'America/New_York')).toEqual({ date: '2026-07-04', time: '16:00' })
  expect(local('2026-07-04', '10:00', '-05:00')).toEqual({ date: '2026-07-04', time: '17:00' })
  expect(local('2026-03-29', '02:30', null)).toEqual({
    problem: 'The clocks change on 2026-03-29: 02:30 does not exist on that day. Correct the time in the file.',
  })
  // In New York that time exists.
  expect(local('2026-03-29', '02:30', 'America/New_York')).toEqual({ date: '2026-03-29', time: '08:30' })
})

test('a length is read in minutes and hours', () => {
  expect(readLength('90', 'minutes')).toBe(90)
  expect(readLength('1,5', 'hours')).toBe(90)
  expect(readLength('1:30', 'minutes')).toBe(90)
  expect(readLength('1h 30m', 'minutes')).toBe(90)
  expect(readLength('2 hours', 'minutes')).toBe(120)
  expect(readLength('45 min', 'hours')).toBe(45)
  expect(readLength('1.5 hrs', 'minutes')).toBe(90)
  expect(readLength('long', 'minutes')).toMatchObject({ problem: expect.any(String) })
})
