import type { StudioOverview, StudioOwner } from '@studiohub/contract/features/admin/studio-overview/schema.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

/** The last change that a person made at a studio. Only operators may read it, because it comes from the audit log. */
export async function getLastActivity(tx: Tx, studio_id: string): Promise<string | null> {
  const { rows } = await sql<{ at: string }>`
    select at from audit_log where studio_id = ${studio_id}::uuid and actor_id is not null
    order by at desc limit 1`.execute(tx)
  return rows[0]?.at ?? null
}

// The queries below require the system role.

/** A studio's admins with their addresses, oldest role first. */
export async function listOwners(tx: Tx, studio_id: string): Promise<StudioOwner[]> {
  const { rows } = await sql<StudioOwner>`
    select r.user_id, p.full_name, u.email, coalesce(u.email_proven, false) as email_proven
    from user_roles r join auth.users u on u.id = r.user_id and u.deleted_at is null
    left join profiles p on p.id = r.user_id
    where r.studio_id = ${studio_id}::uuid and r.role = 'studio_admin' and r.status = 'active'
    order by r.created_at, r.user_id`.execute(tx)
  return rows
}

/** The numbers that show a studio's size. @param since the first day whose bookings count, `yyyy-MM-dd` */
export async function getSizes(tx: Tx, studio_id: string, since: string) {
  const { rows } = await sql<StudioOverview['sizes']>`
    select
      (select count(*)::integer from resources where studio_id = ${studio_id}::uuid and kind = 'room' and is_active) as rooms,
      (select count(*)::integer from user_roles
        where studio_id = ${studio_id}::uuid and role = 'staff' and status = 'active') as crew,
      (select count(*)::integer from client_records where studio_id = ${studio_id}::uuid and removed_at is null) as clients,
      (select count(*)::integer from bookings where studio_id = ${studio_id}::uuid and booking_type = 'client_booking'
        and status <> 'cancelled' and booking_date between ${since}::date and (${since}::date + 30)) as recent_bookings`.execute(
    tx,
  )
  return rows[0]
}

type Connections = {
  custom_domain: string | null
  domain_verified_at: string | null
  domain_missing_since: string | null
  sender_address: string | null
  sender_verified_at: string | null
  has_cards: boolean
  takes_cards: boolean
  is_submitted: boolean
  pays_out: boolean
  differences: number
}

/** A studio's domain, its own sender, and its account for cards. */
export async function getConnections(tx: Tx, studio_id: string) {
  const { rows } = await sql<Connections>`
    select s.custom_domain, s.domain_verified_at, s.domain_missing_since, d.address as sender_address,
      d.verified_at as sender_verified_at, a.studio_id is not null as has_cards, coalesce(a.takes_cards, false) as takes_cards,
      coalesce(a.is_submitted, false) as is_submitted, coalesce(a.pays_out, false) as pays_out,
      coalesce(c.differences, 0) as differences
    from studios s left join studio_senders d on d.studio_id = s.id left join card_accounts a on a.studio_id = s.id
    left join card_comparisons c on c.studio_id = s.id
    where s.id = ${studio_id}::uuid`.execute(tx)
  return rows[0]
}
