import type { Actor } from '@studiohub/contract/actor.ts'
import type { Client } from '@studiohub/contract/features/clients/schema.ts'
import type { AuditAction } from '@studiohub/contract/shared/audit-actions.ts'
import { audit, factsOfChange } from '#platform/audit/audit.ts'
import type { Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { publish } from '#platform/realtime/realtime.ts'

type ClientChange = {
  caller: Pick<Caller, 'request_id'>
  action: AuditAction
  before?: Client
  after: Client
  /** The record that was merged into this one. */
  merged_id?: string
}

const facts = ['id', 'user_id', 'removed_at', 'version'] as const

/** Adds an audit row with only the names of the changed fields, and updates the studio's open screens. */
export async function recordClient(
  tx: Tx,
  actor: Pick<Actor, 'user_id' | 'session_id'>,
  { caller, action, before, after, merged_id }: ClientChange,
) {
  const { id, studio_id } = after
  await audit(tx, actor, {
    action,
    studio_id,
    object_type: 'client_record',
    object_id: id,
    request_id: caller.request_id,
    ...withMergedId(factsOfChange(before, after, facts), merged_id),
  })
  publish(tx, { studio_id, topic: 'clients', id })
}

const withMergedId = <Facts extends { after?: object }>(change: Facts, merged_id: string | undefined) =>
  merged_id === undefined ? change : { ...change, after: { ...change.after, merged_id } }
