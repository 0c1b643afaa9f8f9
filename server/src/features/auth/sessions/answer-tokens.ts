import { unseal } from '#platform/auth/secrets.ts'
import { type Amr, signAccessToken } from '#platform/auth/tokens.ts'
import { pipeline } from '#platform/db/statements.ts'
import type { Tx } from '#platform/db/transaction.ts'
import * as factors from '../factors/queries.ts'
import * as users from '../users/queries.ts'
import { type AuthUser, type Factor, type Identity, presentUser } from '../users/rules.ts'
import { throwAuthError } from '../wire/rules.ts'
import type * as queries from './queries.ts'
import { REFRESH_KEY_PURPOSE, writeRefreshToken } from './rules.ts'

/** The data of a token response, read in one transaction. */
export type TokenData = { user: AuthUser; identities: Identity[]; factors: Factor[]; session: queries.Session }

/** The statements that read a person for a token response. */
export const personQueries = (tx: Tx, user_id: string) =>
  [users.userQuery(tx, user_id), users.identitiesQuery(tx, user_id), factors.factorsQuery(tx, user_id)] as const

/** Reads the data of this session's token response. */
export async function readTokenData(tx: Tx, session: queries.Session): Promise<TokenData> {
  const [[user], identities, userFactors] = await pipeline(tx, personQueries(tx, session.user_id))
  return { user: user ?? throwAuthError('user_not_found'), identities, factors: userFactors, session }
}

// The ids of factors and passkeys are not for clients.
const publicAmr = (amr: readonly queries.StoredAmr[]): Amr[] =>
  amr.map(({ method, timestamp }) => ({ method, timestamp }))

/** Signs the token response of a session. Never call it in a transaction, because it may have to load the keys. */
export async function answerTokens({ user, identities, factors: userFactors, session }: TokenData, now: Date) {
  const { email, app_metadata, user_metadata } = user
  const claims = { user_id: user.id, session_id: session.id, email, app_metadata, user_metadata }
  const signed = await signAccessToken({ ...claims, aal: session.aal, amr: publicAmr(session.amr) }, now)
  return {
    ...signed,
    token_type: 'bearer',
    refresh_token: writeRefreshToken(
      session.id,
      session.refresh_counter,
      unseal(REFRESH_KEY_PURPOSE, session.refresh_key),
    ),
    user: presentUser(user, identities, userFactors),
  }
}
