import { z } from 'zod'
import { Id, name } from '../../shared/text.ts'
import { TimeOfDay } from '../../shared/time.ts'
import { BookingTax } from '../studios/taxes/schema.ts'
import {
  ADD_ON_QUANTITY_MAX,
  ADD_ONS_MAX,
  PACKAGES_MAX,
  PEOPLE_MAX,
  PRICE_LABEL_MAX,
  PRICE_MINOR_MAX,
  PRICE_RULES_MAX,
} from './words.ts'

/** The unit of a price. A half day counts every started 4 hours, a day every started 24 hours. */
export const priceUnits = ['hour', 'session', 'half_day', 'day', 'person'] as const
export const PriceUnit = z.enum(priceUnits)
export type PriceUnit = z.infer<typeof PriceUnit>

const PERCENT_MIN = -100
const PERCENT_MAX = 500

const priceMinor = z
  .number({ error: 'Please enter a price' })
  .int('Please enter a price')
  .min(0, 'At least 0')
  .max(PRICE_MINOR_MAX, 'This price is too high')

const label = name('Please enter a name', PRICE_LABEL_MAX)

/** A different price for one room. */
export const RoomPrice = z.strictObject({ room_id: Id, price_minor: priceMinor })
export type RoomPrice = z.infer<typeof RoomPrice>

/**
 * A different price at certain hours of certain weekdays (0 is Sunday), in the studio's time zone. If `to` is before `from`,
 * the hours end on the next day; if they are equal, they last 24 hours. Exactly one of `percent` (added to the price, may be
 * negative) and `price_minor` (replaces the price) is set.
 */
export const PriceRule = z
  .strictObject({
    label,
    weekdays: z.array(z.number().int().min(0).max(6)).min(1, 'Please choose a weekday').max(7),
    from: TimeOfDay,
    to: TimeOfDay,
    percent: z
      .number()
      .int('Please use a whole percentage')
      .min(PERCENT_MIN, `At least ${PERCENT_MIN} percent`)
      .max(PERCENT_MAX, `At most ${PERCENT_MAX} percent`)
      .nullable(),
    price_minor: priceMinor.nullable(),
  })
  .refine(({ percent, price_minor }) => (percent === null) !== (price_minor === null), {
    error: 'Please enter a percentage or a price',
    path: ['percent'],
  })
export type PriceRule = z.infer<typeof PriceRule>

/** A fixed price for a booking of up to `minutes`. For a longer booking it covers the first `minutes`. */
export const PricePackage = z.strictObject({
  label,
  minutes: z.number().int('Please use whole minutes').min(5, 'At least 5 minutes').max(20_160, 'At most 14 days'),
  price_minor: priceMinor,
})
export type PricePackage = z.infer<typeof PricePackage>

export const addOnUnits = ['piece', 'hour', 'person'] as const

/** An extra of a booking: equipment, an engineer, extra people. A null price is on request, 0 is free. */
export const AddOn = z.strictObject({
  key: z.string().regex(/^[a-z0-9_]{1,60}$/, 'Please enter a name'),
  label,
  unit: z.enum(addOnUnits),
  price_minor: priceMinor.nullable(),
  max_quantity: z.number().int('Please use whole numbers').min(1, 'At least 1').max(ADD_ON_QUANTITY_MAX),
})
export type AddOn = z.infer<typeof AddOn>

const isUnique = (keys: readonly string[]) => new Set(keys).size === keys.length

/** The pricing of a service besides its base price. */
export const Pricing = z.strictObject({
  unit: PriceUnit,
  rooms: z
    .array(RoomPrice)
    .max(200)
    .refine((all) => isUnique(all.map(({ room_id }) => room_id)), 'A room is listed twice'),
  /** The first rule that covers a time applies. */
  rules: z.array(PriceRule).max(PRICE_RULES_MAX, `At most ${PRICE_RULES_MAX} rules`),
  /** Only for hourly prices. The cheapest combination applies. */
  packages: z.array(PricePackage).max(PACKAGES_MAX, `At most ${PACKAGES_MAX} packages`),
  add_ons: z
    .array(AddOn)
    .max(ADD_ONS_MAX, `At most ${ADD_ONS_MAX} add-ons`)
    .refine((all) => isUnique(all.map(({ key }) => key)), 'An add-on is listed twice'),
})
export type Pricing = z.infer<typeof Pricing>

/** The default pricing: one price per session. */
export const defaultPricing: Pricing = { unit: 'session', rooms: [], rules: [], packages: [], add_ons: [] }

export const priceLineKinds = ['session', 'add_on', 'override', 'discount', 'package'] as const

/** One line of an agreed price. */
export const PriceLine = z.object({
  kind: z.enum(priceLineKinds),
  /** The key of an add-on; `rate` for a line with the client's own rate; null for other lines. */
  key: z.string().nullable(),
  label: z.string(),
  unit: z.enum([...priceUnits, 'piece']),
  /** Minutes for hourly prices, otherwise a count. */
  quantity: z.number().int(),
  /** The price of one unit. Null if it is on request, and for prepaid hours. */
  unit_price_minor: z.number().int().nullable(),
  /** Negative if the line reduces the price. */
  amount_minor: z.number().int().nullable(),
  /** Of a discount by percent. */
  percent: z.number().int().optional(),
})
export type PriceLine = z.infer<typeof PriceLine>

const chooseAddOns = 'Choose add-ons of the service, and how many of each'

/** An add-on that was chosen for a booking, and how many of it. */
export const ChosenAddOn = z.strictObject(
  {
    key: z.string({ error: chooseAddOns }).max(60, chooseAddOns),
    quantity: z
      .number({ error: chooseAddOns })
      .int('Please use whole numbers')
      .min(1, 'At least 1')
      .max(ADD_ON_QUANTITY_MAX, `At most ${ADD_ON_QUANTITY_MAX}`),
  },
  { error: chooseAddOns },
)
export type ChosenAddOn = z.infer<typeof ChosenAddOn>

export const ChosenAddOns = z
  .array(ChosenAddOn, { error: chooseAddOns })
  .max(ADD_ONS_MAX, `Choose at most ${ADD_ONS_MAX} add-ons`)
  .refine((all) => isUnique(all.map(({ key }) => key)), 'An add-on is listed twice')

export const People = z
  .number({ error: 'Please enter how many people' })
  .int('Please use whole numbers')
  .min(1, 'At least 1')
  .max(PEOPLE_MAX, `At most ${PEOPLE_MAX.toLocaleString('en')} people`)

/** The price of a booking, line by line. */
export const Quote = z.object({
  currency: z.string(),
  lines: z.array(PriceLine),
  /** Null if the price of the service is on request. */
  total_minor: z.number().int().nullable(),
  /** Whether the price of an add-on is on request, and so not part of the total. */
  has_open_items: z.boolean(),
  /** The tax that is included in the total or added to it; null: none. `taxedAmount` gives the amounts. */
  tax: BookingTax.nullable().optional(),
  /** The part of it that the client pays when booking; null: none. */
  deposit_minor: z.number().int().nullable().optional(),
  /** The part of the deposit that the client's credit pays. */
  credit_minor: z.number().int().optional(),
})
export type Quote = z.infer<typeof Quote>
