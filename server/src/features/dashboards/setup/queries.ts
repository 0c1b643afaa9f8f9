import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

/** How far a studio's public page is set up; undefined if it is not the caller's studio. */
export async function getSetupFacts(tx: Tx, studio_id: string) {
  const { rows } = await sql<{
    services: boolean
    hours: boolean
    pictures: boolean
    branding: boolean
    shared: boolean
    is_dismissed: boolean
    has_sessions: boolean
  }>`
    select exists (select from studio_services o where o.studio_id = s.id and o.is_active and o.is_client_bookable
        and (o.price_minor > 0 or o.pricing->'rooms' <> '[]')) as services,
      s.hours_version > 1 as hours,
      exists (select from pictures p join resources r on r.id = p.resource_id
        where p.studio_id = s.id and r.kind = 'room' and r.is_active) as pictures,
      s.logo_url is not null and s.brand_colors <> '{}' as branding,
      s.page_shared_at is not null as shared,
      s.setup_dismissed_at is not null as is_dismissed,
      exists (select from bookings b where b.studio_id = s.id and b.booking_type = 'client_booking') as has_sessions
    from studios s where s.id = ${studio_id}::uuid`.execute(tx)
  return rows[0]
}

/** Stores the time of a step, unless it was stored before. @returns false if it was */
export async function markSetup(tx: Tx, studio_id: string, column: 'page_shared_at' | 'setup_dismissed_at', now: Date) {
  const updated = await tx
    .updateTable('studios')
    .set({ [column]: now.toISOString() })
    .where('id', '=', studio_id)
    .where(column, 'is', null)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}
