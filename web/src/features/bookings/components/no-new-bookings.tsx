import { Info } from 'lucide-react'
import type { ReactNode } from 'react'

type NoNewBookingsProps = {
  contact: { contact_email: string | null; contact_phone: string | null }
  message: string
  /** Another way to reach the studio, such as a link to its messages. */
  action?: ReactNode
}

const linkLook = 'text-link underline underline-offset-4'

/** A message that a studio accepts no new bookings, with its contact data. */
export function NoNewBookings({ contact: { contact_email, contact_phone }, message, action }: NoNewBookingsProps) {
  return (
    <div className="grid max-w-[45rem] grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-2 rounded-md border border-pending/40 bg-pending/10 p-4 text-sm">
      <Info aria-hidden className="mt-0.5 size-4 text-pending" />
      <p>{message}</p>
      {(action || contact_email || contact_phone) && (
        <p className="col-start-2 flex flex-wrap items-center gap-x-4 gap-y-2">
          {action}
          {contact_email && (
            <a href={`mailto:${contact_email}`} className={linkLook}>
              {contact_email}
            </a>
          )}
          {contact_phone && (
            <a href={`tel:${contact_phone.replace(/[^+\d]/g, '')}`} className={linkLook}>
              {contact_phone}
            </a>
          )}
        </p>
      )}
    </div>
  )
}
