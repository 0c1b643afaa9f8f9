import type { Actor } from '@studiohub/contract/actor.ts'
import type { AuditAction } from '@studiohub/contract/shared/audit-actions.ts'
import { audit, type Facts } from '#platform/audit/audit.ts'
import type { Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { publish } from '#platform/realtime/realtime.ts'

type RecordedChange = {
  caller: Caller
  action: AuditAction
  object_type: 'invoice' | 'payment' | 'invoice_email' | 'invoice_link'
  object_id: string
  studio_id: string
  client_id: string | null
}

/** Writes one audit row and notifies the open screens of the studio and of the client. */
export async function recordMoney<Before, After>(
  tx: Tx,
  actor: Pick<Actor, 'user_id' | 'session_id'>,
  { caller, client_id, ...change }: RecordedChange & Facts<Before, After>,
) {
  const { studio_id, object_id } = change
  await audit(tx, actor, { ...change, request_id: caller.request_id })
  publish(tx, { studio_id, topic: 'invoices', id: object_id, client_id })
}
