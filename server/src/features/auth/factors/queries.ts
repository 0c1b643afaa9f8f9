import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'
import type { Factor, FactorKind } from '../users/rules.ts'

const shownColumns = [
  'id',
  'factor_type',
  'status',
  'friendly_name',
  'phone',
  'last_challenged_at',
  'created_at',
  'updated_at',
] as const

const allColumns = [
  ...shownColumns,
  'user_id',
  'secret',
  'last_step',
  'credential_id',
  'public_key',
  'sign_count',
  'transports',
] as const

/** The statement that reads a person's factors without their secrets, oldest first. */
export const factorsQuery = (tx: Tx, user_id: string) =>
  tx.selectFrom('auth.factors').select(shownColumns).where('user_id', '=', user_id).orderBy('created_at').orderBy('id')

export const listFactors = (tx: Tx, user_id: string) => factorsQuery(tx, user_id).execute()

/** The credential ids of a person's authenticators, so that none is registered twice. */
export function listCredentials(tx: Tx, user_id: string) {
  return tx
    .selectFrom('auth.factors')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', user_id)
    .where('credential_id', 'is not', null)
    .execute()
}

export type NewFactor = Pick<Factor, 'id' | 'friendly_name' | 'phone'> & {
  factor_type: FactorKind
  user_id: string
  secret: string | null
  now: Date
}

/** Creates a factor. @returns undefined if the person already has a factor with this name */
export function createFactor(tx: Tx, { now, ...factor }: NewFactor) {
  const at = now.toISOString()
  return tx
    .insertInto('auth.factors')
    .values({ ...factor, created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.expression(sql`user_id, coalesce(friendly_name, '')`).doNothing())
    .returning(shownColumns)
    .executeTakeFirst()
}

/** Reads and locks a factor until the transaction ends, so that attempts on it run one after another. */
export function lockFactor(tx: Tx, user_id: string, id: string) {
  return (
    tx
      .selectFrom('auth.factors')
      .select(allColumns)
      .where('id', '=', id)
      .where('user_id', '=', user_id)
      // Recovery codes are read by their own functions.
      .where('factor_type', '!=', 'recovery_code')
      .$narrowType<{ factor_type: FactorKind }>()
      .forUpdate()
      .executeTakeFirst()
  )
}

export type FactorRow = NonNullable<Awaited<ReturnType<typeof lockFactor>>>

/** Deletes factors that were never verified and had no challenge since `before`. */
export async function deleteAbandonedFactors(tx: Tx, before: Date, user_id?: string) {
  const abandoned = tx
    .deleteFrom('auth.factors')
    .where('status', '=', 'unverified')
    .where(sql<boolean>`coalesce(last_challenged_at, created_at) < ${before.toISOString()}::timestamptz`)
  await (user_id === undefined ? abandoned : abandoned.where('user_id', '=', user_id)).execute()
}

/** Deletes a person's unverified factors of a kind, except `except_id`. With `phone`, only those with this number. */
export async function deleteUnverified(
  tx: Tx,
  filter: { user_id: string; factor_type: Factor['factor_type']; phone?: string; except_id?: string },
) {
  let deletion = tx
    .deleteFrom('auth.factors')
    .where('user_id', '=', filter.user_id)
    .where('factor_type', '=', filter.factor_type)
    .where('status', '=', 'unverified')
  if (filter.phone !== undefined) deletion = deletion.where('phone', '=', filter.phone)
  if (filter.except_id !== undefined) deletion = deletion.where('id', '!=', filter.except_id)
  await deletion.execute()
}

/** Deletes all factors of a person. @returns the verified ones, without recovery codes */
export async function deleteFactorsOf(tx: Tx, user_id: string) {
  const deleted = await tx.deleteFrom('auth.factors').where('user_id', '=', user_id).returning(shownColumns).execute()
  return deleted.filter(({ status, factor_type }) => status === 'verified' && factor_type !== 'recovery_code')
}

/** Deletes the recovery codes of a person who has no other factor. @returns the id of their set, if they had one */
export async function deleteLoneRecoverySet(tx: Tx, user_id: string): Promise<string | undefined> {
  const deleted = await tx
    .deleteFrom('auth.factors')
    .where('user_id', '=', user_id)
    .where('factor_type', '=', 'recovery_code')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('auth.factors as other')
            .select('other.id')
            .where('other.user_id', '=', user_id)
            .where('other.status', '=', 'verified')
            .where('other.factor_type', '!=', 'recovery_code'),
        ),
      ),
    )
    .returning('id')
    .executeTakeFirst()
  return deleted?.id
}

export async function deleteFactor(tx: Tx, id: string) {
  await tx.deleteFrom('auth.factors').where('id', '=', id).execute()
}

/** Marks the 30-second step of a code and all earlier steps as used. @returns false if the step was already used */
export async function markStepUsed(tx: Tx, id: string, step: number): Promise<boolean> {
  const updated = await tx
    .updateTable('auth.factors')
    .set({ last_step: step })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

/** Marks a factor as verified. @returns false if it was verified before */
export async function verifyFactor(tx: Tx, id: string, now: Date): Promise<boolean> {
  const verified = await tx
    .updateTable('auth.factors')
    .set({ status: 'verified', updated_at: now.toISOString() })
    .where('id', '=', id)
    .where('status', '=', 'unverified')
    .returning('id')
    .executeTakeFirst()
  return verified !== undefined
}

export type NewCredential = {
  id: string
  credential_id: string
  public_key: string
  sign_count: number
  transports: readonly string[]
  now: Date
}

/**
 * Stores the credential of an authenticator and marks the factor as verified.
 * @returns false if the factor is already verified, or another factor has this credential
 */
export async function saveCredential(tx: Tx, { id, transports, now, ...credential }: NewCredential): Promise<boolean> {
  const updated = await tx
    .updateTable('auth.factors')
    .set({
      ...credential,
      transports: JSON.stringify(transports),
      status: 'verified',
      updated_at: now.toISOString(),
    })
    .where('id', '=', id)
    .where('status', '=', 'unverified')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('auth.factors as other')
            .select('other.id')
            .where('other.credential_id', '=', credential.credential_id),
        ),
      ),
    )
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

/** Stores the authenticator's use counter. @returns false if another call has changed it since it was read */
export async function setSignCount(tx: Tx, use: { id: string; from: number; to: number }): Promise<boolean> {
  const updated = await tx
    .updateTable('auth.factors')
    .set({ sign_count: use.to })
    .where('id', '=', use.id)
    .where('sign_count', '=', use.from)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

export type NewChallenge = {
  id: string
  factor_id: string
  session_id: string
  code_mac: string | null
  nonce: string | null
  now: Date
  expires_at: Date
}

/** Creates a challenge, and stores its time with the factor. */
export async function createChallenge(tx: Tx, { now, expires_at, ...challenge }: NewChallenge) {
  const at = now.toISOString()
  await tx
    .insertInto('auth.factor_challenges')
    .values({ ...challenge, created_at: at, expires_at: expires_at.toISOString() })
    .execute()
  await tx.updateTable('auth.factors').set({ last_challenged_at: at }).where('id', '=', challenge.factor_id).execute()
}

/** Reads and locks a challenge of this factor until the transaction ends. */
export function lockChallenge(tx: Tx, id: string, factor_id: string) {
  return tx
    .selectFrom('auth.factor_challenges')
    .select(['id', 'session_id', 'code_mac', 'nonce', 'tries', 'used_at', 'expires_at'])
    .where('id', '=', id)
    .where('factor_id', '=', factor_id)
    .forUpdate()
    .executeTakeFirst()
}

export type Challenge = NonNullable<Awaited<ReturnType<typeof lockChallenge>>>

/** Counts an attempt at a challenge. @param used_at ends the challenge; null leaves it open */
export async function countChallengeTry(tx: Tx, id: string, used_at: Date | null) {
  await tx
    .updateTable('auth.factor_challenges')
    .set({ tries: sql<number>`tries + 1`, ...(used_at && { used_at: used_at.toISOString() }) })
    .where('id', '=', id)
    .execute()
}

/** The phone for the code of a challenge, while the challenge is open. */
export function getCodePhone(tx: Tx, challenge_id: string, now: Date) {
  return tx
    .selectFrom('auth.factor_challenges as challenge')
    .innerJoin('auth.factors as factor', 'factor.id', 'challenge.factor_id')
    .select('factor.phone')
    .where('challenge.id', '=', challenge_id)
    .where('challenge.used_at', 'is', null)
    .where('challenge.expires_at', '>', now.toISOString())
    .executeTakeFirst()
}

export async function deleteOldChallenges(tx: Tx, before: Date) {
  await tx.deleteFrom('auth.factor_challenges').where('created_at', '<', before.toISOString()).execute()
}
