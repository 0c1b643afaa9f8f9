import { DAY_MS } from '../../shared/durations.ts'
import type { Tier } from '../subscriptions/schema.ts'
import { plans } from '../subscriptions/words.ts'

/** The last `count` months up to the current one, as `yyyy-MM` (UTC), oldest first. */
export function lastMonths(now: Date, count: number): string[] {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(year, month - (count - 1) + index, 1)).toISOString().slice(0, 7),
  )
}

/** The Mondays (`yyyy-MM-dd`, UTC) of the last `count` weeks up to the current one, oldest first. */
export function lastWeeks(now: Date, count: number): string[] {
  const sinceMonday = (now.getUTCDay() + 6) % 7
  const monday = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - sinceMonday)
  return Array.from({ length: count }, (_, index) =>
    new Date(monday - (count - 1 - index) * 7 * DAY_MS).toISOString().slice(0, 10),
  )
}

/** The monthly revenue of active plans in US cents. Plans with a price by agreement are not counted. */
export const monthlyRevenue = (active: readonly { tier: Tier; active: number }[]): number =>
  active.reduce((sum, plan) => sum + plan.active * 100 * (plans[plan.tier].price_per_month ?? 0), 0)

/** What `listSubjectIds` reads of an entry of the audit log. */
export type SubjectEntry = {
  studio_id: string | null
  actor_id: string | null
  object_type: string
  object_id: string | null
  before: unknown
  after: unknown
}

/** The fields that say what a change is about if its object has no name of its own, or was deleted. The first one wins. */
const subjectFields = ['booking_id', 'card_id', 'project_id', 'client_id', 'resource_id', 'user_id'] as const

/** Objects that belong to the account of the person who acts. */
const accountObjects = ['user', 'session', 'factor', 'passkey']

const idPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** The ids of what an entry can be about, the best one first. */
export function listSubjectIds({ actor_id, object_type, object_id, before, after }: SubjectEntry): string[] {
  const facts = { ...fieldsOf(before), ...fieldsOf(after) }
  const [firstSession] = Array.isArray(facts.sessions) ? facts.sessions : []
  const ids = [
    object_id,
    fieldsOf(firstSession).id,
    ...subjectFields.map((field) => facts[field]),
    accountObjects.includes(object_type) ? actor_id : null,
  ]
  return ids.filter((id): id is string => typeof id === 'string' && idPattern.test(id))
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? { ...value } : {}
