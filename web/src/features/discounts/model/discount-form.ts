import type { Discount, DiscountChanges, NewDiscount } from '@studiohub/contract/features/discounts/schema.ts'
import { moneyField, parseMinor } from '@studiohub/contract/shared/money.ts'

/** A discount code as typed in the form. An empty limit means no limit. */
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

const toText = (value: string | number | null) => (value === null ? '' : String(value))

/** The form fields of a code. @param discount null for a new code */
export function toFields(discount: Discount | null): DiscountFields {
  const { code = '', percent = null, amount_minor = null, currency = null, service_types = null } = discount ?? {}
  const isAmount = amount_minor !== null && currency !== null
  return {
    code,
    kind: isAmount ? 'amount' : 'percent',
    value: isAmount ? moneyField(amount_minor, currency) : toText(percent),
    service_types: service_types ?? [],
    first_date: discount?.first_date ?? '',
    last_date: discount?.last_date ?? '',
    max_uses: toText(discount?.max_uses ?? null),
    max_uses_per_client: toText(discount?.max_uses_per_client ?? null),
  }
}

/** Reads a typed number; null if the field is empty. NaN if the text is not a number, which the schema rejects. */
const readNumber = (text: string) => (text.trim() === '' ? null : Number(text))

/** The limits of a code in the format of the API. */
export const toLimits = ({ service_types, first_date, last_date, ...limits }: DiscountFields) =>
  ({
    service_types: service_types.length === 0 ? null : service_types,
    first_date: first_date || null,
    last_date: last_date || null,
    max_uses: readNumber(limits.max_uses),
    max_uses_per_client: readNumber(limits.max_uses_per_client),
  }) satisfies DiscountChanges

/** A new code in the format of the API. @param currency of the studio */
export const toDiscount = (fields: DiscountFields, currency: string): Omit<NewDiscount, 'is_active'> => ({
  code: fields.code,
  percent: fields.kind === 'percent' ? Number(fields.value || Number.NaN) : null,
  amount_minor: fields.kind === 'amount' ? (parseMinor(fields.value, currency) ?? Number.NaN) : null,
  ...toLimits(fields),
})
