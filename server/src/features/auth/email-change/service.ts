import type { AuditAction } from '@studiohub/contract/shared/audit-actions.ts'
import { insertAuditEntry } from '#platform/audit/audit.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { queueSecurityNotice } from '../email-service.ts'
import * as flows from '../flows/queries.ts'
import { markFormerAddressProofs } from '../sessions/queries.ts'
import type { AuthUser } from '../users/rules.ts'
import * as tokens from '../verification/queries.ts'
import type { Purpose } from '../verification/rules.ts'
import { AuthError, type RequestContext } from '../wire/rules.ts'
import * as queries from './queries.ts'

/** The mailbox to which a link or code of this purpose is sent; null for other purposes. */
export const getMailbox = (purpose: Purpose): queries.Mailbox | null =>
  purpose === 'email_change_current' ? 'current' : purpose === 'email_change_new' ? 'new' : null

/**
 * Confirms a change of address for one of the two mailboxes. After both have confirmed, the address changes, and all other
 * links and codes of the account end.
 * @returns whether the address has changed, or the error
 */
export async function confirmEmailChange(
  tx: Tx,
  user: AuthUser,
  mailbox: queries.Mailbox,
  context: RequestContext,
): Promise<'agreed' | 'changed' | AuthError> {
  if (user.new_email === null) return new AuthError('otp_expired')
  if (user.email_change_agreed === null || user.email_change_agreed === mailbox) {
    await tokens.deleteToken(tx, user.id, mailbox === 'current' ? 'email_change_current' : 'email_change_new')
    await queries.setAgreedMailbox(tx, user.id, mailbox)
    await recordEvent(tx, user, `email_change.agreed_${mailbox}`, context)
    return 'agreed'
  }
  // Another account may have taken the address in the meantime.
  if (await queries.isEmailTaken(tx, user.new_email)) return new AuthError('email_exists')
  await tokens.deleteTokensOf(tx, user.id)
  await tokens.deleteToken(tx, user.id, 'factor_added')
  await flows.deleteFlowsOf(tx, user.id)
  await queries.applyNewEmail(tx, user.id, context.now)
  await markFormerAddressProofs(tx, user.id)
  await queueSecurityNotice(tx, user, { kind: 'email_changed' }, context.now)
  await recordEvent(tx, user, 'email.changed', context)
  return 'changed'
}

function recordEvent(tx: Tx, user: AuthUser, action: AuditAction, context: RequestContext) {
  return insertAuditEntry(tx, {
    actor_id: user.id,
    session_id: null,
    studio_id: null,
    action,
    object_type: 'user',
    object_id: user.id,
    after: { ip: context.ip },
    request_id: context.request_id,
  })
}
