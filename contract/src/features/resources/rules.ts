import { MINUTES_A_DAY } from '../../shared/opening-hours.ts'
import type { Pricing } from '../prices/schema.ts'
import type { FirstPrice, ServiceToKeep, StudioService } from './services/schema.ts'
import { SERVICE_MINUTES_MAX } from './words.ts'

const KEY_MAX = 50

/** The key of a new service, made from its label: letters, digits and underscores. It differs from all existing keys. */
export function serviceKey(label: string, taken: ReadonlySet<string>): string {
  const plain = label
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
  const key = plain.trim().replaceAll(' ', '_').slice(0, KEY_MAX).replace(/_$/, '') || 'service'
  if (!taken.has(key)) return key
  let number = 2
  while (taken.has(`${key}_${number}`)) number += 1
  return `${key}_${number}`
}

const given = <Value>(value: Value | undefined, kept: Value) => (value === undefined ? kept : value)

/** A service after a change: omitted fields stay as they were. @param kept the service before, or `serviceDefaults` */
export const mergeService = (
  item: Omit<ServiceToKeep, 'key'>,
  kept: Omit<StudioService, 'key' | 'position' | 'label' | 'default_minutes'>,
): Omit<StudioService, 'key' | 'position'> => ({
  ...item,
  step_minutes: given(item.step_minutes, kept.step_minutes),
  capacity: given(item.capacity, kept.capacity),
  description: given(item.description, kept.description) || null,
  bring: given(item.bring, kept.bring) || null,
  reminder_hours: given(item.reminder_hours, kept.reminder_hours),
  text_hours: given(item.text_hours, kept.text_hours),
  room_ids: given(item.room_ids, kept.room_ids),
  rooms_max: given(item.rooms_max, kept.rooms_max),
  person_ids: given(item.person_ids, kept.person_ids),
  person_title: given(item.person_title, kept.person_title) || null,
  hide_without_price: given(item.hide_without_price, kept.hide_without_price),
  pricing: given(item.pricing, kept.pricing),
  tax_key: given(item.tax_key, kept.tax_key),
  deposit: given(item.deposit, kept.deposit),
})

/** Services with their first prices. Services without one stay on request. */
export const withFirstPrices = (services: readonly StudioService[], prices: readonly FirstPrice[]): StudioService[] =>
  services.map((service) => {
    const first = prices.find(({ key }) => key === service.key)
    if (!first) return service
    return { ...service, price_minor: first.price_minor, pricing: { ...service.pricing, unit: first.unit } }
  })

/** The lengths of a service, in minutes. */
export type OfferedLengths = {
  default_minutes: number
  min_minutes: number | null
  max_minutes: number | null
  step_minutes: number | null
  price_minor: number | null
  pricing: Pick<Pricing, 'unit' | 'rooms'>
}

/**
 * The lengths that clients may book: from `min` to `max` in steps, all in minutes. Missing limits follow from the price. A
 * fixed price is for the usual length only. A price by time allows multiples of the usual length, or of a day or half day up
 * to 14 days. Without a price every length is allowed. `step` 0: any length between the limits.
 */
export function lengthsOffered(service: OfferedLengths): { min: number; max: number; step: number } {
  const { default_minutes, min_minutes, max_minutes, step_minutes, price_minor, pricing } = service
  if (price_minor === null && pricing.rooms.length === 0) {
    return {
      min: min_minutes ?? 0,
      max: max_minutes ?? Math.max(default_minutes, MINUTES_A_DAY),
      step: step_minutes ?? 0,
    }
  }
  const isFlat = pricing.unit === 'session' || pricing.unit === 'person'
  const isByDay = pricing.unit === 'day' || pricing.unit === 'half_day'
  return {
    min: min_minutes ?? default_minutes,
    max:
      max_minutes ??
      (isFlat ? default_minutes : isByDay ? SERVICE_MINUTES_MAX : Math.max(default_minutes, MINUTES_A_DAY)),
    step: step_minutes ?? (min_minutes === null && !isFlat ? default_minutes : 0),
  }
}

/** Whether a service can take place in a room. @param room_ids null: in all */
export const isRoomOf = ({ room_ids }: { room_ids: readonly string[] | null }, room_id: string) =>
  room_ids === null || room_ids.includes(room_id)

/** Whether clients may book a service for a number of minutes. */
export function isLengthOffered(minutes: number, service: OfferedLengths): boolean {
  const { min, max, step } = lengthsOffered(service)
  return minutes >= min && minutes <= max && (step === 0 || (minutes - min) % step === 0)
}
