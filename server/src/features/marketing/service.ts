import { randomUUID } from 'node:crypto'
import { fail } from '@studiohub/contract/errors.ts'
import { canListContactRequests } from '@studiohub/contract/features/marketing/policy.ts'
import { nextWebinarAt } from '@studiohub/contract/features/marketing/rules.ts'
import {
  type NewContactRequest,
  type NewWebinarRegistration,
  webinars,
} from '@studiohub/contract/features/marketing/schema.ts'
import { audit } from '#platform/audit/audit.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { readPage, toPageByTime } from '#platform/http/cursor.ts'
import { type Limit, networkOf, requireLimits } from '#platform/http/limits.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { sendWebinarConfirmation, tellOperators } from '../emails/front-desk-jobs.ts'
import * as queries from './queries.ts'

/** From which address somebody calls, and when. */
type Visit = { ip: string; now: Date }

const HOUR_SECONDS = 3600
const DAY_SECONDS = 24 * HOUR_SECONDS
const contacts: readonly [perNetwork: Limit, forAll: Limit] = [
  { name: 'marketing.contact', count: 5, per_seconds: HOUR_SECONDS },
  { name: 'marketing.contact.all', count: 200, per_seconds: DAY_SECONDS },
]
const registrations: readonly [perNetwork: Limit, forAll: Limit] = [
  { name: 'marketing.webinar', count: 10, per_seconds: HOUR_SECONDS },
  { name: 'marketing.webinar.all', count: 500, per_seconds: DAY_SECONDS },
]

const within = ([perNetwork, forAll]: readonly [Limit, Limit], { ip, now }: Visit) =>
  requireLimits(
    [
      { limit: perNetwork, by: networkOf(ip) },
      { limit: forAll, by: 'all' },
    ],
    now,
  )

/**
 * Keeps what somebody writes to us, signed in or not, and tells the operators.
 * @throws AppError RATE_LIMITED
 */
export async function createContactRequest(
  caller: Caller,
  { homepage, ...request }: NewContactRequest,
  visit: Visit,
): Promise<{ received: true }> {
  // Only a program fills in what nobody sees; it is thanked like everybody else, so that it does not try again.
  if (homepage) return { received: true }
  await within(contacts, visit)
  return asActor(caller, async (tx, actor) => {
    const kept = { id: randomUUID(), user_id: actor.user_id, created_at: visit.now.toISOString() }
    await queries.insertContactRequest(tx, { ...request, ...kept })
    await enqueue(tx, tellOperators, { about: 'contact_request', id: kept.id })
    await audit(tx, actor, {
      studio_id: null,
      action: 'marketing.createContactRequest',
      object_type: 'contact_request',
      object_id: kept.id,
      after: { topic: request.topic },
      request_id: caller.request_id,
    })
    return { received: true }
  })
}

/**
 * Registers an address for the next time a webinar is held. The answer is the same for one that is registered already,
 * which nobody is told and which changes nothing.
 * @throws AppError RATE_LIMITED
 */
export async function createWebinarRegistration(
  caller: Caller,
  { homepage, webinar: key, email }: NewWebinarRegistration,
  visit: Visit,
): Promise<{ received: true; starts_at: string }> {
  const webinar = webinars.find((one) => one.key === key) ?? fail('NOT_FOUND')
  const starts_at = nextWebinarAt(webinar, visit.now).toISOString()
  if (homepage) return { received: true, starts_at }
  await within(registrations, visit)
  return asActor(caller, async (tx, actor) => {
    const kept = { id: randomUUID(), user_id: actor.user_id, created_at: visit.now.toISOString() }
    if (await queries.insertWebinarRegistration(tx, { webinar: key, email, starts_at, ...kept })) {
      await enqueue(tx, sendWebinarConfirmation, { registration_id: kept.id })
      await enqueue(tx, tellOperators, { about: 'webinar_registration', id: kept.id })
      await audit(tx, actor, {
        studio_id: null,
        action: 'marketing.createWebinarRegistration',
        object_type: 'webinar_registration',
        object_id: kept.id,
        after: { webinar: key, starts_at },
        request_id: caller.request_id,
      })
    }
    return { received: true, starts_at }
  })
}

/** All that was written to us for the operators, the newest first. */
export function listContactRequests(
  caller: Caller,
  query: { cursor?: string | undefined; limit?: number | undefined },
) {
  const { after, limit, rows } = readPage(query)
  return asActor(caller, async (tx, actor) => {
    authorize(canListContactRequests(requireRole(actor)))
    const found = await queries.listContactRequests(tx, { after, limit: rows })
    return toPageByTime(found, limit, ({ id }) => id)
  })
}
