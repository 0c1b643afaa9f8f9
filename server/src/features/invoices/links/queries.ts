import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

type InvoiceLink = { id: string; expires_at: string }

/** Creates the link of an invoice, or extends the existing one. Two calls at the same time get the same link. */
export async function upsertLink(
  tx: Tx,
  link: { studio_id: string; invoice_id: string; created_at: string; expires_at: string },
): Promise<InvoiceLink> {
  const { rows } = await sql<InvoiceLink>`
    insert into invoice_links (studio_id, invoice_id, created_at, expires_at)
    values (${link.studio_id}::uuid, ${link.invoice_id}::uuid, ${link.created_at}::timestamptz, ${link.expires_at}::timestamptz)
    on conflict (invoice_id) where revoked_at is null
      do update set expires_at = greatest(invoice_links.expires_at, excluded.expires_at)
    returning id, expires_at`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('the link was not written')
  return row
}

/** Ends the link of an invoice. @returns its id, or null if there was none */
export async function revokeLink(tx: Tx, invoice_id: string, at: string): Promise<string | null> {
  const row = await tx
    .updateTable('invoice_links')
    .set({ revoked_at: at })
    .where('invoice_id', '=', invoice_id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** The invoice of a valid link at an active studio. Requires the system role. */
export async function findLinkedInvoice(tx: Tx, { id, now }: { id: string; now: Date }) {
  const { rows } = await sql<{ invoice_id: string; studio_id: string; timezone: string }>`
    select l.invoice_id, l.studio_id, s.timezone from invoice_links l join studios s on s.id = l.studio_id
    where l.id = ${id}::uuid and l.revoked_at is null and l.expires_at > ${now.toISOString()}::timestamptz
      and s.suspended_at is null`.execute(tx)
  return rows[0]
}
