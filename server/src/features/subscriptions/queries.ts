import { monthOf } from '@studiohub/contract/features/bookings/rules.ts'
import {
  hasBookingLeft,
  takesBookings,
  tierInForce,
  unlimitedTiers,
} from '@studiohub/contract/features/subscriptions/rules.ts'
import type { Subscription, Tier } from '@studiohub/contract/features/subscriptions/schema.ts'
import type { PaymentProvider, SubscriptionStatus } from '@studiohub/contract/features/subscriptions/words.ts'
import { sql } from 'kysely'
import { insertAuditEntry } from '#platform/audit/audit.ts'
import { executePrepared } from '#platform/db/statements.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { arePlansOn } from '#platform/payments/plans.ts'
import { publish } from '#platform/realtime/realtime.ts'

const columns = [
  'studio_id',
  'tier',
  'status',
  'provider',
  'current_period_start',
  'current_period_end',
  'cancel_at_period_end',
  'past_due_since',
  'stripe_customer_id',
  'stripe_subscription_id',
  'stripe_checkout_id',
  'version',
] as const

/** A subscription as it lies in the database. */
export type SubscriptionRow = {
  studio_id: string
  tier: Tier
  status: SubscriptionStatus
  provider: PaymentProvider
  current_period_start: string
  current_period_end: string
  cancel_at_period_end: boolean
  past_due_since: string | null
  stripe_customer_id: string | null
  stripe_subscription_id: string | null
  stripe_checkout_id: string | null
  version: number
}

export function getSubscription(tx: Tx, studio_id: string): Promise<SubscriptionRow | undefined> {
  return tx
    .selectFrom('studio_subscriptions')
    .select(columns)
    .where('studio_id', '=', studio_id)
    .$narrowType<SubscriptionRow>()
    .executeTakeFirst()
}

/** The calendar month that it is at the studio, its live sessions, and the rooms in use. */
export async function getUsage(tx: Tx, studio_id: string, now: Date) {
  const { rows } = await sql<{ month: string; bookings: number; rooms: number }>`
    select to_char(m.first, 'YYYY-MM') as month,
      door.live_bookings(s.id, m.first, (m.first + interval '1 month - 1 day')::date) as bookings,
      (select count(*)::int from resources r where r.studio_id = s.id and r.kind = 'room' and r.is_active) as rooms
    from studios s,
      lateral (select date_trunc('month', ${now.toISOString()}::timestamptz at time zone s.timezone)::date as first) m
    where s.id = ${studio_id}::uuid`.execute(tx)
  return rows[0]
}

/** The plan as it stands now, and how many live sessions a month has where its plan limits them, in one statement. */
export const planInForceQuery = (studio_id: string, month: { from: string; to: string }) =>
  sql<PlanInForce>`
    select p.tier, p.status, p.current_period_end, p.cancel_at_period_end,
      case when p.status <> 'trialing' and p.tier = any(${[...unlimitedTiers]}::text[]) then 0
        else door.live_bookings(p.studio_id, ${month.from}::date, ${month.to}::date) end as live
    from studio_subscriptions p where p.studio_id = ${studio_id}::uuid`

export type PlanInForce = Pick<Subscription, 'tier' | 'status' | 'current_period_end' | 'cancel_at_period_end'> & {
  live: number
}

/** Whether a studio takes new sessions at all, and the months between two days (by their first) that its plan has none left in. */
export async function getPlanMonths(tx: Tx, asked: { studio_id: string; from: string; to: string; now: Date }) {
  const { studio_id, from, to, now } = asked
  const full = new Set<string>()
  if (!arePlansOn()) return { takes: true, full }
  let takes = true
  for (const month of new Map([from, to].map((day) => [monthOf(day).from, monthOf(day)])).values()) {
    const { rows } = await executePrepared(tx, planInForceQuery(studio_id, month))
    const [plan] = rows
    takes &&= plan !== undefined && takesBookings(plan, now)
    if (!plan || !hasBookingLeft(tierInForce(plan), plan.live)) full.add(month.from)
  }
  return { takes, full }
}

export type SubscriptionUpdate = Partial<Omit<SubscriptionRow, 'studio_id' | 'version'>> & { told?: null }

/**
 * Changes a subscription, in the rights of jobs. @param version the state that the change was decided on
 * @returns undefined where another change came first
 */
export function updateSubscription(
  tx: Tx,
  { studio_id, version }: Pick<SubscriptionRow, 'studio_id' | 'version'>,
  update: SubscriptionUpdate & { updated_at: string },
): Promise<SubscriptionRow | undefined> {
  return tx
    .updateTable('studio_subscriptions')
    .set({ ...update, version: version + 1 })
    .where('studio_id', '=', studio_id)
    .where('version', '=', version)
    .returning(columns)
    .$narrowType<SubscriptionRow>()
    .executeTakeFirst()
}

/** Subscriptions that the clock has caught up with, oldest first; anyone who works on one keeps it until the end. */
export function listDue(tx: Tx, now: Date, overdue_since: Date, limit: number): Promise<SubscriptionRow[]> {
  const at = now.toISOString()
  return tx
    .selectFrom('studio_subscriptions')
    .select(columns)
    .where(({ and, eb, or }) =>
      or([
        and([
          eb('provider', '=', 'manual'),
          eb('status', 'in', ['trialing', 'active']),
          eb('current_period_end', '<=', at),
        ]),
        and([eb('status', '=', 'past_due'), eb('past_due_since', '<=', overdue_since.toISOString())]),
      ]),
    )
    .orderBy('current_period_end')
    .orderBy('studio_id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .$narrowType<SubscriptionRow>()
    .execute()
}

/** Studios whose paid period is over by our clock, while the provider has reported nothing: its word may be lost. */
export async function listUnreported(tx: Tx, ended_before: Date, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('studio_subscriptions')
    .select('studio_id')
    .where('provider', '=', 'stripe')
    .where('status', 'in', ['trialing', 'active', 'past_due'])
    .where('current_period_end', '<=', ended_before.toISOString())
    .orderBy('current_period_end')
    .limit(limit)
    .execute()
  return rows.map(({ studio_id }) => studio_id)
}

const told = ({ tier, status, provider, current_period_end, cancel_at_period_end }: SubscriptionRow) => ({
  tier,
  status,
  provider,
  current_period_end,
  cancel_at_period_end,
})

/** One trail row and one notice to open screens for a change of a subscription. */
export async function recordSubscription(
  tx: Tx,
  change: {
    /** Who did it; nobody where the clock or the provider did. */
    by: { actor_id: string | null; session_id: string | null; request_id: string | null }
    action: string
    before: SubscriptionRow
    after: SubscriptionRow
  },
) {
  const { by, action, before, after } = change
  const { studio_id } = after
  await insertAuditEntry(tx, {
    ...by,
    action,
    studio_id,
    before: told(before),
    after: told(after),
    object_type: 'subscription',
    object_id: studio_id,
  })
  publish(tx, { studio_id, topic: 'subscriptions', id: studio_id })
}
