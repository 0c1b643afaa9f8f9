import type { InvoiceDetails } from '@studiohub/contract/features/invoices/schema.ts'
import type { MoneyDialogName } from './invoice-text.ts'

/** An action on an issued invoice. */
export type InvoiceActionName = 'send' | 'remind' | 'copy-link' | 'revoke-link' | 'print' | MoneyDialogName

export type InvoiceAction = {
  name: InvoiceActionName
  label: string
  /** Whether it ends the invoice or removes something. */
  isDanger?: boolean
}

type ActionData = Pick<
  InvoiceDetails,
  'sent_at' | 'client_id' | 'open_minor' | 'paid_minor' | 'total_minor' | 'credited_minor' | 'written_off_minor'
>

/** What an issued invoice allows: the next step as the main action, and all others. Those that end the invoice are last. */
export function listInvoiceActions(invoice: ActionData): { main: InvoiceAction | undefined; menu: InvoiceAction[] } {
  const { sent_at, client_id, open_minor, paid_minor, total_minor } = invoice
  const charged_minor = total_minor - invoice.credited_minor - invoice.written_off_minor
  const isOpen = open_minor > 0
  const hasClient = client_id !== null
  const actions: (InvoiceAction & { isAvailable: boolean })[] = [
    { name: 'send', label: sent_at ? 'Send again' : 'Send by email', isAvailable: hasClient },
    { name: 'payment', label: 'Record payment', isAvailable: isOpen },
    { name: 'remind', label: 'Send reminder', isAvailable: hasClient && sent_at !== null && isOpen },
    { name: 'copy-link', label: 'Copy link', isAvailable: true },
    { name: 'print', label: 'Print', isAvailable: true },
    { name: 'refund', label: 'Refund', isAvailable: paid_minor > 0 },
    { name: 'credit-note', label: 'Credit note', isAvailable: charged_minor > 0 },
    { name: 'revoke-link', label: 'Revoke link', isAvailable: true },
    { name: 'write-off', label: 'Write off', isDanger: true, isAvailable: isOpen },
    { name: 'void', label: 'Make void', isDanger: true, isAvailable: open_minor === total_minor },
  ]
  const available = actions.filter(({ isAvailable }) => isAvailable)
  const mainName = isOpen ? (hasClient && !sent_at ? 'send' : 'payment') : null
  return {
    main: available.find(({ name }) => name === mainName),
    menu: available.filter(({ name }) => name !== mainName),
  }
}
