import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

/** The recipient of an email; undefined if the account was deleted. */
export function getRecipient(tx: Tx, user_id: string) {
  return tx
    .selectFrom('auth.users as u')
    .leftJoin('profiles as p', 'p.id', 'u.id')
    .select(['u.id', 'u.email', 'p.full_name'])
    .where('u.id', '=', user_id)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** The ids of a studio's admins. Requires the system role. */
export async function listAdminIds(tx: Tx, studio_id: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from door.admins_of(${studio_id}::uuid) as user_id`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}

/** A service that clients may book at a studio, and the studio's time zone; undefined if there is none. */
export function getOfferedService(tx: Tx, studio_id: string, key: string) {
  return tx
    .selectFrom('studio_services as o')
    .innerJoin('studios as s', 's.id', 'o.studio_id')
    .select(['o.label', 's.timezone', 's.country'])
    .where('o.studio_id', '=', studio_id)
    .where('o.key', '=', key)
    .where('o.is_active', '=', true)
    .where('o.is_client_bookable', '=', true)
    .executeTakeFirst()
}

/** The role that decides a person's rights (spec section 4), with the slug of its studio. */
export function getCurrentRole(tx: Tx, user_id: string) {
  return tx
    .selectFrom('user_roles as r')
    .leftJoin('studios as s', 's.id', 'r.studio_id')
    .select(['r.role', 'r.studio_id', 's.slug'])
    .where('r.user_id', '=', user_id)
    .where('r.status', '=', 'active')
    .orderBy('r.activated_at', 'desc')
    .executeTakeFirst()
}

/** All operators of the platform. */
export function listOperators(tx: Tx) {
  return tx
    .selectFrom('user_roles as r')
    .innerJoin('auth.users as u', 'u.id', 'r.user_id')
    .select('u.id')
    .where('r.role', '=', 'super_admin')
    .where('r.status', '=', 'active')
    .where('u.deleted_at', 'is', null)
    .where(sql<boolean>`(u.banned_until is null or u.banned_until < now())`)
    .orderBy('u.id')
    .execute()
}

/** A studio's branding for emails, with its plan. */
export function getStudioBranding(tx: Tx, studio_id: string) {
  return tx
    .selectFrom('studios as s')
    .leftJoin('studio_subscriptions as b', 'b.studio_id', 's.id')
    .select([
      's.id',
      's.name',
      's.slug',
      's.logo_url',
      's.brand_colors',
      's.contact_email',
      's.timezone',
      's.country',
      'b.tier',
    ])
    .select(sql<string | null>`case when s.domain_verified_at is not null then s.custom_domain end`.as('domain'))
    .where('s.id', '=', studio_id)
    .executeTakeFirst()
}
