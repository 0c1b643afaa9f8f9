import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { Link } from 'react-router'
import { NoNewBookings } from '#features/bookings/components/no-new-bookings.tsx'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'

/** Tells a client why the studio accepts no new bookings, with a button that opens the messages. */
export function ClosedNotice({ studio, reason }: { studio: Studio; reason: string }) {
  return (
    <NoNewBookings
      message={reason}
      contact={studio}
      action={
        <ButtonLink className="max-sm:min-h-11 max-sm:w-full">
          <Link to={paths.clientMessages(studio.slug)}>Message the studio</Link>
        </ButtonLink>
      }
    />
  )
}
