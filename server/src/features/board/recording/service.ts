import type { Actor } from '@studiohub/contract/actor.ts'
import type { Card } from '@studiohub/contract/features/board/schema.ts'
import { audit } from '../../../platform/audit.ts'
import type { Caller, Tx } from '../../../platform/db/door.ts'
import { publish } from '../../../platform/realtime.ts'

type Owned = Pick<Card, 'id' | 'studio_id' | 'client_id'>
type Recorded = { caller: Caller; action: string } & ({ before?: Card; after: Card } | { before: Card; after: null })

/** One trail row and one notice to open screens; a client hears of their own cards only. */
export async function recordCard(tx: Tx, actor: Actor, { caller, action, before, after }: Recorded) {
  const card = after ?? before
  await recordOnCard(tx, actor, { caller, action, card, object_type: 'card', object_id: card.id, before, after })
}

/** The same of what lies on a card. */
export async function recordOnCard(
  tx: Tx,
  actor: Actor,
  {
    caller,
    card,
    ...change
  }: {
    caller: Caller
    card: Owned
    action: string
    object_type: string
    object_id: string
    before?: unknown
    after?: unknown
  },
) {
  const { id, studio_id, client_id } = card
  await audit(tx, actor, { ...change, studio_id, request_id: caller.request_id })
  publish(tx, { studio_id, topic: 'cards', id, client_id })
}
