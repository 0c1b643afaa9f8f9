import type { AttentionItem, StuckQueue } from '@studiohub/contract/features/admin/attention/schema.ts'
import {
  ATTENTION_DAYS,
  DOMAIN_GRACE_HOURS,
  STUCK_MINUTES,
} from '@studiohub/contract/features/admin/attention/words.ts'
import { TRIAL_WARNING_DAYS } from '@studiohub/contract/features/subscriptions/words.ts'
import { DAY_MS } from '@studiohub/contract/shared/durations.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

// All queries in this file require the system role.

/** A studio, or null for all studios, and the current time. `hasPlans` is false if the operator has switched plans off. */
type AttentionFilter = { studio_id: string | null; now: Date; hasPlans: boolean }

const noDetail = sql`null::text`

/** Studios whose payment failed, and trials that end soon or have just ended. */
const plansQuery = (at: RawBuilder<unknown>) => sql`
  select case when p.status = 'past_due' then 'payment_failed' when p.status = 'expired' then 'trial_ended'
      else 'trial_ending' end as kind,
    p.studio_id, case when p.status = 'past_due' then p.past_due_since else p.current_period_end end as since,
    1 as count, ${noDetail} as detail
  from studio_subscriptions p
  where p.status = 'past_due'
    or (p.status = 'trialing' and p.current_period_end > ${at}
      and p.current_period_end <= ${at} + make_interval(days => ${TRIAL_WARNING_DAYS}))
    or (p.tier = 'trial' and p.status in ('trialing', 'expired') and p.past_due_since is null
      and p.current_period_end <= ${at} and p.current_period_end > ${at} - make_interval(days => ${ATTENTION_DAYS}))`

const failedEmailsQuery = (at: RawBuilder<unknown>, log: RawBuilder<unknown>) => sql`
  select studio_id, created_at from ${log}
  where state = 'failed' and created_at > ${at} - make_interval(days => ${ATTENTION_DAYS})`

const emailsQuery = (at: RawBuilder<unknown>) => sql`
  select 'emails_failing', m.studio_id, min(m.created_at), count(*)::integer, ${noDetail}
  from (${failedEmailsQuery(at, sql`mail_deliveries`)} union all ${failedEmailsQuery(at, sql`booking_messages`)}) m
  group by m.studio_id`

const cardReportsQuery = sql`
  select 'card_reports_failed', e.studio_id, min(e.failed_at), count(*)::integer, ${noDetail}
  from payment_events e where e.failed_at is not null and e.done_at is null group by e.studio_id`

/** Domains without a proof. `since` is null for a domain that was never proven, because `domain_token` has no time. */
const domainsQuery = sql`
  select case when s.domain_verified_at is null then 'domain_unproven' else 'domain_missing' end, s.id,
    s.domain_missing_since, 1, s.custom_domain
  from studios s
  where s.custom_domain is not null and (s.domain_verified_at is null or s.domain_missing_since is not null)`

const sendersQuery = (at: RawBuilder<unknown>) => sql`
  select 'sender_unproven', d.studio_id, d.created_at, 1, d.address
  from studio_senders d
  where d.verified_at is null and d.created_at < ${at} - make_interval(hours => ${DOMAIN_GRACE_HOURS})`

/** Everything that needs an operator, of one studio or of all. Each part reads its own index or a table with few rows. */
export async function listAttention(tx: Tx, { studio_id, now, hasPlans }: AttentionFilter): Promise<AttentionItem[]> {
  const at = sql`${now.toISOString()}::timestamptz`
  const plans = hasPlans ? sql`${plansQuery(at)} union all` : sql``
  const { rows } = await sql<AttentionItem>`
    with found (kind, studio_id, since, count, detail) as (
      ${plans} ${emailsQuery(at)} union all ${cardReportsQuery} union all ${domainsQuery} union all ${sendersQuery(at)})
    select f.kind, f.studio_id, s.name as studio_name, f.since, f.count, f.detail
    from found f left join studios s on s.id = f.studio_id
    where ${studio_id}::uuid is null or f.studio_id = ${studio_id}::uuid
    order by f.since nulls last, s.name, f.kind`.execute(tx)
  return rows
}

/** Queues that have due jobs without a worker, or failed jobs other than emails. */
export async function listStuckQueues(tx: Tx, now: Date): Promise<StuckQueue[]> {
  const stuckSince = new Date(now.getTime() - STUCK_MINUTES * 60_000).toISOString()
  const failedSince = new Date(now.getTime() - ATTENTION_DAYS * DAY_MS).toISOString()
  const { rows } = await sql<StuckQueue>`
    select name, waiting, failed, since from door.stuck_queues(${stuckSince}::timestamptz, ${failedSince}::timestamptz)`.execute(
    tx,
  )
  return rows
}
