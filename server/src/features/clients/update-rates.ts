import { fail } from '@studiohub/contract/errors.ts'
import { canSetRates } from '@studiohub/contract/features/clients/policy.ts'
import type { ClientRate } from '@studiohub/contract/features/clients/rates/schema.ts'
import type { Client } from '@studiohub/contract/features/clients/schema.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import * as queries from './queries.ts'
import { recordClient } from './record-client.ts'

type UpdateRatesInput = { studio_id: string; client_id: string; rates: ClientRate[]; version: number }

/** Replaces a client's own rates. Booked sessions keep their price. */
export function updateRates(caller: Caller, input: UpdateRatesInput, now: Date) {
  const { studio_id, client_id, rates, version } = input
  return asActor(caller, async (tx, actor): Promise<Client> => {
    requireRole(actor)
    authorize(canSetRates(actor, studio_id))
    const id = (await queries.findActiveClientId(tx, studio_id, client_id)) ?? fail('NOT_FOUND')
    const before = (await queries.getClient(tx, studio_id, id)) ?? fail('NOT_FOUND')
    if (!(await queries.updateRates(tx, { studio_id, id, version, at: now.toISOString() }, rates)))
      fail('STALE_VERSION')
    const after = (await queries.getClient(tx, studio_id, id)) ?? fail('NOT_FOUND')
    await recordClient(tx, actor, { caller, action: 'clients.updateRates', before, after })
    return after
  })
}
