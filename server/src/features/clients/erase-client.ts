import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { canEraseClient } from '@studiohub/contract/features/clients/policy.ts'
import { sql } from 'kysely'
import { deleteUnusedMessageFile } from '#features/conversations/files/jobs.ts'
import { emailAboutBooking } from '#features/emails/bookings/jobs.ts'
import { audit } from '#platform/audit/audit.ts'
import { authorize, requireRole, requireSecondFactor } from '#platform/auth/authorize.ts'
import { actAs, asActor, asSystem, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { splitConversation } from './claims/conversation-queries.ts'
import { getAcceptedClaim, moveAccountWork, separateRecord } from './claims/queries.ts'
import * as erasures from './erasures/queries.ts'
import { findClientId, getClient } from './queries.ts'

type RecordKey = { studio_id: string; client_id: string }

/**
 * Erases a record without an account: deletes contacts, notes, messages and names in texts, and cancels future sessions.
 * Past sessions, projects and check-ins stay for the figures. The studio's lock makes a claim and an erasure run one after
 * another. An open claim ends.
 */
export function eraseClient(caller: Caller, { studio_id, client_id: requestedId }: RecordKey, now: Date) {
  return asActor(caller, async (tx, actor) => {
    authorize(canEraseClient(requireRole(actor), studio_id))
    await requireSecondFactor(tx, actor)
    await lock(tx, 'studio', studio_id)
    const client_id = (await findClientId(tx, studio_id, requestedId)) ?? fail('NOT_FOUND')
    const record = (await getClient(tx, studio_id, client_id)) ?? fail('NOT_FOUND')
    if (record.user_id !== null)
      fail('CLIENT_HAS_ACCOUNT', { message: 'This client has an account. Only they can delete their data.' })
    await actAs(tx, 'system')
    const { cancelled, files } = await erase(tx, actor, { request_id: caller.request_id, studio_id, client_id, now })
    for (const key of files) await enqueue(tx, deleteUnusedMessageFile, { key })
    for (const { id, version } of cancelled)
      await enqueue(tx, emailAboutBooking, { booking_id: id, kind: 'cancelled', version, actor_id: actor.user_id })
    return { id: client_id, cancelled: cancelled.length }
  })
}

/**
 * Erases a record again after a restored backup has brought it back. An account that has claimed it since gets its own record.
 * Sends no emails.
 * @returns its stored files, which must not be restored; null if there is no such record
 */
export function repeatErasure({ studio_id, client_id }: RecordKey, now: Date): Promise<string[] | null> {
  return asSystem(async (tx) => {
    const record = await getClient(tx, studio_id, client_id)
    if (!record) return null
    if (record.user_id !== null) await separateAccount(tx, { studio_id, client_id, user_id: record.user_id, now })
    const erasure = { request_id: 'restore', studio_id, client_id, now }
    const { files } = await erase(tx, { user_id: null, session_id: null }, erasure)
    return files
  })
}

async function separateAccount(tx: Tx, input: RecordKey & { user_id: string; now: Date }) {
  const { studio_id, client_id, user_id, now } = input
  const claim = await getAcceptedClaim(tx, input)
  const newRecordId = await separateRecord(tx, input)
  if (!newRecordId) return
  const move = { studio_id, from: client_id, to: newRecordId }
  await moveAccountWork(tx, move, user_id)
  await splitConversation(tx, { ...move, user_id, accepted_at: claim?.answered_at ?? now.toISOString() })
}

type Erasure = RecordKey & { request_id: string; now: Date }

/** @returns the cancelled sessions, and the stored files that are no longer used */
async function erase(
  tx: Tx,
  actor: Pick<Actor, 'user_id' | 'session_id'>,
  { request_id, studio_id, client_id, now }: Erasure,
) {
  const key = { studio_id, client_id }
  const files = await erasures.deleteTexts(tx, key)
  await erasures.removeNames(tx, {
    names: await erasures.listPersonalTexts(tx, key),
    replacement: erasures.FORMER_CLIENT,
    inStudios: sql`(${studio_id}::uuid)`,
    isClient: sql`client_id = ${client_id}::uuid`,
  })
  const cancelled = await erasures.cancelFutureBookings(tx, key, { actor_id: actor.user_id, now })
  if (!(await erasures.eraseRecord(tx, key, now))) fail('NOT_FOUND')
  await audit(tx, actor, {
    action: 'clients.erase',
    studio_id,
    object_type: 'client_record',
    object_id: client_id,
    request_id,
    after: { cancelled_bookings: cancelled.length },
  })
  for (const { id } of cancelled) {
    await audit(tx, actor, {
      action: 'bookings.cancel',
      studio_id,
      object_type: 'booking',
      object_id: id,
      request_id,
      after: { status: 'cancelled' },
    })
    publish(tx, { studio_id, topic: 'bookings', id, client_id })
  }
  publish(tx, { studio_id, topic: 'clients', id: client_id })
  return { cancelled, files }
}
