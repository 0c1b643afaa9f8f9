import type { Tx } from '#platform/db/transaction.ts'

/** A person's set of recovery codes, with the number of all codes and of unused codes. */
export function getRecoverySet(tx: Tx, user_id: string) {
  return tx
    .selectFrom('auth.factors as factor')
    .leftJoin('auth.recovery_codes as code', 'code.factor_id', 'factor.id')
    .select(({ fn }) => [
      'factor.id',
      'factor.friendly_name',
      fn.count<number>('code.code_hash').as('total'),
      fn.count<number>('code.code_hash').filterWhere('code.used_at', 'is', null).as('remaining'),
    ])
    .where('factor.user_id', '=', user_id)
    .where('factor.factor_type', '=', 'recovery_code')
    .groupBy('factor.id')
    .executeTakeFirst()
}

type NewSet = { id: string; user_id: string; friendly_name: string; now: Date }

/** Creates the person's only set, without codes. @returns undefined if the name is taken */
export function createRecoverySet(tx: Tx, { now, ...set }: NewSet) {
  const at = now.toISOString()
  return tx
    .insertInto('auth.factors')
    .values({ ...set, factor_type: 'recovery_code', status: 'verified', created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
}

/** Replaces the codes of a set. */
export async function replaceCodes(tx: Tx, factor_id: string, code_hashes: readonly string[], now: Date) {
  await tx.deleteFrom('auth.recovery_codes').where('factor_id', '=', factor_id).execute()
  await tx
    .insertInto('auth.recovery_codes')
    .values(code_hashes.map((code_hash) => ({ factor_id, code_hash })))
    .execute()
  await tx.updateTable('auth.factors').set({ updated_at: now.toISOString() }).where('id', '=', factor_id).execute()
}

/** Marks a code as used. @returns false for a wrong code or one that was used before */
export async function markCodeUsed(
  tx: Tx,
  code: { factor_id: string; code_hash: string; now: Date },
): Promise<boolean> {
  const used = await tx
    .updateTable('auth.recovery_codes')
    .set({ used_at: code.now.toISOString() })
    .where('factor_id', '=', code.factor_id)
    .where('code_hash', '=', code.code_hash)
    .where('used_at', 'is', null)
    .returning('factor_id')
    .executeTakeFirst()
  return used !== undefined
}
