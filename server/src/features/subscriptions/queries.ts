import { getPlanMonth } from '@studiohub/contract/features/bookings/rules.ts'
import {
  getEffectiveTier,
  hasBookingLeft,
  takesBookings,
  unlimitedTiers,
} from '@studiohub/contract/features/subscriptions/rules.ts'
import type { Subscription, Tier } from '@studiohub/contract/features/subscriptions/schema.ts'
import type { PaymentProvider, SubscriptionStatus } from '@studiohub/contract/features/subscriptions/words.ts'
import { sql } from 'kysely'
import { executePrepared } from '#platform/db/statements.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { arePlansOn } from '#platform/payments/plans.ts'

const subscriptionColumns = [
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

/** A row of `studio_subscriptions`. */
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
    .select(subscriptionColumns)
    .where('studio_id', '=', studio_id)
    .$narrowType<SubscriptionRow>()
    .executeTakeFirst()
}

/** The current month in the studio's time zone, the number of its bookings without cancelled ones, and of active rooms. */
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

/** The plan, and the number of bookings of a month that are not cancelled (0 if the plan has no limit). */
export const currentPlanQuery = (studio_id: string, month: { from: string; to: string }) =>
  sql<CurrentPlanOfStudio>`
    select p.tier, p.status, p.current_period_end, p.cancel_at_period_end,
      case when p.status <> 'trialing' and p.tier = any(${[...unlimitedTiers]}::text[]) then 0
        else door.live_bookings(p.studio_id, ${month.from}::date, ${month.to}::date) end as live
    from studio_subscriptions p where p.studio_id = ${studio_id}::uuid`

export type CurrentPlanOfStudio = Pick<
  Subscription,
  'tier' | 'status' | 'current_period_end' | 'cancel_at_period_end'
> & {
  live: number
}

/**
 * Whether a studio takes bookings, and the months between `from` and `to` whose limit is reached, each by its first day.
 */
export async function getPlanMonths(tx: Tx, range: { studio_id: string; from: string; to: string; now: Date }) {
  const { studio_id, from, to, now } = range
  const fullMonths = new Set<string>()
  if (!arePlansOn()) return { isTakingBookings: true, fullMonths }
  let isTakingBookings = true
  for (const month of new Map([from, to].map((day) => [getPlanMonth(day).from, getPlanMonth(day)])).values()) {
    const { rows } = await executePrepared(tx, currentPlanQuery(studio_id, month))
    const [plan] = rows
    isTakingBookings &&= plan !== undefined && takesBookings(plan, now)
    if (!plan || !hasBookingLeft(getEffectiveTier(plan), plan.live)) fullMonths.add(month.from)
  }
  return { isTakingBookings, fullMonths }
}

export type SubscriptionUpdate = Partial<Omit<SubscriptionRow, 'studio_id' | 'version'>> & { announced_event?: null }

/**
 * Changes a subscription. Requires the system role.
 * @param version the version that was read
 * @returns undefined if the row has another version now
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
    .returning(subscriptionColumns)
    .$narrowType<SubscriptionRow>()
    .executeTakeFirst()
}

/** Subscriptions with a due automatic change, oldest first. Locks the rows, and skips rows that are locked already. */
export function listDueSubscriptions(
  tx: Tx,
  now: Date,
  overdue_since: Date,
  limit: number,
): Promise<SubscriptionRow[]> {
  const at = now.toISOString()
  return tx
    .selectFrom('studio_subscriptions')
    .select(subscriptionColumns)
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

/** Studios whose paid period ended before `ended_before`, without an event of the provider. */
export async function listStudiosWithoutEvent(tx: Tx, ended_before: Date, limit: number): Promise<string[]> {
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
