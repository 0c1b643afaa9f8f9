import { z } from 'zod'
import { Id } from '../../shared/text.ts'
import { CalendarDate } from '../../shared/time.ts'
import { PRICE_MINOR_MAX } from '../prices/words.ts'
import { DISCOUNT_CODE_MAX } from './words.ts'

const USES_MAX = 100_000

/** A code as typed; case and spaces are ignored. */
export const DiscountCode = z
  .string({ error: 'Please enter a code' })
  .transform((text) => text.replaceAll(/\s/g, '').toUpperCase())
  .pipe(z.string().regex(/^[A-Z0-9-]{3,30}$/, `Use 3 to ${DISCOUNT_CODE_MAX} letters, digits and hyphens`))

const uses = z
  .number({ error: 'Please enter a number' })
  .int('Please use whole numbers')
  .min(1, 'At least 1')
  .max(USES_MAX, `At most ${USES_MAX.toLocaleString('en')}`)

const discountFields = {
  /** Either `percent` or `amount_minor`, in the studio's currency. */
  percent: z
    .number({ error: 'Please enter a percentage' })
    .int('Please use a whole percentage')
    .min(1, 'At least 1 percent')
    .max(100, 'At most 100 percent')
    .nullable(),
  amount_minor: z
    .number({ error: 'Please enter an amount' })
    .int('Please enter an amount')
    .min(1, 'Please enter an amount')
    .max(PRICE_MINOR_MAX, 'This amount is too high')
    .nullable(),
  /** The services that it applies to; null: all. */
  service_types: z.array(z.string().min(1).max(60)).min(1, 'Please choose a service').max(50).nullable(),
  /** The days on which it can be entered, in the studio's time zone; null: any day. */
  first_date: CalendarDate.nullable(),
  last_date: CalendarDate.nullable(),
  /** How many bookings may use it, in total and per client; null: no limit. */
  max_uses: uses.nullable(),
  max_uses_per_client: uses.nullable(),
  is_active: z.boolean(),
}

export const Discount = z.object({
  id: Id,
  studio_id: Id,
  code: z.string(),
  ...discountFields,
  currency: z.string().nullable(),
  /** How many bookings use it. */
  uses: z.number().int(),
  created_at: z.string(),
  /** Counts changes. A change that names an older version fails with STALE_VERSION. */
  version: z.number().int(),
})
export type Discount = z.infer<typeof Discount>

type DiscountAmount = { percent?: number | null | undefined; amount_minor?: number | null | undefined }
const hasOneAmount = ({ percent = null, amount_minor = null }: DiscountAmount) =>
  (percent === null) !== (amount_minor === null)
const oneAmountError = { error: 'Please enter a percentage or an amount', path: ['percent'] }
type Days = { first_date?: string | null | undefined; last_date?: string | null | undefined }
const hasOrderedDays = ({ first_date, last_date }: Days) => !first_date || !last_date || first_date <= last_date
const dayOrderError = { error: 'The last day must not be before the first', path: ['last_date'] }

export const NewDiscount = z
  .strictObject({
    code: DiscountCode,
    percent: discountFields.percent.default(null),
    amount_minor: discountFields.amount_minor.default(null),
    service_types: discountFields.service_types.default(null),
    first_date: discountFields.first_date.default(null),
    last_date: discountFields.last_date.default(null),
    max_uses: discountFields.max_uses.default(null),
    max_uses_per_client: discountFields.max_uses_per_client.default(null),
    is_active: discountFields.is_active.default(true),
  })
  .refine(hasOneAmount, oneAmountError)
  .refine(hasOrderedDays, dayOrderError)
export type NewDiscount = z.output<typeof NewDiscount>

/** Omitted fields stay as they are. The amount of a code cannot change, because bookings refer to it. */
export const DiscountChanges = z
  .strictObject({
    service_types: discountFields.service_types,
    first_date: discountFields.first_date,
    last_date: discountFields.last_date,
    max_uses: discountFields.max_uses,
    max_uses_per_client: discountFields.max_uses_per_client,
    is_active: discountFields.is_active,
  })
  .partial()
  .extend({ version: z.number().int().optional() })
  .refine(hasOrderedDays, dayOrderError)
export type DiscountChanges = z.output<typeof DiscountChanges>
