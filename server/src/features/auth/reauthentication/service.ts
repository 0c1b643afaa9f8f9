import type { AuditAction } from '@studiohub/contract/shared/audit-actions.ts'
import { insertAuditEntry } from '#platform/audit/audit.ts'
import { asAuth } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { consumeLimits, countUse, getNetwork, type Limit } from '#platform/http/limits.ts'
import { requireNoFactorWait } from '../factor-waits/service.ts'
import { proveAddress } from '../ownership/service.ts'
import { chooseDestination } from '../redirects/service.ts'
import type { TokenData } from '../sessions/answer-tokens.ts'
import { recordEmailedCode } from '../sessions/queries.ts'
import * as users from '../users/queries.ts'
import * as tokens from '../verification/queries.ts'
import { isEmailedCode } from '../verification/rules.ts'
import { sendVerificationEmail } from '../verification/send-verification-email.ts'
import { type RequestContext, throwAuthError } from '../wire/rules.ts'

const perNetwork: Limit = { name: 'reauthenticate', count: 30, per_seconds: 300 }
const perRecipient: Limit = { name: 'mail-reauthentication', count: 1, per_seconds: 60 }
const perRecipientHour: Limit = { name: 'mail-reauthentication-hour', count: 10, per_seconds: 3600 }
// Every email allows five more attempts; codes that sign in have the same limit.
const triesPerDay: Limit = { name: 'nonce-day', count: 50, per_seconds: 86_400 }

/** Emails a signed-in person six digits, which replace the current password in `PUT /user`. */
export async function mailNonce(
  { user, session }: TokenData,
  publicUrl: string,
  context: RequestContext,
): Promise<void> {
  const { now } = context
  const networkWait = await consumeLimits([{ limit: perNetwork, by: getNetwork(context.ip) }], now)
  if (networkWait) throwAuthError('over_request_rate_limit', networkWait)
  const wait = await asAuth(async (tx) => {
    for (const limit of [perRecipient, perRecipientHour]) {
      const wait = await countUse(tx, { limit, by: user.id }, now)
      if (wait) return wait
    }
    await users.setReauthenticationSentAt(tx, user.id, now)
    const destination = await chooseDestination(tx, {
      redirect_to: null,
      publicUrl,
      page: 'callback',
      redirectAccount: 'none',
    })
    await sendVerificationEmail(tx, { user, purpose: 'reauthentication', challenge: null, destination, publicUrl }, now)
    await recordEvent(tx, { user, session }, 'reauthentication.requested', context)
    return null
  })
  if (wait) throwAuthError('over_email_send_rate_limit', wait)
}

/**
 * Checks the six digits of a signed-in person. Wrong attempts are counted. While a factor wait is running, the digits are
 * rejected: otherwise the factor would end although its owner reads the mailbox.
 * @throws AuthError reauthentication_not_valid, factor_wait_running
 */
export async function checkNonceCode(
  { user, session }: TokenData,
  nonce: string,
  context: RequestContext,
): Promise<void> {
  const purpose = 'reauthentication'
  const wait = await consumeLimits([{ limit: triesPerDay, by: user.id }], context.now)
  if (wait) throwAuthError('over_request_rate_limit', wait)
  await asAuth((tx) => requireNoFactorWait(tx, user.id))
  const isRight = await asAuth(async (tx) => {
    const storedCode = await tokens.countOwnCodeTry(tx, { user_id: user.id, purpose, now: context.now })
    if (!storedCode || !isEmailedCode(storedCode, user.id, purpose, nonce)) return false
    await tokens.deleteToken(tx, user.id, purpose)
    await recordEmailedCode(tx, session.id, context.now)
    // The person with the session also reads the mailbox, so everything in the account belongs to them.
    await proveAddress(tx, user, { by: purpose, creator: 'owner' }, context)
    await recordEvent(tx, { user, session }, 'reauthentication.passed', context)
    return true
  })
  if (!isRight) throwAuthError('reauthentication_not_valid')
}

function recordEvent(
  tx: Tx,
  { user, session }: Pick<TokenData, 'user' | 'session'>,
  action: AuditAction,
  context: RequestContext,
) {
  return insertAuditEntry(tx, {
    actor_id: user.id,
    session_id: session.id,
    studio_id: null,
    action,
    object_type: 'user',
    object_id: user.id,
    after: { ip: context.ip },
    request_id: context.request_id,
  })
}
