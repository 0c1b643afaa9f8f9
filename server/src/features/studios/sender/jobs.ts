import { checkDkim, checkDmarc, checkSpf } from '@studiohub/contract/features/studios/sender/rules.ts'
import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { createNotices } from '#features/notices/jobs.ts'
import { insertAuditEntry } from '#platform/audit/audit.ts'
import { asSystem } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { textRecords } from '#platform/hosts/dns.ts'
import { defineJob, enqueue } from '#platform/jobs/jobs.ts'
import { getMail } from '#platform/mail/open.ts'
import { publish } from '#platform/realtime/realtime.ts'
import * as queries from './queries.ts'

/** The names of a sender's DNS records. */
export const recordNames = ({
  domain,
  selector,
  next_selector,
}: Pick<queries.SenderRow, 'domain' | 'selector' | 'next_selector'>) => ({
  dkim: `${selector}._domainkey.${domain}`,
  next_dkim: next_selector && `${next_selector}._domainkey.${domain}`,
  spf: domain,
  dmarc: `_dmarc.${domain}`,
})

/** Checks the DNS records of all studios' senders every hour. */
export const checkSenders = defineJob('studios.check-senders', {
  payload: z.object({}),
  every: 'hour',
  run: (_payload, { now }) =>
    asSystem(async (tx) => {
      for (const studio_id of await queries.listSendersToCheck(tx, now)) await enqueue(tx, checkSender, { studio_id })
    }),
})

/** Checks the DNS records of one studio's sender. */
export const checkSender = defineJob('studios.check-sender', {
  payload: z.object({ studio_id: Id }),
  async run({ studio_id }, { now }) {
    const sender = await asSystem((tx) => queries.getSender(tx, studio_id))
    if (sender) await checkRecords(sender, { actor_id: null, session_id: null, request_id: null }, now)
  },
})

export const senderJobs = [checkSenders, checkSender]

type Author = { actor_id: string | null; session_id: string | null; request_id: string | null }

/**
 * Checks the DNS records of a sender and stores the result. The record of its key proves the domain. If that record is
 * missing, emails are sent from the platform's address at once, and the admins are notified. If a name server fails, the
 * proof does not change. A domain that another studio has proven cannot be proven (DOMAIN_TAKEN at the unique index). Never
 * call it while a transaction is open.
 */
export async function checkRecords(sender: queries.SenderRow, author: Author, now: Date): Promise<void> {
  const checks = await readRecords(sender)
  const isNextKey = checks.next_dkim?.state === 'found'
  const state = isNextKey ? 'found' : (checks.dkim?.state ?? 'unknown')
  const checked_at = now.toISOString()
  const provenAt = sender.verified_at ?? checked_at
  const verified_at = state === 'found' ? provenAt : state === 'unknown' ? sender.verified_at : null
  const { next_dkim, ...otherChecks } = checks
  const newChecks = isNextKey && next_dkim ? { ...otherChecks, dkim: next_dkim } : checks
  const auditFields = {
    ...author,
    studio_id: sender.studio_id,
    object_type: 'studio_sender',
    object_id: sender.studio_id,
  }
  await asSystem(async (tx) => {
    if (verified_at && (await queries.isDomainTaken(tx, sender.domain, sender.studio_id))) return
    if (!(await queries.updateSender(tx, sender, { verified_at, checked_at, checks: newChecks, isNextKey }))) return
    publishSender(tx, sender.studio_id)
    if (isNextKey)
      await insertAuditEntry(tx, { ...auditFields, action: 'studios.useSenderKey', after: { is_verified: true } })
    if ((verified_at === null) === (sender.verified_at === null)) return
    await insertAuditEntry(tx, {
      ...auditFields,
      action: 'studios.checkSender',
      before: { is_verified: sender.verified_at !== null },
      after: { is_verified: verified_at !== null },
    })
    if (verified_at !== null) return
    const link = '/studio/settings?tab=domain'
    const notice = { studio_id: sender.studio_id, actor_id: null, subject_id: null, link }
    await createNotices(tx, { kind: 'sender', data: { address: sender.address }, ...notice }, 'admins')
  })
}

/** Makes open screens reload the sender. */
export const publishSender = (tx: Tx, studio_id: string) => publish(tx, { studio_id, topic: 'studios', id: studio_id })

async function readRecords(sender: queries.SenderRow): Promise<queries.SenderChecks> {
  const names = recordNames(sender)
  const { spf } = getMail()
  const [dkim, next, domain, dmarc] = await Promise.all([
    textRecords(names.dkim),
    names.next_dkim ? textRecords(names.next_dkim) : null,
    spf ? textRecords(names.spf) : null,
    textRecords(names.dmarc),
  ])
  return {
    dkim: checkDkim(dkim, sender.public_key),
    ...(sender.next_public_key && { next_dkim: checkDkim(next, sender.next_public_key) }),
    ...(spf && { spf: checkSpf(domain, spf) }),
    dmarc: checkDmarc(dmarc),
  }
}
