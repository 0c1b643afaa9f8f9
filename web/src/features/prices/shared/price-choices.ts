import type { PriceUnit } from '@studiohub/contract/features/prices/schema.ts'

/** The units of a price, as choices of a form. */
export const priceUnitChoices: { value: PriceUnit; label: string }[] = [
  { value: 'session', label: 'per session' },
  { value: 'hour', label: 'per hour' },
  { value: 'half_day', label: 'per half day (4 hours)' },
  { value: 'day', label: 'per day (24 hours)' },
  { value: 'person', label: 'per person' },
]

/** All currencies, as choices of a form. */
export function listCurrencyChoices() {
  const names = new Intl.DisplayNames('en', { type: 'currency' })
  return Intl.supportedValuesOf('currency').map((code) => ({
    value: code,
    label: `${code} – ${names.of(code) ?? code}`,
  }))
}
