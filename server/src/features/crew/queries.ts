import type { AgentKey } from '@studiohub/contract/features/assistant/words.ts'
import { AgentKey as AgentKeySchema } from '@studiohub/contract/features/crew/schema.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'
import { byTime, type Page } from '#platform/http/cursor.ts'

// A crew member who became an admin still has the crew role; such people are left out.
const selectCrew = (tx: Tx, studio_id: string) =>
  tx
    .selectFrom('user_roles')
    .innerJoin('profiles', 'profiles.id', 'user_roles.user_id')
    .select(['user_roles.id as role_id', 'user_roles.user_id', 'user_roles.at_desk', 'user_roles.created_at'])
    .select(['profiles.full_name', 'profiles.phone'])
    .where('user_roles.studio_id', '=', studio_id)
    .where('user_roles.role', '=', 'staff')
    .where('user_roles.status', '=', 'active')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('user_roles as a')
            .select('a.id')
            .whereRef('a.user_id', '=', 'user_roles.user_id')
            .whereRef('a.studio_id', '=', 'user_roles.studio_id')
            .whereRef('a.activated_at', '>', 'user_roles.activated_at')
            .where('a.role', '=', 'studio_admin')
            .where('a.status', '=', 'active'),
        ),
      ),
    )

/** A studio's crew without its admins, the longest-serving first. */
export function listCrew(tx: Tx, studio_id: string, page: Page) {
  return selectCrew(tx, studio_id)
    .$call(byTime({ at: 'user_roles.created_at', id: 'user_roles.id', descends: false }, page))
    .execute()
}

type CrewRole = { studio_id: string; role_id: string }

export const getCrewMember = (tx: Tx, { studio_id, role_id }: CrewRole) =>
  selectCrew(tx, studio_id).where('user_roles.id', '=', role_id).executeTakeFirst()

/** Sets whether a crew member works at the desk. @returns undefined if they are no longer crew */
export function setAtDesk(tx: Tx, { studio_id, role_id, at_desk }: CrewRole & { at_desk: boolean }) {
  return tx
    .updateTable('user_roles')
    .set({ at_desk })
    .where('id', '=', role_id)
    .where('studio_id', '=', studio_id)
    .where('role', '=', 'staff')
    .where('status', '=', 'active')
    .returning('id')
    .executeTakeFirst()
}

/** A studio's admins, longest-serving first. */
export function listAdmins(tx: Tx, studio_id: string) {
  return tx
    .selectFrom('user_roles')
    .innerJoin('profiles', 'profiles.id', 'user_roles.user_id')
    .select(['user_roles.id as role_id', 'user_roles.user_id', 'user_roles.created_at', 'profiles.full_name'])
    .where('user_roles.studio_id', '=', studio_id)
    .where('user_roles.role', '=', 'studio_admin')
    .where('user_roles.status', '=', 'active')
    .orderBy('user_roles.created_at')
    .orderBy('user_roles.id')
    .execute()
}

/** Whether a person has confirmed their email address. Needs system rights. */
export async function hasProvenAddress(tx: Tx, user_id: string): Promise<boolean> {
  const { rows } = await sql<{ email_proven: boolean }>`
    select email_proven from auth.users where id = ${user_id}::uuid and deleted_at is null`.execute(tx)
  return rows[0]?.email_proven ?? false
}

/** Makes a person an admin of a studio; this becomes their newest role. Needs system rights. @returns the role's id */
export async function insertAdminRole(
  tx: Tx,
  { user_id, studio_id }: { user_id: string; studio_id: string },
  now: Date,
) {
  const { rows } = await sql<{ id: string }>`
    insert into user_roles (user_id, role, studio_id, status, activated_at)
    select ${user_id}::uuid, 'studio_admin', ${studio_id}::uuid, 'active', greatest(${now.toISOString()}::timestamptz,
      (select max(activated_at) + interval '1 microsecond' from user_roles where user_id = ${user_id}::uuid))
    on conflict (user_id, role, studio_id) do update set status = 'active', activated_at = excluded.activated_at,
      removed_at = null, removed_by = null
    returning id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('the insert of a role returned no row')
  return row.id
}

/** All assistants of the catalog, and whether a studio has switched each one on. */
export async function listAgents(tx: Tx, studio_id: string) {
  const rows = await tx
    .selectFrom('ai_agents as a')
    .leftJoin('studio_ai_agents as s', (join) =>
      join.onRef('s.ai_agent_id', '=', 'a.id').on('s.studio_id', '=', studio_id),
    )
    .select(['a.key', 'a.name', 'a.role', 'a.avatar_url'])
    .select(sql<boolean>`coalesce(s.is_active, false)`.as('is_active'))
    .orderBy('a.position')
    .execute()
  return rows.map((row) => ({ ...row, key: AgentKeySchema.parse(row.key) }))
}

/** Switches an assistant on or off. @returns the row's id, or undefined if the catalog has no such assistant */
export function switchAgent(
  tx: Tx,
  { studio_id, key, is_active }: { studio_id: string; key: AgentKey; is_active: boolean },
) {
  return tx
    .insertInto('studio_ai_agents')
    .columns(['studio_id', 'ai_agent_id', 'is_active'])
    .expression((eb) =>
      eb
        .selectFrom('ai_agents')
        .select([
          sql<string>`${studio_id}::uuid`.as('studio_id'),
          'ai_agents.id as ai_agent_id',
          sql<boolean>`${is_active}::boolean`.as('is_active'),
        ])
        .where('ai_agents.key', '=', key),
    )
    .onConflict((conflict) => conflict.columns(['studio_id', 'ai_agent_id']).doUpdateSet({ is_active }))
    .returning('id')
    .executeTakeFirst()
}
