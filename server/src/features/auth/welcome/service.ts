import { insertAuditEntry } from '#platform/audit/audit.ts'
import { verifyPassword } from '#platform/auth/passwords.ts'
import { sha256 } from '#platform/auth/secrets.ts'
import { asAuth } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { consumeLimits, getNetwork, type Limit } from '#platform/http/limits.ts'
import { getProofState, getWaitEnd } from '../factor-waits/queries.ts'
import { delayProof } from '../factor-waits/service.ts'
import { isEmailProven } from '../identities/queries.ts'
import { removeAllAccess } from '../ownership/queries.ts'
import { proveAddress } from '../ownership/service.ts'
import { checkNonceCode } from '../reauthentication/service.ts'
import type { TokenData } from '../sessions/answer-tokens.ts'
import { countPasswordTry } from '../sign-in-with-password.ts'
import * as users from '../users/queries.ts'
import { type AuthUser, isBanned } from '../users/rules.ts'
import * as tokens from '../verification/queries.ts'
import { type RequestContext, throwAuthError } from '../wire/rules.ts'

const perNetwork: Limit = { name: 'welcome-link', count: 30, per_seconds: 300 }
const purposes = ['welcome'] as const

export type ConfirmAddressInput = { token_hash: string | null; password: string | null; nonce: string | null }

/**
 * Confirms the address of an account for the person who created it. The link of the welcome email proves who reads the
 * mailbox. A sign-in session of the account, or its password, proves that the same person signed up. The link alone is not enough,
 * because a stranger may have signed up with another person's address. A signed-in person may instead send the six digits that
 * `/reauthenticate` emails. Password, providers and sign-in sessions of the account stay.
 */
export async function confirmAddress(input: ConfirmAddressInput, tokenData: TokenData | null, context: RequestContext) {
  await countCall(context)
  if (input.nonce !== null && tokenData) {
    await checkNonceCode(tokenData, input.nonce, context)
    return {}
  }
  const person = await asAuth((tx) => requireAccountOfLink(tx, input.token_hash, context.now))
  const isOwnSession = tokenData?.user.id === person.id
  if (!isOwnSession) await requirePassword(person, input.password, context)
  return asAuth(async (tx) => {
    if (!isOwnSession) await requireNoFactor(tx, person.id)
    await tokens.deleteToken(tx, (await requireAccountOfLink(tx, input.token_hash, context.now)).id, 'welcome')
    await proveAddress(tx, person, { by: 'welcome', creator: 'owner' }, context)
    return {}
  })
}

// A thief with the password may have added the factor, so the password does not prove that the person is the owner. A session
// needs no such check, because it was confirmed with the factor.
async function requireNoFactor(tx: Tx, user_id: string) {
  if ((await getProofState(tx, user_id)).has_factor) {
    const message =
      'This account has a second factor. Sign in with it and open the link again, or choose "This was not me".'
    throwAuthError('insufficient_aal', { message })
  }
}

/**
 * Rejects a sign-up by a stranger with the reader's address: ends password, providers and sessions. If the account has a
 * verified second factor, only sessions without it end at once. The rest ends after the waiting time (docs/decisions/0053),
 * because a thief with access to the mailbox could press the same button. The link works until the address is proven.
 * @returns when the second factor ends; null if there is none
 */
export async function rejectAccount({ token_hash }: Pick<ConfirmAddressInput, 'token_hash'>, context: RequestContext) {
  await countCall(context)
  return asAuth(async (tx) => {
    const { id } = await requireAccountOfLink(tx, token_hash, context.now)
    // Another call may prove the address at the same time, which ends the link. So the link is read again after the lock.
    await users.lockPasswordHash(tx, id)
    const user = await requireAccountOfLink(tx, token_hash, context.now)
    const isDelayed = await delayProof(tx, user, 'welcome_rejected', context)
    const ended = isDelayed ? {} : { ended_sessions: await removeAllAccess(tx, id, context.now.toISOString()) }
    await insertAuditEntry(tx, {
      actor_id: null,
      session_id: null,
      studio_id: null,
      action: 'user.sign_up_rejected',
      object_type: 'user',
      object_id: id,
      after: { ...ended, factor_waits: isDelayed, ip: context.ip },
      request_id: context.request_id,
    })
    return { factors_end_at: await getWaitEnd(tx, id) }
  })
}

async function countCall({ ip, now }: RequestContext) {
  const wait = await consumeLimits([{ limit: perNetwork, by: getNetwork(ip) }], now)
  if (wait) throwAuthError('over_request_rate_limit', wait)
}

/** The account of a welcome link whose address is not proven yet. @throws AuthError otp_expired */
async function requireAccountOfLink(tx: Tx, token_hash: string | null, now: Date): Promise<AuthUser> {
  const link = await tokens.getLink(tx, { link_hash: sha256(token_hash ?? ''), purposes, now })
  const user = link && (await users.getUser(tx, link.user_id))
  return user && !(await isEmailProven(tx, user.id)) ? user : throwAuthError('otp_expired')
}

async function requirePassword(person: AuthUser, password: string | null, context: RequestContext) {
  if (password === null) throwAuthError('current_password_required')
  await countPasswordTry(person.email, context)
  const stored_hash = (await asAuth((tx) => users.getUserByEmail(tx, person.email)))?.encrypted_password ?? null
  if (!(await verifyPassword(stored_hash, password))) throwAuthError('current_password_invalid')
  if (isBanned(person, context.now)) throwAuthError('user_banned')
}
