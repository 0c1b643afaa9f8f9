import { fail } from '@studiohub/contract/errors.ts'
import { canUpdateCard } from '@studiohub/contract/features/board/policy.ts'
import type { Card, CardMove } from '@studiohub/contract/features/board/schema.ts'
import { sql } from 'kysely'
import { appendPhaseStep } from '#features/projects/queries.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { renumberBoardColumn } from '../jobs.ts'
import { getCard, lockCard, updateCard } from '../queries.ts'
import { recordCard } from '../record-card.ts'
import { findPosition } from './queries.ts'

type MoveCardInput = CardMove & { id: string; now: Date }

/**
 * Moves a card to a column, before another card, or to the end of the column. The server computes position and history. Fails
 * with STALE_VERSION if either card has changed since the board was read; the board then reloads.
 */
export function moveCard(caller: Caller, { id, phase, before_id = null, version, now }: MoveCardInput): Promise<Card> {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    const before = (await lockCard(tx, id)) ?? fail('NOT_FOUND')
    authorize(canUpdateCard(actor, before))
    if (version !== undefined && version !== before.version) fail('STALE_VERSION')
    const { studio_id } = before
    const target = (await findPosition(tx, { id, studio_id, phase, before_id })) ?? fail('STALE_VERSION')
    const step = { phase, moved_at: now.toISOString(), moved_by: user_id }
    const readVersion = { id, version: before.version, at: now.toISOString() }
    const isMoved = await updateCard(tx, readVersion, {
      position: sql<number>`${target.position}::numeric`,
      ...(phase !== before.phase && { phase, phase_history: appendPhaseStep(step) }),
    })
    if (!isMoved) fail('STALE_VERSION')
    if (target.is_too_long) await enqueue(tx, renumberBoardColumn, { studio_id, phase })
    const after = (await getCard(tx, id)) ?? fail('NOT_FOUND')
    await recordCard(tx, actor, { caller, action: 'board.move', before, after })
    return after
  })
}
