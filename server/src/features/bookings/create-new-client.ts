import { randomUUID } from 'node:crypto'
import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import type { NewGuest } from '@studiohub/contract/features/clients/schema.ts'
import type { Caller } from '#platform/db/actor.ts'
import type { Statement } from '#platform/db/statements.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { getClient, insertClientStatement } from '../clients/queries.ts'
import { recordClient } from '../clients/record-client.ts'

type ClientInput = {
  studio_id: string
  client_id?: string | null | undefined
  new_client?: NewGuest | null | undefined
}

/**
 * The client of a new booking, and for a new client the statement that inserts their record, which must run before the
 * context is read. Row-level security allows the insert only for the desk.
 */
export function planNewClient({ studio_id, client_id, new_client }: ClientInput, now: Date) {
  if (!new_client) return { client_id, insert: null }
  const id = randomUUID()
  const insert: Statement = insertClientStatement(
    { id, studio_id, created_by: null, at: now.toISOString() },
    new_client,
  )
  return { client_id: id, insert }
}

/** Adds the audit row for the record of a new client. */
export async function recordNewClient(
  tx: Tx,
  actor: Pick<Actor, 'user_id' | 'session_id'>,
  { caller, studio_id, client_id }: { caller: Caller; studio_id: string; client_id: string },
) {
  const after = (await getClient(tx, studio_id, client_id)) ?? fail('INTERNAL')
  await recordClient(tx, actor, { caller, action: 'clients.create', after })
}
