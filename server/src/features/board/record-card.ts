import type { Actor } from '@studiohub/contract/actor.ts'
import type { Card } from '@studiohub/contract/features/board/schema.ts'
import type { AuditAction } from '@studiohub/contract/shared/audit-actions.ts'
import { audit, type Facts, factsOfChange } from '#platform/audit/audit.ts'
import type { Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { publish } from '#platform/realtime/realtime.ts'

type CardOwner = Pick<Card, 'id' | 'studio_id' | 'client_id'>
type CardChange = { caller: Caller; action: AuditAction } & (
  | { before?: Card; after: Card }
  | { before: Card; after: null }
)

const facts = [
  'id',
  'client_id',
  'project_id',
  'priority',
  'phase',
  'status',
  'ai_assist',
  'assigned_agent',
  'is_sample',
  'version',
] as const

/** Writes one audit row for a card and notifies open screens; clients get events of their own cards only. */
export async function recordCard(tx: Tx, actor: Actor, { caller, action, before, after }: CardChange) {
  const card = after ?? before
  const change = factsOfChange(before, after, facts)
  await recordOnCard(tx, actor, { caller, action, card, object_type: 'card', object_id: card.id, ...change })
}

type CardEvent = { caller: Caller; card: CardOwner; action: AuditAction; object_type: string; object_id: string }

/** Writes one audit row for a comment or file of a card and notifies open screens. */
export async function recordOnCard<Before, After>(
  tx: Tx,
  actor: Actor,
  { caller, card, ...change }: CardEvent & Facts<Before, After>,
) {
  const { id, studio_id, client_id } = card
  await audit(tx, actor, { ...change, studio_id, request_id: caller.request_id })
  publish(tx, { studio_id, topic: 'cards', id, client_id })
}
