import type { PlatformRoleRequest, UserRole } from '@studiohub/contract/features/admin/schema.ts'
import type { RequestAnswer } from '@studiohub/contract/features/admin/words.ts'
import { sql } from 'kysely'
import { peopleRequestingCrewRole } from '#features/roles/queries.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { byTime, type Page, pageParts } from '#platform/http/cursor.ts'

type PersonRow = {
  id: string
  email: string
  email_proven: boolean
  full_name: string | null
  phone: string | null
  created_at: string
  banned_until: string | null
  total: number
}
type PeopleFilter = Page & { user_id?: string; search?: string | undefined }

/** People with an account, newest first; empty unless the caller is an operator. */
export async function listPeople(tx: Tx, { user_id, search, after, limit }: PeopleFilter): Promise<PersonRow[]> {
  const [at, id] = after ?? [null, null]
  const { rows } = await sql<PersonRow>`
    select * from door.people(${user_id ?? null}::uuid, ${search ?? null}::text, ${at}::timestamptz, ${id}::uuid, ${limit})`.execute(
    tx,
  )
  return rows
}

/** The current and former roles of some people, without requests and removed roles. */
export async function listRolesOf(tx: Tx, user_ids: readonly string[]): Promise<(UserRole & { user_id: string })[]> {
  if (user_ids.length === 0) return []
  const rows = await tx
    .selectFrom('user_roles as r')
    .leftJoin('studios as s', 's.id', 'r.studio_id')
    .select(['r.id', 'r.user_id', 'r.role', 'r.status', 'r.studio_id', 's.name as studio_name'])
    .where('r.user_id', 'in', user_ids)
    .where('r.status', '!=', 'pending')
    .where('r.removed_at', 'is', null)
    .orderBy('r.activated_at', 'desc')
    .$narrowType<{ role: UserRole['role']; status: UserRole['status'] }>()
    .execute()
  const usersWithDecidingRole = new Set<string>()
  return rows.map((row) => {
    const decides = row.status === 'active' && !usersWithDecidingRole.has(row.user_id)
    if (decides) usersWithDecidingRole.add(row.user_id)
    return { ...row, decides }
  })
}

/** Open role requests of all studios, oldest first. */
export function listRequests(tx: Tx, page: Page) {
  return tx
    .selectFrom('user_roles as r')
    .innerJoin('profiles as p', 'p.id', 'r.user_id')
    .leftJoin('studios as s', 's.id', 'r.studio_id')
    .select(['r.id', 'r.user_id', 'r.role', 'r.studio_id', 's.name as studio_name', 'p.full_name', 'r.requested_at'])
    .leftJoin(peopleRequestingCrewRole(), 'requesters.role_id', 'r.id')
    .select(['requesters.email', 'requesters.email_proven as email_confirmed'])
    .select(sql<number>`(select count(*) from user_roles w where w.status = 'pending')`.as('total'))
    .where('r.status', '=', 'pending')
    .$call(byTime({ at: 'r.requested_at', id: 'r.id', descends: false }, page))
    .execute()
}

type AnsweredRequest = Omit<PlatformRoleRequest, 'answer'> & {
  entry_id: string
  outcome: RequestAnswer
  answered_at: string
  by_name: string | null
  sorted_by: string
  total: number
}

/**
 * Answered requests of all studios, the newest answer first. They come from the audit log, because rejecting a request deletes
 * its row.
 */
export async function listAnsweredRequests(tx: Tx, page: Page): Promise<AnsweredRequest[]> {
  const { sortedBy, isBeyond, inOrder } = pageParts({ at: 'at', id: 'id', descends: true }, page)
  const isAnswer = sql`action in ('roles.approve', 'roles.reject') and outcome = 'done'`
  const { rows } = await sql<AnsweredRequest>`
    select a.entry_id, a.id, a.user_id, a.role, a.studio_id, a.requested_at, a.outcome, a.answered_at, a.sorted_by,
      s.name as studio_name, p.full_name, e.email, null::boolean as email_confirmed, coalesce(answering.full_name, answering_email.email) as by_name,
      (select count(*) from audit_log where ${isAnswer})::integer as total
    from (select id::text as entry_id, object_id as id, (before ->> 'user_id')::uuid as user_id, before ->> 'role' as role,
        before ->> 'requested_at' as requested_at, studio_id, actor_id, at as answered_at,
        case action when 'roles.approve' then 'approved' else 'rejected' end as outcome, ${sortedBy}
      from audit_log where ${isAnswer} and ${isBeyond} ${inOrder}) a
    left join studios s on s.id = a.studio_id
    left join profiles p on p.id = a.user_id
    left join profiles answering on answering.id = a.actor_id
    left join lateral door.emails_of_people(array[a.user_id]) e on a.role = 'staff'
    left join lateral door.emails_of_people(array[a.actor_id]) answering_email on answering.full_name is null
    order by a.answered_at desc, a.entry_id::bigint desc`.execute(tx)
  return rows
}

/** Sets or lifts a suspension (null). Needs the rights of the authentication service. */
export function setBan(tx: Tx, user_id: string, banned_until: string | null, now: Date) {
  return tx
    .updateTable('auth.users')
    .set({ banned_until, updated_at: now.toISOString() })
    .where('id', '=', user_id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
}
