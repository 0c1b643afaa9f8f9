import type { UserRole } from '@studiohub/contract/features/admin/schema.ts'
import { sql } from 'kysely'
import { peopleRequestingCrewRole } from '#features/roles/queries.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { byTime, type Page } from '#platform/http/cursor.ts'

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
