import type { InvoiceEmailKind } from '@studiohub/contract/features/invoices/words.ts'
import type { EmailBranding, EmailContent } from '../email-content.ts'
import { listFacts } from '../wording.ts'

export type InvoiceEmailData = {
  kind: InvoiceEmailKind
  recipientName: string
  studioName: string
  number: string
  /** Amounts as texts, with their currency. */
  total: string
  open: string
  /** Whether an amount is still open. */
  isOpen: boolean
  /** The due day as a text; null if there is none. */
  due: string | null
  /** For a receipt: the payment as texts. `excess` is the part that is refunded to the card, or null. */
  paid: { amount: string; day: string; excess: string | null } | null
  /** The public page of the invoice. */
  url: string
}

/** An invoice, a reminder to pay it, or the receipt of a payment. The invoice is attached as a PDF. */
export function invoiceEmail(data: InvoiceEmailData, sender: EmailBranding): EmailContent {
  const { subject, sentences } = textsOf(data)
  const { number, total, open, isOpen, due, paid, studioName } = data
  const dueName = data.kind === 'reminder' ? 'Was due on' : 'Pay by'
  return {
    subject,
    preview: isOpen ? `${open} due` : `${total}, paid`,
    sender,
    // The studio's name is above the heading.
    heading: subject.replace(` from ${studioName}`, ''),
    ...(paid
      ? { figure: { text: paid.amount, note: `Received on ${paid.day}` } }
      : isOpen && { figure: { text: open, note: due ? `${dueName} ${due}` : 'To pay' } }),
    greetingName: data.recipientName,
    paragraphs: sentences,
    facts: listFacts({
      Invoice: number,
      From: studioName,
      Total: total,
      Received: paid && `${paid.amount} on ${paid.day}`,
      Refund: paid?.excess,
      'To pay': isOpen ? open : 'Nothing',
      [dueName]: isOpen ? due : null,
    }),
    action: { label: isOpen ? 'View and pay' : 'View invoice', url: data.url },
    footnotes: ['The invoice is attached as a PDF.', 'Anyone with the link can read this invoice.'],
    because: `${studioName} issued this invoice to you`,
  }
}

function textsOf({ kind, studioName, number, paid }: InvoiceEmailData) {
  switch (kind) {
    case 'invoice':
      return { subject: `Invoice ${number} from ${studioName}`, sentences: ['Here is your invoice.'] }
    case 'reminder':
      return {
        subject: `Reminder: invoice ${number} from ${studioName}`,
        sentences: [
          'We have not received your payment.',
          'If you paid in the last few days, you can ignore this email.',
        ],
      }
    case 'receipt':
      return {
        subject: `Receipt from ${studioName} for invoice ${number}`,
        sentences: [
          'We received your payment. Thank you!',
          ...(paid?.excess
            ? [`${paid.excess} of it is being refunded to your card, because you owed less when your payment arrived.`]
            : []),
        ],
      }
  }
}
