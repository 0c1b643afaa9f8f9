import { randomUUID } from 'node:crypto'
import { fail } from '@studiohub/contract/errors.ts'
import { canManageClients } from '@studiohub/contract/features/clients/policy.ts'
import type { Client, NewClient } from '@studiohub/contract/features/clients/schema.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import * as queries from './queries.ts'
import { recordClient } from './record-client.ts'

/** Creates a record of a client without an account. */
export function createClient(caller: Caller, { studio_id, ...details }: NewClient & { studio_id: string }, now: Date) {
  return asActor(caller, async (tx, actor): Promise<Client> => {
    const { user_id } = requireRole(actor)
    authorize(canManageClients(actor, studio_id))
    const id = randomUUID()
    await queries.insertClient(tx, { id, studio_id, created_by: user_id, at: now.toISOString() }, details)
    const after = (await queries.getClient(tx, studio_id, id)) ?? fail('NOT_FOUND')
    await recordClient(tx, actor, { caller, action: 'clients.create', after })
    return after
  })
}
