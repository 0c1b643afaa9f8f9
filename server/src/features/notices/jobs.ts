import { DAY_MS } from '@studiohub/contract/shared/durations.ts'
import { z } from 'zod'
import { asSystem } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { defineJob, enqueue } from '#platform/jobs/jobs.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { pushNotice } from './push/jobs.ts'
import * as queries from './queries.ts'

const RETENTION_DAYS = 90

/** Deletes notifications after 90 days, read or not. The pages that they link to have the current data. */
const forgetOldNotices = defineJob('notices.forget', {
  payload: z.object({}),
  every: 'day',
  run: (_payload, { now }) =>
    asSystem((tx) => queries.deleteOldNotices(tx, new Date(now.getTime() - RETENTION_DAYS * DAY_MS).toISOString())),
})

/**
 * Creates notifications in the transaction of the event: one row per person, with a message to their open screens and
 * devices.
 * @param to user ids, or the studio's admins. With a caller's rights, `actor_id` must be the caller, and the recipients must
 *   belong to the studio (docs/decisions/0032).
 */
export async function createNotices(
  tx: Tx,
  notice: queries.NewNotice,
  to: readonly string[] | 'admins',
): Promise<void> {
  const { studio_id, actor_id } = notice
  const people = new Set(to === 'admins' ? await queries.listAdmins(tx, studio_id) : to)
  if (actor_id !== null) people.delete(actor_id)
  if (people.size === 0) return
  const rows = await queries.insertNotices(tx, notice, [...people])
  for (const { id, user_id } of rows) publish(tx, { studio_id, topic: 'notices', id, user_id })
  const peopleWithDevice = await queries.listPeopleWithDevice(tx, [...people])
  for (const { id, user_id } of rows)
    if (peopleWithDevice.includes(user_id)) await enqueue(tx, pushNotice, { notice_id: id })
}

/** Deletes all notifications about a subject, also from open screens. Requires the system role. */
export async function deleteNotices(tx: Tx, subject_id: string): Promise<void> {
  const deleted = await queries.deleteNotices(tx, subject_id)
  for (const { id, user_id, studio_id } of deleted) publish(tx, { studio_id, topic: 'notices', id, user_id })
}

/** Notifies a studio's admins of a request to join. */
export function notifyAdminsOfRequest(
  tx: Tx,
  request: { id: string; user_id: string; studio_id: string; role: 'client' | 'staff' },
) {
  const { id, user_id, studio_id, role } = request
  const link = role === 'staff' ? '/studio/staff' : '/studio/clients'
  const fields = { studio_id, actor_id: user_id, subject_id: id, link }
  return createNotices(tx, { kind: 'role_request', data: { role }, ...fields }, 'admins')
}

/**
 * Notifies a person of the answer to their request. Requires the system role, because the person may have no role at the
 * studio.
 */
export function createAnswerNotification(
  tx: Tx,
  request: { id: string; user_id: string; studio_id: string; role: 'client' | 'staff'; approved: boolean; by: string },
) {
  const { id, user_id, studio_id, role, approved, by } = request
  // The callback page sends each person to the right page.
  const fields = { studio_id, actor_id: by, subject_id: id, link: '/auth/callback' }
  return createNotices(tx, { kind: 'request_answered', data: { role, approved }, ...fields }, [user_id])
}

export const noticesJobs = [forgetOldNotices]
