import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'
import type { Purpose } from './rules.ts'

const WRONG_TRIES_MAX = 5

export type NewToken = {
  user_id: string
  purpose: Purpose
  link_hash: string
  code_mac: string
  flow_state_id: string | null
  /** The studio of the domain that the link goes to. */
  studio_id: string | null
  now: Date
  expires_at: Date
}

/** Stores a new link and code, which replace the previous ones. */
export async function replaceToken(tx: Tx, { now, expires_at, ...token }: NewToken) {
  const { link_hash, code_mac, flow_state_id, studio_id } = token
  const values = {
    link_hash,
    code_mac,
    flow_state_id,
    studio_id,
    wrong_tries: 0,
    created_at: now.toISOString(),
    expires_at: expires_at.toISOString(),
  }
  await tx
    .insertInto('auth.one_time_tokens')
    .values({ user_id: token.user_id, purpose: token.purpose, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'purpose']).doUpdateSet(values))
    .execute()
}

/**
 * Uses up a link. Its code stays valid, because a mail scanner may have opened the link before the reader. If two calls use
 * the link at the same time, only one gets the row.
 */
export async function consumeLink(tx: Tx, link: { link_hash: string; purposes: readonly Purpose[]; now: Date }) {
  if (link.purposes.length === 0) return undefined
  return tx
    .updateTable('auth.one_time_tokens')
    .set({ link_hash: null })
    .where('link_hash', '=', link.link_hash)
    .where('purpose', 'in', link.purposes)
    .where('expires_at', '>', link.now.toISOString())
    .returning(['user_id', 'flow_state_id', 'purpose', 'studio_id'])
    .$narrowType<{ purpose: Purpose }>()
    .executeTakeFirst()
}

/** Reads a valid link without using it up. */
export async function getLink(tx: Tx, link: { link_hash: string; purposes: readonly Purpose[]; now: Date }) {
  if (link.purposes.length === 0) return undefined
  return tx
    .selectFrom('auth.one_time_tokens')
    .select(['user_id', 'purpose', 'flow_state_id', 'studio_id'])
    .$narrowType<{ purpose: Purpose }>()
    .where('link_hash', '=', link.link_hash)
    .where('purpose', 'in', link.purposes)
    .where('expires_at', '>', link.now.toISOString())
    .executeTakeFirst()
}

/**
 * Counts an attempt at the codes for this address and locks their rows. A code with too many attempts is not returned. If
 * several accounts wait for the same new address, only the newest code counts, so that one guess is never compared with many
 * codes. The links of all of them work.
 */
export async function countCodeTries(tx: Tx, guess: { email: string; purposes: readonly Purpose[]; now: Date }) {
  if (guess.purposes.length === 0) return []
  return tx
    .updateTable('auth.one_time_tokens as token')
    .from('auth.users as person')
    .set({ wrong_tries: sql<number>`token.wrong_tries + 1` })
    .whereRef('person.id', '=', 'token.user_id')
    .where((eb) =>
      eb.or([
        eb.and([eb('person.email', '=', guess.email), eb('token.purpose', '!=', 'email_change_new')]),
        eb.and([eb('person.new_email', '=', guess.email), eb('token.purpose', '=', 'email_change_new')]),
      ]),
    )
    .where('person.deleted_at', 'is', null)
    .where('token.purpose', 'in', guess.purposes)
    .where((eb) => eb.or([eb('token.purpose', '!=', 'email_change_new'), isNewestOf(guess.email)]))
    .where('token.wrong_tries', '<', WRONG_TRIES_MAX)
    .where('token.expires_at', '>', guess.now.toISOString())
    .returning(['token.user_id', 'token.purpose', 'token.code_mac', 'token.studio_id'])
    .$narrowType<{ purpose: Purpose }>()
    .execute()
}

// True even if that code has expired or had too many attempts, because an earlier one must not become valid again.
const isNewestOf = (new_email: string) => sql<boolean>`not exists (
  select from auth.one_time_tokens later join auth.users other on other.id = later.user_id
  where other.new_email = ${new_email} and other.deleted_at is null and later.purpose = 'email_change_new'
    and (later.created_at, later.user_id) > (token.created_at, token.user_id))`

/** Counts an attempt at the code with which a signed-in person confirms a change of their account. */
export function countOwnCodeTry(tx: Tx, guess: { user_id: string; purpose: Purpose; now: Date }) {
  return tx
    .updateTable('auth.one_time_tokens')
    .set({ wrong_tries: sql<number>`wrong_tries + 1` })
    .where('user_id', '=', guess.user_id)
    .where('purpose', '=', guess.purpose)
    .where('wrong_tries', '<', WRONG_TRIES_MAX)
    .where('expires_at', '>', guess.now.toISOString())
    .returning('code_mac')
    .executeTakeFirst()
}

/** Deletes the link and code of a person for one purpose. */
export async function deleteToken(tx: Tx, user_id: string, purpose: Purpose) {
  await tx.deleteFrom('auth.one_time_tokens').where('user_id', '=', user_id).where('purpose', '=', purpose).execute()
}

/**
 * Deletes all links and codes that were emailed to a person, except the link that ends a second factor. Otherwise the person
 * who added the factor could end that link by changing the password.
 */
export async function deleteTokensOf(tx: Tx, user_id: string) {
  await tx
    .deleteFrom('auth.one_time_tokens')
    .where('user_id', '=', user_id)
    .where('purpose', '!=', 'factor_added')
    .execute()
}

export async function deleteExpiredTokens(tx: Tx, now: Date) {
  await tx.deleteFrom('auth.one_time_tokens').where('expires_at', '<', now.toISOString()).execute()
}
