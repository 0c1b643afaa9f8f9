import { z } from 'zod'
import { pickErrors, route, uploadRoute } from '../../route.ts'
import { PageQuery, pageOf } from '../../shared/page.ts'
import { Id } from '../../shared/text.ts'
import { ClientImport, ImportPreview, ImportResult, importRule, UndoResult } from './imports/schema.ts'
import { Client, ClientChanges, ClientSummary, HistoryEntry, MergePreview, NewClient } from './schema.ts'

const AtStudio = z.object({ studio_id: Id })
const OneClient = AtStudio.extend({ client_id: Id })
/** `columns`: what each column is, separated by commas; without it the headers decide. */
const ClientsFile = z.strictObject({
  studio_id: Id,
  file: z.file('Please choose a file'),
  columns: z.string().max(2_000).optional(),
})

export const clients = {
  /** A client record. Like every call below it, for the studio's desk. */
  get: route
    .route({ method: 'GET', path: '/studios/{studio_id}/clients/{client_id}' })
    .input(OneClient)
    .output(Client)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  create: route
    .route({ method: 'POST', path: '/studios/{studio_id}/clients', successStatus: 201 })
    .input(NewClient.extend({ studio_id: Id }))
    .output(Client)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'CLIENT_EXISTS')),
  update: route
    .route({ method: 'PATCH', path: '/studios/{studio_id}/clients/{client_id}' })
    .input(ClientChanges.extend({ studio_id: Id, client_id: Id }))
    .output(Client)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'CLIENT_EXISTS', 'CLIENT_OWNS_ADDRESS', 'STALE_VERSION')),
  /** What a client has been to the studio: in numbers, and all of it, the newest first. `user_id` may be the record's id. */
  getHistory: route
    .route({ method: 'GET', path: '/studios/{studio_id}/clients/{user_id}/history' })
    .input(PageQuery.extend({ studio_id: Id, user_id: Id }))
    .output(
      pageOf(HistoryEntry).extend({
        summary: ClientSummary.extend({ cancelled: z.number().int(), no_shows: z.number().int() }),
      }),
    )
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  /** What merging another record into this one would do. Writes nothing. */
  previewMerge: route
    .route({ method: 'GET', path: '/studios/{studio_id}/clients/{client_id}/merge' })
    .input(OneClient.extend({ other_id: Id }))
    .output(MergePreview)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'CLIENT_HAS_ACCOUNT')),
  /** Moves all that belongs to `other_id` to this client, and deletes that record. It must have no account. */
  merge: route
    .route({ method: 'POST', path: '/studios/{studio_id}/clients/{client_id}/merge' })
    .input(OneClient.extend({ other_id: Id }))
    .output(Client)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'CLIENT_HAS_ACCOUNT', 'ALREADY_CHECKED_IN', 'STALE_VERSION')),
  /** What an import of this CSV file would do. Writes nothing. */
  previewImport: uploadRoute
    .meta({ upload: importRule })
    .route({ method: 'POST', path: '/studios/{studio_id}/client-imports/preview' })
    .input(ClientsFile)
    .output(ImportPreview)
    .errors(pickErrors('FORBIDDEN')),
  /** Adds the clients of a CSV file that the studio does not have; the same file again adds none. */
  import: uploadRoute
    .meta({ upload: importRule })
    .route({ method: 'POST', path: '/studios/{studio_id}/client-imports', successStatus: 201 })
    .input(ClientsFile)
    .output(ImportResult)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  /** The newest imports, 20 at most. */
  listImports: route
    .route({ method: 'GET', path: '/studios/{studio_id}/client-imports' })
    .input(AtStudio)
    .output(z.object({ items: z.array(ClientImport) }))
    .errors(pickErrors('FORBIDDEN')),
  /** Deletes the clients that an import added, except those who have been booked or have an account since. */
  undoImport: route
    .route({ method: 'POST', path: '/studios/{studio_id}/client-imports/{id}/undo' })
    .input(AtStudio.extend({ id: Id }))
    .output(UndoResult)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'IMPORT_UNDONE')),
}
