import type { InvoiceEmailKind } from '@studiohub/contract/features/invoices/words.ts'
import type { EmailContent, Sender } from '../render-email.tsx'

export type InvoiceEmailData = {
  kind: InvoiceEmailKind
  recipientName: string
  studioName: string
  /** The invoice's number. */
  number: string
  /** Amounts in words, with their currency. */
  total: string
  open: string
  /** Whether something is still to pay. */
  isOpen: boolean
  /** Days in words; null: none. */
  due: string | null
  /** `excess`: the part that is refunded to the card; null: none. */
  paid: { amount: string; day: string; excess: string | null } | null
  /** The public page of the invoice. */
  url: string
}

/** An invoice, a reminder to pay it, or the receipt of a payment. The invoice is attached as a PDF. */
export function invoiceEmail(data: InvoiceEmailData, sender: Sender): EmailContent {
  const { subject, sentences } = textsOf(data)
  return {
    subject,
    preview: data.isOpen ? `${data.open} to pay` : `${data.total}, paid`,
    sender,
    heading: subject,
    paragraphs: [`Hello ${data.recipientName}, ${sentences[0]}`, ...sentences.slice(1)],
    action: { label: data.isOpen ? 'View and pay' : 'View invoice', url: data.url },
    small: ['The invoice is attached as a PDF.', 'Everyone with the link can read this invoice.'],
  }
}

function textsOf({ kind, studioName, number, total, open, isOpen, due, paid }: InvoiceEmailData) {
  const stillOpen = isOpen ? [`${open} is still to pay${due ? ` by ${due}` : ''}.`] : ['Nothing is left to pay.']
  switch (kind) {
    case 'invoice':
      return {
        subject: `Invoice ${number} from ${studioName}`,
        sentences: [`here is your invoice ${number} for ${total}.`, ...stillOpen],
      }
    case 'reminder':
      return {
        subject: `Reminder: invoice ${number} from ${studioName}`,
        sentences: [
          `we have not received your payment of invoice ${number}${due ? `, which was due on ${due}` : ''}.`,
          `${open} is still to pay.`,
          'If you paid in the last days, you can ignore this email.',
        ],
      }
    case 'receipt':
      return {
        subject: `Receipt from ${studioName} for invoice ${number}`,
        sentences: [
          paid ? `we received ${paid.amount} on ${paid.day}. Thank you!` : 'we received your payment. Thank you!',
          ...(paid?.excess
            ? [`${paid.excess} of it is refunded to your card, because you owed less when your payment arrived.`]
            : []),
          ...stillOpen,
        ],
      }
  }
}
