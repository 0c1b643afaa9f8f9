import { DAY_MS } from '@studiohub/contract/shared/durations.ts'
import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { insertSystemAuditEntry } from '#platform/audit/audit.ts'
import { asAuth } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { defineJob, enqueue } from '#platform/jobs/jobs.ts'
import { getMail } from '#platform/mail/open.ts'
import { PLATFORM, publish } from '#platform/realtime/realtime.ts'
import { getSms } from '#platform/sms/open.ts'
import { deleteFactorsOf } from '../factors/queries.ts'
import { removeAccessWithoutFactor } from '../ownership/queries.ts'
import { deleteSessionsWithoutMailboxProof } from '../sessions/ending-queries.ts'
import { lockPasswordHash, proveEmail } from '../users/queries.ts'
import * as queries from './queries.ts'

/** Sends a text message to a phone that is a second factor, to warn that the factor will be removed. */
export const sendWaitText = defineJob('auth.send-wait-text', {
  payload: z.object({ factor_id: Id }),
  async run({ factor_id }, { job_id, signal }) {
    const wait = await asAuth((tx) => queries.getWaitingPhone(tx, factor_id))
    if (!wait?.phone) return
    const { host } = new URL(getMail().publicUrl)
    const text = `StudioHub: this phone stops being your second factor on ${formatInstant(wait.ends_at)}. Not you? Sign in at ${host} and keep it.`
    await getSms().send({ id: job_id, to: wait.phone, text, channel: 'sms' }, signal)
  },
})

/** Queues the warning to each phone of a person. */
export async function queueWaitTexts(tx: Tx, user_id: string): Promise<void> {
  for (const { id } of await queries.listPhones(tx, user_id)) await enqueue(tx, sendWaitText, { factor_id: id })
}

/** Removes second factors whose waiting time is over, and queues the daily text messages. */
export const processFactorWaits = defineJob('auth.keep-factor-waits', {
  payload: z.object({}),
  every: 'hour',
  async run(_payload, { now }) {
    const dueWaits = await asAuth((tx) => queries.listDueWaits(tx, now))
    for (const { user_id } of dueWaits) await asAuth((tx) => endFactors(tx, user_id, now))
    await asAuth(async (tx) => {
      const waits = await queries.takeWaitsToText(tx, new Date(now.getTime() - DAY_MS), now)
      for (const { user_id } of waits) await queueWaitTexts(tx, user_id)
    })
  },
})

// The address counts as proven only now. Until now, the person with the second factor could still be the owner of the
// address.
async function endFactors(tx: Tx, user_id: string, now: Date): Promise<void> {
  await lockPasswordHash(tx, user_id)
  if (await queries.isOperator(tx, user_id)) {
    await queries.deleteWait(tx, user_id)
    return
  }
  if (!(await queries.markWaitEnded(tx, user_id, now))) return
  const deletedFactors = await deleteFactorsOf(tx, user_id)
  await removeAccessWithoutFactor(tx, user_id, now.toISOString())
  // Last, so that it also deletes a session that a password or provider opened at the same time.
  const ended_sessions = await deleteSessionsWithoutMailboxProof(tx, user_id)
  await proveEmail(tx, user_id, now)
  publish(tx, { studio_id: PLATFORM, topic: 'account', id: user_id, user_id })
  await insertSystemAuditEntry(tx, {
    studio_id: null,
    action: 'factor_wait.ended',
    object_type: 'user',
    object_id: user_id,
    before: { factors: deletedFactors.map(({ id, factor_type }) => ({ id, factor_type })) },
    after: { ended_sessions },
  })
}

const instantFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})

const formatInstant = (instant: string) => `${instantFormat.format(new Date(instant))} UTC`
