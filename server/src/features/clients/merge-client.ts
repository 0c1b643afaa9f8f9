import { AppError, fail } from '@studiohub/contract/errors.ts'
import { canManageClients } from '@studiohub/contract/features/clients/policy.ts'
import { mergeRecords } from '@studiohub/contract/features/clients/rules.ts'
import type { Client, MergePreview } from '@studiohub/contract/features/clients/schema.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { actAs, asActor, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { endOpenClaims } from './claims/queries.ts'
import { countRowsOfClient, deleteClient, moveToClient } from './merge-queries.ts'
import * as queries from './queries.ts'
import { recordClient } from './record-client.ts'

type MergeInput = { studio_id: string; client_id: string; other_id: string }

/** Shows the merged record, and how many rows would move to it. Changes nothing. */
export function previewMerge(caller: Caller, input: MergeInput): Promise<MergePreview> {
  return asActor(caller, async (tx, actor) => {
    authorize(canManageClients(requireRole(actor), input.studio_id))
    const { target, source } = await readMergeRecords(tx, input)
    return { client: { ...target, ...mergeRecords(target, source) }, moves: await countRowsOfClient(tx, source) }
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
    const { target, source } = await readMergeRecords(tx, input)
    await actAs(tx, 'system')
    await endOpenClaims(tx, studio_id, [target.id, source.id])
    await moveToClient(tx, { studio_id, from: source.id, to: target.id })
    await deleteClient(tx, studio_id, source.id)
    const readVersion = { studio_id, id: target.id, version: target.version, at: now.toISOString() }
    if (!(await queries.updateClient(tx, readVersion, mergeRecords(target, source)))) fail('STALE_VERSION')
    const after = (await queries.getClient(tx, studio_id, target.id)) ?? fail('NOT_FOUND')
    await recordClient(tx, actor, { caller, action: 'clients.merge', before: target, after, merged_id: source.id })
    return after
  })
}

/** Only a record without an account can be merged into another, because an account cannot move. */
async function readMergeRecords(tx: Tx, { studio_id, client_id, other_id }: MergeInput) {
  const readRecord = async (requestedId: string) => {
    const id = (await queries.findActiveClientId(tx, studio_id, requestedId)) ?? fail('NOT_FOUND')
    return (await queries.getClient(tx, studio_id, id)) ?? fail('NOT_FOUND')
  }
  const [target, source] = [await readRecord(client_id), await readRecord(other_id)]
  if (target.id === source.id)
    throw new AppError('VALIDATION_FAILED', { fields: { other_id: 'Please choose another client' } })
  if (source.user_id !== null) fail('CLIENT_HAS_ACCOUNT')
  return { target, source }
}
