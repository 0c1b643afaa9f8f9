import { fail } from '@studiohub/contract/errors.ts'
import { canSeeSetup, canUpdateSetup } from '@studiohub/contract/features/dashboards/policy.ts'
import type { StudioSetup } from '@studiohub/contract/features/dashboards/schema.ts'
import { setupSteps } from '@studiohub/contract/features/dashboards/words.ts'
import { audit } from '#platform/audit/audit.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { getSetupFacts, markSetup } from './queries.ts'

/** The checklist of a studio's public page, computed from what the studio has. */
export function getSetup(caller: Caller, studio_id: string): Promise<StudioSetup> {
  return asActor(caller, async (tx, actor) => {
    authorize(canSeeSetup(requireRole(actor), studio_id))
    return readSetup(tx, studio_id)
  })
}

async function readSetup(tx: Tx, studio_id: string): Promise<StudioSetup> {
  const facts = (await getSetupFacts(tx, studio_id)) ?? fail('NOT_FOUND')
  const { is_dismissed, has_sessions } = facts
  return { done: setupSteps.filter((step) => facts[step]), is_dismissed, has_sessions }
}

type SetupInput = { studio_id: string; step: 'shared' | 'dismissed'; now: Date }

/** Records that the page was shared, or that the checklist was closed. Repeating it changes nothing. */
export function updateSetup(caller: Caller, { studio_id, step, now }: SetupInput): Promise<StudioSetup> {
  return asActor(caller, async (tx, actor) => {
    authorize(canUpdateSetup(requireRole(actor), studio_id))
    const column = step === 'shared' ? 'page_shared_at' : 'setup_dismissed_at'
    if (await markSetup(tx, studio_id, column, now)) {
      await audit(tx, actor, {
        studio_id,
        action: 'dashboards.updateSetup',
        object_type: 'studio',
        object_id: studio_id,
        after: { step },
        request_id: caller.request_id,
      })
      publish(tx, { studio_id, topic: 'studios', id: studio_id })
    }
    return readSetup(tx, studio_id)
  })
}
