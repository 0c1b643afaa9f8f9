import { randomUUID } from 'node:crypto'
import type { Actor } from '@studiohub/contract/actor.ts'
import { withFirstPrices } from '@studiohub/contract/features/resources/rules.ts'
import { DEFAULT_ROOM, defaultOpeningHours } from '@studiohub/contract/features/resources/schema.ts'
import { defaultServices, type FirstPrice } from '@studiohub/contract/features/resources/services/schema.ts'
import { CancellationPolicy } from '@studiohub/contract/features/studios/cancellation/schema.ts'
import { brandCssPath } from '@studiohub/contract/features/studios/rules.ts'
import { BrandColors, Fonts, type StudioChanges, type StudioType } from '@studiohub/contract/features/studios/schema.ts'
import { StudioTaxes } from '@studiohub/contract/features/studios/taxes/schema.ts'
import { firstPeriod } from '@studiohub/contract/features/subscriptions/rules.ts'
import type { Tier } from '@studiohub/contract/features/subscriptions/schema.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { actAsCaller, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { getSubscriptionProvider } from '#platform/payments/open.ts'

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

/** The data that each new studio starts with. */
export type InitialStudio = {
  name: string
  slug: string
  type: StudioType
  tier: Tier
  is_active: boolean
  timezone: string
  currency: string
  country: string | null
  location?: string | null
  contact_email?: string | null
  contact_phone?: string | null
  /** The prices of its first services. All other services are on request. */
  prices?: readonly FirstPrice[]
}

/**
 * Creates a studio with its first room, services, opening hours and subscription, in the caller's transaction (decisions,
 * Roles).
 * @param creator the person who creates it; with `becomes_admin` they become its admin
 */
export async function createStudio(
  tx: Tx,
  creator: { caller: Caller; user_id: string; becomes_admin: boolean },
  studio: InitialStudio,
  now: Date,
): Promise<{ studio_id: string; actor: Actor | null }> {
  const studio_id = randomUUID()
  const { tier, prices = [], ...values } = studio
  await tx
    .insertInto('studios')
    .values({
      ...values,
      id: studio_id,
      created_by: creator.user_id,
      opened_at: values.is_active ? now.toISOString() : null,
    })
    .execute()
  let actor: Actor | null = null
  if (creator.becomes_admin) {
    await tx.insertInto('user_roles').values({ user_id: creator.user_id, role: 'studio_admin', studio_id }).execute()
    actor = await actAsCaller(tx, creator.caller)
  }
  await tx.insertInto('resources').values({ studio_id, kind: 'room', name: DEFAULT_ROOM, position: 0 }).execute()
  await tx
    .insertInto('studio_services')
    .values(
      withFirstPrices(defaultServices(studio.type), prices).map((service) => ({
        ...service,
        pricing: JSON.stringify(service.pricing),
        deposit: null,
        studio_id,
      })),
    )
    .execute()
  await tx
    .insertInto('opening_hours')
    .values(defaultOpeningHours.map((hours) => ({ ...hours, studio_id })))
    .execute()
  await tx
    .insertInto('studio_ai_agents')
    .columns(['studio_id', 'ai_agent_id'])
    .expression((eb) => eb.selectFrom('ai_agents').select([eb.val(studio_id).$castTo<string>().as('studio_id'), 'id']))
    .execute()
  await tx
    .insertInto('studio_subscriptions')
    .values({ studio_id, ...firstPeriod(tier, now, creator.becomes_admin && getSubscriptionProvider() !== null) })
    .execute()
  return { studio_id, actor }
}
