import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

/** A recipient of an agreement: its client, or an admin of the studio. */
export type AgreementRecipient = {
  user_id: string | null
  is_client: boolean
  email: string | null
  full_name: string | null
  is_bounced: boolean
  has_proven_admin: boolean
}

/** The client of an agreement and the admins of its studio. */
export async function listAgreementRecipients(tx: Tx, agreement_id: string): Promise<AgreementRecipient[]> {
  const { rows } = await sql<AgreementRecipient>`
    with proven as (
      select g.id, exists (select from user_roles r join auth.users a on a.id = r.user_id and a.deleted_at is null and a.email_proven
        where r.studio_id = g.studio_id and r.role = 'studio_admin' and r.status = 'active') as is_proven
      from agreements g where g.id = ${agreement_id}::uuid)
    select u.id as user_id, true as is_client, case when c.user_id is null then c.email else u.email end as email,
      coalesce(f.full_name, c.name) as full_name,
      coalesce(c.bounced_email = lower(case when c.user_id is null then c.email else u.email end), false) as is_bounced,
      p.is_proven as has_proven_admin
    from agreements g join proven p on p.id = g.id
    join client_records c on c.studio_id = g.studio_id and c.id = g.client_id and c.removed_at is null
    left join auth.users u on u.id = c.user_id and u.deleted_at is null
    left join profiles f on f.id = u.id
    union all
    select u.id, false, u.email, f.full_name, false, p.is_proven
    from agreements g join proven p on p.id = g.id
    join user_roles r on r.studio_id = g.studio_id and r.role = 'studio_admin' and r.status = 'active'
    join auth.users u on u.id = r.user_id and u.deleted_at is null
    left join profiles f on f.id = u.id
    order by is_client desc, user_id`.execute(tx)
  return rows
}
