import type { PartnershipApplication } from '@studiohub/contract/features/partners/schema.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'
import { byTime, type Page } from '#platform/http/cursor.ts'

const columns = [
  'id',
  'companyName',
  'contactName',
  'email',
  'phone',
  'partnershipType',
  'message',
  'created_at',
] as const

type NewApplication = Omit<PartnershipApplication, 'homepage'> & {
  id: string
  user_id: string | null
  created_at: string
}

/** Returns no row, because a visitor may insert an application but not read it. */
export async function insertApplication(tx: Tx, application: NewApplication) {
  await tx.insertInto('partnership_applications').values(application).execute()
}

export function getApplication(tx: Tx, id: string) {
  return tx.selectFrom('partnership_applications').select(columns).where('id', '=', id).executeTakeFirst()
}

/** A person's newest application. */
export function getApplicationOf(tx: Tx, user_id: string) {
  return tx
    .selectFrom('partnership_applications')
    .select(columns)
    .where('user_id', '=', user_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

/** Lists all applications, newest first. */
export function listApplications(tx: Tx, page: Page) {
  return tx
    .selectFrom('partnership_applications')
    .select(columns)
    .$call(byTime({ at: 'created_at', id: 'id', descends: true }, page))
    .execute()
}

type ApplicantRow = { application_id: string; account_email: string; partner_since: string | null }

/**
 * The accounts of the senders of some applications, with the time of their partner role. An account with the email of an
 * application counts only if its address is proven. Requires the system role, which may read emails.
 */
export async function listApplicants(tx: Tx, application_ids: readonly string[]): Promise<ApplicantRow[]> {
  if (application_ids.length === 0) return []
  const { rows } = await sql<ApplicantRow>`
    select distinct on (a.id) a.id as application_id, u.email as account_email, r.activated_at as partner_since
    from partnership_applications a
    join auth.users u on (u.id = a.user_id or (u.email_proven and lower(u.email) = lower(a.email))) and u.deleted_at is null
    left join user_roles r on r.user_id = u.id and r.role = 'partner' and r.status = 'active'
    where a.id = any (string_to_array(${application_ids.join()}, ',')::uuid[])
    order by a.id, r.activated_at nulls last, u.id`.execute(tx)
  return rows
}
