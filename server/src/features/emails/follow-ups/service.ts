import { fail } from '@studiohub/contract/errors.ts'
import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { insertAuditEntry } from '#platform/audit/audit.ts'
import { isMac } from '#platform/auth/secrets.ts'
import { asSystem } from '#platform/db/actor.ts'
import { UNSUBSCRIBE } from '../wording.ts'
import * as queries from './queries.ts'

const Link = z.object({ studio_id: Id, client_id: Id, mac: z.string() })

/** Checks the signature of a link. @throws AppError NOT_FOUND if we did not create the link */
function checkLink(params: unknown) {
  const link = Link.safeParse(params)
  if (!link.success) fail('NOT_FOUND')
  const { studio_id, client_id, mac } = link.data
  return isMac(mac, UNSUBSCRIBE, studio_id, client_id) ? { studio_id, client_id } : fail('NOT_FOUND')
}

/** The studio whose emails a link stops. Changes nothing, because link scanners open every link. */
export function getUnsubscription(params: unknown) {
  const link = checkLink(params)
  return asSystem(async (tx) => {
    const { studio_name, has_account, follow_ups, reminders } =
      (await queries.getFollowUps(tx, link)) ?? fail('NOT_FOUND')
    return { studio_name, has_account, is_on: follow_ups || (reminders && !has_account) }
  })
}

/**
 * Stops a studio's emails after sessions to one client, and reminders if they have no account. A repeat changes nothing.
 */
export function unsubscribe(params: unknown, request_id: string) {
  const link = checkLink(params)
  return asSystem(async (tx) => {
    const { studio_name, has_account, follow_ups, reminders } =
      (await queries.getFollowUps(tx, link)) ?? fail('NOT_FOUND')
    if (await queries.endEmails(tx, link)) {
      await insertAuditEntry(tx, {
        actor_id: null,
        session_id: null,
        request_id,
        studio_id: link.studio_id,
        action: 'clients.endFollowUps',
        object_type: 'client',
        object_id: link.client_id,
        before: { follow_ups, reminders },
        after: { follow_ups: false, reminders: reminders && has_account },
      })
    }
    return { studio_name, has_account }
  })
}
