import { randomUUID } from 'node:crypto'
import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import type { ImportProblem, ImportResult } from '@studiohub/contract/features/imports/schema.ts'
import { buildOverrideLine } from '@studiohub/contract/features/prices/rules.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import { getSqlState } from '#platform/db/sql-errors.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { ImportInput, OpenedFile } from './open-file.ts'
import { insertClients, listKnownKeys } from './queries.ts'
import { buildImportResult, ensureImport, type RunningImport, recordBatch, startImport } from './record-import.ts'
import { placePlannedSessions, type SessionPlacement } from './sessions/place-service.ts'
import { type PlannedSession, planSessions, type SessionPlan } from './sessions/plan-service.ts'
import { insertSessions, type NewSession } from './sessions/queries.ts'

/** The number of sessions in one transaction. Other bookings of the studio wait until it ends. */
const BATCH_SIZE = 250
const ATTEMPTS = 3
/** SQLSTATE 23P01: a reservation overlaps another one. 23505: a client or a line was inserted at the same time. */
const CONFLICTS = ['23P01', '23505']

/**
 * Adds those sessions of a file that the studio does not have yet. Writes in batches, so that other bookings wait for one
 * batch at most. If an import fails between two batches, importing the file again adds the rest.
 */
export async function importBookings(caller: Caller, { studio_id }: ImportInput, openedFile: OpenedFile, now: Date) {
  const batchCaller = { ...caller, idempotency: undefined }
  let currentImport: RunningImport | undefined
  for (let attempt = 1; ; attempt += 1) {
    const { plan, user_id } = await asActor(batchCaller, async (tx, actor) => ({
      plan: await planSessions(tx, { studio_id, openedFile, now }),
      user_id: requireRole(actor).user_id,
    }))
    if (!plan.studio.is_active) fail('STUDIO_INACTIVE')
    currentImport ??= startImport({ studio_id, kind: 'bookings' }, user_id, now)
    const scope = {
      caller: batchCaller,
      plan,
      currentImport,
      now,
      clientIds: new Map<number, string>(),
      problems: [...plan.problems],
    }
    try {
      return await writeBatches(scope)
    } catch (error) {
      if (attempt === ATTEMPTS || !CONFLICTS.includes(getSqlState(error) ?? '')) throw error
    }
  }
}

type Scope = {
  caller: Caller
  plan: SessionPlan
  currentImport: RunningImport
  now: Date
  /** The ids of the new clients, by their `place` in the file. */
  clientIds: Map<number, string>
  problems: ImportProblem[]
}

async function writeBatches(scope: Scope): Promise<ImportResult> {
  const { plan, currentImport, problems } = scope
  const createdBefore = currentImport.created
  // Sorted by time, so that each batch reads the reservations of a short range only.
  const sortedSessions = plan.planned.toSorted((a, b) => a.time.starts_at.localeCompare(b.time.starts_at))
  for (let from = 0; from < sortedSessions.length; from += BATCH_SIZE) {
    const batch = sortedSessions.slice(from, from + BATCH_SIZE)
    const batchResult = await asActor(scope.caller, (tx, actor) => writeBatch(tx, requireRole(actor), scope, batch))
    problems.push(...batchResult.problems)
    for (const [place, id] of batchResult.clients) scope.clientIds.set(place, id)
    currentImport.created += batchResult.created
    currentImport.created_clients += batchResult.clients.size
    currentImport.hasRow ||= batchResult.created > 0
  }
  // Sessions from an earlier attempt of this call are new for the person, so they are not counted as known.
  const known_count = plan.known.length - createdBefore
  return buildImportResult(currentImport, { known_count, left_out: plan.left_out, problems })
}

async function writeBatch(tx: Tx, actor: Actor, scope: Scope, batch: readonly PlannedSession[]) {
  const { plan, currentImport, now } = scope
  const { studio_id } = currentImport
  await lock(tx, 'studio', studio_id)
  const keys = batch.map(({ key }) => key)
  const existingKeys = await listKnownKeys(tx, { studio_id, table: 'bookings' }, keys)
  const newSessions = batch.filter(({ key }) => !existingKeys.has(key))
  const { placed, problems } = await placePlannedSessions(tx, { studio_id, plan, now }, newSessions)
  const clients = listNewClients(placed, scope.clientIds)
  if (placed.length === 0) return { problems, created: 0, clients: new Map<number, string>() }
  await ensureImport(tx, currentImport)
  const importRow = {
    studio_id,
    import_id: currentImport.id,
    created_by: currentImport.created_by,
    at: currentImport.at,
  }
  await insertClients(tx, importRow, clients)
  const ids = new Map([...scope.clientIds, ...clients.map(({ place, id }) => [place, id] as const)])
  const rows = placed.map((item) => ({ ...item, id: randomUUID() }))
  await insertSessions(tx, importRow, {
    sessions: rows.map((row) => toRow(row, row.id, ids)),
    reservations: rows.flatMap(({ id, placement }) =>
      placement.reservations.map((reservation) => ({ ...reservation, booking_id: id })),
    ),
  })
  const added = { created: placed.length, created_clients: clients.length }
  await recordBatch(tx, actor, { caller: scope.caller, currentImport, added })
  return { problems, created: placed.length, clients: new Map(clients.map(({ place, id }) => [place, id])) }
}

/** The new clients of these sessions that no earlier batch has inserted, without duplicates. */
function listNewClients(placed: readonly SessionPlacement[], insertedIds: ReadonlyMap<number, string>) {
  const newClients = placed.flatMap(({ session: { client } }) =>
    client && 'fresh' in client && !insertedIds.has(client.fresh.place) ? client.fresh : [],
  )
  const clientsByPlace = new Map(newClients.map((client) => [client.place, client]))
  return [...clientsByPlace.values()].map((client) => ({ ...client, id: randomUUID() }))
}

function toRow({ session: planned }: SessionPlacement, id: string, clients: ReadonlyMap<number, string>): NewSession {
  const { session, key, time, service, client, isPast } = planned
  const client_id =
    client === null ? null : 'known' in client ? client.known.id : (clients.get(client.fresh.place) ?? null)
  const status = isPast ? 'completed' : session.status === 'pending' ? 'pending' : 'confirmed'
  const no_show_at = isPast && session.status === 'no_show' ? time.ends_at : null
  return {
    id,
    import_key: key,
    client_id,
    ...time,
    service_type: service.key,
    status,
    no_show_at,
    ...computePrice(planned),
  }
}

/**
 * The price and notes of a session. The price of a past session belongs to the accounts of the previous system, so it is only
 * written to the notes (docs/decisions/0184).
 */
function computePrice({ session: { amount, notes }, isPast }: PlannedSession) {
  const noPrice = { price_minor: null, currency: null, price_lines: [] }
  if (!amount) return { ...noPrice, notes: notes || null }
  const { minor, currency } = amount
  if (isPast) {
    const line = `Price in the previous system: ${moneyText(minor, currency, { numbers: 'en-US' })}`
    return { ...noPrice, notes: notes ? `${notes}\n${line}` : line }
  }
  const price_lines = [buildOverrideLine('Imported price', minor)]
  return { price_minor: minor, currency, price_lines, notes: notes || null }
}
