import { fail } from '@studiohub/contract/errors.ts'
import { canRunPlatform } from '@studiohub/contract/features/admin/policy.ts'
import type { MessageQuery } from '@studiohub/contract/features/admin/schema.ts'
import { audit } from '../../../platform/audit.ts'
import { authorize, requireRole } from '../../../platform/authorize.ts'
import { readPage, toPage } from '../../../platform/cursor.ts'
import { asActor, become, type Caller, type Tx } from '../../../platform/db/door.ts'
import { enqueue, retryJob } from '../../../platform/jobs.ts'
import { sendBookingMessage } from '../../emails/bookings/jobs.ts'
import { awaitAgain, getDelivery, listAllMessages } from '../../messages/queries.ts'

/** What was mailed on the whole platform, the newest first. */
export function listMessages(caller: Caller, query: MessageQuery) {
  const { after, limit, rows } = readPage(query)
  return asActor(caller, async (tx, actor) => {
    authorize(canRunPlatform(requireRole(actor)))
    await become(tx, 'system')
    const found = await listAllMessages(tx, { state: query.state, after, limit: rows })
    return toPage(found, limit, (row) => [row.created_at, row.id])
  })
}

/** Sends a mail again that could not be sent; its words are made anew from what holds now, as at each try. */
export function retryMessage(caller: Caller, id: string) {
  return asActor(caller, async (tx, actor) => {
    authorize(canRunPlatform(requireRole(actor)))
    await become(tx, 'system')
    const { of_session, studio_id, state } = (await getDelivery(tx, id)) ?? fail('NOT_FOUND')
    const log = of_session ? 'booking_messages' : 'mail_deliveries'
    if (!(await awaitAgain(tx, log, id))) fail('INVALID_TRANSITION', { message: 'This mail did not fail.' })
    if (!(await sendAgain(tx, id, of_session))) fail('INVALID_TRANSITION', { message: TOO_OLD })
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
const TOO_OLD = 'This mail is too old to be sent again.'

// A mail about a session is a row that any job can send; the others are their job's own, which the queue keeps for a while.
const sendAgain = async (tx: Tx, id: string, of_session: boolean) =>
  of_session ? (await enqueue(tx, sendBookingMessage, { message_id: id })) !== null : retryJob(tx, id)
