import { z } from 'zod'
import { InvoiceDetails } from '../schema.ts'

const SECRET_MAX = 200

/** The secret of a link to an invoice. It is sent in the body, so that no log contains it. */
export const PaySecret = z.strictObject({ token: z.string().min(1).max(SECRET_MAX) })

/** The public page of an invoice. */
export const PayLink = z.object({ url: z.string(), expires_at: z.string() })
export type PayLink = z.infer<typeof PayLink>

/** The public page of an invoice: its content without ids, email addresses and payments. */
export const PublicInvoice = InvoiceDetails.pick({
  number: true,
  kind: true,
  state: true,
  currency: true,
  net_minor: true,
  tax_minor: true,
  total_minor: true,
  paid_minor: true,
  credited_minor: true,
  open_minor: true,
  issued_on: true,
  due_on: true,
  note: true,
  reason: true,
  seller: true,
  policies: true,
  transfer_qr: true,
}).extend({
  buyer: InvoiceDetails.shape.buyer.omit({ email: true }),
  lines: z.array(InvoiceDetails.shape.lines.element.omit({ booking_id: true })),
  studio: z.object({
    name: z.string(),
    logo_url: z.string().nullable(),
    brand_css: z.string(),
    favicon_url: z.string().nullable(),
    contact_email: z.string().nullable(),
  }),
})
export type PublicInvoice = z.infer<typeof PublicInvoice>
