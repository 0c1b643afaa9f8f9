import { z } from 'zod'
import { Id, name } from '../../shared/text.ts'
import { PRICE_MINOR_MAX } from '../prices/words.ts'
import { PACKAGE_NAME_MAX } from './words.ts'

const MINUTES_MAX = 60_000
const VALID_DAYS_MAX = 3_650

const packageFields = {
  name: name('Please enter a name', PACKAGE_NAME_MAX),
  /** How many minutes are prepaid. */
  minutes: z
    .number({ error: 'Please enter the hours' })
    .int('Please use whole minutes')
    .min(15, 'At least 15 minutes')
    .max(MINUTES_MAX, `At most ${MINUTES_MAX / 60} hours`),
  /** In the studio's currency. */
  price_minor: z
    .number({ error: 'Please enter a price' })
    .int('Please enter a price')
    .min(0, 'At least 0')
    .max(PRICE_MINOR_MAX, 'This price is too high'),
  /** The number of days after the sale in which it can be used; null: no limit. */
  valid_days: z
    .number({ error: 'Please enter how many days' })
    .int('Please use whole days')
    .min(1, 'At least 1 day')
    .max(VALID_DAYS_MAX, `At most ${VALID_DAYS_MAX} days`)
    .nullable(),
  /** The services that can be paid with it; null: all. */
  service_types: z.array(z.string().min(1).max(60)).min(1, 'Please choose a service').max(50).nullable(),
  is_active: z.boolean(),
}

/** Prepaid hours that a studio sells. */
export const HourPackage = z.object({
  id: Id,
  studio_id: Id,
  ...packageFields,
  name: z.string(),
  currency: z.string(),
  created_at: z.string(),
  version: z.number().int(),
})
export type HourPackage = z.infer<typeof HourPackage>

export const NewPackage = z.strictObject({
  ...packageFields,
  valid_days: packageFields.valid_days.default(null),
  service_types: packageFields.service_types.default(null),
  is_active: packageFields.is_active.default(true),
})
export type NewPackage = z.output<typeof NewPackage>

/** Omitted fields stay as they are. Packages that were already sold do not change. */
export const PackageChanges = z.strictObject(packageFields).partial().extend({ version: z.number().int().optional() })
export type PackageChanges = z.output<typeof PackageChanges>

/** A session that uses hours of a package. */
export const PackageDraw = z.object({
  booking_id: Id,
  booking_date: z.string(),
  start_time: z.string(),
  label: z.string(),
  status: z.string(),
  minutes: z.number().int(),
})
export type PackageDraw = z.infer<typeof PackageDraw>

/** Prepaid hours of one client. */
export const SoldPackage = z.object({
  id: Id,
  studio_id: Id,
  client_id: Id.nullable(),
  name: z.string(),
  minutes: z.number().int(),
  left_minutes: z.number().int(),
  price_minor: z.number().int(),
  currency: z.string(),
  service_types: z.array(z.string()).nullable(),
  /** The last day of a session that can use it; null: no limit. */
  last_date: z.string().nullable(),
  invoice_id: Id.nullable(),
  sold_at: z.string(),
  /** When its hours ended: the studio ended it, or its last day has passed. */
  ended_at: z.string().nullable(),
  version: z.number().int(),
  draws: z.array(PackageDraw),
})
export type SoldPackage = z.infer<typeof SoldPackage>
