import { monthOf } from '@studiohub/contract/features/bookings/rules.ts'
import { type PlacedSession, placeSessions } from '@studiohub/contract/features/imports/placing/rules.ts'
import type { ImportProblem } from '@studiohub/contract/features/imports/schema.ts'
import { effectiveTier, hasBookingLeft, takesBookings } from '@studiohub/contract/features/subscriptions/rules.ts'
import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { planInForceQuery } from '#features/subscriptions/queries.ts'
import { executePrepared } from '#platform/db/statements.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { arePlansOn } from '#platform/payments/plans.ts'
import type { PlannedSession, SessionPlan } from './plan-service.ts'
import { countLiveBookings, listTakenTimes } from './queries.ts'

export type SessionInPlace = { session: PlannedSession; place: PlacedSession }

const HALF_DAY_MS = 43_200_000
const PLAN_ENDED = 'Your plan has ended. Choose one in the settings to import coming sessions.'

/**
 * Finds a room for each session, and counts them for the studio's plan. Sessions without a free room, or beyond the plan, are
 * problems. Call it while holding the studio's lock to write them.
 */
export async function placePlanned(
  tx: Tx,
  { studio_id, plan, now }: { studio_id: string; plan: Pick<SessionPlan, 'resources' | 'studio'>; now: Date },
  planned: readonly PlannedSession[],
) {
  const coming = planned.filter(({ isPast }) => !isPast)
  const place = placeSessions(plan.resources, await takenAround(tx, plan.resources, coming))
  const count = await planCounter(tx, { studio_id, zone: plan.studio.timezone, now }, planned)
  const placed: SessionInPlace[] = []
  const problems: ImportProblem[] = []
  for (const session of planned) {
    const { read, time, resource_id, service, isPast } = session
    const full = count(session)
    const found = full ?? place({ ...time, resource_id, room_ids: service.room_ids, holds: !isPast })
    if ('problem' in found) problems.push({ line: read.line, field: full ? null : 'resource', message: found.problem })
    else placed.push({ session, place: found })
  }
  return { placed, problems }
}

// Half a day more on each side is more than the longest buffer.
function takenAround(tx: Tx, resources: SessionPlan['resources'], coming: readonly PlannedSession[]) {
  if (coming.length === 0 || resources.length === 0) return []
  const starts = coming.map(({ time }) => Date.parse(time.starts_at))
  const ends = coming.map(({ time }) => Date.parse(time.ends_at))
  const first = starts.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY)
  const last = ends.reduce((most, one) => Math.max(most, one), Number.NEGATIVE_INFINITY)
  return listTakenTimes(tx, {
    ids: resources.map(({ id }) => id),
    from: new Date(first - HALF_DAY_MS).toISOString(),
    to: new Date(last + HALF_DAY_MS).toISOString(),
  })
}

/**
 * Counts sessions of this month and later for the studio's plan. Earlier months do not count.
 * @returns a function that says why a session is beyond the plan
 */
async function planCounter(
  tx: Tx,
  { studio_id, zone, now }: { studio_id: string; zone: string; now: Date },
  planned: readonly PlannedSession[],
): Promise<(session: PlannedSession) => { problem: string } | null> {
  if (!arePlansOn()) return () => null
  const thisMonth = monthOf(todayIn(zone, now))
  const {
    rows: [plan],
  } = await executePrepared(tx, planInForceQuery(studio_id, thisMonth))
  const isActive = plan !== undefined && takesBookings(plan, now)
  const days = planned.map(({ time }) => time.booking_date).filter((day) => day >= thisMonth.from)
  const months = [...new Map(days.map((day) => [day.slice(0, 7), monthOf(day)])).values()]
  const live = await countLiveBookings(tx, studio_id, months)
  return ({ time, isPast }) => {
    if (!isActive && !isPast) return { problem: PLAN_ENDED }
    const month = monthOf(time.booking_date).from
    if (month < thisMonth.from || !plan) return null
    const counted = live.get(month) ?? 0
    if (!hasBookingLeft(effectiveTier(plan), counted))
      return { problem: `Your plan has no bookings left for ${month.slice(0, 7)}.` }
    live.set(month, counted + 1)
    return null
  }
}
