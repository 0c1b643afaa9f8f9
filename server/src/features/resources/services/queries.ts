import type { ServiceDeposit } from '@studiohub/contract/features/prices/deposits/schema.ts'
import type { Pricing } from '@studiohub/contract/features/prices/schema.ts'
import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

const serviceColumns = [
  'key',
  'label',
  'position',
  'is_active',
  'default_minutes',
  'min_minutes',
  'max_minutes',
  'price_minor',
  'currency',
  'is_client_bookable',
  'auto_confirm',
  'step_minutes',
  'capacity',
  'description',
  'bring',
  'reminder_hours',
  'text_hours',
  'room_ids',
  'rooms_max',
  'person_ids',
  'person_title',
  'hide_without_price',
  'tax_key',
] as const

type Page = { after: readonly [position: string, key: string] | null; limit: number }

/** Lists the services of the studio, in its order. */
export function listServices(tx: Tx, studio_id: string, { after, limit }: Page) {
  return tx
    .selectFrom('studio_services')
    .select(serviceColumns)
    .select([sql<Pricing>`pricing`.as('pricing'), sql<ServiceDeposit | null>`deposit`.as('deposit')])
    .where('studio_id', '=', studio_id)
    .$if(after !== null, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('position', 'key'), '>', tuple(Number(after?.[0]), after?.[1] ?? '')),
      ),
    )
    .orderBy('position')
    .orderBy('key')
    .limit(limit)
    .execute()
}

/** The currency of prices without their own, and the version of the list. */
export function getServiceListSettings(tx: Tx, studio_id: string) {
  return tx
    .selectFrom('studios')
    .select(['currency', 'services_version as version'])
    .where('id', '=', studio_id)
    .executeTakeFirst()
}

/** Increases the version of the list, if it is `version`; undefined accepts any. @returns false if it is another one */
export async function increaseListVersion(tx: Tx, studio_id: string, version: number | undefined): Promise<boolean> {
  const updated = await tx
    .updateTable('studios')
    .set({ services_version: sql`services_version + 1` })
    .where('id', '=', studio_id)
    .$if(version !== undefined, (query) => query.where('services_version', '=', version ?? 0))
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

const toJsonColumns = ({ pricing, deposit }: StudioService) => ({
  pricing: JSON.stringify(pricing),
  deposit: deposit && JSON.stringify(deposit),
})

/** Inserts or updates services by their keys. */
export async function putServices(tx: Tx, studio_id: string, services: readonly StudioService[]) {
  if (services.length === 0) return
  await tx
    .insertInto('studio_services')
    .values(services.map((service) => ({ ...service, ...toJsonColumns(service), studio_id })))
    .onConflict((conflict) =>
      conflict
        .columns(['studio_id', 'key'])
        .doUpdateSet(({ ref }) =>
          Object.fromEntries(
            ([...serviceColumns, 'pricing', 'deposit'] as const)
              .filter((column) => column !== 'key')
              .map((column) => [column, ref(`excluded.${column}`)]),
          ),
        ),
    )
    .execute()
}

/** Lists the keys, out of these, that bookings of the studio use, in any status. */
export async function listBookedKeys(tx: Tx, studio_id: string, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const rows = await tx
    .selectFrom('bookings')
    .select('service_type')
    .distinct()
    .where('studio_id', '=', studio_id)
    .where('service_type', 'in', keys)
    .orderBy('service_type')
    .execute()
  return rows.map(({ service_type }) => service_type)
}

export async function deleteServices(tx: Tx, studio_id: string, keys: readonly string[]) {
  if (keys.length === 0) return
  await tx.deleteFrom('studio_services').where('studio_id', '=', studio_id).where('key', 'in', keys).execute()
}

/** Lists the rooms and people of a studio, including archived ones, because services may still refer to them. */
export function listRoomsAndPeople(tx: Tx, studio_id: string) {
  return tx
    .selectFrom('resources')
    .select(['id', 'kind'])
    .where('studio_id', '=', studio_id)
    .where('kind', 'in', ['room', 'person'])
    .execute()
}
