import { getPlanMonth } from '@studiohub/contract/features/bookings/rules.ts'
import { type PlacedSession, placeSessions } from '@studiohub/contract/features/imports/placing/rules.ts'
import type { ImportProblem } from '@studiohub/contract/features/imports/schema.ts'
import { getEffectiveTier, hasBookingLeft, takesBookings } from '@studiohub/contract/features/subscriptions/rules.ts'
import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { currentPlanQuery } from '#features/subscriptions/queries.ts'
import { executePrepared } from '#platform/db/statements.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { arePlansOn } from '#platform/payments/plans.ts'
import type { PlannedSession, SessionPlan } from './plan-service.ts'
import { countLiveBookings, listTakenTimes } from './queries.ts'

export type SessionPlacement = { session: PlannedSession; placement: PlacedSession }

const HALF_DAY_MS = 43_200_000
const PLAN_ENDED = 'Your plan has ended. Choose one in the settings to import future sessions.'

/**
 * Finds a room for each session, and counts the sessions for the studio's plan. A session without a free room, or beyond the
 * plan, becomes a problem. To write the sessions, the caller must have the studio's lock.
 */
export async function placePlannedSessions(
  tx: Tx,
  { studio_id, plan, now }: { studio_id: string; plan: Pick<SessionPlan, 'resources' | 'studio'>; now: Date },
  planned: readonly PlannedSession[],
) {
  const upcoming = planned.filter(({ isPast }) => !isPast)
  const placeSession = placeSessions(plan.resources, await listTakenTimesAround(tx, plan.resources, upcoming))
  const countForPlan = await countSessionsForPlan(tx, { studio_id, zone: plan.studio.timezone, now }, planned)
  const placedSessions: SessionPlacement[] = []
  const problems: ImportProblem[] = []
  for (const plannedSession of planned) {
    const { session, time, resource_id, service, isPast } = plannedSession
    const planProblem = countForPlan(plannedSession)
    const placement = planProblem ?? placeSession({ ...time, resource_id, room_ids: service.room_ids, holds: !isPast })
    if ('problem' in placement)
      problems.push({ line: session.line, field: planProblem ? null : 'resource', message: placement.problem })
    else placedSessions.push({ session: plannedSession, placement })
  }
  return { placed: placedSessions, problems }
}

// Reads half a day more on each side, which is longer than the longest buffer.
function listTakenTimesAround(tx: Tx, resources: SessionPlan['resources'], upcoming: readonly PlannedSession[]) {
  if (upcoming.length === 0 || resources.length === 0) return []
  const starts = upcoming.map(({ time }) => Date.parse(time.starts_at))
  const ends = upcoming.map(({ time }) => Date.parse(time.ends_at))
  const earliestStart = starts.reduce((earliest, start) => Math.min(earliest, start), Number.POSITIVE_INFINITY)
  const latestEnd = ends.reduce((latest, end) => Math.max(latest, end), Number.NEGATIVE_INFINITY)
  return listTakenTimes(tx, {
    ids: resources.map(({ id }) => id),
    from: new Date(earliestStart - HALF_DAY_MS).toISOString(),
    to: new Date(latestEnd + HALF_DAY_MS).toISOString(),
  })
}

/**
 * Prepares the count of sessions for the studio's plan: sessions of this month and later count, earlier ones do not.
 * @returns a function that counts one session, and returns the problem if it is beyond the plan
 */
async function countSessionsForPlan(
  tx: Tx,
  { studio_id, zone, now }: { studio_id: string; zone: string; now: Date },
  planned: readonly PlannedSession[],
): Promise<(session: PlannedSession) => { problem: string } | null> {
  if (!arePlansOn()) return () => null
  const thisMonth = getPlanMonth(todayIn(zone, now))
  const {
    rows: [plan],
  } = await executePrepared(tx, currentPlanQuery(studio_id, thisMonth))
  const isActive = plan !== undefined && takesBookings(plan, now)
  const days = planned.map(({ time }) => time.booking_date).filter((day) => day >= thisMonth.from)
  const months = [...new Map(days.map((day) => [day.slice(0, 7), getPlanMonth(day)])).values()]
  const liveCounts = await countLiveBookings(tx, studio_id, months)
  return ({ time, isPast }) => {
    if (!isActive && !isPast) return { problem: PLAN_ENDED }
    const month = getPlanMonth(time.booking_date).from
    if (month < thisMonth.from || !plan) return null
    const countBefore = liveCounts.get(month) ?? 0
    if (!hasBookingLeft(getEffectiveTier(plan), countBefore))
      return { problem: `Your plan has no bookings left for ${month.slice(0, 7)}.` }
    liveCounts.set(month, countBefore + 1)
    return null
  }
}
