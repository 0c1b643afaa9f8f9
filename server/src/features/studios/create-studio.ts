import { fail } from '@studiohub/contract/errors.ts'
import { canCreateStudio } from '@studiohub/contract/features/studios/policy.ts'
import type { NewStudio } from '@studiohub/contract/features/studios/schema.ts'
import { plans } from '@studiohub/contract/features/subscriptions/words.ts'
import { countryOfZone } from '@studiohub/contract/shared/countries.ts'
import type { z } from 'zod'
import { audit } from '#platform/audit/audit.ts'
import { authorize, requireRole, requireSecondFactor } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { sendStudioCreated } from '../emails/welcome-jobs.ts'
import { grantStudioAdminRole } from '../roles/grant-role.ts'
import { createStudioWithDefaults } from './create-studio-with-defaults.ts'
import { getStudio } from './queries.ts'

/** Creates a studio as an operator (spec section 2). By default it is inactive and on the starter plan. */
export function createStudio(caller: Caller, input: z.output<typeof NewStudio>, now: Date) {
  const { tier = 'starter', is_active = false, timezone = 'UTC', currency = 'USD', owner_id, ...rest } = input
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    authorize(canCreateStudio(actor))
    if (!plans[tier].selectable && actor.role !== 'super_admin') fail('PLAN_NOT_SELECTABLE')
    const { studio_id } = await createStudioWithDefaults(
      tx,
      { caller, user_id, becomes_admin: false },
      {
        ...rest,
        location: rest.location ?? null,
        contact_email: rest.contact_email ?? null,
        contact_phone: rest.contact_phone ?? null,
        tier,
        is_active,
        timezone,
        currency,
        country: rest.country ?? countryOfZone(timezone),
      },
      now,
    )
    if (owner_id) {
      await requireSecondFactor(tx, actor)
      await grantStudioAdminRole(tx, caller, { user_id: owner_id, studio_id }, now)
      await enqueue(tx, sendStudioCreated, { studio_id, user_id: owner_id })
    }
    const studio = (await getStudio(tx, studio_id)) ?? fail('NOT_FOUND')
    await audit(tx, actor, {
      studio_id,
      action: 'studios.create',
      object_type: 'studio',
      object_id: studio_id,
      after: { type: studio.type, is_active, tier, owner_id },
      request_id: caller.request_id,
    })
    return studio
  })
}
