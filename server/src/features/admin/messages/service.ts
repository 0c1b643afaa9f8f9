import { fail } from '@studiohub/contract/errors.ts'
import { canRunPlatform } from '@studiohub/contract/features/admin/policy.ts'
import type { MessageQuery } from '@studiohub/contract/features/admin/schema.ts'
import type { MessageChannel } from '@studiohub/contract/features/messages/words.ts'
import { deliverBookingEmail } from '#features/emails/bookings/delivery-jobs.ts'
import { sendTest } from '#features/emails/test-jobs.ts'
import { sendTextReminder } from '#features/emails/texts/jobs.ts'
import { getDelivery, insertDelivery, listAllMessages, retryEmail } from '#features/messages/queries.ts'
import { audit } from '#platform/audit/audit.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { actAs, asActor, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { readPage, toPageByTime } from '#platform/http/cursor.ts'
import { enqueue, retryJob } from '#platform/jobs/jobs.ts'

/** All emails of the platform or of one studio, newest first. */
export function listMessages(caller: Caller, query: MessageQuery) {
  const { after, limit, rows } = readPage(query)
  return asActor(caller, async (tx, actor) => {
    authorize(canRunPlatform(requireRole(actor)))
    await actAs(tx, 'system')
    const { state, studio_id } = query
    const messages = await listAllMessages(tx, { state, studio_id, after, limit: rows })
    return toPageByTime(messages, limit, ({ id }) => id)
  })
}

/** Queues a failed email again. Like every attempt, it is built from current data. */
export function retryMessage(caller: Caller, id: string) {
  return asActor(caller, async (tx, actor) => {
    authorize(canRunPlatform(requireRole(actor)))
    await actAs(tx, 'system')
    const { of_session, studio_id, state, channel } = (await getDelivery(tx, id)) ?? fail('NOT_FOUND')
    const log = of_session ? 'booking_messages' : 'mail_deliveries'
    if (!(await retryEmail(tx, log, id))) fail('INVALID_TRANSITION', { message: 'This email did not fail.' })
    await queueRetry(tx, id, { of_session, channel })
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

/** Sends a test email to the caller. The email is listed immediately, so the list shows a failure too. */
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

const retryErrors = {
  gone: 'This email is too old to send again.',
  // The state in the list is `failed` a moment before the job ends.
  busy: 'We are still trying to send this email. Try again in a moment.',
}

// An email about a booking has a row, from which a new job can send it. Other emails exist only in their own job, so that
// job is retried.
async function queueRetry(
  tx: Tx,
  id: string,
  { of_session, channel }: { of_session: boolean; channel: MessageChannel },
) {
  if (of_session) {
    await enqueue(tx, channel === 'text' ? sendTextReminder : deliverBookingEmail, { message_id: id })
    return
  }
  const jobState = await retryJob(tx, id)
  if (jobState !== 'restarted') fail('INVALID_TRANSITION', { message: retryErrors[jobState] })
}
