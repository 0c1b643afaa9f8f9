import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/door.ts'
import type { Purpose } from './rules.ts'

const WRONG_TRIES_MAX = 5

export type NewToken = {
  user_id: string
  purpose: Purpose
  link_hash: string
  code_mac: string
  flow_state_id: string | null
  now: Date
  expires_at: Date
}

/** Puts a new link and code in the place of the former ones, which end with that. */
export async function replaceToken(tx: Tx, { now, expires_at, ...token }: NewToken) {
  const { link_hash, code_mac, flow_state_id } = token
  const fresh = {
    link_hash,
    code_mac,
    flow_state_id,
    wrong_tries: 0,
    created_at: now.toISOString(),
    expires_at: expires_at.toISOString(),
  }
  await tx
    .insertInto('auth.one_time_tokens')
    .values({ user_id: token.user_id, purpose: token.purpose, ...fresh })
    .onConflict((conflict) => conflict.columns(['user_id', 'purpose']).doUpdateSet(fresh))
    .execute()
}

/**
 * Uses a link up; its code goes on, because a scanner in the mailbox may have opened the link before its reader did.
 * Of two that open it at once, one gets the row.
 */
export function consumeLink(tx: Tx, link: { link_hash: string; purpose: Purpose; now: Date }) {
  return tx
    .updateTable('auth.one_time_tokens')
    .set({ link_hash: null })
    .where('link_hash', '=', link.link_hash)
    .where('purpose', '=', link.purpose)
    .where('expires_at', '>', link.now.toISOString())
    .returning(['user_id', 'flow_state_id'])
    .executeTakeFirst()
}

/** Counts a try of the code mailed to this address and holds the row; none is left for a code that was tried too often. */
export function tryCode(tx: Tx, guess: { email: string; purpose: Purpose; now: Date }) {
  return tx
    .updateTable('auth.one_time_tokens as token')
    .from('auth.users as person')
    .set({ wrong_tries: sql<number>`token.wrong_tries + 1` })
    .whereRef('person.id', '=', 'token.user_id')
    .where('person.email', '=', guess.email)
    .where('person.deleted_at', 'is', null)
    .where('token.purpose', '=', guess.purpose)
    .where('token.wrong_tries', '<', WRONG_TRIES_MAX)
    .where('token.expires_at', '>', guess.now.toISOString())
    .returning(['token.user_id', 'token.code_mac'])
    .executeTakeFirst()
}

/** Ends every link and code that was mailed to a person. */
export async function deleteTokensOf(tx: Tx, user_id: string) {
  await tx.deleteFrom('auth.one_time_tokens').where('user_id', '=', user_id).execute()
}

export async function deleteExpiredTokens(tx: Tx, now: Date) {
  await tx.deleteFrom('auth.one_time_tokens').where('expires_at', '<', now.toISOString()).execute()
}
