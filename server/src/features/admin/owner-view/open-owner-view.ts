import { fail } from '@studiohub/contract/errors.ts'
import { VIEW_MINUTES } from '@studiohub/contract/features/admin/owner-view/words.ts'
import { canRunPlatform } from '@studiohub/contract/features/admin/policy.ts'
import { queueOwnerViewEmails } from '#features/emails/operators/jobs.ts'
import { createNotices } from '#features/notices/jobs.ts'
import { getStudio } from '#features/studios/queries.ts'
import { audit } from '#platform/audit/audit.ts'
import { authorize, requireRole, requireSecondFactor } from '#platform/auth/authorize.ts'
import { actAs, asActor, type Caller } from '#platform/db/actor.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { insertView } from './queries.ts'

/**
 * Lets the operator's session see a studio as its admin does, for 30 minutes and read only. The studio's admins are notified
 * by email and in the app (docs/decisions/0169).
 * @throws AppError FACTOR_REQUIRED if the operator has no second factor, INSUFFICIENT_AAL if it is not confirmed
 */
export function openOwnerView(caller: Caller, studio_id: string, now: Date): Promise<{ ends_at: string }> {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    const session_id = actor.session_id ?? fail('UNAUTHENTICATED')
    authorize(canRunPlatform(actor))
    await requireSecondFactor(tx, actor)
    if (actor.aal !== 'aal2') fail('FACTOR_REQUIRED')
    if (!(await getStudio(tx, studio_id))) fail('NOT_FOUND')
    const ends_at = new Date(now.getTime() + VIEW_MINUTES * 60_000).toISOString()
    await audit(tx, actor, {
      studio_id,
      action: 'studios.openOwnerView',
      object_type: 'owner_view',
      object_id: session_id,
      after: { ends_at },
      request_id: caller.request_id,
    })
    await actAs(tx, 'system')
    await insertView(tx, { session_id, studio_id, now, ends_at })
    const noticeFields = { studio_id, actor_id: null, subject_id: studio_id, link: '/studio/activity' }
    await createNotices(tx, { kind: 'owner_view', data: { ends_at }, ...noticeFields }, 'admins')
    await queueOwnerViewEmails(tx, { studio_id, ends_at, by_id: user_id })
    publish(tx, { studio_id, topic: 'studios', id: studio_id })
    return { ends_at }
  })
}
