import { insertAuditEntry } from '#platform/audit/audit.ts'
import type { Tx } from '#platform/db/transaction.ts'
import * as flows from '../flows/queries.ts'
import { mailNotice } from '../mails/service.ts'
import { retireMailedEntries } from '../sessions/queries.ts'
import type { AuthUser } from '../users/rules.ts'
import * as tokens from '../verification/queries.ts'
import type { Purpose } from '../verification/rules.ts'
import { AuthRefusal, type Visit } from '../wire/rules.ts'
import * as queries from './queries.ts'

/** Which mailbox a link or code of this purpose lies in; null where it is about something else. */
export const halfOf = (purpose: Purpose): queries.Half | null =>
  purpose === 'email_change_current' ? 'current' : purpose === 'email_change_new' ? 'new' : null

/**
 * One of the two mailboxes agrees to the change of address; with the second one the change is made, and every other link
 * and code of the account ends.
 * @returns whether the change was made, or why it cannot be
 */
export async function agreeToChange(
  tx: Tx,
  user: AuthUser,
  half: queries.Half,
  visit: Visit,
): Promise<'agreed' | 'changed' | AuthRefusal> {
  if (user.new_email === null) return new AuthRefusal('otp_expired')
  if (user.email_change_agreed === null || user.email_change_agreed === half) {
    await tokens.deleteToken(tx, user.id, half === 'current' ? 'email_change_current' : 'email_change_new')
    await queries.noteAgreed(tx, user.id, half)
    await trail(tx, user, `email_change.agreed_${half}`, visit)
    return 'agreed'
  }
  // Somebody may have taken the address while both mails lay there.
  if (await queries.isTaken(tx, user.new_email)) return new AuthRefusal('email_exists')
  await tokens.deleteTokensOf(tx, user.id)
  await tokens.deleteToken(tx, user.id, 'factor_added')
  await flows.deleteFlowsOf(tx, user.id)
  await queries.applyNewEmail(tx, user.id, visit.now)
  await retireMailedEntries(tx, user.id)
  await mailNotice(tx, user, { kind: 'email_changed' }, visit.now)
  await trail(tx, user, 'email.changed', visit)
  return 'changed'
}

function trail(tx: Tx, user: AuthUser, action: string, visit: Visit) {
  return insertAuditEntry(tx, {
    actor_id: user.id,
    session_id: null,
    studio_id: null,
    action,
    object_type: 'user',
    object_id: user.id,
    after: { ip: visit.ip },
    request_id: visit.request_id,
  })
}
