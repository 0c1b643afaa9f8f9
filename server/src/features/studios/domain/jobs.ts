import { HOUR_MS } from '@studiohub/contract/shared/durations.ts'
import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { endAccessAtDomain } from '#features/auth/ownership/queries.ts'
import { createNotices } from '#features/notices/jobs.ts'
import { insertAuditEntry } from '#platform/audit/audit.ts'
import { actAs, asSystem } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { textRecords } from '#platform/hosts/dns.ts'
import { forgetHost } from '#platform/hosts/hosts.ts'
import { defineJob, enqueue } from '#platform/jobs/jobs.ts'
import { publish } from '#platform/realtime/realtime.ts'
import * as queries from './queries.ts'

// Three days minus six hours, because the time of the daily checks varies.
const MISSING_MS = (3 * 24 - 6) * HOUR_MS
const noActor = { actor_id: null, session_id: null, request_id: null }

/** Checks daily whether verified domains still have their DNS record. If it is missing, the domain may have a new owner. */
export const checkDomains = defineJob('studios.check-domains', {
  payload: z.object({}),
  every: 'day',
  run: () =>
    asSystem(async (tx) => {
      for (const studio_id of await queries.listProvenDomains(tx)) await enqueue(tx, checkDomain, { studio_id })
    }),
})

/**
 * Checks the domain of one studio. If no name server answers, nothing changes. If the record was missing in all answers of
 * three days, the domain is no longer verified, and the studio's admins are notified.
 */
export const checkDomain = defineJob('studios.check-domain', {
  payload: z.object({ studio_id: Id }),
  async run({ studio_id }, { now }) {
    const domain = await asSystem((tx) => queries.getProvenDomain(tx, studio_id))
    const record = domain && queries.verificationRecord(domain)
    if (!domain || !record) return
    const records = await textRecords(record.name)
    if (records === null) return
    const { domain_missing_since: since } = domain
    if (records.includes(record.value)) {
      if (since) await asSystem((tx) => queries.updateProvenDomain(tx, domain, { domain_missing_since: null }))
    } else if (!since) {
      await asSystem((tx) => queries.updateProvenDomain(tx, domain, { domain_missing_since: now.toISOString() }))
    } else if (now.getTime() - Date.parse(since) >= MISSING_MS) await endProof(domain)
  },
})

const endProof = (domain: queries.ProvenDomain) =>
  asSystem(async (tx) => {
    const { id: studio_id, custom_domain, domain_verified_at } = domain
    if (!custom_domain) return
    if (!(await queries.updateProvenDomain(tx, domain, { domain_verified_at: null, domain_missing_since: null })))
      return
    await insertAuditEntry(tx, {
      ...noActor,
      studio_id,
      action: 'studios.checkDomain',
      object_type: 'studio',
      object_id: studio_id,
      before: { domain_verified_at },
      after: { domain_verified_at: null },
    })
    publishDomainChange(tx, studio_id, domain)
    const noticeFields = { studio_id, actor_id: null, subject_id: null, link: '/studio/settings?tab=domain' }
    await createNotices(tx, { kind: 'domain', data: { custom_domain }, ...noticeFields }, 'admins')
    await actAs(tx, 'auth')
    await endAccessAtDomain(tx, studio_id)
  })

/** Makes open screens and server processes reload which studio a domain belongs to. */
export function publishDomainChange(
  tx: Tx,
  studio_id: string,
  { custom_domain }: Pick<queries.DomainRow, 'custom_domain'>,
) {
  publish(tx, { studio_id, topic: 'studios', id: studio_id })
  if (custom_domain) forgetHost(tx, custom_domain)
}

export const domainJobs = [checkDomains, checkDomain]
