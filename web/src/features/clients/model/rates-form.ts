import type { ClientRate } from '@studiohub/contract/features/clients/rates/schema.ts'
import { moneyField, parseMinor } from '@studiohub/contract/shared/money.ts'

/** A rate as typed in the form. An empty `service_type` means every service without a separate rate. */
export type RateFields = { service_type: string; kind: 'percent' | 'hour'; value: string }

/** The form fields of a rate. @param currencyOf returns the currency of a service by its key */
export const toRateFields = (
  { service_type, percent_off, hour_minor }: ClientRate,
  currencyOf: (key: string) => string,
): RateFields =>
  hour_minor === null
    ? { service_type: service_type ?? '', kind: 'percent', value: String(percent_off ?? '') }
    : { service_type: service_type ?? '', kind: 'hour', value: moneyField(hour_minor, currencyOf(service_type ?? '')) }

/**
 * Reads a typed rate.
 * @param rates all typed rates, to find a service that is listed twice
 * @returns the rate, or the message of its error
 */
export function readRate(
  { service_type, kind, value }: RateFields,
  rates: readonly RateFields[],
  currencyOf: (key: string) => string,
): ClientRate | { error: string } {
  if (rates.filter((rate) => rate.service_type === service_type).length > 1)
    return { error: 'This service is listed twice' }
  if (kind === 'percent') {
    const percent_off = Number(value)
    if (!Number.isInteger(percent_off) || percent_off < 1 || percent_off > 100)
      return { error: 'Please enter a whole percentage from 1 to 100' }
    return { service_type: service_type || null, percent_off, hour_minor: null }
  }
  if (service_type === '') return { error: 'Please choose a service for this price' }
  const hour_minor = parseMinor(value, currencyOf(service_type))
  return hour_minor === null ? { error: 'Please enter a price' } : { service_type, percent_off: null, hour_minor }
}
