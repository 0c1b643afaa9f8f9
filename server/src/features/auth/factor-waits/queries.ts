import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

/** Whether the address is proven and whether the account has a second factor. Locks the account. */
export async function getProofState(tx: Tx, user_id: string) {
  const user = await tx
    .selectFrom('auth.users')
    .select('email_proven')
    .where('id', '=', user_id)
    .forUpdate()
    .executeTakeFirst()
  const factor = await tx
    .selectFrom('auth.factors')
    .select('id')
    .where('user_id', '=', user_id)
    .where('status', '=', 'verified')
    .executeTakeFirst()
  return { is_proven: user?.email_proven === true, has_factor: factor !== undefined }
}

export async function isOperator(tx: Tx, user_id: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select door.is_operator(${user_id}::uuid) as is`.execute(tx)
  return rows[0]?.is === true
}

/** Starts a wait. @returns false, without any change, if one is already running */
export async function createWait(tx: Tx, wait: { user_id: string; now: Date; ends_at: Date }): Promise<boolean> {
  const at = wait.now.toISOString()
  const created = await tx
    .insertInto('auth.factor_waits')
    .values({
      user_id: wait.user_id,
      started_at: at,
      ends_at: wait.ends_at.toISOString(),
      mailed_at: at,
      texted_at: at,
    })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return created !== undefined
}

/** When the running wait ends; null if none is running. */
export async function getWaitEnd(tx: Tx, user_id: string): Promise<string | null> {
  const row = await tx
    .selectFrom('auth.factor_waits')
    .select('ends_at')
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row?.ends_at ?? null
}

/** Whether a wait is running. */
export const isWaiting = async (tx: Tx, user_id: string): Promise<boolean> => (await getWaitEnd(tx, user_id)) !== null

/** Deletes a running wait. @returns when it began; undefined if none was running */
export function deleteWait(tx: Tx, user_id: string) {
  return tx
    .deleteFrom('auth.factor_waits')
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .returning('started_at')
    .executeTakeFirst()
}

/** Deletes the sign-in providers that were added since this time. @returns how many */
export async function deleteIdentitiesSince(tx: Tx, user_id: string, since: string): Promise<number> {
  const deleted = await tx
    .deleteFrom('auth.identities')
    .where('user_id', '=', user_id)
    .where('provider', '!=', 'email')
    .where('created_at', '>=', since)
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

/** The accounts whose waiting time is over. */
export function listDueWaits(tx: Tx, now: Date) {
  return tx
    .selectFrom('auth.factor_waits')
    .select('user_id')
    .where('ended_at', 'is', null)
    .where('ends_at', '<=', now.toISOString())
    .execute()
}

/** Marks a wait as ended when its time is over. @returns false if it was stopped before */
export async function markWaitEnded(tx: Tx, user_id: string, now: Date): Promise<boolean> {
  const at = now.toISOString()
  const ended = await tx
    .updateTable('auth.factor_waits')
    .set({ ended_at: at })
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .where('ends_at', '<=', at)
    .returning('user_id')
    .executeTakeFirst()
  return ended !== undefined
}

/** Returns the running waits whose owners got their last email before `before`, and marks them as emailed now. */
export function takeWaitsToEmail(tx: Tx, before: Date, now: Date) {
  return tx
    .updateTable('auth.factor_waits as wait')
    .from('auth.users as person')
    .set({ mailed_at: now.toISOString() })
    .whereRef('person.id', '=', 'wait.user_id')
    .where('wait.ended_at', 'is', null)
    .where('wait.mailed_at', '<=', before.toISOString())
    .returning(['wait.user_id', 'wait.started_at', 'wait.ends_at', 'person.email'])
    .execute()
}

/** Deletes the ended waits and returns them. Their owners get one email. */
export function takeEndedWaits(tx: Tx) {
  return tx
    .deleteFrom('auth.factor_waits as wait')
    .using('auth.users as person')
    .whereRef('person.id', '=', 'wait.user_id')
    .where('wait.ended_at', 'is not', null)
    .returning(['wait.user_id', 'wait.ended_at', 'person.email'])
    .execute()
}

/** Returns the running waits whose phones got their last text message before `before`, and marks them as sent now. */
export function takeWaitsToText(tx: Tx, before: Date, now: Date) {
  return tx
    .updateTable('auth.factor_waits')
    .set({ texted_at: now.toISOString() })
    .where('ended_at', 'is', null)
    .where('texted_at', '<=', before.toISOString())
    .returning('user_id')
    .execute()
}

/** The verified phones of a person. */
export function listPhones(tx: Tx, user_id: string) {
  return tx
    .selectFrom('auth.factors')
    .select(['id', 'phone'])
    .where('user_id', '=', user_id)
    .where('factor_type', '=', 'phone')
    .where('status', '=', 'verified')
    .execute()
}

/** The phone of a factor while the wait of its person is running. */
export function getWaitingPhone(tx: Tx, factor_id: string) {
  return tx
    .selectFrom('auth.factors as factor')
    .innerJoin('auth.factor_waits as wait', 'wait.user_id', 'factor.user_id')
    .select(['factor.phone', 'wait.ends_at'])
    .where('factor.id', '=', factor_id)
    .where('wait.ended_at', 'is', null)
    .executeTakeFirst()
}
