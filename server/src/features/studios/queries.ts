import { CancellationPolicy } from '@studiohub/contract/features/studios/cancellation/schema.ts'
import { brandCssPath } from '@studiohub/contract/features/studios/rules.ts'
import { BrandColors, Fonts, type StudioChanges, type StudioType } from '@studiohub/contract/features/studios/schema.ts'
import { StudioTaxes } from '@studiohub/contract/features/studios/taxes/schema.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Tx } from '#platform/db/transaction.ts'

const publicColumns = [
  'id',
  'name',
  'slug',
  'type',
  'is_active',
  'tagline',
  'logo_url',
  'favicon_url',
  'hero_image_url',
  'background_image_url',
  'brand_colors',
  'fonts',
] as const

export const studioColumns = [
  ...publicColumns,
  'custom_domain',
  'location',
  'contact_email',
  'contact_phone',
  'voice_setting',
  'timezone',
  'currency',
  'country',
  'week_starts_on',
  'approve_new_clients',
  'crew_changes_sessions',
  'crew_sees_contacts',
  'crew_sees_prices',
  'links',
  'websites',
  'shows_people',
  'visitors_can_book',
  'cancellation_cutoff_hours',
  'cancellation_policy',
  'taxes',
  'suspended_at',
  'opened_at',
  'domain_verified_at',
  'created_at',
  'version',
] as const

/** A row in the API's format, with the two JSON columns parsed and the path of the stylesheet. */
export function toStudioRow<Row extends { id: string; brand_colors: unknown; fonts: unknown }>(row: Row) {
  const brand_colors = BrandColors.parse(row.brand_colors)
  const fonts = Fonts.parse(row.fonts)
  return { ...row, brand_colors, fonts, brand_css: brandCssPath({ id: row.id, brand_colors, fonts }) }
}

/** A studio with all data that its own people see, with the cancellation policy and taxes parsed. */
export const toOwnStudio = <
  Row extends Parameters<typeof toStudioRow>[0] & { cancellation_policy: unknown; taxes: unknown },
>(
  row: Row,
) => ({
  ...toStudioRow(row),
  cancellation_policy: CancellationPolicy.parse(row.cancellation_policy),
  taxes: StudioTaxes.parse(row.taxes),
})

/** The public data of a studio, by slug (also a former one), verified domain, or id. */
export async function resolveStudio(tx: Tx, key: { slug?: string | null; host?: string | null; id?: string | null }) {
  const { slug = null, host = null, id = null } = key
  const { rows } = await sql<{
    id: string
    name: string
    slug: string
    type: StudioType
    is_active: boolean
    tagline: string | null
    logo_url: string | null
    favicon_url: string | null
    hero_image_url: string | null
    background_image_url: string | null
    brand_colors: unknown
    fonts: unknown
  }>`select * from door.public_studio(${slug}, ${host}, ${id}::uuid)`.execute(tx)
  return rows[0] ? toStudioRow(rows[0]) : undefined
}

/** Lists studios that accept new members, sorted by name. */
export async function listOpenStudios(
  tx: Tx,
  page: { after: readonly [name: string, id: string] | null; limit: number },
) {
  const [name, id] = page.after ?? [null, null]
  const { rows } = await sql<{ id: string; name: string; slug: string; type: StudioType }>`
    select * from door.open_studios(${name}, ${id}::uuid, ${page.limit})`.execute(tx)
  return rows
}

/** Lists the slugs of studios whose public page has something to book, sorted by the studio's name. */
export async function listBookableStudios(tx: Tx, { now, limit }: { now: Date; limit: number }) {
  const { rows } = await sql<{ slug: string }>`
    select * from door.bookable_studios(${now.toISOString()}::timestamptz, ${limit})`.execute(tx)
  return rows
}

/** A studio that accepts new members; undefined if it accepts none. */
export async function getOpenStudio(tx: Tx, studio_id: string) {
  const { rows } = await sql<{ id: string; name: string; slug: string; approve_new_clients: boolean }>`
    select * from door.takes_members(${studio_id}::uuid)`.execute(tx)
  return rows[0]
}

export async function getStudio(tx: Tx, studio_id: string) {
  const row = await tx.selectFrom('studios').select(studioColumns).where('id', '=', studio_id).executeTakeFirst()
  return row && toOwnStudio(row)
}

/** Lists all studios for operators, sorted by name. */
export async function listStudios(tx: Tx, page: { after: readonly [name: string, id: string] | null; limit: number }) {
  const { after, limit } = page
  const rows = await tx
    .selectFrom('studios')
    .select(studioColumns)
    .$if(after !== null, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('name', 'id'), '>', tuple(after?.[0] ?? '', after?.[1] ?? '')),
      ),
    )
    .orderBy('name')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toOwnStudio)
}

/** The columns with which an operator activates a studio, or deactivates it so that it cannot activate itself (decision 0031). */
export const operatorStatus = (is_active: boolean, now: Date) => ({
  is_active,
  suspended_at: is_active ? null : now.toISOString(),
})

/**
 * Whether the server writes to clients for studio `s` without being asked: an admin has opened it here, and no operator has
 * deactivated it.
 */
export const sendsAutomaticEmails = sql`s.suspended_at is null and (s.is_active or s.opened_at is not null)`

/** The columns of a studio that a request may write. */
export type StudioUpdate = Omit<z.output<typeof StudioChanges>, 'version'> & { suspended_at?: string | null }

/**
 * Updates a studio and increases its version, if it has this version; undefined accepts any.
 * @returns undefined if there is no such studio with that version
 */
export async function updateStudio(
  tx: Tx,
  studio_id: string,
  { version, updated_at }: { version: number | undefined; updated_at: string },
  { brand_colors, fonts, cancellation_policy, taxes, ...changes }: StudioUpdate,
) {
  const row = await tx
    .updateTable('studios')
    .set({
      ...changes,
      ...(brand_colors && { brand_colors: JSON.stringify(brand_colors) }),
      ...(fonts && { fonts: JSON.stringify(fonts) }),
      ...(taxes && { taxes: JSON.stringify(taxes) }),
      ...(cancellation_policy && { cancellation_policy: JSON.stringify(cancellation_policy) }),
      ...(changes.is_active && { opened_at: sql<string>`coalesce(opened_at, ${updated_at}::timestamptz)` }),
      updated_at,
      version: sql`version + 1`,
    })
    .where('id', '=', studio_id)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .returning(studioColumns)
    .executeTakeFirst()
  return row && toOwnStudio(row)
}
