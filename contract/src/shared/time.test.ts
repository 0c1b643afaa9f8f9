import { expect, test } from 'vitest'
import { CalendarDate, Currency, TimeOfDay, TimeZone } from './time.ts'

const isValid = (schema: typeof CalendarDate | typeof TimeOfDay | typeof TimeZone | typeof Currency, text: unknown) =>
  schema.safeParse(text).success

test('a day is valid between 1970 and 2199', () => {
  for (const day of ['1970-01-01', '2028-02-29', '2199-12-31']) expect(isValid(CalendarDate, day), day).toBe(true)
  const invalidDays = [
    '2027-02-29',
    '2026-02-30',
    '1969-12-31',
    '2200-01-01',
    '10000-01-01',
    'infinity',
    '2027-1-1',
    '2027-01-01T00:00',
    '',
    null,
  ]
  for (const day of invalidDays) expect(isValid(CalendarDate, day), String(day)).toBe(false)
})

test('a time of day runs from 00:00 to 23:59', () => {
  for (const time of ['00:00', '09:30', '23:59']) expect(isValid(TimeOfDay, time), time).toBe(true)
  for (const time of ['24:00', '25:61', '9:30', '09:60', '09:30:00', '09:30\n', '', null]) {
    expect(isValid(TimeOfDay, time), String(time)).toBe(false)
  }
})

test('a time zone must be known to the runtime', () => {
  for (const zone of ['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires'])
    expect(isValid(TimeZone, zone), zone).toBe(true)
  for (const zone of ['+02:00', 'Mars/Olympus', '', 'UTC; drop table', 'Europe/Berlin\n', '../etc', null]) {
    expect(isValid(TimeZone, zone), String(zone)).toBe(false)
  }
})

test('a currency is an ISO 4217 code', () => {
  for (const code of ['EUR', 'USD', 'JPY']) expect(isValid(Currency, code), code).toBe(true)
  for (const code of ['eur', 'EURO', 'ABC', '', 'EU ', null]) expect(isValid(Currency, code), String(code)).toBe(false)
})
