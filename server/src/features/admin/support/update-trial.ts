import { fail } from '@studiohub/contract/errors.ts'
import { canRunPlatform } from '@studiohub/contract/features/admin/policy.ts'
import { extendTrialEnd, isTrial } from '@studiohub/contract/features/admin/support/rules.ts'
import type { TrialExtension } from '@studiohub/contract/features/admin/support/schema.ts'
import { TRIAL_AHEAD_DAYS_MAX } from '@studiohub/contract/features/admin/support/words.ts'
import { queueTrialExtendedEmails } from '#features/emails/operators/jobs.ts'
import { createNotices } from '#features/notices/jobs.ts'
import { getSubscription, updateSubscription } from '#features/subscriptions/queries.ts'
import { audit } from '#platform/audit/audit.ts'
import { authorize, requireRole, requireSecondFactor } from '#platform/auth/authorize.ts'
import { actAs, asActor, type Caller } from '#platform/db/actor.ts'
import { publish } from '#platform/realtime/realtime.ts'

/**
 * Extends a free trial, even one that has ended, and notifies the studio's admins. Reminders of its end are sent again.
 * @throws AppError INVALID_TRANSITION if the studio has no free trial, VALIDATION_FAILED if it would end too late
 */
export function extendTrial(caller: Caller, input: TrialExtension & { studio_id: string }, now: Date) {
  const { studio_id, days, reason } = input
  return asActor(caller, async (tx, actor) => {
    authorize(canRunPlatform(requireRole(actor)))
    await requireSecondFactor(tx, actor)
    const before = (await getSubscription(tx, studio_id)) ?? fail('NOT_FOUND')
    if (!isTrial(before)) fail('INVALID_TRANSITION', { message: 'This studio has no free trial to extend.' })
    const ends_at = extendTrialEnd(before.current_period_end, days, now) ?? failTooLate()
    await actAs(tx, 'system')
    const update = {
      status: 'trialing',
      current_period_end: ends_at,
      announced_event: null,
      updated_at: now.toISOString(),
    } as const
    const after = (await updateSubscription(tx, before, update)) ?? fail('STALE_VERSION')
    await audit(tx, actor, {
      studio_id,
      action: 'subscriptions.extendTrial',
      object_type: 'subscription',
      object_id: studio_id,
      before: { status: before.status, current_period_end: before.current_period_end },
      after: { status: after.status, current_period_end: after.current_period_end, days, reason },
      request_id: caller.request_id,
    })
    const data = {
      title: 'Your free trial was extended',
      detail: `You have ${days} more ${days === 1 ? 'day' : 'days'}.`,
    }
    const noticeFields = { studio_id, actor_id: null, subject_id: studio_id, link: '/studio/settings?tab=plan' }
    await createNotices(tx, { kind: 'plan', data, ...noticeFields }, 'admins')
    await queueTrialExtendedEmails(tx, { studio_id })
    publish(tx, { studio_id, topic: 'subscriptions', id: studio_id })
    publish(tx, { studio_id, topic: 'studios', id: studio_id })
    return { ends_at: after.current_period_end }
  })
}

function failTooLate(): never {
  const message = `A trial can end at most ${TRIAL_AHEAD_DAYS_MAX} days from now. Choose fewer days.`
  fail('VALIDATION_FAILED', { message, fields: { days: message } })
}
