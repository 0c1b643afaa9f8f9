import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

type NoNewBookingsProps = {
  contact: { contact_email: string | null; contact_phone: string | null }
  message: string
  /** Another way to reach the studio, such as a button that opens its messages. */
  action?: ReactNode
}

const linkLook = 'text-link underline underline-offset-4'

/** A message that a studio accepts no new bookings, with its contact data. */
export function NoNewBookings({ contact: { contact_email, contact_phone }, message, action }: NoNewBookingsProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-4 rounded-md border border-pending/40 bg-pending-soft p-4 md:p-5">
      <div className="grid min-w-64 flex-1 grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
        <CircleAlert aria-hidden className="mt-0.5 size-5 text-pending" />
        <p className="font-medium text-balance">{message}</p>
        {(contact_email || contact_phone) && (
          <p className="col-start-2 flex flex-wrap items-center gap-x-4 text-sm max-md:*:py-3">
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
      {action}
    </div>
  )
}
