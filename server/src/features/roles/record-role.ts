import type { Actor } from '@studiohub/contract/actor.ts'
import type { AuditAction } from '@studiohub/contract/shared/audit-actions.ts'
import { audit, type Facts } from '#platform/audit/audit.ts'
import type { Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { PLATFORM, publish } from '#platform/realtime/realtime.ts'

type RoleEvent = { caller: Pick<Caller, 'request_id'>; action: AuditAction; id: string; studio_id: string | null }

/** Records a change of a role in the audit log, and notifies open screens of the studio and of operators. */
export async function recordRole<Before, After>(
  tx: Tx,
  actor: Pick<Actor, 'user_id' | 'session_id'>,
  { caller, id, ...change }: RoleEvent & Facts<Before, After>,
) {
  await audit(tx, actor, { ...change, object_type: 'user_role', object_id: id, request_id: caller.request_id })
  publish(tx, { studio_id: change.studio_id ?? PLATFORM, topic: 'roles', id })
}
