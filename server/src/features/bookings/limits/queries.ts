import { sql } from 'kysely'

/** How many open requests a client has at a studio, and how long their future bookings are together. */
export type ClientUse = { open_requests: number; minutes_ahead: number }

type ClientUseInput = {
  studio_id: string
  /** Null for the caller; the result is then empty unless the caller is a client. */
  client_id: string | null
  now: Date
  /** The booking that is changed. It does not count. */
  booking_id?: string | undefined
  /** The series that is created or changed. It does not count as a request. */
  series_id?: string | undefined
}

/**
 * Counts bookings that the client made, extended or has a change request for. Bookings that the studio made for the client do
 * not count. For a change request of such a booking only the requested time counts, because it is reserved too. The client's
 * own bookings count once, with the longer of both times.
 */
export const clientUseQuery = ({ studio_id, client_id, now, booking_id, series_id }: ClientUseInput) =>
  sql<ClientUse>`
    select (count(distinct coalesce(b.series_id, b.id)) filter (where ((b.status = 'pending' and b.created_by = r.user_id)
          or c.id is not null)
        and coalesce(b.series_id, b.id) is distinct from ${series_id ?? null}::uuid))::integer as open_requests,
      coalesce(sum(extract(epoch from case when b.created_by = r.user_id or b.lengthened_by_client
          then greatest(b.ends_at - b.starts_at, c.ends_at - c.starts_at) else c.ends_at - c.starts_at end) / 60),
        0)::integer as minutes_ahead
    from bookings b join client_records r on r.studio_id = b.studio_id and r.id = b.client_id
    left join change_requests c on c.booking_id = b.id
    where b.studio_id = ${studio_id}::uuid and b.client_id = coalesce(${client_id}::uuid, (select app.client_id())) and b.booking_type = 'client_booking'
      and b.status in ('pending', 'confirmed') and b.starts_at > ${now.toISOString()}::timestamptz
      and b.id is distinct from ${booking_id ?? null}::uuid
      and (${client_id}::uuid is not null or (select app.role()) = 'client')`
