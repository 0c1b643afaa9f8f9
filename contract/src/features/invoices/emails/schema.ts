import { z } from 'zod'
import { messageStates } from '../../messages/words.ts'
import { invoiceEmailKinds } from '../words.ts'

/** An email about an invoice and its delivery. */
export const InvoiceEmail = z.object({
  kind: z.enum(invoiceEmailKinds),
  state: z.enum(messageStates),
  created_at: z.string(),
  sent_at: z.string().nullable(),
  /** Why it was not sent. */
  last_error: z.string().nullable(),
})
export type InvoiceEmail = z.infer<typeof InvoiceEmail>
