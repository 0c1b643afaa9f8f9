import { queueSecurityNotice } from '#features/auth/email-service.ts'
import { requireNoFactorWait } from '#features/auth/factor-waits/service.ts'
import type { TokenData } from '#features/auth/sessions/answer-tokens.ts'
import { listIdentities } from '#features/auth/users/queries.ts'
import { type RequestContext, throwAuthError } from '#features/auth/wire/rules.ts'
import { asAuth } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import * as queries from '../queries.ts'
import { formatSignInMethod, recordEvent } from '../service.ts'

/**
 * Removes a sign-in method from an account, but never the last one. Without the email method the password is deleted too.
 * The account's address stays: it changes only after both mailboxes have confirmed (docs/decisions/0073). Otherwise a thief
 * with a stolen session could move the account to another address.
 */
export async function unlinkIdentity({ user }: TokenData, identity_id: string, context: RequestContext): Promise<void> {
  await asAuth(async (tx) => {
    // Without the lock, two windows could together remove all methods.
    await lock(tx, 'user', user.id)
    await requireNoFactorWait(tx, user.id)
    const identities = await listIdentities(tx, user.id)
    if (identities.length < 2) throwAuthError('single_identity_not_deletable')
    const removed = identities.find(({ id }) => id === identity_id) ?? throwAuthError('identity_not_found')
    await queries.deleteIdentity(tx, removed.id)
    if (removed.provider === 'email') await queries.deletePassword(tx, user.id, context.now)
    await queries.updateProviders(tx, user.id)
    await queueSecurityNotice(
      tx,
      user,
      { kind: 'sign_in_method_removed', ...formatSignInMethod(removed.provider) },
      context.now,
    )
    await recordEvent(tx, user.id, 'identity.unlinked', removed, context)
  })
}
