import { fail } from '@studiohub/contract/errors.ts'
import { insertAuditEntry } from '#platform/audit/audit.ts'
import { asSystem, type Caller } from '#platform/db/actor.ts'
import { deleteView } from './queries.ts'

/**
 * Ends the view of the caller's session. The session may not write while it views a studio, so this runs with the system
 * role and names the session.
 * @throws AppError NOT_FOUND if it views no studio
 */
export function endOwnerView(caller: Caller): Promise<{ studio_id: string }> {
  const session_id = caller.session_id ?? fail('UNAUTHENTICATED')
  return asSystem(async (tx) => {
    const { studio_id, user_id, ends_at } = (await deleteView(tx, session_id)) ?? fail('NOT_FOUND')
    await insertAuditEntry(tx, {
      actor_id: user_id,
      session_id,
      studio_id,
      action: 'studios.endOwnerView',
      object_type: 'owner_view',
      object_id: session_id,
      before: { ends_at },
      request_id: caller.request_id,
    })
    return { studio_id }
  })
}
