import type { HourPackage, NewPackage } from '@studiohub/contract/features/packages/schema.ts'
import { moneyField, parseMinor } from '@studiohub/contract/shared/money.ts'

const MINUTES_AN_HOUR = 60

/** A package as it is typed. */
export type PackageFields = { name: string; hours: string; price: string; valid_days: string; service_types: string[] }

/** @param one null: a new package */
export const toFields = (one: HourPackage | null): PackageFields => ({
  name: one?.name ?? '',
  hours: one ? String(one.minutes / MINUTES_AN_HOUR) : '',
  price: one ? moneyField(one.price_minor, one.currency) : '',
  valid_days: one?.valid_days ? String(one.valid_days) : '',
  service_types: one?.service_types ?? [],
})

/** A typed number; NaN if it is none, which the schema rejects. */
const numberOf = (typed: string) => (typed.trim() === '' ? Number.NaN : Number(typed.replace(',', '.')))

/** The package for the request. @param currency of the studio, or of the package that is changed */
export const toPackage = (fields: PackageFields, currency: string): Omit<NewPackage, 'is_active'> => ({
  name: fields.name,
  minutes: Math.round(numberOf(fields.hours) * MINUTES_AN_HOUR),
  price_minor: parseMinor(fields.price, currency) ?? Number.NaN,
  valid_days: fields.valid_days.trim() === '' ? null : numberOf(fields.valid_days),
  service_types: fields.service_types.length === 0 ? null : fields.service_types,
})
