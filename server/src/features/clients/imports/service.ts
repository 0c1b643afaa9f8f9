import { randomUUID } from 'node:crypto'
import { fail } from '@studiohub/contract/errors.ts'
import {
  type ImportedClient,
  readClients,
  separateKnownClients,
} from '@studiohub/contract/features/clients/imports/rules.ts'
import {
  type ClientImport,
  IMPORT_DETAILS_MAX,
  ImportColumns,
  type ImportPreview,
  importRule,
} from '@studiohub/contract/features/clients/imports/schema.ts'
import { canManageClients } from '@studiohub/contract/features/clients/policy.ts'
import { computeUndoDeadline } from '@studiohub/contract/features/imports/rules.ts'
import type { AuditAction } from '@studiohub/contract/shared/audit-actions.ts'
import { maxBytes, tooLarge } from '@studiohub/contract/shared/images.ts'
import { audit } from '#platform/audit/audit.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { actAs, asActor, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { type Limit, requireLimits } from '#platform/http/limits.ts'
import { publish } from '#platform/realtime/realtime.ts'
import * as queries from './queries.ts'

type ClientsFile = { studio_id: string; file: File; columns?: string | undefined }

const perPerson: Limit = { name: 'client-imports', count: 60, per_seconds: 3_600 }

/** Shows what an import would change, with the problems of each row. Changes nothing. */
export async function previewImport(caller: Caller, input: ClientsFile, now: Date): Promise<ImportPreview> {
  const { columns, rows, clients, problems } = await readFile(caller, input, now)
  return asActor(caller, async (tx) => {
    const { fresh, duplicates } = separateKnownClients(clients, await queries.listKnownClients(tx, input.studio_id))
    return {
      columns,
      rows,
      new_clients: fresh.length,
      problem_count: problems.length,
      problems: problems.slice(0, IMPORT_DETAILS_MAX),
      duplicate_count: duplicates.length,
      duplicates: duplicates.slice(0, IMPORT_DETAILS_MAX),
    }
  })
}

/** Adds the clients of a file that the studio does not have yet. Rows with a problem are skipped. */
export async function importClients(caller: Caller, input: ClientsFile, now: Date) {
  const { studio_id } = input
  const { rows, clients } = await readFile(caller, input, now)
  const { created_import } = await addImportedClients(caller, { studio_id, clients }, now)
  return { import: created_import, skipped: rows - (created_import?.created ?? 0) }
}

/**
 * Adds the clients that the studio does not have yet. Because of the studio's lock, two simultaneous imports of one file add
 * each client once.
 */
export function addImportedClients(
  caller: Caller,
  { studio_id, clients }: { studio_id: string; clients: readonly ImportedClient[] },
  now: Date,
) {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    authorize(canManageClients(actor, studio_id))
    await lock(tx, 'studio', studio_id)
    const { fresh, duplicates } = separateKnownClients(clients, await queries.listKnownClients(tx, studio_id))
    const known_count = duplicates.length
    if (fresh.length === 0) return { created_import: null, known_count, user_id }
    const row = {
      id: randomUUID(),
      studio_id,
      created_by: user_id,
      created_at: now.toISOString(),
      created: fresh.length,
    }
    const importRow = (await queries.insertImport(tx, row, fresh)) ?? fail('NOT_FOUND')
    await recordImport(tx, actor, {
      caller,
      studio_id,
      action: 'clients.import',
      id: importRow.id,
      created: importRow.created,
    })
    return { created_import: importRow, known_count, user_id }
  })
}

/** Checks the rights before the file is read. */
async function readFile(caller: Caller, { studio_id, file, columns }: ClientsFile, now: Date) {
  const user_id = await asActor(caller, async (_tx, actor) => {
    authorize(canManageClients(requireRole(actor), studio_id))
    return actor.user_id ?? fail('FORBIDDEN')
  })
  await requireLimits([{ limit: perPerson, by: user_id }], now)
  if (file.size > maxBytes(importRule)) fail('PAYLOAD_TOO_LARGE', { message: tooLarge(importRule) })
  return readClients(decodeText(await file.arrayBuffer()), parseColumns(columns))
}

/** Decodes a file, which spreadsheet programs write as UTF-8 or Windows-1252. */
function decodeText(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function parseColumns(columns: string | undefined) {
  if (columns === undefined) return null
  const parsedColumns = ImportColumns.safeParse(columns.split(','))
  return parsedColumns.success
    ? parsedColumns.data
    : fail('VALIDATION_FAILED', { fields: { columns: 'Please choose the columns' } })
}

export function listImports(caller: Caller, studio_id: string): Promise<{ items: ClientImport[] }> {
  return asActor(caller, async (tx, actor) => {
    authorize(canManageClients(requireRole(actor), studio_id))
    return { items: await queries.listImports(tx, studio_id) }
  })
}

/** Deletes the clients of an import, except those whose records were used or claimed since. */
export function undoImport(caller: Caller, { studio_id, id }: { studio_id: string; id: string }, now: Date) {
  return asActor(caller, async (tx, actor) => {
    authorize(canManageClients(requireRole(actor), studio_id))
    await lock(tx, 'studio', studio_id)
    const clientImport = (await queries.getImport(tx, studio_id, id)) ?? fail('NOT_FOUND')
    if (now.toISOString() > computeUndoDeadline(clientImport.created_at)) fail('IMPORT_TOO_OLD')
    if (!(await queries.endImport(tx, studio_id, id, now))) fail('IMPORT_UNDONE')
    await actAs(tx, 'system')
    const removed = await queries.deleteImportedClients(tx, studio_id, id)
    await recordImport(tx, actor, { caller, studio_id, action: 'clients.undo_import', id, removed })
    return { removed, kept: await queries.countImportedClients(tx, studio_id, id) }
  })
}

type ImportChange = {
  caller: Caller
  studio_id: string
  action: AuditAction
  id: string
  created?: number
  removed?: number
}

async function recordImport(
  tx: Tx,
  actor: { user_id: string | null; session_id: string | null },
  { caller, studio_id, action, id, created, removed }: ImportChange,
) {
  await audit(tx, actor, {
    action,
    studio_id,
    object_type: 'import',
    object_id: id,
    request_id: caller.request_id,
    after: { ...(created !== undefined && { created }), ...(removed !== undefined && { removed }) },
  })
  publish(tx, { studio_id, topic: 'clients', id })
}
