import { type InvoiceState, invoiceStateLabels } from '@studiohub/contract/features/invoices/words.ts'
import { Badge, type Tone } from '#ui/badge.tsx'

const tones: Record<InvoiceState, Tone> = {
  draft: 'neutral',
  sent: 'accent',
  partly_paid: 'pending',
  paid: 'confirmed',
  overdue: 'cancelled',
  written_off: 'neutral',
  void: 'neutral',
}

/** The state of an invoice. */
export const InvoiceBadge = ({ state }: { state: InvoiceState }) => (
  <Badge tone={tones[state]}>{invoiceStateLabels[state]}</Badge>
)
