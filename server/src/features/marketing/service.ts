import { randomUUID } from 'node:crypto'
import { fail } from '@studiohub/contract/errors.ts'
import { canListContactRequests } from '@studiohub/contract/features/marketing/policy.ts'
import { nextWebinarAt } from '@studiohub/contract/features/marketing/rules.ts'
import {
  type NewContactRequest,
  type NewWebinarRegistration,
  webinars,
} from '@studiohub/contract/features/marketing/schema.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '@studiohub/contract/shared/durations.ts'
import { audit } from '#platform/audit/audit.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { readPage, toPageByTime } from '#platform/http/cursor.ts'
import { getNetwork, type Limit, requireLimits } from '#platform/http/limits.ts'
import type { RequestOrigin } from '#platform/http/request-origin.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { notifyOperators, sendWebinarConfirmation } from '../emails/front-desk-jobs.ts'
import * as queries from './queries.ts'

const contactLimits: readonly [perNetwork: Limit, overall: Limit] = [
  { name: 'marketing.contact', count: 5, per_seconds: HOUR_SECONDS },
  { name: 'marketing.contact.all', count: 200, per_seconds: DAY_SECONDS },
]
const registrationLimits: readonly [perNetwork: Limit, overall: Limit] = [
  { name: 'marketing.webinar', count: 10, per_seconds: HOUR_SECONDS },
  { name: 'marketing.webinar.all', count: 500, per_seconds: DAY_SECONDS },
]

const requireWithinLimits = ([perNetwork, overall]: readonly [Limit, Limit], { ip, now }: RequestOrigin) =>
  requireLimits(
    [
      { limit: perNetwork, by: getNetwork(ip) },
      { limit: overall, by: 'all' },
    ],
    now,
  )

/**
 * Stores a contact request, from visitors too, and emails the operators.
 * @throws AppError RATE_LIMITED
 */
export async function createContactRequest(
  caller: Caller,
  { homepage, ...request }: NewContactRequest,
  origin: RequestOrigin,
): Promise<{ received: true }> {
  // Only a bot fills in the hidden field. It gets the normal response, so that it does not try again.
  if (homepage) return { received: true }
  await requireWithinLimits(contactLimits, origin)
  return asActor(caller, async (tx, actor) => {
    const submission = { id: randomUUID(), user_id: actor.user_id, created_at: origin.now.toISOString() }
    await queries.insertContactRequest(tx, { ...request, ...submission })
    await enqueue(tx, notifyOperators, { about: 'contact_request', id: submission.id })
    await audit(tx, actor, {
      studio_id: null,
      action: 'marketing.createContactRequest',
      object_type: 'contact_request',
      object_id: submission.id,
      after: { topic: request.topic },
      request_id: caller.request_id,
    })
    return { received: true }
  })
}

/**
 * Registers an address for the next date of a webinar. The response is the same if it is already registered; then nothing is
 * stored and no email is sent.
 * @throws AppError RATE_LIMITED
 */
export async function createWebinarRegistration(
  caller: Caller,
  { homepage, webinar: key, email }: NewWebinarRegistration,
  origin: RequestOrigin,
): Promise<{ received: true; starts_at: string }> {
  const webinar = webinars.find((candidate) => candidate.key === key) ?? fail('NOT_FOUND')
  const starts_at = nextWebinarAt(webinar, origin.now).toISOString()
  if (homepage) return { received: true, starts_at }
  await requireWithinLimits(registrationLimits, origin)
  return asActor(caller, async (tx, actor) => {
    const submission = { id: randomUUID(), user_id: actor.user_id, created_at: origin.now.toISOString() }
    if (await queries.insertWebinarRegistration(tx, { webinar: key, email, starts_at, ...submission })) {
      await enqueue(tx, sendWebinarConfirmation, { registration_id: submission.id })
      await enqueue(tx, notifyOperators, { about: 'webinar_registration', id: submission.id })
      await audit(tx, actor, {
        studio_id: null,
        action: 'marketing.createWebinarRegistration',
        object_type: 'webinar_registration',
        object_id: submission.id,
        after: { webinar: key, starts_at },
        request_id: caller.request_id,
      })
    }
    return { received: true, starts_at }
  })
}

/** Lists all contact requests for operators, newest first. */
export function listContactRequests(
  caller: Caller,
  query: { cursor?: string | undefined; limit?: number | undefined },
) {
  const { after, limit, rows } = readPage(query)
  return asActor(caller, async (tx, actor) => {
    authorize(canListContactRequests(requireRole(actor)))
    const requests = await queries.listContactRequests(tx, { after, limit: rows })
    return toPageByTime(requests, limit, ({ id }) => id)
  })
}
