import type { PublicBookingTerms } from '@studiohub/contract/features/terms/schema.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

type LinkedBooking = Pick<PublicBookingTerms, 'session'> & { studio_id: string; accepted_text: string | null }

/** The session of a link; undefined if its studio is deactivated. Requires the system role. */
export async function getLinkedBooking(tx: Tx, booking_id: string): Promise<LinkedBooking | undefined> {
  const { rows } = await sql<LinkedBooking>`
    select b.studio_id, json_build_object('service', coalesce(o.label, b.service_type), 'booking_date', b.booking_date::text,
        'start_time', to_char(b.start_time, 'HH24:MI'), 'end_time', to_char(b.end_time, 'HH24:MI'), 'timezone', s.timezone,
        'count', greatest(1, (select count(*)::integer from bookings n where n.studio_id = b.studio_id and n.series_id = b.series_id
          and n.status in ('pending', 'confirmed')))) as session,
      (select t.text from terms_acceptances a join terms_versions t on t.id = a.terms_id where a.booking_id = b.id) as accepted_text
    from bookings b join studios s on s.id = b.studio_id and s.suspended_at is null
    left join studio_services o on o.studio_id = b.studio_id and o.key = b.service_type
    where b.id = ${booking_id}::uuid and b.booking_type = 'client_booking' and b.client_id is not null`.execute(tx)
  return rows[0]
}
