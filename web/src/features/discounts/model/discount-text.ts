import type { Discount } from '@studiohub/contract/features/discounts/schema.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { formatMediumDate } from '#lib/page/time.ts'

/** How much a code takes off the price: '10% off', '€15 off'. */
export const formatDiscount = ({ percent, amount_minor, currency }: Discount): string =>
  `${percent === null ? moneyText(amount_minor ?? 0, currency ?? 'USD') : `${percent}%`} off`

/** Uses and days of a code: 'Used 3 of 10 times, at most 1 per client, until Dec 31, 2026'. */
export function describeLimits(discount: Discount): string {
  const { uses, max_uses, max_uses_per_client, first_date, last_date, service_types } = discount
  const parts = [
    max_uses === null ? `Used ${uses} ${uses === 1 ? 'time' : 'times'}` : `Used ${uses} of ${max_uses} times`,
    max_uses_per_client !== null && `at most ${max_uses_per_client} per client`,
    first_date && `from ${formatMediumDate(first_date)}`,
    last_date && `until ${formatMediumDate(last_date)}`,
    service_types && `for ${service_types.length} ${service_types.length === 1 ? 'service' : 'services'}`,
  ]
  return parts.filter((part) => part).join(', ')
}
