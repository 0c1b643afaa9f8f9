import type { Actor } from '@studiohub/contract/actor.ts'
import type { Card } from '@studiohub/contract/features/board/schema.ts'
import { audit, type Facts, factsOfChange } from '#platform/audit/audit.ts'
import type { Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { publish } from '#platform/realtime/realtime.ts'

type Owned = Pick<Card, 'id' | 'studio_id' | 'client_id'>
type Recorded = { caller: Caller; action: string } & ({ before?: Card; after: Card } | { before: Card; after: null })

const facts = [
  ...(['id', 'client_id', 'project_id', 'priority', 'phase', 'status', 'ai_assist'] as const),
  ...(['assigned_agent', 'is_sample', 'version'] as const),
]

/** One trail row and one notice to open screens; a client hears of their own cards only. */
export async function recordCard(tx: Tx, actor: Actor, { caller, action, before, after }: Recorded) {
  const card = after ?? before
  const change = factsOfChange(before, after, facts)
  await recordOnCard(tx, actor, { caller, action, card, object_type: 'card', object_id: card.id, ...change })
}

type OnCard = { caller: Caller; card: Owned; action: string; object_type: string; object_id: string }

/** The same of what lies on a card. */
export async function recordOnCard<Before, After>(
  tx: Tx,
  actor: Actor,
  { caller, card, ...change }: OnCard & Facts<Before, After>,
) {
  const { id, studio_id, client_id } = card
  await audit(tx, actor, { ...change, studio_id, request_id: caller.request_id })
  publish(tx, { studio_id, topic: 'cards', id, client_id })
}
