import type { Discount, DiscountChanges, NewDiscount } from '@studiohub/contract/features/discounts/schema.ts'
import { DISCOUNTS_MAX, type DiscountProblem } from '@studiohub/contract/features/discounts/words.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

const columns = [
  'id',
  'studio_id',
  'code',
  'percent',
  'amount_minor',
  'currency',
  'service_types',
  'first_date',
  'last_date',
  'max_uses',
  'max_uses_per_client',
  'is_active',
  'uses',
  'created_at',
  'version',
] as const

/** One discount, or undefined if the actor may not see it. */
export const getDiscount = (tx: Tx, id: string): Promise<Discount | undefined> =>
  tx.selectFrom('discounts').select(columns).where('id', '=', id).executeTakeFirst()

/** The discounts of a studio, newest first. */
export const listDiscounts = (tx: Tx, studio_id: string): Promise<Discount[]> =>
  tx
    .selectFrom('discounts')
    .select(columns)
    .where('studio_id', '=', studio_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(DISCOUNTS_MAX)
    .execute()

/** The discount of a code, or the reason why the code cannot be used. */
export type DiscountLookup =
  | (Pick<Discount, 'id' | 'code' | 'percent' | 'amount_minor' | 'currency'> & { problem: null })
  | { problem: DiscountProblem }

type VisitorCode = { studio_id: string; code: string; service_type: string; now: Date }

/** The discount of a code for a person without a client record. Requires the system role. */
export async function getVisitorDiscount(
  tx: Tx,
  { studio_id, code, service_type, now }: VisitorCode,
): Promise<DiscountLookup> {
  const { rows } = await sql<{ found: DiscountLookup }>`
    select app.find_discount(${studio_id}::uuid, ${code}, ${service_type}, null, ${now.toISOString()}::timestamptz) as found`.execute(
    tx,
  )
  return rows[0]?.found ?? { problem: 'unknown' }
}

type NewDiscountRow = NewDiscount & { studio_id: string; currency: string | null; created_at: string }

/** Inserts a discount. @returns undefined if the studio already has the maximum number of codes */
export async function insertDiscount(tx: Tx, discount: NewDiscountRow): Promise<Discount | undefined> {
  const { studio_id } = discount
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from discounts where studio_id = ${studio_id}::uuid`.execute(tx)
  if ((rows[0]?.count ?? 0) >= DISCOUNTS_MAX) return undefined
  return tx.insertInto('discounts').values(discount).returning(columns).executeTakeFirstOrThrow()
}

/** Changes a discount. @returns undefined if `version` is not current. Without `version`, nothing is checked. */
export const updateDiscount = (
  tx: Tx,
  id: string,
  { version, ...changes }: DiscountChanges,
): Promise<Discount | undefined> =>
  tx
    .updateTable('discounts')
    .set(({ eb }) => ({ version: eb('version', '+', 1), ...changes }))
    .where('id', '=', id)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .returning(columns)
    .executeTakeFirst()
