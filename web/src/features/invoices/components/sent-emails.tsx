import type { InvoiceDetails } from '@studiohub/contract/features/invoices/schema.ts'
import { invoiceEmailLabels } from '@studiohub/contract/features/invoices/words.ts'
import { messageStateLabels } from '@studiohub/contract/features/messages/words.ts'
import { formatDateTime } from '#lib/page/time.ts'

/** The emails about an invoice and their delivery, for the studio. */
export function SentEmails({ emails }: Pick<InvoiceDetails, 'emails'>) {
  if (emails.length === 0) return null
  return (
    <section aria-label="Emails" className="grid w-full gap-2 text-sm print:hidden">
      <h2 className="font-medium">Emails</h2>
      <ul className="grid gap-1">
        {emails.map(({ kind, state, created_at, sent_at, last_error }) => (
          <li key={`${kind} ${created_at}`} className="flex flex-wrap justify-between gap-x-4">
            <span>
              {invoiceEmailLabels[kind]}, {formatDateTime(sent_at ?? created_at)}
            </span>
            <span className={state === 'failed' || state === 'skipped' ? 'text-cancelled' : 'text-muted-foreground'}>
              {messageStateLabels[state]}
              {last_error && `: ${last_error}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
