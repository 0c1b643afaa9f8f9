import { randomUUID } from 'node:crypto'
import type { Actor } from '@studiohub/contract/actor.ts'
import { computeUndoDeadline } from '@studiohub/contract/features/imports/rules.ts'
import type { Import, ImportProblem, ImportResult } from '@studiohub/contract/features/imports/schema.ts'
import { IMPORT_DETAILS_MAX, type ImportKind } from '@studiohub/contract/features/imports/words.ts'
import type { LiveTopic } from '@studiohub/contract/shared/live.ts'
import { audit } from '#platform/audit/audit.ts'
import { actAs, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { countCreated, type ImportRow, insertImport } from './queries.ts'

export const toImport = (row: ImportRow): Import => ({ ...row, undo_until: computeUndoDeadline(row.created_at) })

/** An import that is in progress, in one transaction or several. */
export type RunningImport = {
  id: string
  studio_id: string
  kind: ImportKind
  created_by: string
  at: string
  created: number
  created_clients: number
  /** Whether an earlier transaction has inserted the import's row. */
  hasRow: boolean
}

export const startImport = (
  { studio_id, kind }: { studio_id: string; kind: ImportKind },
  created_by: string,
  now: Date,
): RunningImport => ({
  id: randomUUID(),
  studio_id,
  kind,
  created_by,
  at: now.toISOString(),
  created: 0,
  created_clients: 0,
  hasRow: false,
})

/** Inserts the import's row, unless an earlier transaction did. */
export async function ensureImport(tx: Tx, { id, studio_id, kind, created_by, at, hasRow }: RunningImport) {
  if (!hasRow) await insertImport(tx, { id, studio_id, kind, created_by, created_at: at })
}

const topics: Record<ImportKind, LiveTopic> = {
  clients: 'clients',
  services: 'resources',
  bookings: 'bookings',
  projects: 'projects',
}

type AddedCounts = { created: number; created_clients: number }

/**
 * Writes the audit row of a batch, notifies open screens, and adds to the import's counts. Call it at the end of the
 * transaction, which then has the system role.
 */
export async function recordBatch(
  tx: Tx,
  actor: Actor,
  { caller, currentImport, added }: { caller: Caller; currentImport: RunningImport; added: AddedCounts },
) {
  const { id, studio_id, kind } = currentImport
  await audit(tx, actor, {
    action: 'imports.create',
    studio_id,
    object_type: 'import',
    object_id: id,
    request_id: caller.request_id,
    after: { kind, ...added },
  })
  publish(tx, { studio_id, topic: topics[kind], id })
  if (added.created_clients > 0) publish(tx, { studio_id, topic: 'clients', id })
  await actAs(tx, 'system')
  await countCreated(tx, id, added)
}

/** The response of an import, with its problems sorted by line. */
export const buildImportResult = (
  currentImport: RunningImport,
  { known_count, left_out, problems }: { known_count: number; left_out: number; problems: ImportProblem[] },
): ImportResult => {
  const { id, kind, at: created_at, created, created_clients } = currentImport
  const row = { id, kind, created_at, created, created_clients, undone_at: null }
  const sortedProblems = problems.toSorted((a, b) => a.line - b.line)
  return {
    import: created + created_clients > 0 ? toImport(row) : null,
    known_count,
    left_out,
    problem_count: problems.length,
    problems: sortedProblems.slice(0, IMPORT_DETAILS_MAX),
  }
}
