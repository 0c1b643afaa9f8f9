type NoNewBookingsProps = { contact: { contact_email: string | null; contact_phone: string | null }; message: string }

const linkLook = 'text-link underline underline-offset-4'

/** A message that a studio accepts no new bookings, with its contact data. */
export function NoNewBookings({ contact: { contact_email, contact_phone }, message }: NoNewBookingsProps) {
  return (
    <div className="grid gap-2 rounded-md border border-border bg-card p-4">
      <p>{message}</p>
      {(contact_email || contact_phone) && (
        <p className="flex flex-wrap gap-x-4 gap-y-1">
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
