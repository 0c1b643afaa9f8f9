import type { InvoiceDetails } from '@studiohub/contract/features/invoices/schema.ts'
import { lazy, Suspense } from 'react'
import type { RowAction } from '#ui/row-menu.tsx'
import { titleOfInvoice } from '../model/invoice-text.ts'

const RowMenu = lazy(async () => ({ default: (await import('#ui/row-menu.tsx')).RowMenu }))

/** The menu after the buttons of an invoice. */
export const MoreActions = ({ invoice, actions }: { invoice: InvoiceDetails; actions: readonly RowAction[] }) => (
  <span className="flex shrink-0 pr-3 max-md:[&>button]:size-11">
    <Suspense fallback={<span className="-mr-3 size-10" />}>
      <RowMenu name={titleOfInvoice(invoice)} actions={actions} />
    </Suspense>
  </span>
)
