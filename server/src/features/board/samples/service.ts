import { fail } from '@studiohub/contract/errors.ts'
import { canManageSample } from '@studiohub/contract/features/board/policy.ts'
import { sampleCards, sampleProject } from '@studiohub/contract/features/board/words.ts'
import { insertProject } from '#features/projects/queries.ts'
import { audit } from '#platform/audit/audit.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { countCards, insertCard } from '../queries.ts'
import { queueFileDeletions } from '../service.ts'
import * as queries from './queries.ts'

/**
 * Creates the sample for a client who never had a card: one project and five cards, one in each phase. It happens once for
 * each client and studio, even with several open tabs, and not again after the sample was deleted.
 */
export function createSample(caller: Caller, now: Date): Promise<{ created: boolean }> {
  return asActor(caller, async (tx, actor) => {
    const { user_id, studio_id, client_id } = requireRole(actor)
    if (studio_id === null || client_id === null) fail('FORBIDDEN')
    authorize(canManageSample(actor, studio_id))
    const at = now.toISOString()
    if (!(await queries.markSampleShown(tx, studio_id, client_id, at))) return { created: false }
    const created = (await countCards(tx, { studio_id, client_id })) === 0
    const object_id = created ? await insertSample(tx, { studio_id, client_id, created_by: user_id, at }) : null
    await audit(tx, actor, {
      studio_id,
      action: 'board.create_sample',
      object_type: 'project',
      object_id,
      after: { created },
      request_id: caller.request_id,
    })
    if (object_id) publishSample(tx, { studio_id, client_id, id: object_id })
    return { created }
  })
}

async function insertSample(
  tx: Tx,
  { at, ...owner }: { studio_id: string; client_id: string; created_by: string; at: string },
) {
  const sampleOwner = { ...owner, is_sample: true }
  const project_id = await insertProject(tx, { ...sampleOwner, ...sampleProject }, at)
  for (const card of sampleCards)
    await insertCard(tx, { ...sampleOwner, project_id, ...card, assigned_agent: null }, at)
  return project_id
}

/** Deletes the sample. Cards that a person edited or added stay. */
export function deleteSample(caller: Caller): Promise<{ removed: boolean }> {
  return asActor(caller, async (tx, actor) => {
    const { studio_id, client_id } = requireRole(actor)
    if (studio_id === null || client_id === null) fail('FORBIDDEN')
    authorize(canManageSample(actor, studio_id))
    const cards = await queries.listSampleCards(tx, studio_id, client_id)
    await queueFileDeletions(tx, cards)
    await queries.deleteSampleCards(tx, studio_id, client_id)
    const [project] = await queries.deleteSampleProject(tx, studio_id, client_id)
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
    publishSample(tx, { studio_id, client_id, id })
    return { removed: true }
  })
}

function publishSample(tx: Tx, { studio_id, client_id, id }: { studio_id: string; client_id: string; id: string }) {
  for (const topic of ['projects', 'cards'] as const) publish(tx, { studio_id, topic, id, client_id })
}
