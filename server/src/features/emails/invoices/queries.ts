import type { InvoiceEmailKind } from '@studiohub/contract/features/invoices/words.ts'
import { sql } from 'kysely'
import { sendsAutomaticEmails } from '#features/studios/queries.ts'
import type { Tx } from '#platform/db/transaction.ts'

export type InvoiceEmailRow = {
  invoice_id: string
  studio_id: string
  kind: InvoiceEmailKind
  /** The payment that a receipt confirms. */
  paid_minor: number | null
  paid_on: string | null
  /** The part of the payment above the open amount, which is refunded to the card. */
  excess_minor: number
  timezone: string
  country: string | null
  is_suspended: boolean
  client_id: string
  user_id: string | null
  email: string | null
  full_name: string | null
  /** Whether emails to this address bounce. */
  is_bounced: boolean
  has_proven_admin: boolean
}

/** An email about an invoice, with its recipient. Undefined if the client was removed. */
export async function getInvoiceEmail(tx: Tx, id: string): Promise<InvoiceEmailRow | undefined> {
  const { rows } = await sql<InvoiceEmailRow>`
    select e.invoice_id, e.studio_id, e.kind, p.amount_minor as paid_minor, p.paid_on,
      coalesce((select k.excess_minor from card_payments k where k.payment_id = e.payment_id), 0) as excess_minor, s.timezone, s.country,
      s.suspended_at is not null as is_suspended, c.id as client_id, u.id as user_id,
      case when c.user_id is null then c.email else u.email end as email, coalesce(f.full_name, c.name) as full_name,
      coalesce(c.bounced_email = lower(case when c.user_id is null then c.email else u.email end), false) as is_bounced,
      exists (select from user_roles r join auth.users a on a.id = r.user_id and a.deleted_at is null and a.email_proven
        where r.studio_id = e.studio_id and r.role = 'studio_admin' and r.status = 'active') as has_proven_admin
    from invoice_emails e join invoices i on i.id = e.invoice_id join studios s on s.id = e.studio_id
    join client_records c on c.studio_id = i.studio_id and c.id = i.client_id and c.removed_at is null
    left join payments p on p.id = e.payment_id
    left join auth.users u on u.id = c.user_id and u.deleted_at is null
    left join profiles f on f.id = u.id
    where e.id = ${id}::uuid`.execute(tx)
  return rows[0]
}

/** Stores when an invoice was last emailed. */
export async function markSent(tx: Tx, invoice_id: string, at: string) {
  await sql`update invoices set sent_at = ${at}::timestamptz where id = ${invoice_id}::uuid and issued_at is not null`.execute(
    tx,
  )
}

/** A reminder that is due, by the settings of its studio. */
export type DueReminder = { invoice_id: string; studio_id: string; client_id: string; days: number }

/**
 * Open invoices that were emailed and whose reminder is due, if it is between 9:00 and 18:00 at the studio. A reminder is due on
 * its day and the two days after, so a server that was off for longer sends no old reminders.
 */
export async function listDueReminders(tx: Tx, { now, limit }: { now: Date; limit: number }): Promise<DueReminder[]> {
  const { rows } = await sql<DueReminder>`
    select i.id as invoice_id, i.studio_id, i.client_id, d.days
    from invoices i
    join studios s on s.id = i.studio_id and ${sendsAutomaticEmails}
    left join invoice_settings g on g.studio_id = i.studio_id
    cross join lateral (select ${now.toISOString()}::timestamptz at time zone s.timezone as now) t
    cross join lateral unnest(coalesce(g.reminder_days, '{3,7,14}')) as d (days)
    where i.kind = 'invoice' and i.sent_at is not null and i.voided_at is null and i.client_id is not null
      and i.due_on > ${now.toISOString()}::timestamptz::date - 20 and t.now::date - i.due_on between d.days and d.days + 2
      and t.now::time >= '09:00' and t.now::time < '18:00'
      and not exists (select from invoice_emails e where e.invoice_id = i.id and e.days = d.days)
      and (select sum(e.amount_minor) from ledger_entries e where e.invoice_id = i.id and e.account = 'receivable') > 0
    order by i.id, d.days limit ${limit}`.execute(tx)
  return rows
}
