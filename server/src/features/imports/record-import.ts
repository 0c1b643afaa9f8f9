import { randomUUID } from 'node:crypto'
import type { Actor } from '@studiohub/contract/actor.ts'
import type { Import, ImportProblem, ImportResult } from '@studiohub/contract/features/imports/schema.ts'
import { IMPORT_DETAILS_MAX, IMPORT_UNDO_DAYS, type ImportKind } from '@studiohub/contract/features/imports/words.ts'
import type { LiveTopic } from '@studiohub/contract/shared/live.ts'
import { audit } from '#platform/audit/audit.ts'
import { actAs, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { countCreated, type ImportRow, insertImport } from './queries.ts'

const MILLISECONDS_A_DAY = 86_400_000

/** When an import can no longer be undone. */
export const undoUntil = (created_at: string) =>
  new Date(Date.parse(created_at) + IMPORT_UNDO_DAYS * MILLISECONDS_A_DAY).toISOString()

export const toImport = (row: ImportRow): Import => ({ ...row, undo_until: undoUntil(row.created_at) })

/** An import that is being made, in one transaction or several. */
export type RunningImport = {
  id: string
  studio_id: string
  kind: ImportKind
  created_by: string
  at: string
  created: number
  created_clients: number
  isMade: boolean
}

export const newImport = (
  { studio_id, kind }: { studio_id: string; kind: ImportKind },
  created_by: string,
  now: Date,
): RunningImport => ({
  ...{ id: randomUUID(), studio_id, kind, created_by, at: now.toISOString() },
  ...{ created: 0, created_clients: 0, isMade: false },
})

/** Writes the import's own row, once. */
export async function ensureImport(tx: Tx, { id, studio_id, kind, created_by, at, isMade }: RunningImport) {
  if (!isMade) await insertImport(tx, { id, studio_id, kind, created_by, created_at: at })
}

const topics: Record<ImportKind, LiveTopic> = {
  clients: 'clients',
  services: 'resources',
  bookings: 'bookings',
  projects: 'projects',
}

type Added = { created: number; created_clients: number }

/** Records what a transaction of an import added: the audit row, open screens, and its counts. The last step of the transaction. */
export async function recordBatch(
  tx: Tx,
  actor: Actor,
  { caller, running, added }: { caller: Caller; running: RunningImport; added: Added },
) {
  const { id, studio_id, kind } = running
  await audit(tx, actor, {
    ...{ action: 'imports.create', studio_id, object_type: 'import', object_id: id, request_id: caller.request_id },
    after: { kind, ...added },
  })
  publish(tx, { studio_id, topic: topics[kind], id })
  if (added.created_clients > 0) publish(tx, { studio_id, topic: 'clients', id })
  await actAs(tx, 'system')
  await countCreated(tx, id, added)
}

/** The answer of an import. */
export const resultOf = (
  running: RunningImport,
  { known_count, left_out, problems }: { known_count: number; left_out: number; problems: ImportProblem[] },
): ImportResult => {
  const { id, kind, at: created_at, created, created_clients } = running
  const row = { id, kind, created_at, created, created_clients, undone_at: null }
  const inOrder = problems.toSorted((a, b) => a.line - b.line)
  return {
    import: created + created_clients > 0 ? toImport(row) : null,
    ...{ known_count, left_out },
    problem_count: problems.length,
    problems: inOrder.slice(0, IMPORT_DETAILS_MAX),
  }
}
