import { randomUUID } from 'node:crypto'
import { canListApplications } from '@studiohub/contract/features/partners/policy.ts'
import type { PartnershipApplication } from '@studiohub/contract/features/partners/schema.ts'
import { audit } from '#platform/audit/audit.ts'
import { authorize, requirePerson, requireRole } from '#platform/auth/authorize.ts'
import { actAs, asActor, type Caller } from '#platform/db/actor.ts'
import { readPage, toPageByTime } from '#platform/http/cursor.ts'
import { getNetwork, type Limit, requireLimits } from '#platform/http/limits.ts'
import type { RequestOrigin } from '#platform/http/request-origin.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { notifyOperators } from '../emails/front-desk-jobs.ts'
import * as queries from './queries.ts'

type PageInput = { cursor?: string | undefined; limit?: number | undefined }

// Visitors can apply too, and each application sends emails to the operators.
const perNetwork: Limit = { name: 'partners.apply', count: 5, per_seconds: 3600 }
const overall: Limit = { name: 'partners.apply.all', count: 200, per_seconds: 24 * 3600 }

/**
 * Stores an application to become a partner, from visitors too, and emails the operators.
 * @param origin IP address and time of the call
 * @throws AppError RATE_LIMITED
 */
export async function submitApplication(
  caller: Caller,
  { homepage, ...application }: PartnershipApplication,
  origin: RequestOrigin,
): Promise<void> {
  // Only a bot fills in the hidden field. It gets the normal response, so that it does not try again.
  if (homepage) return
  await requireLimits(
    [
      { limit: perNetwork, by: getNetwork(origin.ip) },
      { limit: overall, by: 'all' },
    ],
    origin.now,
  )
  await asActor(caller, async (tx, actor) => {
    const id = randomUUID()
    const created_at = origin.now.toISOString()
    await queries.insertApplication(tx, { ...application, id, user_id: actor.user_id, created_at })
    await enqueue(tx, notifyOperators, { about: 'partnership_application', id })
    await audit(tx, actor, {
      studio_id: null,
      action: 'partners.submitApplication',
      object_type: 'partnership_application',
      object_id: id,
      // The audit log is never erased, so it must not contain an email address or phone number.
      after: { partnershipType: application.partnershipType },
      request_id: caller.request_id,
    })
  })
}

/** Lists all applications for operators, newest first, with the accounts of their senders. */
export function listApplications(caller: Caller, query: PageInput) {
  const { after, limit, rows } = readPage(query)
  return asActor(caller, async (tx, actor) => {
    authorize(canListApplications(requireRole(actor)))
    const applications = await queries.listApplications(tx, { after, limit: rows })
    await actAs(tx, 'system')
    const ids = applications.map(({ id }) => id)
    const applicants = new Map((await queries.listApplicants(tx, ids)).map((row) => [row.application_id, row]))
    const listed = applications.map((application) => {
      const { account_email = null, partner_since = null } = applicants.get(application.id) ?? {}
      return { ...application, account_email, partner_since }
    })
    return toPageByTime(listed, limit, ({ id }) => id)
  })
}

/** The caller's newest application, or null. */
export function getOwnApplication(caller: Caller) {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requirePerson(actor)
    return (await queries.getApplicationOf(tx, user_id)) ?? null
  })
}
