import type { Actor } from '@studiohub/contract/actor.ts'
import { audit } from '#platform/audit/audit.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { activateDraft } from './queries.ts'

type Activation = { project_id: string; at: string; request_id?: string | null }

/** Activates the project of a confirmed session if it is a draft. This change has its own audit row. */
export async function activateDraftProject(
  tx: Tx,
  author: Pick<Actor, 'user_id' | 'session_id'>,
  { project_id, at, request_id = null }: Activation,
) {
  const project = await activateDraft(tx, project_id, at)
  if (!project) return
  const { id, studio_id, client_id, status } = project
  await audit(tx, author, {
    action: 'projects.activate',
    object_type: 'project',
    object_id: id,
    studio_id,
    request_id,
    before: { status: 'draft' },
    after: { status },
  })
  publish(tx, { studio_id, topic: 'projects', id, client_id })
}
