import { errors, fail } from '@studiohub/contract/errors.ts'
import { planZoneChange } from '@studiohub/contract/features/bookings/zone/rules.ts'
import {
  canChangeAddress,
  canCreateStudio,
  canListStudios,
  canReadStudio,
  canUpdateStudio,
} from '@studiohub/contract/features/studios/policy.ts'
import type { NewStudio, StudioChanges } from '@studiohub/contract/features/studios/schema.ts'
import { plans } from '@studiohub/contract/features/subscriptions/words.ts'
import { countryOfZone } from '@studiohub/contract/shared/countries.ts'
import type { z } from 'zod'
import { audit, factsOfChange } from '#platform/audit/audit.ts'
import { authorize, requirePerson, requireRole, requireSecondFactor } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { readPage, toPage } from '#platform/http/cursor.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { deleteChangeRequestsOf } from '../bookings/changes/queries.ts'
import * as zoneQueries from '../bookings/zone-queries.ts'
import { emailAboutBooking } from '../emails/bookings/jobs.ts'
import { sendStudioCreated } from '../emails/jobs.ts'
import { grantStudio } from '../roles/grant-queries.ts'
import * as queries from './queries.ts'

type Paged = { cursor?: string | undefined; limit?: number | undefined }
const byName = (row: { name: string; id: string }) => [row.name, row.id] as const

/** The studios from which a new user can choose. */
export function listPublicStudios(caller: Caller, query: Paged) {
  const { after, limit, rows } = readPage(query)
  return asActor(caller, async (tx) => toPage(await queries.listOpenStudios(tx, { after, limit: rows }), limit, byName))
}

/** The public data of the studio with a slug or domain. */
export function resolveStudio(caller: Caller, query: { slug?: string | undefined; host?: string | undefined }) {
  const slug = query.slug?.toLowerCase() ?? null
  const host = query.host?.toLowerCase() ?? null
  return asActor(caller, async (tx) => (await queries.resolveStudio(tx, { slug, host })) ?? fail('NOT_FOUND'))
}

export function listStudios(caller: Caller, query: Paged) {
  const { after, limit, rows } = readPage(query)
  return asActor(caller, async (tx, actor) => {
    authorize(canListStudios(requireRole(actor)))
    return toPage(await queries.listStudios(tx, { after, limit: rows }), limit, byName)
  })
}

export function getStudio(caller: Caller, studio_id: string) {
  return asActor(caller, async (tx, actor) => {
    authorize(canReadStudio(requireRole(actor), studio_id))
    return (await queries.getStudio(tx, studio_id)) ?? fail('NOT_FOUND')
  })
}

/** Creates a studio as an operator (spec section 2). By default it is inactive and on the starter plan. */
export function createStudio(caller: Caller, input: z.output<typeof NewStudio>, now: Date) {
  const { tier = 'starter', is_active = false, timezone = 'UTC', currency = 'USD', owner_id, ...rest } = input
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    authorize(canCreateStudio(actor))
    authorize(plans[tier].selectable || actor.role === 'super_admin', 'PLAN_NOT_SELECTABLE')
    const { studio_id } = await queries.createStudio(
      tx,
      { caller, user_id, founds: false },
      {
        ...rest,
        location: rest.location ?? null,
        contact_email: rest.contact_email ?? null,
        contact_phone: rest.contact_phone ?? null,
        tier,
        is_active,
        timezone,
        currency,
        country: rest.country ?? countryOfZone(timezone),
      },
      now,
    )
    if (owner_id) {
      await requireSecondFactor(tx, actor)
      await grantStudio(tx, caller, { user_id: owner_id, studio_id }, now)
      await enqueue(tx, sendStudioCreated, { studio_id, user_id: owner_id })
    }
    const studio = (await queries.getStudio(tx, studio_id)) ?? fail('NOT_FOUND')
    await audit(tx, actor, {
      studio_id,
      action: 'studios.create',
      object_type: 'studio',
      object_id: studio_id,
      after: { type: studio.type, is_active, tier, owner_id },
      request_id: caller.request_id,
    })
    return studio
  })
}

/** Changes a studio. Only operators may change its slug (safety T34). */
export function updateStudio(caller: Caller, studio_id: string, input: z.output<typeof StudioChanges>, now: Date) {
  const { version, ...changes } = input
  return asActor(caller, async (tx, actor) => {
    requirePerson(actor)
    authorize(canUpdateStudio(requireRole(actor), studio_id))
    authorize(changes.slug === undefined || canChangeAddress(actor), 'FIELD_NOT_ALLOWED')
    // A booking depends on the time zone, currency, policy and taxes, so none may be created at the same time.
    const isKept = [changes.timezone, changes.currency, changes.cancellation_policy, changes.taxes].some(Boolean)
    if (isKept) await lock(tx, 'studio', studio_id)
    const before = (await queries.getStudio(tx, studio_id)) ?? fail('NOT_FOUND')
    const isOperators = actor.role === 'super_admin' && changes.is_active !== undefined
    const operatorFields = isOperators ? queries.operatorStatus(changes.is_active ?? false, now) : {}
    const seen = { version, updated_at: now.toISOString() }
    const after =
      (await queries.updateStudio(tx, studio_id, seen, { ...changes, ...operatorFields })) ?? fail('STALE_VERSION')
    if (after.timezone !== before.timezone) await keepHours(tx, after, now)
    await audit(tx, actor, {
      studio_id,
      action: 'studios.update',
      object_type: 'studio',
      object_id: studio_id,
      ...factsOfChange(factsOf(before), factsOf(after), factNames),
      request_id: caller.request_id,
    })
    publish(tx, { studio_id, topic: 'studios', id: studio_id })
    return after
  })
}

const factNames = [
  ...([
    'type',
    'is_active',
    'currency',
    'country',
    'week_starts_on',
    'cancellation_policy',
    'suspended_at',
    'version',
  ] as const),
  ...(['prices_include_tax', 'tax_rates_bp'] as const),
]

/** The facts of a studio in the audit log, without the names of tax rates. */
const factsOf = ({ taxes, ...studio }: NonNullable<Awaited<ReturnType<typeof queries.getStudio>>>) => ({
  ...studio,
  prices_include_tax: taxes.prices_include_tax,
  tax_rates_bp: taxes.rates.map(({ rate_bp }) => rate_bp),
})

const SHOWN_MAX = 10

/** Future bookings keep their local date and time in the new time zone; either all of them or none (decisions, Studios). */
async function keepHours(tx: Tx, { id, timezone }: { id: string; timezone: string }, now: Date) {
  const at = now.toISOString()
  // Change requests and visitors' holds were made in the old time zone, so they end. They are deleted first, so that their
  // reservations cause no conflicts.
  const dropped = await deleteChangeRequestsOf(tx, id)
  await zoneQueries.endVisitorHolds(tx, id)
  const ahead = await zoneQueries.listFutureSessions(tx, id, at)
  const reservations = await zoneQueries.listStudioReservations(tx, id, at)
  const { moved, holds, conflicts } = planZoneChange(ahead, reservations, { zone: timezone, now })
  if (conflicts.length > 0) {
    const fields = { timezone: errors.SESSIONS_IN_THE_WAY.message }
    fail('SESSIONS_IN_THE_WAY', { fields, details: { sessions: conflicts.slice(0, SHOWN_MAX) } })
  }
  await zoneQueries.moveFutureSessions(tx, id, { moved, holds }, at)
  const movedIds = new Set(moved.map((session) => session.id))
  for (const { booking_id, version: before } of dropped) {
    const version = before + (movedIds.has(booking_id) ? 1 : 0)
    await enqueue(tx, emailAboutBooking, { booking_id, kind: 'change_expired', version, actor_id: null })
  }
  if (moved.length > 0) publish(tx, { studio_id: id, topic: 'bookings', id })
}
