import type { CardVolume } from '@studiohub/contract/features/admin/cards/schema.ts'

type Amounts = Pick<CardVolume, 'paid_minor' | 'refunded_minor'>

/** What is left of the payments after refunds. */
export const computeNet = ({ paid_minor, refunded_minor }: Amounts) => paid_minor - refunded_minor

/** The sums of several months, one for each currency. */
export function computeCardTotals(months: readonly CardVolume[]): Omit<CardVolume, 'month'>[] {
  const currencies = [...new Set(months.map(({ currency }) => currency))]
  return currencies.map((currency) => {
    const rows = months.filter((row) => row.currency === currency)
    return {
      currency,
      payments: rows.reduce((sum, { payments }) => sum + payments, 0),
      paid_minor: rows.reduce((sum, { paid_minor }) => sum + paid_minor, 0),
      refunded_minor: rows.reduce((sum, { refunded_minor }) => sum + refunded_minor, 0),
    }
  })
}
