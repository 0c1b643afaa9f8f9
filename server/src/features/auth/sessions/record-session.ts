import type { AuditAction } from '@studiohub/contract/shared/audit-actions.ts'
import { insertAuditEntry } from '#platform/audit/audit.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { RequestContext } from '../wire/rules.ts'

/** Writes an audit entry about a session. */
export function recordSessionEvent(
  tx: Tx,
  session: { id: string; user_id: string },
  action: AuditAction,
  context: RequestContext,
  more: object = {},
) {
  return insertAuditEntry(tx, {
    actor_id: session.user_id,
    session_id: session.id,
    studio_id: null,
    action,
    object_type: 'session',
    object_id: session.id,
    after: { ...more, ip: context.ip },
    request_id: context.request_id,
  })
}
