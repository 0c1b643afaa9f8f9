import { z } from 'zod'
import { MINUTES_PER_DAY } from '#shared/opening-hours.ts'
import { Id, name, prose } from '#shared/text.ts'
import { Currency } from '#shared/time.ts'
import { ServiceDeposit } from '../../prices/deposits/schema.ts'
import { defaultPricing, PriceUnit, Pricing } from '../../prices/schema.ts'
import { PEOPLE_MAX, PRICE_MINOR_MAX } from '../../prices/words.ts'
import type { StudioType } from '../../studios/schema.ts'
import { BRING_MAX, ReminderHours } from '../schema.ts'
import { SERVICE_MINUTES_MAX, servicesByType } from '../words.ts'

export const SERVICE_LABEL_MAX = 60
export const SERVICES_MAX = 50
export const SERVICE_DESCRIPTION_MAX = 1_000
export const PERSON_TITLE_MAX = 40
export const ROOMS_MAX = 20

const minutes = z
  .number({ error: 'Please enter the minutes' })
  .int('Please use whole minutes')
  .min(5, 'At least 5 minutes')
  .max(SERVICE_MINUTES_MAX, `At most ${SERVICE_MINUTES_MAX / MINUTES_PER_DAY} days`)

const serviceFields = {
  label: z.string(),
  is_active: z.boolean(),
  default_minutes: z.number().int(),
  /** The shortest and longest length for clients, and the step between lengths; for null see `getLengthLimits`. */
  min_minutes: z.number().int().nullable(),
  max_minutes: z.number().int().nullable(),
  step_minutes: z.number().int().nullable(),
  /** The maximum number of people; null: no limit. */
  capacity: z.number().int().nullable(),
  description: z.string().nullable(),
  /** What clients should bring, as a list. Reminders contain it. */
  bring: z.string().nullable(),
  /** Null: the studio's. */
  reminder_hours: z.array(z.number().int()).nullable(),
  text_hours: z.array(z.number().int()).nullable(),
  /** The rooms in which it takes place; null means all. */
  room_ids: z.array(Id).nullable(),
  /** How many rooms clients may book at once. If it is more than one, each room has its price. */
  rooms_max: z.number().int(),
  /** The people who can be assigned, in the order of preference: the service needs one of them. Null if it needs none. */
  person_ids: z.array(Id).nullable(),
  /** The clients' word for such a person, as in 'No {person_title} is free'; null: engineer. */
  person_title: z.string().nullable(),
  /** The price of one unit of `pricing` in the smallest unit of its currency; null: on request. */
  price_minor: z.number().int().nullable(),
  /** Null: the studio's own. */
  currency: z.string().nullable(),
  is_client_bookable: z.boolean(),
  /** Whether a client's booking is confirmed automatically. */
  auto_confirm: z.boolean(),
  /** Hides the service from visitors and clients while it has no price. */
  hide_without_price: z.boolean(),
  pricing: Pricing,
  /** The key of its tax rate; null: the studio's first. */
  tax_key: z.string().nullable(),
  /** The deposit; null: none. */
  deposit: ServiceDeposit.nullable(),
}

/** A kind of session that a studio offers; a booking has its `key` as `service_type`. */
export const StudioService = z.object({ key: z.string(), position: z.number().int(), ...serviceFields })
export type StudioService = z.infer<typeof StudioService>

/** Older API clients do not send these fields; their values then stay. */
const fieldsAddedLater = {
  step_minutes: minutes.nullable().optional(),
  capacity: z
    .number({ error: 'Please enter how many people' })
    .int('Please use whole numbers')
    .min(1, 'At least 1')
    .max(PEOPLE_MAX, `At most ${PEOPLE_MAX.toLocaleString('en')} people`)
    .nullable()
    .optional(),
  description: prose(SERVICE_DESCRIPTION_MAX).nullable().optional(),
  bring: prose(BRING_MAX).nullable().optional(),
  reminder_hours: ReminderHours.nullable().optional(),
  text_hours: ReminderHours.nullable().optional(),
  room_ids: z.array(Id).min(1, 'Please choose a room').max(200).nullable().optional(),
  rooms_max: z
    .number({ error: 'Please enter how many rooms' })
    .int('Please use whole numbers')
    .min(1, 'At least 1 room')
    .max(ROOMS_MAX, `At most ${ROOMS_MAX} rooms`)
    .optional(),
  person_ids: z
    .array(Id)
    .min(1, 'Please choose a person')
    .max(50, 'Choose at most 50 people')
    .refine((ids) => new Set(ids).size === ids.length, 'A person is listed twice')
    .nullable()
    .optional(),
  person_title: prose(PERSON_TITLE_MAX).nullable().optional(),
  hide_without_price: z.boolean().optional(),
  pricing: Pricing.optional(),
  tax_key: z
    .string()
    .regex(/^[a-z0-9_]{1,40}$/, 'Please choose a tax rate')
    .nullable()
    .optional(),
  deposit: ServiceDeposit.nullable().optional(),
}

const servicePrice = z.number().int().min(0, 'At least 0').max(PRICE_MINOR_MAX, 'This price is too high').nullable()

/** The first price of a new studio's service, in the studio's currency; null: on request. */
export const FirstPrice = z.strictObject({ key: z.string().max(60), price_minor: servicePrice, unit: PriceUnit })
export type FirstPrice = z.infer<typeof FirstPrice>

/** A service after saving. Its place in the list is its position. Without a key it is a new service. */
export const SavedService = z
  .strictObject({
    ...serviceFields,
    key: z.string().max(60).optional(),
    label: name('Please enter a name', SERVICE_LABEL_MAX),
    default_minutes: minutes,
    min_minutes: minutes.nullable(),
    max_minutes: minutes.nullable(),
    price_minor: servicePrice,
    currency: Currency.nullable(),
    ...fieldsAddedLater,
  })
  .refine(({ min_minutes, default_minutes }) => min_minutes === null || min_minutes <= default_minutes, {
    error: 'The shortest length is longer than the default',
    path: ['min_minutes'],
  })
  .refine(({ max_minutes, default_minutes }) => max_minutes === null || max_minutes >= default_minutes, {
    error: 'The longest length is shorter than the default',
    path: ['max_minutes'],
  })
export type SavedService = z.output<typeof SavedService>

export const NewServices = z.strictObject({
  items: z
    .array(SavedService)
    .max(SERVICES_MAX, `At most ${SERVICES_MAX} services`)
    .refine((all) => {
      const keys = all.flatMap(({ key }) => key ?? [])
      return new Set(keys).size === keys.length
    }, 'A service is listed twice'),
  version: z.number().int().optional(),
})
export type NewServices = z.output<typeof NewServices>

/** The settings of a new service. */
export const serviceDefaults = {
  is_active: true,
  min_minutes: null,
  max_minutes: null,
  step_minutes: null,
  capacity: null,
  description: null,
  bring: null,
  reminder_hours: null,
  text_hours: null,
  room_ids: null,
  rooms_max: 1,
  person_ids: null,
  person_title: null,
  price_minor: null,
  currency: null,
  is_client_bookable: true,
  auto_confirm: false,
  hide_without_price: false,
  pricing: defaultPricing,
  tax_key: null,
  deposit: null,
}

/**
 * The services of a new studio: for recording and multi-purpose studios the five of the spec (section 3), for others those
 * of their type.
 */
export const defaultServices = (type: StudioType): StudioService[] =>
  servicesByType[type].map((service, position) => ({ ...service, ...serviceDefaults, position }))
