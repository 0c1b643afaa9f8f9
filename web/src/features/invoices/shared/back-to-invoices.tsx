import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'

/** The way back to the list of invoices, above the title of a page that belongs to it. */
export const BackToInvoices = ({ to }: { to: string }) => (
  <Link
    to={to}
    className="inline-flex items-center gap-1 justify-self-start text-sm text-link hover:underline max-md:min-h-11 print:hidden"
  >
    <ArrowLeft aria-hidden className="size-4" />
    All invoices
  </Link>
)
