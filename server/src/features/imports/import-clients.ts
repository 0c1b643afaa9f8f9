import { readClients, separateKnownClients } from '@studiohub/contract/features/clients/imports/rules.ts'
import { ImportColumns } from '@studiohub/contract/features/clients/imports/schema.ts'
import type { ImportResult } from '@studiohub/contract/features/imports/schema.ts'
import { readTable } from '@studiohub/contract/features/imports/table/rules.ts'
import { listKnownClients } from '#features/clients/imports/queries.ts'
import { addImportedClients } from '#features/clients/imports/service.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import type { ImportInput, OpenedFile } from './open-file.ts'
import { buildImportResult, startImport } from './record-import.ts'

function readClientFile({ text, options }: OpenedFile) {
  const { lines: _, problems, ...table } = readTable('clients', text, options.columns ?? null)
  // The table has only fields of clients.
  const fields = ImportColumns.parse(table.columns.map(({ field }) => field))
  // If there is a problem with the whole file, no line is read.
  return { table, read: problems.length > 0 ? { clients: [], problems } : readClients(text, fields) }
}

/** Previews the import of a file of clients. Changes nothing. */
export async function previewClients(caller: Caller, { studio_id }: ImportInput, openedFile: OpenedFile) {
  const { table, read } = readClientFile(openedFile)
  return asActor(caller, async (tx) => {
    const { fresh, duplicates } = separateKnownClients(read.clients, await listKnownClients(tx, studio_id))
    return { table, problems: read.problems, fresh, duplicates }
  })
}

/** Adds those clients of a file that the studio does not have yet. */
export async function importClientsOfFile(
  caller: Caller,
  { studio_id }: ImportInput,
  openedFile: OpenedFile,
  now: Date,
): Promise<ImportResult> {
  const { read } = readClientFile(openedFile)
  const { created_import, known_count, user_id } = await addImportedClients(
    caller,
    { studio_id, clients: read.clients },
    now,
  )
  const currentImport = startImport({ studio_id, kind: 'clients' }, user_id, now)
  if (created_import) Object.assign(currentImport, { id: created_import.id, created: created_import.created })
  return buildImportResult(currentImport, { known_count, left_out: 0, problems: read.problems })
}
