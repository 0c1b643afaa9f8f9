import type { PackageDraw, SoldPackage } from '@studiohub/contract/features/packages/schema.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

// The sessions that use hours of a package. Sessions that were cancelled free of charge use none.
const drawsOf = sql<PackageDraw[]>`(
  select coalesce(json_agg(json_build_object('booking_id', b.id, 'booking_date', b.booking_date::text,
      'start_time', to_char(b.start_time, 'HH24:MI'), 'label', coalesce(s.label, b.service_type), 'status', b.status,
      'minutes', t.taken) order by b.booking_date desc, b.start_time desc, b.id), '[]')
  from bookings b
  cross join lateral app.reductions_taken(b.price_lines, b.status, b.fee) t
  left join studio_services s on s.studio_id = b.studio_id and s.key = b.service_type
  where b.studio_id = p.studio_id and b.client_id = p.client_id and t.kind = 'package' and t.id = p.id and t.taken > 0
    and b.price_lines @> jsonb_build_array(jsonb_build_object('kind', 'package', 'key', p.id::text)))`

const selectSold = (where: RawBuilder<unknown>) => sql<SoldPackage>`
  select p.id, p.studio_id, p.client_id, p.name, p.minutes, p.minutes - p.used_minutes as left_minutes, p.price_minor,
    p.currency, p.service_types, p.last_date, p.invoice_id, p.sold_at, p.ended_at, p.version, ${drawsOf} as draws
  from sold_packages p where ${where} order by p.sold_at desc, p.id`

/** The packages of a client, newest first. */
export async function listSold(tx: Tx, { studio_id, client_id }: { studio_id: string; client_id: string }) {
  const ofClient = sql`p.studio_id = ${studio_id}::uuid and p.client_id = ${client_id}::uuid`
  return (await selectSold(ofClient).execute(tx)).rows
}

/** One sold package; undefined if the actor may not see it. */
export const getSold = async (tx: Tx, id: string) => (await selectSold(sql`p.id = ${id}::uuid`).execute(tx)).rows[0]

type NewSale = Pick<
  SoldPackage,
  'studio_id' | 'client_id' | 'name' | 'minutes' | 'price_minor' | 'currency' | 'service_types' | 'last_date'
> & { net_minor: number; invoice_id: string | null; sold_at: string }

/** Inserts a sold package. @returns its id */
export async function insertSold(tx: Tx, sale: NewSale): Promise<string> {
  const { id } = await tx.insertInto('sold_packages').values(sale).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Ends the unused hours. @returns false if they have already ended */
export async function endSold(tx: Tx, id: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sold_packages')
    .set(({ eb }) => ({ ended_at: at, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends packages whose last day has passed at their studio. */
export async function endExpired(tx: Tx, at: string): Promise<void> {
  await sql`
    update sold_packages p set ended_at = ${at}::timestamptz, version = p.version + 1
    from studios s where s.id = p.studio_id and p.ended_at is null
      and p.last_date < (${at}::timestamptz at time zone s.timezone)::date`.execute(tx)
}
