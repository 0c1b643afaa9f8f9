import { z } from 'zod'
import { PageQuery } from '../../shared/page.ts'
import { Id, prose } from '../../shared/text.ts'
import { CalendarDate, Currency } from '../../shared/time.ts'
import { priceUnits } from '../prices/schema.ts'
import { InvoiceEmail } from './emails/schema.ts'
import {
  AMOUNT_MINOR_MAX,
  INVOICE_LINES_MAX,
  INVOICE_NOTE_MAX,
  invoiceStateFilters,
  invoiceStates,
  LINE_DESCRIPTION_MAX,
  LINE_PRICE_MAX,
  LINE_QUANTITY_MAX,
  MONEY_REASON_MAX,
  paymentMethods,
  refundMethods,
} from './words.ts'

const minor = z.number().int()
const lineUnits = [...priceUnits, 'piece'] as const

/** The sender of an invoice, as it was when the invoice was issued. */
export const InvoiceSeller = z.object({
  name: z.string(),
  address: z.string(),
  tax_number: z.string(),
  bank_holder: z.string(),
  iban: z.string(),
  bic: z.string(),
  footer: z.string(),
})
export type InvoiceSeller = z.infer<typeof InvoiceSeller>

/** The receiver of an invoice, as it was when the invoice was issued. */
export const InvoiceBuyer = z.object({
  name: z.string(),
  company: z.string(),
  email: z.string(),
  address: z.string(),
  tax_number: z.string(),
  /** Whether the buyer pays the tax to their own tax office. Missing: no. */
  reverse_charge: z.boolean().optional(),
})
export type InvoiceBuyer = z.infer<typeof InvoiceBuyer>

export const InvoiceLine = z.object({
  position: z.number().int(),
  /** The session that the line belongs to. */
  booking_id: Id.nullable(),
  /** The day of the session. */
  service_on: z.string().nullable(),
  description: z.string(),
  unit: z.enum(lineUnits),
  /** Minutes if the unit is an hour, otherwise a number. */
  quantity: z.number().int(),
  unit_price_minor: minor,
  amount_minor: minor,
  /** In hundredths of a percent: 1900 is 19 %. */
  tax_rate_bp: z.number().int(),
  net_minor: minor,
  tax_minor: minor,
})
export type InvoiceLine = z.infer<typeof InvoiceLine>

/** An invoice or a credit note. Open and paid amounts come from the books. */
export const Invoice = z.object({
  id: Id,
  studio_id: Id,
  client_id: Id.nullable(),
  client_name: z.string().nullable(),
  kind: z.enum(['invoice', 'credit_note']),
  /** The invoice that a credit note corrects. */
  corrects_id: Id.nullable(),
  number: z.string().nullable(),
  state: z.enum(invoiceStates),
  currency: z.string(),
  prices_include_tax: z.boolean(),
  net_minor: minor,
  tax_minor: minor,
  total_minor: minor,
  /** Payments minus refunds, including used credit. */
  paid_minor: minor,
  credited_minor: minor,
  written_off_minor: minor,
  /** The amount that the client still owes. */
  open_minor: minor,
  issued_on: z.string().nullable(),
  due_on: z.string().nullable(),
  sent_at: z.string().nullable(),
  voided_at: z.string().nullable(),
  /** What its first line is for, such as a session; null without lines. */
  first_line: z.object({ description: z.string(), service_on: z.string().nullable() }).nullable(),
  line_count: z.number().int(),
  created_at: z.string(),
  /** Counts changes. A change that names an older version fails with STALE_VERSION. */
  version: z.number().int(),
})
export type Invoice = z.infer<typeof Invoice>

/** Money that came in or went out. */
export const Payment = z.object({
  id: Id,
  kind: z.enum(['payment', 'refund', 'credit', 'payout']),
  method: z.enum(refundMethods),
  amount_minor: minor,
  currency: z.string(),
  paid_on: z.string(),
  created_at: z.string(),
})
export type Payment = z.infer<typeof Payment>

/** An invoice with its lines, payments, emails and credit notes. */
export const InvoiceDetails = Invoice.extend({
  note: z.string(),
  /** The reason of a credit note. */
  reason: z.string(),
  seller: InvoiceSeller,
  buyer: InvoiceBuyer,
  /** The cancellation rules of its sessions, in words. A draft has none yet. */
  policies: z.array(z.string()),
  lines: z.array(InvoiceLine),
  payments: z.array(Payment),
  /** The emails about it, for admins. */
  emails: z.array(InvoiceEmail),
  /** The QR code of a bank transfer of the open amount, as an SVG path in a square of `size`; null if there is none. */
  transfer_qr: z.object({ size: z.number().int(), path: z.string() }).nullable(),
  credit_notes: z.array(z.object({ id: Id, number: z.string(), issued_on: z.string(), total_minor: minor })),
})
export type InvoiceDetails = z.infer<typeof InvoiceDetails>

const reason = prose(MONEY_REASON_MAX).refine((text) => text.length > 0, 'Please enter a reason')
const amount = z
  .number({ error: 'Please enter an amount' })
  .int('Please enter an amount')
  .min(1, 'Please enter an amount')
  .max(AMOUNT_MINOR_MAX, 'This amount is too high')

/** A line that belongs to no session. A discount has a negative price. */
export const NewInvoiceLine = z.strictObject({
  description: prose(LINE_DESCRIPTION_MAX).refine((text) => text.length > 0, 'Please say what this is for'),
  unit: z.enum(lineUnits).default('piece'),
  quantity: z.number({ error: 'Please enter how many' }).int('Please use whole numbers').min(1).max(LINE_QUANTITY_MAX),
  unit_price_minor: z
    .number({ error: 'Please enter a price' })
    .int('Please enter a price')
    .min(-LINE_PRICE_MAX, 'This price is too low')
    .max(LINE_PRICE_MAX, 'This price is too high'),
  tax_rate_bp: z.number().int().min(0).max(10_000).default(0),
})
export type NewInvoiceLine = z.output<typeof NewInvoiceLine>

/** Details of a buyer for their invoices, besides the name. */
export const BuyerDetails = z.strictObject({ company: prose(120), address: prose(500), tax_number: prose(40) })
export type BuyerDetails = z.output<typeof BuyerDetails>

const invoiceFields = {
  /** Sessions of the client; their price lines become lines of the invoice. */
  booking_ids: z.array(Id).max(INVOICE_LINES_MAX).default([]),
  lines: z.array(NewInvoiceLine).max(INVOICE_LINES_MAX, `At most ${INVOICE_LINES_MAX} lines`).default([]),
  note: prose(INVOICE_NOTE_MAX).default(''),
  /** The due date; by default the studio's number of days after the invoice is issued. */
  due_on: CalendarDate.nullable().default(null),
  /** The buyer; by default the one of the client's last invoice. */
  buyer: BuyerDetails.optional(),
}
/** A draft. Its currency is that of the sessions, else the studio's. */
export const NewInvoice = z.strictObject({ client_id: Id, currency: Currency.optional(), ...invoiceFields })
export type NewInvoice = z.output<typeof NewInvoice>

/** Replaces the sessions and lines of a draft. */
export const InvoiceChanges = z.strictObject({ ...invoiceFields, version: z.number().int().optional() })
export type InvoiceChanges = z.output<typeof InvoiceChanges>

export const NewPayment = z.strictObject({
  amount_minor: amount,
  method: z.enum(paymentMethods, { error: 'Please choose how it was paid' }),
  paid_on: CalendarDate.optional(),
  note: prose(MONEY_REASON_MAX).default(''),
  /** Whether money beyond the open amount becomes credit of the client. */
  keep_rest_as_credit: z.boolean().default(false),
})
export type NewPayment = z.output<typeof NewPayment>

export const NewRefund = z.strictObject({
  amount_minor: amount,
  method: z.enum(refundMethods, { error: 'Please choose how you refund it' }),
  paid_on: CalendarDate.optional(),
  reason,
  /** Whether a credit note reduces the invoice by the same amount. Otherwise the client owes the amount again. */
  with_credit_note: z.boolean().default(true),
})
export type NewRefund = z.output<typeof NewRefund>

export const NewCreditNote = z.strictObject({ amount_minor: amount, reason })
export type NewCreditNote = z.output<typeof NewCreditNote>

export const NewCredit = z.strictObject({ amount_minor: amount, currency: Currency, reason })
export type NewCredit = z.output<typeof NewCredit>

export const CreditPayout = z.strictObject({
  amount_minor: amount,
  currency: Currency,
  method: z.enum(paymentMethods),
  reason,
})
export type CreditPayout = z.output<typeof CreditPayout>

/** A reason for a change that cannot be undone. */
export const MoneyReason = z.strictObject({ reason })

export const InvoicesQuery = PageQuery.extend({
  studio_id: Id,
  state: z.enum(invoiceStateFilters).optional(),
  client_id: Id.optional(),
  /** A part of the number or of the client's name. */
  search: z.string().max(100).optional(),
})
export type InvoicesQuery = z.output<typeof InvoicesQuery>

/** The sums of a studio's invoices in one currency. */
export const InvoiceTotals = z.object({
  currency: z.string(),
  draft_minor: minor,
  open_minor: minor,
  overdue_minor: minor,
  /** Payments less refunds of the last 30 days. */
  paid_minor: minor,
})
export type InvoiceTotals = z.infer<typeof InvoiceTotals>

/** A client's money at a studio in one currency. */
export const ClientBalance = z.object({
  currency: z.string(),
  open_minor: minor,
  overdue_minor: minor,
  credit_minor: minor,
  /** The value of sessions that took place and are on no invoice. */
  unbilled_minor: minor,
})
export type ClientBalance = z.infer<typeof ClientBalance>

/** A client's own credit in one currency. */
export const OwnCredit = ClientBalance.pick({ currency: true, credit_minor: true })
export type OwnCredit = z.infer<typeof OwnCredit>

/** A session that can be invoiced. */
export const BillableSession = z.object({
  id: Id,
  booking_date: z.string(),
  start_time: z.string(),
  service_type: z.string(),
  label: z.string(),
  /** Cancelled ones have a fee. */
  status: z.enum(['confirmed', 'completed', 'cancelled']),
  /** The price, or the fee of a cancelled or missed session. */
  price_minor: minor,
  /** The price of an hour of overtime, in the currency of the price; null for a fee. */
  hour_minor: minor.nullable(),
  tax_rate_bp: z.number().int(),
  currency: z.string(),
})
export type BillableSession = z.infer<typeof BillableSession>

/** The amounts paid and owed for a session. */
export const SessionMoney = z.object({
  booking_id: Id,
  currency: z.string().nullable(),
  price_minor: minor.nullable(),
  paid_minor: minor,
  owed_minor: minor,
  /** Null if there is none, or if the caller may not read invoices. */
  invoice_id: Id.nullable(),
  invoice_number: z.string().nullable(),
  /** The ways in which the caller may record a payment for it; empty if they may not. */
  methods: z.array(z.enum(paymentMethods)),
})
export type SessionMoney = z.infer<typeof SessionMoney>
