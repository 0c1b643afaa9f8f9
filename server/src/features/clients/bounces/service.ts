import { fail } from '@studiohub/contract/errors.ts'
import { canManageClients } from '@studiohub/contract/features/clients/policy.ts'
import type { Client } from '@studiohub/contract/features/clients/schema.ts'
import type { AuditAction } from '@studiohub/contract/shared/audit-actions.ts'
import { Email } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { audit, insertSystemAuditEntry } from '#platform/audit/audit.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { isSigned } from '#platform/auth/signed-calls.ts'
import { asActor, asSystem, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { getMail } from '#platform/mail/open.ts'
import { publish } from '#platform/realtime/realtime.ts'
import * as clients from '../queries.ts'
import * as queries from './queries.ts'

type ClientKey = { studio_id: string; client_id: string }

/** Sends emails again to an address that bounced. Repeating it changes nothing. */
export function retryEmail(caller: Caller, { studio_id, client_id }: ClientKey): Promise<Client> {
  return asActor(caller, async (tx, actor) => {
    authorize(canManageClients(requireRole(actor), studio_id))
    const id = (await clients.findActiveClientId(tx, studio_id, client_id)) ?? fail('NOT_FOUND')
    if (await queries.clearBounce(tx, studio_id, id)) {
      await audit(tx, actor, {
        studio_id,
        action: 'clients.retryEmail',
        object_type: 'client_record',
        object_id: id,
        before: { bounced: true },
        after: { bounced: false },
        request_id: caller.request_id,
      })
      publish(tx, { studio_id, topic: 'clients', id })
    }
    return (await clients.getClient(tx, studio_id, id)) ?? fail('NOT_FOUND')
  })
}

async function recordChanges(
  tx: Tx,
  records: readonly { studio_id: string; id: string }[],
  { request_id, ...entry }: { action: AuditAction; request_id: string; after: Record<string, boolean> },
) {
  for (const { studio_id, id } of records) {
    await insertSystemAuditEntry(tx, { ...entry, request_id, studio_id, object_type: 'client_record', object_id: id })
    publish(tx, { studio_id, topic: 'clients', id })
  }
}

/** A report of a mail service. A bounce that is not permanent is ignored, because the email may still arrive. */
const Report = z.discriminatedUnion('type', [
  z.object({ type: z.literal('bounce'), email: Email, permanent: z.boolean().default(true) }),
  z.object({ type: z.literal('complaint'), email: Email }),
])

type ReportCall = { headers: Parameters<typeof isSigned>[1]['headers']; body: string; request_id: string; now: Date }

/** Handles the report of a mail service: an email bounced, or its receiver marked it as spam. */
export function receiveMailReport({ headers, body, request_id, now }: ReportCall): Promise<void> {
  const { webhookSecret } = getMail()
  if (!webhookSecret) fail('NOT_FOUND')
  if (!isSigned(webhookSecret, { headers, body, now })) fail('BAD_SIGNATURE')
  const report = Report.safeParse(parseJson(body))
  if (!report.success) fail('VALIDATION_FAILED')
  const { data } = report
  if (data.type === 'bounce' && !data.permanent) return Promise.resolve()
  return asSystem(async (tx) => {
    if (data.type === 'bounce') {
      const markedRecords = await queries.markBounced(tx, {
        address: data.email.toLowerCase(),
        studio_id: null,
        at: now,
      })
      return recordChanges(tx, markedRecords, { action: 'clients.recordBounce', request_id, after: { bounced: true } })
    }
    const changedRecords = await queries.endMailings(tx, data.email.toLowerCase())
    const after = { reminders: false, follow_ups: false } as const
    return recordChanges(tx, changedRecords, { action: 'clients.recordComplaint', request_id, after })
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
