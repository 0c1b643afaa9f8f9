import type { HourPackage, NewPackage } from '@studiohub/contract/features/packages/schema.ts'
import { moneyField, parseMinor } from '@studiohub/contract/shared/money.ts'

const MINUTES_AN_HOUR = 60

/** The fields of a package as typed. */
export type PackageFields = { name: string; hours: string; price: string; valid_days: string; service_types: string[] }

/** The fields of a package; of a new one if it is null. */
export const toFields = (hourPackage: HourPackage | null): PackageFields => ({
  name: hourPackage?.name ?? '',
  hours: hourPackage ? String(hourPackage.minutes / MINUTES_AN_HOUR) : '',
  price: hourPackage ? moneyField(hourPackage.price_minor, hourPackage.currency) : '',
  valid_days: hourPackage?.valid_days ? String(hourPackage.valid_days) : '',
  service_types: hourPackage?.service_types ?? [],
})

/** Parses a typed number. NaN, which the schema rejects, if it is not a number. */
const numberOf = (text: string) => (text.trim() === '' ? Number.NaN : Number(text.replace(',', '.')))

/** The package for the request. @param currency of the studio, or of the package that is changed */
export const toPackage = (fields: PackageFields, currency: string): Omit<NewPackage, 'is_active'> => ({
  name: fields.name,
  minutes: Math.round(numberOf(fields.hours) * MINUTES_AN_HOUR),
  price_minor: parseMinor(fields.price, currency) ?? Number.NaN,
  valid_days: fields.valid_days.trim() === '' ? null : numberOf(fields.valid_days),
  service_types: fields.service_types.length === 0 ? null : fields.service_types,
})
