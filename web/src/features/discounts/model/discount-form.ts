import type { Discount, DiscountChanges, NewDiscount } from '@studiohub/contract/features/discounts/schema.ts'
import { moneyField, parseMinor } from '@studiohub/contract/shared/money.ts'

/** A code as typed. An empty field means no limit. */
export type DiscountFields = {
  code: string
  kind: 'percent' | 'amount'
  value: string
  service_types: string[]
  first_date: string
  last_date: string
  max_uses: string
  max_uses_per_client: string
}

const text = (value: string | number | null) => (value === null ? '' : String(value))

/** @param discount null: a new code */
export function toFields(discount: Discount | null): DiscountFields {
  const { code = '', percent = null, amount_minor = null, currency = null, service_types = null } = discount ?? {}
  const isAmount = amount_minor !== null && currency !== null
  return {
    code,
    kind: isAmount ? 'amount' : 'percent',
    value: isAmount ? moneyField(amount_minor, currency) : text(percent),
    service_types: service_types ?? [],
    first_date: discount?.first_date ?? '',
    last_date: discount?.last_date ?? '',
    max_uses: text(discount?.max_uses ?? null),
    max_uses_per_client: text(discount?.max_uses_per_client ?? null),
  }
}

/** A typed number; NaN if it is none, which the schema rejects. */
const numberOf = (typed: string) => (typed.trim() === '' ? null : Number(typed))

/** The limits of a code for the request. */
export const toLimits = ({ service_types, first_date, last_date, ...limits }: DiscountFields) =>
  ({
    service_types: service_types.length === 0 ? null : service_types,
    first_date: first_date || null,
    last_date: last_date || null,
    max_uses: numberOf(limits.max_uses),
    max_uses_per_client: numberOf(limits.max_uses_per_client),
  }) satisfies DiscountChanges

/** A new code for the request. @param currency of the studio */
export const toDiscount = (fields: DiscountFields, currency: string): Omit<NewDiscount, 'is_active'> => ({
  code: fields.code,
  percent: fields.kind === 'percent' ? Number(fields.value || Number.NaN) : null,
  amount_minor: fields.kind === 'amount' ? (parseMinor(fields.value, currency) ?? Number.NaN) : null,
  ...toLimits(fields),
})
