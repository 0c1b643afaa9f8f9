import { expect, test } from 'vitest'
import { countries, countryOfZone, getFormats } from './countries.ts'
import {
  dateFormat,
  dateRangeFormat,
  hourText,
  plainFormats,
  readerFormats,
  shortTimeRangeText,
  timeRangeText,
  timeText,
} from './formats.ts'
import { moneyText } from './money.ts'
import { Country } from './time.ts'

const day = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
const textsFor = (country: string | null) => {
  const formats = getFormats(country)
  return [day('2026-11-24', formats), timeText('14:05', formats), moneyText(123_450, 'EUR', formats)]
}

test('dates, times and amounts follow the country, with English words', () => {
  expect(textsFor('US')).toEqual(['Tue, Nov 24, 2026', '2:05 PM', '€1,234.50'])
  expect(textsFor('NL')).toEqual(['Tue, 24 Nov 2026', '14:05', '€\u00a01.234,50'])
  expect(textsFor('DE')).toEqual(['Tue, 24 Nov 2026', '14:05', '1.234,50\u00a0€'])
  expect(textsFor('GB')).toEqual(['Tue, 24 Nov 2026', '14:05', '€1,234.50'])
  expect(textsFor('CH')[2]).toBe("EUR\u00a01'234.50")
  expect(textsFor('AU').slice(0, 2)).toEqual(['Tue, 24 Nov 2026', '2:05 PM'])
  expect(textsFor('JP')[1]).toBe('14:05')
})

test('without a known country the formats are the default ones', () => {
  for (const country of [null, '', 'XX', 'nl']) expect(getFormats(country)).toEqual(plainFormats)
  expect(textsFor(null)).toEqual(['Tue, Nov 24, 2026', '14:05', '€1,234.50'])
})

test('a range writes AM or PM once, and its month and year once', () => {
  const us = getFormats('US')
  expect(timeRangeText('14:00', '16:00')).toBe('14:00 – 16:00')
  expect(timeRangeText('14:00', '16:00', us)).toBe('2:00 – 4:00 PM')
  expect(timeRangeText('10:00', '13:30', us)).toBe('10:00 AM – 1:30 PM')
  expect(shortTimeRangeText('14:00', '16:30', us)).toBe('2 – 4:30 PM')
  expect(shortTimeRangeText('14:00', '16:00')).toBe('14:00 – 16:00')
  // Over midnight into the same half of the next day.
  expect(timeRangeText('23:00', '22:00', us)).toBe('11:00 PM – 10:00 PM')
  const days = dateRangeFormat({ month: 'short', day: 'numeric', year: 'numeric' })
  expect(days('2026-11-22', '2026-11-28')).toBe('Nov 22 – 28, 2026')
  expect(days('2026-12-27', '2027-01-02')).toBe('Dec 27, 2026 – Jan 2, 2027')
  expect(days('2026-11-22', '2026-11-28', getFormats('GB'))).toBe('22 – 28 Nov 2026')
})

test('hours of an axis are short', () => {
  expect([0, 9 * 60, 13 * 60, 24 * 60].map((minute) => hourText(minute))).toEqual(['00', '09', '13', '24'])
  expect([0, 9 * 60, 12 * 60, 24 * 60].map((minute) => hourText(minute, getFormats('US')))).toEqual([
    '12 AM',
    '9 AM',
    '12 PM',
    '12 AM',
  ])
})

test('the default formats are the plain ones until a browser sets those of its reader', () => {
  expect(readerFormats()).toEqual(plainFormats)
})

test('midnight and noon are shown as twelve', () => {
  const us = getFormats('US')
  const times = ['00:00', '00:30', '11:59', '12:00', '23:15', '24:00']
  expect(times.map((time) => timeText(time, us))).toEqual([
    '12:00 AM',
    '12:30 AM',
    '11:59 AM',
    '12:00 PM',
    '11:15 PM',
    '12:00 AM',
  ])
})

test("every country's digits and signs fit into English text", () => {
  for (const country of countries) {
    const formats = getFormats(country)
    expect(`${country} ${moneyText(123_450, 'EUR', formats)}`).toMatch(
      /^.. [^\u200e\u200f\u061c]*\d[^\u200e\u200f\u061c]*$/,
    )
    expect(timeText('14:00', formats)).toMatch(/^(14:00|2:00 PM)$/)
  }
  expect(Country.safeParse('NL').success).toBe(true)
  for (const text of ['nl', 'XX', '', 'NLD', 7]) expect(Country.safeParse(text).success).toBe(false)
})

test('a time zone belongs to a country, by each of its names', () => {
  expect(['Europe/Amsterdam', 'America/New_York', 'Asia/Kolkata', 'Asia/Calcutta'].map(countryOfZone)).toEqual([
    'NL',
    'US',
    'IN',
    'IN',
  ])
  expect(countryOfZone('UTC')).toBeNull()
})
