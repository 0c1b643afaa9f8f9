import { fail } from '@studiohub/contract/errors.ts'
import { canKeepSample } from '@studiohub/contract/features/board/policy.ts'
import { sampleCards, sampleProject } from '@studiohub/contract/features/board/words.ts'
import { insertProject } from '#features/projects/queries.ts'
import { audit } from '#platform/audit/audit.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { countCards, insertCard } from '../queries.ts'
import { forgetFiles } from '../service.ts'
import * as queries from './queries.ts'

/**
 * Shows a client who has never had a card what a board is: one project and five cards, one in each phase. Once for each
 * client and studio, however many tabs ask for it (safety T38), and not again after it was cleared away.
 */
export function createSample(caller: Caller, now: Date): Promise<{ created: boolean }> {
  return asActor(caller, async (tx, actor) => {
    const { user_id, studio_id, client_id } = requireRole(actor)
    if (studio_id === null || client_id === null) fail('FORBIDDEN')
    authorize(canKeepSample(actor, studio_id))
    const at = now.toISOString()
    if (!(await queries.takeSample(tx, studio_id, client_id, at))) return { created: false }
    const created = (await countCards(tx, { studio_id, client_id })) === 0
    const object_id = created ? await writeSample(tx, { studio_id, client_id, created_by: user_id, at }) : null
    await audit(tx, actor, {
      studio_id,
      action: 'board.create_sample',
      object_type: 'project',
      object_id,
      after: { created },
      request_id: caller.request_id,
    })
    if (object_id) tellOf(tx, { studio_id, client_id, id: object_id })
    return { created }
  })
}

async function writeSample(
  tx: Tx,
  { at, ...owner }: { studio_id: string; client_id: string; created_by: string; at: string },
) {
  const mine = { ...owner, is_sample: true }
  const project_id = await insertProject(tx, { ...mine, ...sampleProject }, at)
  for (const card of sampleCards) await insertCard(tx, { ...mine, project_id, ...card, assigned_agent: null }, at)
  return project_id
}

/** Clears the example in one go. What a person made of it, or in it, is theirs and stays. */
export function deleteSample(caller: Caller): Promise<{ removed: boolean }> {
  return asActor(caller, async (tx, actor) => {
    const { studio_id, client_id } = requireRole(actor)
    if (studio_id === null || client_id === null) fail('FORBIDDEN')
    authorize(canKeepSample(actor, studio_id))
    const cards = await queries.listSampleCards(tx, studio_id, client_id)
    await forgetFiles(tx, cards)
    await queries.deleteSampleCards(tx, studio_id, client_id)
    const [project] = await queries.deleteSample(tx, studio_id, client_id)
    const id = project ?? cards[0]
    if (id === undefined) return { removed: false }
    await audit(tx, actor, {
      studio_id,
      action: 'board.delete_sample',
      object_type: 'project',
      object_id: id,
      before: { cards: cards.length },
      request_id: caller.request_id,
    })
    tellOf(tx, { studio_id, client_id, id })
    return { removed: true }
  })
}

function tellOf(tx: Tx, { studio_id, client_id, id }: { studio_id: string; client_id: string; id: string }) {
  for (const topic of ['projects', 'cards']) publish(tx, { studio_id, topic, id, client_id })
}
