import { MINUTES_PER_DAY } from '../../shared/opening-hours.ts'
import type { Pricing } from '../prices/schema.ts'
import type { FirstPrice, SavedService, StudioService } from './services/schema.ts'
import { SERVICE_MINUTES_MAX } from './words.ts'

const KEY_MAX = 50

/** The key of a new service, made from its label: letters, digits and underscores. It differs from all existing keys. */
export function serviceKey(label: string, usedKeys: ReadonlySet<string>): string {
  const words = label
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
  const key = words.trim().replaceAll(' ', '_').slice(0, KEY_MAX).replace(/_$/, '') || 'service'
  if (!usedKeys.has(key)) return key
  let number = 2
  while (usedKeys.has(`${key}_${number}`)) number += 1
  return `${key}_${number}`
}

const valueOr = <Value>(value: Value | undefined, stored: Value) => (value === undefined ? stored : value)

/** Applies a change to a service. Omitted fields stay unchanged. @param stored the current service, or `serviceDefaults` */
export const mergeService = (
  item: Omit<SavedService, 'key'>,
  stored: Omit<StudioService, 'key' | 'position' | 'label' | 'default_minutes'>,
): Omit<StudioService, 'key' | 'position'> => ({
  ...item,
  step_minutes: valueOr(item.step_minutes, stored.step_minutes),
  capacity: valueOr(item.capacity, stored.capacity),
  description: valueOr(item.description, stored.description) || null,
  bring: valueOr(item.bring, stored.bring) || null,
  reminder_hours: valueOr(item.reminder_hours, stored.reminder_hours),
  text_hours: valueOr(item.text_hours, stored.text_hours),
  room_ids: valueOr(item.room_ids, stored.room_ids),
  rooms_max: valueOr(item.rooms_max, stored.rooms_max),
  person_ids: valueOr(item.person_ids, stored.person_ids),
  person_title: valueOr(item.person_title, stored.person_title) || null,
  hide_without_price: valueOr(item.hide_without_price, stored.hide_without_price),
  pricing: valueOr(item.pricing, stored.pricing),
  tax_key: valueOr(item.tax_key, stored.tax_key),
  deposit: valueOr(item.deposit, stored.deposit),
})

/** Sets the first prices of services. Services without one remain "price on request". */
export const withFirstPrices = (services: readonly StudioService[], prices: readonly FirstPrice[]): StudioService[] =>
  services.map((service) => {
    const firstPrice = prices.find(({ key }) => key === service.key)
    if (!firstPrice) return service
    return { ...service, price_minor: firstPrice.price_minor, pricing: { ...service.pricing, unit: firstPrice.unit } }
  })

/** The lengths of a service, in minutes. */
export type LengthSettings = {
  default_minutes: number
  min_minutes: number | null
  max_minutes: number | null
  step_minutes: number | null
  price_minor: number | null
  pricing: Pick<Pricing, 'unit' | 'rooms'>
}

/**
 * The lengths that clients may book, in minutes: from `min` to `max` in steps. With `step` 0 any length between the limits is
 * allowed. If the service has no limits, they depend on its price. A fixed price allows only the default length. A price by
 * time allows multiples of the default length, or of a day or half day up to 14 days. Without a price any length is allowed.
 */
export function getLengthLimits(service: LengthSettings): { min: number; max: number; step: number } {
  const { default_minutes, min_minutes, max_minutes, step_minutes, price_minor, pricing } = service
  if (price_minor === null && pricing.rooms.length === 0) {
    return {
      min: min_minutes ?? 0,
      max: max_minutes ?? Math.max(default_minutes, MINUTES_PER_DAY),
      step: step_minutes ?? 0,
    }
  }
  const isFlat = pricing.unit === 'session' || pricing.unit === 'person'
  const isByDay = pricing.unit === 'day' || pricing.unit === 'half_day'
  return {
    min: min_minutes ?? default_minutes,
    max:
      max_minutes ??
      (isFlat ? default_minutes : isByDay ? SERVICE_MINUTES_MAX : Math.max(default_minutes, MINUTES_PER_DAY)),
    step: step_minutes ?? (min_minutes === null && !isFlat ? default_minutes : 0),
  }
}

/** Whether a service can take place in a room. @param room_ids null for all rooms */
export const isRoomOf = ({ room_ids }: { room_ids: readonly string[] | null }, room_id: string) =>
  room_ids === null || room_ids.includes(room_id)

/** Whether clients may book a service for a number of minutes. */
export function isLengthOffered(minutes: number, service: LengthSettings): boolean {
  const { min, max, step } = getLengthLimits(service)
  return minutes >= min && minutes <= max && (step === 0 || (minutes - min) % step === 0)
}
