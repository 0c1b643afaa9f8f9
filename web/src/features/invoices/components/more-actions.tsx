import type { InvoiceDetails } from '@studiohub/contract/features/invoices/schema.ts'
import { LazyRowMenu } from '#ui/lazy-row-menu.tsx'
import type { RowAction } from '#ui/row-menu.tsx'
import { titleOfInvoice } from '../model/invoice-text.ts'

/** The menu after the buttons of an invoice. */
export const MoreActions = ({ invoice, actions }: { invoice: InvoiceDetails; actions: readonly RowAction[] }) => (
  <span className="flex shrink-0 pr-3 max-md:[&>button]:size-11">
    <LazyRowMenu name={titleOfInvoice(invoice)} actions={actions} />
  </span>
)
