import { formatsOfCountry, plainFormats, setReaderFormats } from '@studiohub/contract/shared/formats.ts'
import { afterEach, expect, test } from 'vitest'
import { readDate } from '#ui/date-time/read-date.ts'
import { readTime } from '#ui/date-time/read-time.ts'
import { createDateTimeReader } from './date-time-reader.ts'

afterEach(() => setReaderFormats(plainFormats))

const countries = ['US', 'CA', 'GB', 'DE', 'FR', 'JP', 'BR', 'SA', 'IN', 'AU']
const reader = createDateTimeReader({ timezone: 'Pacific/Auckland', week_starts_on: 1 })

test.each([
  ['US', 'Dec 1, 2026', /^Tuesday, December 1, 2026$/, '2:30 PM', true],
  ['GB', '1 Dec 2026', /^Tuesday,? 1 December 2026$/, '14:30', false],
  ['DE', '1 Dec 2026', /^Tuesday,? 1 December 2026$/, '14:30', false],
  ['AU', '1 Dec 2026', /^Tuesday,? 1 December 2026$/, '2:30 PM', false],
])('a reader in %s sees %s, %s and %s', (country, day, longDay, time, isMonthFirst) => {
  setReaderFormats(formatsOfCountry(country))
  expect(reader.formatDay('2026-12-01')).toBe(day)
  expect(reader.formatLongDay('2026-12-01')).toMatch(longDay)
  expect(reader.formatTime('14:30')).toBe(time)
  expect(reader.isMonthFirst()).toBe(isMonthFirst)
})

test.each(countries)('a day and a time that a field shows in %s are read back unchanged', (country) => {
  setReaderFormats(formatsOfCountry(country))
  const rules = { isMonthFirst: reader.isMonthFirst(), today: '2026-11-23' }
  for (const day of ['2026-01-02', '2026-09-30', '2028-02-29', '2026-12-31']) {
    expect(readDate(reader.formatDay(day), rules)).toBe(day)
    expect(readDate(reader.formatLongDay(day), rules)).toBe(day)
  }
  for (const time of ['00:00', '09:05', '12:00', '13:45', '23:59']) expect(readTime(reader.formatTime(time))).toBe(time)
})

test('the first weekday and the current day are those of the studio', () => {
  expect(reader.weekStartsOn).toBe(1)
  expect(createDateTimeReader(null).weekStartsOn).toBe(0)
  expect(reader.today()).toBe(new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Auckland' }).format(new Date()))
})
