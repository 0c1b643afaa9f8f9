import type { AuditAction } from '@studiohub/contract/shared/audit-actions.ts'
import { insertAuditEntry } from '#platform/audit/audit.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { Visit } from '../wire/rules.ts'

/** Writes an audit row about a session. */
export function recordSessionEvent(
  tx: Tx,
  session: { id: string; user_id: string },
  action: AuditAction,
  visit: Visit,
  more: object = {},
) {
  return insertAuditEntry(tx, {
    actor_id: session.user_id,
    session_id: session.id,
    studio_id: null,
    action,
    object_type: 'session',
    object_id: session.id,
    after: { ...more, ip: visit.ip },
    request_id: visit.request_id,
  })
}
