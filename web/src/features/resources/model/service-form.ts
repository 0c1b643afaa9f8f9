import type { ServiceDeposit } from '@studiohub/contract/features/prices/deposits/schema.ts'
import { addOnUnits, type Pricing, priceUnits } from '@studiohub/contract/features/prices/schema.ts'
import { serviceKey } from '@studiohub/contract/features/resources/rules.ts'
import {
  SavedService,
  type StudioService,
  serviceDefaults,
} from '@studiohub/contract/features/resources/services/schema.ts'
import { moneyField, parseMinor } from '@studiohub/contract/shared/money.ts'
import { z } from 'zod'

const NOT_AN_AMOUNT = 'Enter an amount, such as 120'

/** The form of a service: the price as typed, in the studio's currency. */
export const ServiceForm = z
  .object({
    label: z.string(),
    description: z.string(),
    bring: z.string(),
    /** If false, the service has the studio's reminders, and the hours below do not count. */
    has_own_reminders: z.boolean(),
    reminder_hours: z.array(z.number()),
    text_hours: z.array(z.number()),
    default_minutes: z.number(),
    min_minutes: z.number().nullable(),
    max_minutes: z.number().nullable(),
    step_minutes: z.number().nullable(),
    capacity: z.number().nullable(),
    /** Empty: all rooms. */
    room_ids: z.array(z.string()),
    rooms_max: z.number(),
    /** Empty: it needs no person. */
    person_ids: z.array(z.string()),
    person_title: z.string(),
    price: z.string(),
    currency: z.string(),
    unit: z.enum(priceUnits),
    room_prices: z.array(z.object({ room_id: z.string(), price: z.string() })),
    rules: z.array(
      z.object({
        label: z.string(),
        weekdays: z.array(z.number()),
        from: z.string(),
        to: z.string(),
        by: z.enum(['percent', 'price']),
        percent: z.number(),
        price: z.string(),
      }),
    ),
    packages: z.array(z.object({ label: z.string(), minutes: z.number(), price: z.string() })),
    add_ons: z.array(
      z.object({
        key: z.string(),
        label: z.string(),
        unit: z.enum(addOnUnits),
        /** Empty: on request. */
        price: z.string(),
        max_quantity: z.number(),
      }),
    ),
    is_active: z.boolean(),
    is_client_bookable: z.boolean(),
    auto_confirm: z.boolean(),
    hide_without_price: z.boolean(),
    /** Empty: the studio's first rate. */
    tax_key: z.string(),
    deposit: z.enum(['none', 'percent', 'fixed', 'full']),
    deposit_percent: z.number(),
    deposit_amount: z.string(),
  })
  .transform((form, context) => {
    const { price, currency, unit, room_prices, rules, packages, add_ons, room_ids, description, ...more } = form
    const { tax_key, deposit, deposit_percent, deposit_amount, ...rest } = more
    const { bring, has_own_reminders, reminder_hours, text_hours, person_ids, person_title, ...fields } = rest
    const parseAmount = (text: string, path: (string | number)[]) => {
      const minor = parseMinor(text, currency)
      if (minor === null) context.addIssue({ code: 'custom', path, message: NOT_AN_AMOUNT })
      return minor ?? 0
    }
    const parseOptionalAmount = (text: string, path: (string | number)[]) =>
      text.trim() === '' ? null : parseAmount(text, path)
    const readDeposit: Record<typeof deposit, () => ServiceDeposit | null> = {
      none: () => null,
      percent: () => ({ kind: 'percent', percent: deposit_percent }),
      fixed: () => ({ kind: 'fixed', amount_minor: parseAmount(deposit_amount, ['deposit_amount']) }),
      full: () => ({ kind: 'full' }),
    }
    const usedKeys = new Set(add_ons.map(({ key }) => key).filter(Boolean))
    const pricing: Pricing = {
      unit,
      rooms: room_prices.flatMap((room, index) => {
        const price_minor = parseOptionalAmount(room.price, ['room_prices', index, 'price'])
        return price_minor === null ? [] : [{ room_id: room.room_id, price_minor }]
      }),
      rules: rules.map(({ by, percent, price: text, ...rule }, index) => ({
        ...rule,
        percent: by === 'percent' ? percent : null,
        price_minor: by === 'price' ? parseAmount(text, ['rules', index, 'price']) : null,
      })),
      packages: packages.map(({ price: text, ...fixedPrice }, index) => ({
        ...fixedPrice,
        price_minor: parseAmount(text, ['packages', index, 'price']),
      })),
      add_ons: add_ons.map(({ price: text, key, ...addOn }, index) => {
        const addOnKey = key || serviceKey(addOn.label, usedKeys)
        usedKeys.add(addOnKey)
        return { ...addOn, key: addOnKey, price_minor: parseOptionalAmount(text, ['add_ons', index, 'price']) }
      }),
    }
    const service = SavedService.safeParse({
      ...fields,
      description: description.trim() || null,
      bring: bring.trim() || null,
      reminder_hours: has_own_reminders ? reminder_hours : null,
      text_hours: has_own_reminders ? text_hours : null,
      room_ids: room_ids.length > 0 ? room_ids : null,
      person_ids: person_ids.length > 0 ? person_ids : null,
      person_title: person_title.trim() || null,
      tax_key: tax_key || null,
      deposit: readDeposit[deposit](),
      price_minor: parseOptionalAmount(price, ['price']),
      currency,
      pricing,
    })
    for (const { path, message } of service.error?.issues ?? [])
      context.addIssue({ code: 'custom', path: getFieldPath(path), message })
    return service.data ?? z.NEVER
  })
export type ServiceFields = z.input<typeof ServiceForm>

/** The form field that shows the error at a path of the service. */
function getFieldPath(path: PropertyKey[]): PropertyKey[] {
  const [first, ...rest] = path
  if (first === 'price_minor') return ['price']
  if (first === 'deposit') return [rest[0] === 'percent' ? 'deposit_percent' : 'deposit_amount']
  return first === 'pricing' ? rest.map((part) => (part === 'price_minor' ? 'price' : part)) : path
}

/** The initial values for a service; for a new one if it is null. @param currency the studio's currency */
export function toServiceFields(service: StudioService | null, currency: string): ServiceFields {
  const { key, position, price_minor, pricing, room_ids, description, bring, reminder_hours, text_hours, ...fields } =
    service ?? {
      ...serviceDefaults,
      key: '',
      position: 0,
      label: '',
      default_minutes: 120,
    }
  const serviceCurrency = fields.currency ?? currency
  const amountText = (minor: number | null) => (minor === null ? '' : moneyField(minor, serviceCurrency))
  return {
    ...fields,
    description: description ?? '',
    bring: bring ?? '',
    has_own_reminders: reminder_hours !== null || text_hours !== null,
    reminder_hours: reminder_hours ?? [24],
    text_hours: text_hours ?? [],
    room_ids: room_ids ?? [],
    person_ids: fields.person_ids ?? [],
    person_title: fields.person_title ?? '',
    tax_key: fields.tax_key ?? '',
    deposit: fields.deposit?.kind ?? 'none',
    deposit_percent: fields.deposit?.kind === 'percent' ? fields.deposit.percent : 50,
    deposit_amount: fields.deposit?.kind === 'fixed' ? amountText(fields.deposit.amount_minor) : '',
    currency: serviceCurrency,
    price: amountText(price_minor),
    unit: pricing.unit,
    room_prices: pricing.rooms.map((room) => ({ room_id: room.room_id, price: amountText(room.price_minor) })),
    rules: pricing.rules.map(({ percent, price_minor: price, ...rule }) => ({
      ...rule,
      by: percent === null ? 'price' : 'percent',
      percent: percent ?? 0,
      price: amountText(price),
    })),
    packages: pricing.packages.map(({ price_minor: price, ...fixedPrice }) => ({
      ...fixedPrice,
      price: amountText(price),
    })),
    add_ons: pricing.add_ons.map(({ price_minor: price, ...addOn }) => ({ ...addOn, price: amountText(price) })),
  }
}

/** Builds the request. The order of the list becomes the order on screens. */
export const toServicesInput = (services: readonly StudioService[]): SavedService[] =>
  services.map(({ position, ...service }) => service)
