import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'

/** The way back to the page that a page belongs to, above the title. */
export const BackLink = ({ to, children }: { to: string; children: string }) => (
  <Link
    to={to}
    className="inline-flex items-center gap-1 justify-self-start text-sm text-link hover:underline max-md:min-h-11 print:hidden"
  >
    <ArrowLeft aria-hidden className="size-4" />
    {children}
  </Link>
)
