import { fail } from '@studiohub/contract/errors.ts'
import { canManageClients } from '@studiohub/contract/features/clients/policy.ts'
import type { Client, ClientChanges } from '@studiohub/contract/features/clients/schema.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { toE164 } from '#platform/sms/phone.ts'
import * as queries from './queries.ts'
import { recordClient } from './record-client.ts'
import { deleteConsentOfOtherNumber, getTimezone } from './texts/queries.ts'

type UpdateClientInput = ClientChanges & { studio_id: string; client_id: string }

/** Changes a client record. If the client has an account, only they can change its address. */
export function updateClient(
  caller: Caller,
  { studio_id, client_id, version, ...changes }: UpdateClientInput,
  now: Date,
) {
  return asActor(caller, async (tx, actor): Promise<Client> => {
    requireRole(actor)
    authorize(canManageClients(actor, studio_id))
    const id = (await queries.findActiveClientId(tx, studio_id, client_id)) ?? fail('NOT_FOUND')
    const before = (await queries.getClient(tx, studio_id, id)) ?? fail('NOT_FOUND')
    const isNewAddress = changes.email !== undefined && (changes.email ?? null) !== before.email
    if (isNewAddress && before.user_id !== null)
      fail('CLIENT_OWNS_ADDRESS', { fields: { email: 'Only the client can change this address.' } })
    const readVersion = { studio_id, id, version: version ?? before.version, at: now.toISOString() }
    if (!(await queries.updateClient(tx, readVersion, changes))) fail('STALE_VERSION')
    if (changes.phone !== undefined && (changes.phone || null) !== before.phone) {
      const number = await toE164(changes.phone ?? '', await getTimezone(tx, studio_id))
      await deleteConsentOfOtherNumber(tx, { studio_id, id }, number)
    }
    const after = (await queries.getClient(tx, studio_id, id)) ?? fail('NOT_FOUND')
    await recordClient(tx, actor, { caller, action: 'clients.update', before, after })
    return after
  })
}
