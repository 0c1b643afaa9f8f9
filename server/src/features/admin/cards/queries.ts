import type { CardVolume, FailedEvent } from '@studiohub/contract/features/admin/cards/schema.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'
import type { Page } from '#platform/http/cursor.ts'

// All queries in this file require the system role.

type AccountRow = {
  studio_id: string
  name: string
  takes_cards: boolean
  is_submitted: boolean
  pays_out: boolean
  differences: number
  compared_at: string | null
  failed_at: string | null
}

/** Studios that have connected an account, by name. */
export async function listAccounts(tx: Tx, { after, limit }: Page): Promise<AccountRow[]> {
  const isBeyond = after ? sql`(s.name, a.studio_id) > (${after[0]}, ${after[1]}::uuid)` : sql`true`
  const { rows } = await sql<AccountRow>`
    select a.studio_id, s.name, a.takes_cards, a.is_submitted, a.pays_out, coalesce(c.differences, 0) as differences,
      c.compared_at, c.failed_at
    from card_accounts a join studios s on s.id = a.studio_id left join card_comparisons c on c.studio_id = a.studio_id
    where ${isBeyond} order by s.name, a.studio_id limit ${limit}`.execute(tx)
  return rows
}

/** Card payments by month and currency, newest first. @param from_month `yyyy-MM` */
export async function listVolume(tx: Tx, from_month: string): Promise<CardVolume[]> {
  const { rows } = await sql<CardVolume>`
    select to_char(created_at at time zone 'UTC', 'YYYY-MM') as month, currency, count(*)::integer as payments,
      sum(paid_minor)::bigint as paid_minor, sum(refunded_minor)::bigint as refunded_minor
    from card_payments where paid_minor > 0 and created_at >= ${`${from_month}-01`}::date
    group by 1, 2 order by 1 desc, 2`.execute(tx)
  return rows
}

/** Events that we failed to process, newest first. */
export async function listFailedEvents(tx: Tx, limit: number): Promise<FailedEvent[]> {
  const { rows } = await sql<FailedEvent>`
    select e.id, e.type, e.studio_id, s.name as studio_name, e.received_at, e.failed_at, e.error
    from payment_events e join studios s on s.id = e.studio_id
    where e.failed_at is not null and e.done_at is null order by e.failed_at desc, e.id limit ${limit}`.execute(tx)
  return rows
}
