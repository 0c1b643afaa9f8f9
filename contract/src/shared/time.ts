import { z } from 'zod'
import { countries } from './countries.ts'

/** A calendar date `yyyy-MM-dd` between 1970 and 2199. */
export const CalendarDate = z.iso
  .date({ error: 'Please select a date' })
  .refine((text) => text >= '1970-01-01' && text < '2200-01-01', 'Please select a date')

/** A time of day `HH:mm`, 00:00 to 23:59. */
export const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time')

/** An IANA time zone that this runtime knows, `Europe/Berlin`; offsets such as `+02:00` are not allowed. */
export const TimeZone = z.string().max(64).refine(isTimeZone, 'Please choose a time zone')

export function isTimeZone(zone: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(zone)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** An ISO 4217 currency code, `EUR`. */
export const Currency = z
  .string()
  .regex(/^[A-Z]{3}$/, 'Please choose a currency')
  .refine((code) => Intl.supportedValuesOf('currency').includes(code), 'Please choose a currency')

/** An ISO 3166-1 code of a country or territory, `NL`. */
export const Country = z
  .string({ error: 'Please choose a country' })
  .refine((code) => countries.includes(code), 'Please choose a country')
