import type { Actor } from '@studiohub/contract/actor.ts'
import type { AuditAction } from '@studiohub/contract/shared/audit-actions.ts'
import { settleInvoicePayments } from '#features/payments/settlement-jobs.ts'
import { audit, type Facts } from '#platform/audit/audit.ts'
import type { Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { getCardProvider } from '#platform/payments/open.ts'
import { publish } from '#platform/realtime/realtime.ts'

type RecordedChange = {
  caller: Caller
  action: AuditAction
  object_type: 'invoice' | 'payment' | 'invoice_email' | 'invoice_link'
  object_id: string
  studio_id: string
  client_id: string | null
  /** The issued invoice whose open amount has changed. */
  invoice_id?: string
}

/**
 * Writes one audit row and notifies the open screens of the studio and of the client. If the open amount of an invoice has
 * changed, queues a job that ends its open card payment page.
 */
export async function recordMoney<Before, After>(
  tx: Tx,
  actor: Pick<Actor, 'user_id' | 'session_id'>,
  { caller, client_id, invoice_id, ...change }: RecordedChange & Facts<Before, After>,
) {
  const { studio_id, object_id } = change
  await audit(tx, actor, { ...change, request_id: caller.request_id })
  publish(tx, { studio_id, topic: 'invoices', id: object_id, client_id })
  if (invoice_id && getCardProvider()) await enqueue(tx, settleInvoicePayments, { invoice_id })
}
