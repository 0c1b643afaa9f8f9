import { errors, fail } from '@studiohub/contract/errors.ts'
import { planZoneChange } from '@studiohub/contract/features/bookings/zone/rules.ts'
import { canChangeAddress, canUpdateStudio } from '@studiohub/contract/features/studios/policy.ts'
import type { StudioChanges } from '@studiohub/contract/features/studios/schema.ts'
import type { z } from 'zod'
import { audit, factsOfChange } from '#platform/audit/audit.ts'
import { authorize, requirePerson, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { deleteChangeRequestsOfStudio } from '../bookings/changes/queries.ts'
import * as zoneQueries from '../bookings/zone-queries.ts'
import { emailAboutBooking } from '../emails/bookings/jobs.ts'
import * as queries from './queries.ts'

/** Changes a studio. Only operators may change its slug. */
export function updateStudio(caller: Caller, studio_id: string, input: z.output<typeof StudioChanges>, now: Date) {
  const { version, ...changes } = input
  return asActor(caller, async (tx, actor) => {
    requirePerson(actor)
    authorize(canUpdateStudio(requireRole(actor), studio_id))
    authorize(changes.slug === undefined || canChangeAddress(actor), 'FIELD_NOT_ALLOWED')
    // A booking depends on the time zone, currency, policy and taxes, so none may be created at the same time.
    const needsLock = [changes.timezone, changes.currency, changes.cancellation_policy, changes.taxes].some(Boolean)
    if (needsLock) await lock(tx, 'studio', studio_id)
    const before = (await queries.getStudio(tx, studio_id)) ?? fail('NOT_FOUND')
    const isOperatorChange = actor.role === 'super_admin' && changes.is_active !== undefined
    const operatorFields = isOperatorChange ? queries.operatorStatus(changes.is_active ?? false, now) : {}
    const expectedVersion = { version, updated_at: now.toISOString() }
    const after =
      (await queries.updateStudio(tx, studio_id, expectedVersion, { ...changes, ...operatorFields })) ??
      fail('STALE_VERSION')
    if (after.timezone !== before.timezone) await moveToNewZone(tx, after, now)
    await audit(tx, actor, {
      studio_id,
      action: 'studios.update',
      object_type: 'studio',
      object_id: studio_id,
      ...factsOfChange(toFacts(before), toFacts(after), auditedFields),
      request_id: caller.request_id,
    })
    publish(tx, { studio_id, topic: 'studios', id: studio_id })
    return after
  })
}

const auditedFields = [
  'type',
  'is_active',
  'currency',
  'country',
  'week_starts_on',
  'cancellation_policy',
  'suspended_at',
  'version',
  'prices_include_tax',
  'tax_rates_bp',
] as const

/** The fields of a studio for the audit log, without the names of tax rates. */
const toFacts = ({ taxes, ...studio }: NonNullable<Awaited<ReturnType<typeof queries.getStudio>>>) => ({
  ...studio,
  prices_include_tax: taxes.prices_include_tax,
  tax_rates_bp: taxes.rates.map(({ rate_bp }) => rate_bp),
})

const CONFLICTS_SHOWN_MAX = 10

/**
 * Moves all future bookings to the same local date and time in the new time zone (decisions, Studios).
 * @throws AppError SESSIONS_IN_THE_WAY if one cannot move; then none moves
 */
async function moveToNewZone(tx: Tx, { id, timezone }: { id: string; timezone: string }, now: Date) {
  const at = now.toISOString()
  // Change requests and visitors' holds have times in the old time zone, so they end. They are deleted first, so that their
  // reservations cause no conflicts.
  const deletedRequests = await deleteChangeRequestsOfStudio(tx, id)
  await zoneQueries.endVisitorHolds(tx, id)
  const sessions = await zoneQueries.listFutureSessions(tx, id, at)
  const reservations = await zoneQueries.listStudioReservations(tx, id, at)
  const { conflicts, ...plan } = planZoneChange(sessions, reservations, { zone: timezone, now })
  if (conflicts.length > 0) {
    const fields = { timezone: errors.SESSIONS_IN_THE_WAY.message }
    fail('SESSIONS_IN_THE_WAY', { fields, details: { sessions: conflicts.slice(0, CONFLICTS_SHOWN_MAX) } })
  }
  await zoneQueries.moveFutureSessions(tx, id, plan, at)
  const movedIds = new Set(plan.sessions.map((session) => session.id))
  for (const { booking_id, version: oldVersion } of deletedRequests) {
    const version = oldVersion + (movedIds.has(booking_id) ? 1 : 0)
    await enqueue(tx, emailAboutBooking, { booking_id, kind: 'change_expired', version, actor_id: null })
  }
  if (plan.sessions.length > 0) publish(tx, { studio_id: id, topic: 'bookings', id })
}
