import { insertAuditEntry } from '#platform/audit/audit.ts'
import { padDuration } from '#platform/auth/pad-duration.ts'
import { asAuth } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { consumeLimits, getNetwork, type Limit } from '#platform/http/limits.ts'
import { isEmailProven } from '../identities/queries.ts'
import { countEmail } from '../limit-emails.ts'
import { chooseDestination } from '../redirects/service.ts'
import * as users from '../users/queries.ts'
import { isBanned } from '../users/rules.ts'
import { createLink, sendVerificationEmail } from '../verification/send-verification-email.ts'
import { type RequestContext, throwAuthError } from '../wire/rules.ts'
import { type Challenge, readEmail } from '../wire/schema.ts'

const perNetwork: Limit = { name: 'recover', count: 30, per_seconds: 300 }

export type RecoveryInput = {
  email: string | null
  challenge: Challenge | null
  redirect_to: string | null
  publicUrl: string
}

/**
 * Emails a link and a code for a new password. Neither the response nor its timing reveals whether the address has an
 * account. A second email within a minute is silently left out.
 */
export async function startRecovery(input: RecoveryInput, context: RequestContext): Promise<void> {
  const email = readEmail(
    input.email ?? throwAuthError('validation_failed', { message: 'Password recovery requires an email' }),
  )
  const wait = await consumeLimits([{ limit: perNetwork, by: getNetwork(context.ip) }], context.now)
  if (wait) throwAuthError('over_request_rate_limit', wait)
  await padDuration(() => asAuth((tx) => sendRecoveryEmail(tx, { ...input, email }, context)))
}

async function sendRecoveryEmail(
  tx: Tx,
  input: RecoveryInput & { email: string },
  context: RequestContext,
): Promise<void> {
  const { redirect_to, publicUrl, challenge } = input
  const { now, request_id, ip } = context
  const destination = await chooseDestination(tx, {
    redirect_to,
    publicUrl,
    page: 'reset-password',
    redirectAccount: 'none',
  })
  const user = await users.getUserByEmail(tx, input.email)
  if (!user || isBanned(user, now)) return
  if (await countEmail(tx, { kind: 'recovery', email: user.email }, context)) return
  await users.setRecoverySentAt(tx, user.id, now)
  await sendVerificationEmail(tx, { user, purpose: 'recovery', challenge, destination, publicUrl }, now)
  await insertAuditEntry(tx, {
    actor_id: null,
    session_id: null,
    studio_id: destination.studio_id,
    action: 'recovery.requested',
    object_type: 'user',
    object_id: user.id,
    after: { ip },
    request_id,
  })
}

/** The result of an operator's password reset, or why nothing was done. */
export type OperatorReset =
  | { outcome: 'mailed' | 'unknown' | 'suspended' | 'unconfirmed' }
  | { outcome: 'link'; link: string }

/**
 * Starts a recovery for a person who asked the operator. The link is the same as that of `startRecovery`: it works once and
 * for an hour, ends earlier links, and does not skip a second factor.
 * @param print returns the link for the operator instead of emailing it. Using the link confirms the address, so this
 * is possible only if its owner has already confirmed the address
 */
export function recoverByOperator(
  { email, publicUrl, print }: { email: string; publicUrl: string; print: boolean },
  now: Date,
): Promise<OperatorReset> {
  return asAuth(async (tx) => {
    const user = await users.getUserByEmail(tx, email)
    if (!user) return { outcome: 'unknown' }
    if (isBanned(user, now)) return { outcome: 'suspended' }
    if (print && !(await isEmailProven(tx, user.id))) return { outcome: 'unconfirmed' }
    const destination = await chooseDestination(tx, {
      redirect_to: null,
      publicUrl,
      page: 'reset-password',
      redirectAccount: 'none',
    })
    const input = { user, purpose: 'recovery', challenge: null, destination, publicUrl } as const
    await users.setRecoverySentAt(tx, user.id, now)
    await insertAuditEntry(tx, {
      actor_id: null,
      session_id: null,
      studio_id: null,
      action: 'recovery.requested',
      object_type: 'user',
      object_id: user.id,
      after: { by_operator: print ? 'printed' : 'mailed' },
    })
    if (print) return { outcome: 'link', link: await createLink(tx, input, now) }
    await sendVerificationEmail(tx, input, now)
    return { outcome: 'mailed' }
  })
}
