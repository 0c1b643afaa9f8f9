import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

const columns = ['id', 'studio_id', 'service_key', 'resource_id', 'position', 'url', 'small_url', 'alt'] as const

/** The service, room or person that a picture shows. */
export type PictureOwner = { studio_id: string; service_key: string | null; resource_id: string | null }

/** Lists all pictures of a studio, in their order within each service and room. */
export function listPictures(tx: Tx, studio_id: string) {
  return tx
    .selectFrom('pictures')
    .select(columns)
    .where('studio_id', '=', studio_id)
    .orderBy('service_key')
    .orderBy('resource_id')
    .orderBy('position')
    .orderBy('id')
    .execute()
}

export function getPicture(tx: Tx, id: string) {
  return tx.selectFrom('pictures').select(columns).where('id', '=', id).executeTakeFirst()
}

const belongsTo = ({ studio_id, service_key, resource_id }: PictureOwner) =>
  sql<boolean>`studio_id = ${studio_id}::uuid and service_key is not distinct from ${service_key}
    and resource_id is not distinct from ${resource_id}::uuid`

export async function countPictures(tx: Tx, owner: PictureOwner): Promise<number> {
  const { count } = await tx
    .selectFrom('pictures')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(belongsTo(owner))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Whether the studio has this service, or this room or person and it is not archived. */
export async function ownerExists(tx: Tx, { studio_id, service_key, resource_id }: PictureOwner): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (
      select from studio_services where studio_id = ${studio_id}::uuid and key = ${service_key}) or exists (
      select from resources where studio_id = ${studio_id}::uuid and id = ${resource_id}::uuid
        and kind in ('room', 'person') and archived_at is null) as found`.execute(tx)
  return rows[0]?.found ?? false
}

/** Adds a picture after the others of its service or room. */
export function insertPicture(tx: Tx, picture: PictureOwner & { url: string; small_url: string; alt: string }) {
  return tx
    .insertInto('pictures')
    .values(({ selectFrom }) => ({
      ...picture,
      position: selectFrom('pictures')
        .select(sql<number>`coalesce(max(position) + 1, 0)`.as('next'))
        .where(belongsTo(picture)),
    }))
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export async function updateAlt(tx: Tx, id: string, alt: string) {
  await tx.updateTable('pictures').set({ alt }).where('id', '=', id).execute()
}

/** Moves a picture to a position among those of its service or room. Positions start at 0 and have no gaps. */
export async function movePicture(
  tx: Tx,
  { id, position, owner }: { id: string; position: number; owner: PictureOwner },
) {
  await sql`
    with others as (
      select id, row_number() over (order by position, id) - 1 as new_position from pictures
      where ${belongsTo(owner)} and id <> ${id}::uuid
    ), moved as (
      select ${id}::uuid as id, least(${position}::bigint, (select count(*) from others)) as new_position
      union all select o.id, o.new_position + (o.new_position >= ${position}::bigint)::integer from others o
    )
    update pictures set position = moved.new_position from moved where pictures.id = moved.id`.execute(tx)
}

export async function deletePicture(tx: Tx, id: string) {
  await tx.deleteFrom('pictures').where('id', '=', id).execute()
}

/** Lists the addresses of all picture files of these services or of this resource. */
export async function listAddresses(
  tx: Tx,
  { studio_id, keys, resource_id }: { studio_id: string; keys: readonly string[]; resource_id: string | null },
): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select unnest(array[url, small_url]) as address from pictures
    where studio_id = ${studio_id}::uuid and (service_key = any(${keys}) or resource_id = ${resource_id}::uuid)`.execute(
    tx,
  )
  return rows.map(({ address }) => address)
}

/** Whether a picture uses the file at this address. */
export async function isPicture(tx: Tx, address: string): Promise<boolean> {
  const row = await tx
    .selectFrom('pictures')
    .select('id')
    .where(({ or, eb }) => or([eb('url', '=', address), eb('small_url', '=', address)]))
    .executeTakeFirst()
  return row !== undefined
}
