import { type InvoiceState, invoiceStateLabels } from '@studiohub/contract/features/invoices/words.ts'
import { Badge, type Tone } from '#ui/badge.tsx'

const tones: Record<InvoiceState, Tone> = {
  draft: 'muted',
  sent: 'accent',
  partly_paid: 'pending',
  paid: 'confirmed',
  overdue: 'cancelled',
  written_off: 'muted',
  void: 'muted',
}

type InvoiceBadgeProps = {
  state: InvoiceState
  /** When it was emailed. Issued invoices that were not are open, not sent. */
  sent_at?: string | null | undefined
}

/** The state of an invoice. */
export const InvoiceBadge = ({ state, sent_at }: InvoiceBadgeProps) => (
  <Badge tone={tones[state]}>{state === 'sent' && !sent_at ? 'Open' : invoiceStateLabels[state]}</Badge>
)
