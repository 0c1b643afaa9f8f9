import { fail } from '@studiohub/contract/errors.ts'
import { canImport } from '@studiohub/contract/features/imports/policy.ts'
import { computeUndoDeadline } from '@studiohub/contract/features/imports/rules.ts'
import type { ImportUndo } from '@studiohub/contract/features/imports/schema.ts'
import type { ImportKind } from '@studiohub/contract/features/imports/words.ts'
import * as clientImports from '#features/clients/imports/queries.ts'
import { audit } from '#platform/audit/audit.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { actAs, asActor, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { deleteUntouchedProjects } from './projects/queries.ts'
import { getImport } from './queries.ts'
import { deleteUntouchedServices } from './services/queries.ts'
import { allowLongStatements, deleteUntouchedSessions } from './undo-queries.ts'

/**
 * Deletes the rows that an import added. Rows that were changed or used since are not deleted; the result counts them.
 * @throws AppError IMPORT_TOO_OLD, IMPORT_UNDONE
 */
export function undoImport(
  caller: Caller,
  { studio_id, id }: { studio_id: string; id: string },
  now: Date,
): Promise<ImportUndo> {
  return asActor(caller, async (tx, callingActor) => {
    const actor = requireRole(callingActor)
    const importRow = await getImport(tx, studio_id, id)
    authorize(canImport(actor, studio_id, importRow?.kind ?? 'clients'))
    if (!importRow) fail('NOT_FOUND')
    if (now.toISOString() > computeUndoDeadline(importRow.created_at)) fail('IMPORT_TOO_OLD')
    await lock(tx, 'studio', studio_id)
    await allowLongStatements(tx)
    if (!(await clientImports.endImport(tx, studio_id, id, now))) fail('IMPORT_UNDONE')
    await actAs(tx, 'system')
    const removed = await deleteRows[importRow.kind](tx, studio_id, id)
    const removedClients = await clientImports.deleteImportedClients(tx, studio_id, id)
    const remainingClients = await clientImports.countImportedClients(tx, studio_id, id)
    const isOfClients = importRow.kind === 'clients'
    const undo = isOfClients
      ? { removed: removedClients, removed_clients: 0, kept: remainingClients, kept_clients: 0 }
      : { removed, removed_clients: removedClients, kept: importRow.created - removed, kept_clients: remainingClients }
    await audit(tx, actor, {
      action: 'imports.undo',
      studio_id,
      object_type: 'import',
      object_id: id,
      request_id: caller.request_id,
      after: undo,
    })
    for (const topic of ['clients', 'resources', 'bookings', 'projects'] as const) publish(tx, { studio_id, topic, id })
    return undo
  })
}

const deleteRows: Record<ImportKind, (tx: Tx, studio_id: string, id: string) => Promise<number>> = {
  clients: async () => 0,
  services: deleteUntouchedServices,
  bookings: deleteUntouchedSessions,
  projects: deleteUntouchedProjects,
}
