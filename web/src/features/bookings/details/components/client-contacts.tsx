import { MailWarning } from 'lucide-react'
import { useClient } from '#features/clients/api.ts'
import { Badge } from '#ui/badge.tsx'
import { EmailText } from '#ui/email-text.tsx'

type ClientContactsProps = { studio_id: string; client_id: string }

/**
 * Shows the desk how to contact the client of a booking. Empty while it loads, because the booking is readable without it.
 */
export function ClientContacts({ studio_id, client_id }: ClientContactsProps) {
  const { data: client } = useClient(studio_id, client_id)
  if (!client) return null
  const { email, phone, email_bounced_at } = client
  return (
    <>
      {phone && (
        <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className={linkLook}>
          {phone}
        </a>
      )}
      {email && (
        <a href={`mailto:${email}`} className={linkLook}>
          <EmailText>{email}</EmailText>
        </a>
      )}
      {email_bounced_at && (
        <Badge tone="cancelled" icon={MailWarning}>
          Emails to this address bounce
        </Badge>
      )}
    </>
  )
}

const linkLook = 'block w-fit py-0.5 text-link underline-offset-4 hover:underline'
