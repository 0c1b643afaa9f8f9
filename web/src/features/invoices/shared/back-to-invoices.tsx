import { BackLink } from '#ui/back-link.tsx'

/** The way back to the list of invoices, above the title of a page that belongs to it. */
export const BackToInvoices = ({ to }: { to: string }) => <BackLink to={to}>All invoices</BackLink>
