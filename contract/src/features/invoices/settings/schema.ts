import { z } from 'zod'
import { isIban } from '#shared/iban.ts'
import { Id, prose } from '#shared/text.ts'
import { PAYMENT_DAYS_MAX, reminderDays } from '../words.ts'

const prefix = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9/-]{0,12}$/, 'Use at most 12 letters, digits, - and /')
const withoutSpaces = z.string().transform((text) => text.replaceAll(/\s/g, '').toUpperCase())

const fields = {
  /** The name on invoices; empty: the name of the studio. */
  legal_name: prose(200),
  address: prose(500),
  tax_number: prose(40),
  bank_holder: prose(70),
  iban: withoutSpaces.refine((text) => text === '' || isIban(text), 'This is not a valid IBAN'),
  bic: withoutSpaces.refine((text) => /^([A-Z0-9]{8}|[A-Z0-9]{11})?$/.test(text), 'A BIC has 8 or 11 characters'),
  /** The last lines of every invoice. */
  footer: prose(500),
  /** How many days a client has to pay. */
  payment_days: z
    .number({ error: 'Please enter a number of days' })
    .int('Please use whole days')
    .min(0, 'At least 0')
    .max(PAYMENT_DAYS_MAX, `At most ${PAYMENT_DAYS_MAX} days`),
  number_prefix: prefix,
  credit_note_prefix: prefix,
  /** The first number of this year, if the series continues from another program. */
  first_number: z
    .number({ error: 'Please enter a number' })
    .int('Please use whole numbers')
    .min(1, 'At least 1')
    .max(999_999, 'At most 999,999'),
  desk_takes_cash: z.boolean(),
  /** Whether clients get an email about each payment of an invoice. */
  sends_receipts: z.boolean(),
  /** The number of days past due after which the client is reminded. */
  reminder_days: z.array(z.union(reminderDays.map((day) => z.literal(day)))).max(reminderDays.length),
}

/** The texts on a studio's invoices, their numbers, and who may record payments. */
export const InvoiceSettings = z.object({
  ...fields,
  iban: z.string(),
  bic: z.string(),
  studio_id: Id,
  version: z.number().int(),
})
export type InvoiceSettings = z.infer<typeof InvoiceSettings>

/** Omitted fields stay as they are. */
export const InvoiceSettingsChanges = z
  .strictObject(fields)
  .partial()
  .extend({ version: z.number().int().optional() })
  .refine(
    ({ number_prefix, credit_note_prefix }) => number_prefix === undefined || number_prefix !== credit_note_prefix,
    {
      error: 'Invoices and credit notes need different prefixes',
      path: ['credit_note_prefix'],
    },
  )
export type InvoiceSettingsChanges = z.output<typeof InvoiceSettingsChanges>
