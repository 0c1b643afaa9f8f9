import { fail } from '@studiohub/contract/errors.ts'
import { canRunPlatform } from '@studiohub/contract/features/admin/policy.ts'
import type { MessageQuery } from '@studiohub/contract/features/admin/schema.ts'
import { sendBookingMessage } from '#features/emails/bookings/jobs.ts'
import { sendTest } from '#features/emails/test-jobs.ts'
import { getDelivery, insertDelivery, listAllMessages, retryEmail } from '#features/messages/queries.ts'
import { audit } from '#platform/audit/audit.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { actAs, asActor, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { readPage, toPageByTime } from '#platform/http/cursor.ts'
import { enqueue, retryJob } from '#platform/jobs/jobs.ts'

/** What was mailed on the whole platform, the newest first. */
export function listMessages(caller: Caller, query: MessageQuery) {
  const { after, limit, rows } = readPage(query)
  return asActor(caller, async (tx, actor) => {
    authorize(canRunPlatform(requireRole(actor)))
    await actAs(tx, 'system')
    const found = await listAllMessages(tx, { state: query.state, after, limit: rows })
    return toPageByTime(found, limit, ({ id }) => id)
  })
}

/** Sends a mail again that could not be sent; its words are made again from what holds now, as at each try. */
export function retryMessage(caller: Caller, id: string) {
  return asActor(caller, async (tx, actor) => {
    authorize(canRunPlatform(requireRole(actor)))
    await actAs(tx, 'system')
    const { of_session, studio_id, state } = (await getDelivery(tx, id)) ?? fail('NOT_FOUND')
    const log = of_session ? 'booking_messages' : 'mail_deliveries'
    if (!(await retryEmail(tx, log, id))) fail('INVALID_TRANSITION', { message: 'This mail did not fail.' })
    await sendAgain(tx, id, of_session)
    await audit(tx, actor, {
      studio_id,
      action: 'admin.retryMessage',
      object_type: of_session ? 'booking_message' : 'mail_delivery',
      object_id: id,
      before: { state },
      after: { state: 'waiting' },
      request_id: caller.request_id,
    })
    return { id }
  })
}

/** Mails the operator who asks. The mail is in the log at once, so that a failure is seen there. */
export function sendTestMessage(caller: Caller, now: Date) {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    authorize(canRunPlatform(actor))
    await actAs(tx, 'system')
    const id = (await enqueue(tx, sendTest, { user_id })) ?? fail('INTERNAL')
    await insertDelivery(tx, id, { kind: 'test', studio_id: null, user_id }, now)
    await audit(tx, actor, {
      studio_id: null,
      action: 'admin.sendTestMessage',
      object_type: 'mail_delivery',
      object_id: id,
      after: { user_id },
      request_id: caller.request_id,
    })
    return { id }
  })
}

const refusals = {
  gone: 'This mail is too old to be sent again.',
  // The log says that a mail failed a moment before its job has ended.
  busy: 'This mail is still being tried. Ask again in a moment.',
}

// A mail about a session is a row that any job can send; the others are their job's own, which the queue keeps for a while.
async function sendAgain(tx: Tx, id: string, of_session: boolean) {
  if (of_session) {
    await enqueue(tx, sendBookingMessage, { message_id: id })
    return
  }
  const was = await retryJob(tx, id)
  if (was !== 'failed') fail('INVALID_TRANSITION', { message: refusals[was] })
}
