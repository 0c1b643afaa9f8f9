import { EXPORT_VERSION, type Export } from '@studiohub/contract/features/profile/schema.ts'
import { requirePerson } from '#platform/auth/authorize.ts'
import { actAs, asActor, type Caller } from '#platform/db/actor.ts'
import { type Limit, requireLimits } from '#platform/http/limits.ts'
import { authParts } from './auth-queries.ts'
import { featureParts, readParts } from './queries.ts'

const perPerson: Limit = { name: 'export', count: 10, per_seconds: 3600 }

/** Exports all data about the caller, read in one transaction. */
export async function exportAccount(caller: Caller, now: Date): Promise<Export> {
  const { user_id } = await asActor(caller, async (_tx, actor) => requirePerson(actor))
  await requireLimits([{ limit: perPerson, by: user_id }], now)
  return asActor(caller, async (tx, actor) => {
    const { user_id: me } = requirePerson(actor)
    await actAs(tx, 'auth')
    const accountData = await readParts(tx, authParts, me)
    await actAs(tx, 'system')
    const featureData = await readParts(tx, featureParts, me)
    return {
      schema_version: EXPORT_VERSION,
      exported_at: now.toISOString(),
      complete: accountData.complete && featureData.complete,
      data: { ...accountData.data, ...featureData.data },
    }
  })
}
