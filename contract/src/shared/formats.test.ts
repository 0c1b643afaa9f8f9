import { expect, test } from 'vitest'
import { countries, countryOfZone, formatsOf } from './countries.ts'
import { dateFormat, plainFormats, timeText } from './formats.ts'
import { moneyText } from './money.ts'
import { Country } from './time.ts'

const day = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
const written = (country: string | null) => {
  const formats = formatsOf(country)
  return [day('2026-11-24', formats), timeText('14:05', formats), moneyText(123_450, 'EUR', formats)]
}

test('dates, times and amounts follow the country, with English words', () => {
  expect(written('US')).toEqual(['Tue, Nov 24, 2026', '2:05 PM', '€1,234.50'])
  expect(written('NL')).toEqual(['Tue, 24 Nov 2026', '14:05', '€\u00a01.234,50'])
  expect(written('DE')).toEqual(['Tue, 24 Nov 2026', '14:05', '1.234,50\u00a0€'])
  expect(written('GB')).toEqual(['Tue, 24 Nov 2026', '14:05', '€1,234.50'])
  expect(written('CH')[2]).toBe("EUR\u00a01'234.50")
  expect(written('AU').slice(0, 2)).toEqual(['Tue, 24 Nov 2026', '2:05 PM'])
  expect(written('JP')[1]).toBe('14:05')
})

test('without a known country the formats are the default ones', () => {
  for (const country of [null, '', 'XX', 'nl']) expect(formatsOf(country)).toEqual(plainFormats)
  expect(written(null)).toEqual(['Tue, Nov 24, 2026', '14:05', '€1,234.50'])
})

test('midnight and noon are shown as twelve', () => {
  const us = formatsOf('US')
  const times = ['00:00', '00:30', '11:59', '12:00', '23:15', '24:00']
  expect(times.map((time) => timeText(time, us))).toEqual([
    ...['12:00 AM', '12:30 AM', '11:59 AM', '12:00 PM', '11:15 PM', '12:00 AM'],
  ])
})

test("every country's digits and signs fit into English text", () => {
  for (const country of countries) {
    const formats = formatsOf(country)
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
    ...['NL', 'US', 'IN', 'IN'],
  ])
  expect(countryOfZone('UTC')).toBeNull()
})
