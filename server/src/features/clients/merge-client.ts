import { AppError, fail } from '@studiohub/contract/errors.ts'
import { canManageClients } from '@studiohub/contract/features/clients/policy.ts'
import { mergeRecords } from '@studiohub/contract/features/clients/rules.ts'
import type { Client, MergePreview } from '@studiohub/contract/features/clients/schema.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { actAs, asActor, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { endOpenClaims } from './claims/queries.ts'
import { countOfClient, deleteClient, moveToClient } from './merge-queries.ts'
import * as queries from './queries.ts'
import { recordClient } from './record-client.ts'

type MergeInput = { studio_id: string; client_id: string; other_id: string }

/** Shows the merged record, and how many rows would move to it. Changes nothing. */
export function previewMerge(caller: Caller, input: MergeInput): Promise<MergePreview> {
  return asActor(caller, async (tx, actor) => {
    authorize(canManageClients(requireRole(actor), input.studio_id))
    const { kept, other } = await readBoth(tx, input)
    return { client: { ...kept, ...mergeRecords(kept, other) }, moves: await countOfClient(tx, other) }
  })
}

/**
 * Moves all data of one record to another, and deletes the first. Open claims of both end. The studio's lock makes bookings
 * for the deleted record wait.
 */
export function mergeClient(caller: Caller, input: MergeInput, now: Date): Promise<Client> {
  const { studio_id } = input
  return asActor(caller, async (tx, actor) => {
    authorize(canManageClients(requireRole(actor), studio_id))
    await lock(tx, 'studio', studio_id)
    const { kept, other } = await readBoth(tx, input)
    await actAs(tx, 'system')
    await endOpenClaims(tx, studio_id, [kept.id, other.id])
    await moveToClient(tx, { studio_id, from: other.id, to: kept.id })
    await deleteClient(tx, studio_id, other.id)
    const seen = { studio_id, id: kept.id, version: kept.version, at: now.toISOString() }
    if (!(await queries.updateClient(tx, seen, mergeRecords(kept, other)))) fail('STALE_VERSION')
    const after = (await queries.getClient(tx, studio_id, kept.id)) ?? fail('NOT_FOUND')
    await recordClient(tx, actor, { caller, action: 'clients.merge', before: kept, after, merged_id: other.id })
    return after
  })
}

/** Only a record without an account can be merged into another, because an account cannot move. */
async function readBoth(tx: Tx, { studio_id, client_id, other_id }: MergeInput) {
  const read = async (named: string) => {
    const id = (await queries.findPresentClientId(tx, studio_id, named)) ?? fail('NOT_FOUND')
    return (await queries.getClient(tx, studio_id, id)) ?? fail('NOT_FOUND')
  }
  const [kept, other] = [await read(client_id), await read(other_id)]
  if (kept.id === other.id)
    throw new AppError('VALIDATION_FAILED', { fields: { other_id: 'Please choose another client' } })
  if (other.user_id !== null) fail('CLIENT_HAS_ACCOUNT')
  return { kept, other }
}
