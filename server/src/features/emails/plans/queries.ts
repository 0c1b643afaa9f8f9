import { PAST_DUE_DAYS, TRIAL_WARNING_DAYS } from '@studiohub/contract/features/subscriptions/words.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'
import type { PlanNotice } from '../templates/plan.ts'

/**
 * Finds and marks the plan events about which no email was sent, and returns the admins to email. An event is marked only once,
 * so each admin gets one email.
 */
export async function takePlanEvents(tx: Tx, now: Date) {
  const at = sql`${now.toISOString()}::timestamptz`
  const { rows } = await sql<{ studio_id: string; user_id: string; kind: PlanNotice }>`
    with due as (
      select studio_id, case
        when status = 'trialing' and current_period_end > ${at}
          and current_period_end <= ${at} + make_interval(days => ${TRIAL_WARNING_DAYS}) then 'trial_ending'
        when status = 'expired' and past_due_since is null then 'trial_expired'
        when status = 'past_due' and past_due_since > ${at} - make_interval(days => ${PAST_DUE_DAYS}) then 'payment_failed'
        when status in ('expired', 'cancelled') then 'plan_ended' end as kind
      from studio_subscriptions),
    marked as (
      update studio_subscriptions s set announced_event = due.kind from due
      where due.studio_id = s.studio_id and due.kind is not null and s.announced_event is distinct from due.kind
      returning s.studio_id, due.kind)
    select distinct m.studio_id, m.kind, r.user_id from marked m
    join user_roles r on r.studio_id = m.studio_id and r.role = 'studio_admin' and r.status = 'active'
    join auth.users u on u.id = r.user_id and u.deleted_at is null`.execute(tx)
  return rows
}

/** The end of the current period of a studio's plan. */
export async function getPeriodEnd(tx: Tx, studio_id: string) {
  const { rows } = await sql<{ current_period_end: string }>`
    select p.current_period_end from studio_subscriptions p
    where p.studio_id = ${studio_id}::uuid`.execute(tx)
  return rows[0]
}
