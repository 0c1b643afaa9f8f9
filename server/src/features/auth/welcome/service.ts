import { insertAuditEntry } from '#platform/audit/audit.ts'
import { verifyPassword } from '#platform/auth/passwords.ts'
import { sha256 } from '#platform/auth/secrets.ts'
import { asAuth } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { type Limit, networkOf, takeLimits } from '#platform/http/limits.ts'
import { getGuards, getWaitEnd } from '../factor-waits/queries.ts'
import { holdProof } from '../factor-waits/service.ts'
import { isProven } from '../identities/queries.ts'
import { dropEveryWayIn } from '../ownership/queries.ts'
import { proveAddress } from '../ownership/service.ts'
import { useNonce } from '../reauthentication/service.ts'
import type { SignedIn } from '../sessions/service.ts'
import { countPasswordTry } from '../sign-in-with-password.ts'
import * as users from '../users/queries.ts'
import { type AuthUser, isBanned } from '../users/rules.ts'
import * as tokens from '../verification/queries.ts'
import { refuse, type Visit } from '../wire/rules.ts'

const perNetwork: Limit = { name: 'welcome-link', count: 30, per_seconds: 300 }
const purposes = ['welcome'] as const

export type WelcomeAnswer = { token_hash: string | null; password: string | null; nonce: string | null }

/**
 * Confirms the address of an account for the person who made it (F3). The link of the welcome mail shows who reads the
 * mailbox; a session of the account, or its password, shows that the same person signed up. Neither is enough alone: a
 * stranger may have signed up with another person's address. A person who is signed in may also give the six digits
 * that `/reauthenticate` mails. Nothing that the account has ends.
 */
export async function confirmAddress(given: WelcomeAnswer, signedIn: SignedIn | null, visit: Visit) {
  await countCall(visit)
  if (given.nonce !== null && signedIn) {
    await useNonce(signedIn, given.nonce, visit)
    return {}
  }
  const person = await asAuth((tx) => readerOf(tx, given.token_hash, visit.now))
  const isOwnSession = signedIn?.user.id === person.id
  if (!isOwnSession) await requirePassword(person, given.password, visit)
  return asAuth(async (tx) => {
    if (!isOwnSession) await requireNoFactor(tx, person.id)
    await tokens.deleteToken(tx, (await readerOf(tx, given.token_hash, visit.now)).id, 'welcome')
    await proveAddress(tx, person, { by: 'welcome', madeBy: 'the same person' }, visit)
    return {}
  })
}

// A thief with the password may have added the factor: the password says nothing about its holder. A session of an
// account with a factor has shown it.
async function requireNoFactor(tx: Tx, user_id: string) {
  if ((await getGuards(tx, user_id)).has_factor) {
    const message =
      'This account has a second factor. Sign in with it and open the link again, or choose "This was not me".'
    refuse('insufficient_aal', { message })
  }
}

/**
 * Ends the ways into an account that a stranger made with the reader's address: password, providers and sessions. Where
 * the account has a verified second factor, only the sessions without it end at once; everything else ends after the
 * waiting time (record 0053). A thief who reads the mailbox for a moment presses the same button. It works until the
 * address has been proven.
 * @returns when the second factor ends; null where there is none
 */
export async function rejectAccount({ token_hash }: Pick<WelcomeAnswer, 'token_hash'>, visit: Visit) {
  await countCall(visit)
  return asAuth(async (tx) => {
    const { id } = await readerOf(tx, token_hash, visit.now)
    // The address may be proven in this very moment, which ends the link.
    await users.lockPasswordHash(tx, id)
    const user = await readerOf(tx, token_hash, visit.now)
    const waits = await holdProof(tx, user, 'welcome_rejected', visit)
    const ended = waits ? {} : { ended_sessions: await dropEveryWayIn(tx, id, visit.now.toISOString()) }
    await insertAuditEntry(tx, {
      actor_id: null,
      session_id: null,
      studio_id: null,
      action: 'user.sign_up_rejected',
      object_type: 'user',
      object_id: id,
      after: { ...ended, factor_waits: waits, ip: visit.ip },
      request_id: visit.request_id,
    })
    return { factors_end_at: await getWaitEnd(tx, id) }
  })
}

async function countCall({ ip, now }: Visit) {
  const wait = await takeLimits([{ limit: perNetwork, by: networkOf(ip) }], now)
  if (wait) refuse('over_request_rate_limit', wait)
}

/** The account that a welcome mail is about, until its address was proven. @throws AuthRefusal otp_expired */
async function readerOf(tx: Tx, token_hash: string | null, now: Date): Promise<AuthUser> {
  const link = await tokens.getLink(tx, { link_hash: sha256(token_hash ?? ''), purposes, now })
  const user = link && (await users.getUser(tx, link.user_id))
  return user && !(await isProven(tx, user.id)) ? user : refuse('otp_expired')
}

async function requirePassword(person: AuthUser, password: string | null, visit: Visit) {
  if (password === null) refuse('current_password_required')
  await countPasswordTry(person.email, visit)
  const kept = (await asAuth((tx) => users.getUserByEmail(tx, person.email)))?.encrypted_password ?? null
  if (!(await verifyPassword(kept, password))) refuse('current_password_invalid')
  if (isBanned(person, visit.now)) refuse('user_banned')
}
