import { VISITOR_LINK_MINUTES } from '@studiohub/contract/features/bookings/visitors/words.ts'
import { getHoldOfLink, markLinkUsed, setHolder } from '#features/bookings/visitors/queries.ts'
import { sha256 } from '#platform/auth/secrets.ts'
import { actAs, asSystem } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { answerTokens } from '../sessions/answer-tokens.ts'
import { openSession } from '../sessions/open-session.ts'
import * as users from '../users/queries.ts'
import { isBanned } from '../users/rules.ts'
import { buildPerson, registerPerson } from '../users/service.ts'
import { countVerifyTry } from '../verification/limit-verification.ts'
import { invalidLinkError } from '../verification/open-link.ts'
import { acceptProof } from '../verification/verify-proof.ts'
import { AuthError, type RequestContext, requireHome, throwAuthError } from '../wire/rules.ts'

/**
 * Signs in with the link in a visitor's email: to the account of the address, or to a new one without a password. The hold
 * then belongs to the account. Everything happens in one transaction; if several calls use the link at the same time, only
 * one gets the session.
 * @throws AuthError otp_expired, user_banned, signup_disabled, over_request_rate_limit
 */
export async function signInVisitor(token: string, { authSignup }: { authSignup: boolean }, context: RequestContext) {
  // The link goes only to our own address.
  requireHome(context)
  await countVerifyTry(context)
  const since = new Date(context.now.getTime() - VISITOR_LINK_MINUTES * 60_000)
  const tokenData = await asSystem(async (tx) => {
    const token_hash = sha256(token)
    const hold = await getHoldOfLink(tx, { token_hash, since })
    if (!hold || !(await markLinkUsed(tx, hold.id, token_hash))) throw invalidLinkError()
    await actAs(tx, 'auth')
    const existing = await users.getUserByEmail(tx, hold.email)
    if (existing && isBanned(existing, context.now)) throwAuthError('user_banned')
    if (!existing && !authSignup) throwAuthError('signup_disabled')
    const user = existing ?? (await createAccount(tx, hold, context))
    await acceptProof(tx, user, { purpose: 'magiclink', isCreator: false }, context)
    const tokenData = await openSession(tx, user, 'otp', context)
    await actAs(tx, 'system')
    await setHolder(tx, hold.id, user.id)
    return tokenData
  })
  return answerTokens(tokenData, context.now)
}

type HoldOwner = { email: string; name: string; studio_slug: string }

// The welcome email has the studio's branding, and a link for choosing a password.
async function createAccount(tx: Tx, { email, name, studio_slug }: HoldOwner, context: RequestContext) {
  const person = buildPerson(email, { full_name: name, signup_namespace: studio_slug }, true, context.now)
  if (await registerPerson(tx, { ...person, encrypted_password: null }, context)) return person.user
  // Another person signed up with this address at the same time.
  return (await users.getUserByEmail(tx, email)) ?? Promise.reject(new AuthError('otp_expired'))
}
