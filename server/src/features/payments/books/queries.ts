import type {
  CardBooks,
  CardDifference,
  CardDispute,
  CardPayout,
} from '@studiohub/contract/features/payments/books/schema.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

const SHOWN_MAX = 100

// The movements of a studio that belong to no payment in StudioHub, and to no payout or fee.
const outsideMovements = (studio_id: string) => sql`
  from card_movements m where m.studio_id = ${studio_id}::uuid and m.kind <> 'fee' and m.payout_id is null
    and not exists (select from card_payments p where p.account_id = m.account_id and p.intent_id = m.intent_id)`

/** What a studio sold at the provider without StudioHub, after fees and refunds, by currency. */
export async function listOutsideSales(tx: Tx, studio_id: string): Promise<CardBooks['outside']> {
  const { rows } = await sql<CardBooks['outside'][number]>`
    select m.currency, count(*)::integer as count, sum(m.amount_minor - m.fee_minor)::bigint as amount_minor,
      max(m.happened_at) as last_at ${outsideMovements(studio_id)} group by m.currency order by m.currency`.execute(tx)
  return rows
}

/** A studio's balance at the provider according to the books and to sales outside StudioHub, by currency. */
export async function listBalances(tx: Tx, studio_id: string): Promise<CardBooks['balances']> {
  const { rows } = await sql<CardBooks['balances'][number]>`
    select currency, sum(amount_minor)::bigint as amount_minor from (
      select e.currency, e.amount_minor from ledger_entries e
      where e.studio_id = ${studio_id}::uuid and e.account = 'card_clearing'
      union all select m.currency, m.amount_minor - m.fee_minor ${outsideMovements(studio_id)}
    ) known group by currency order by currency`.execute(tx)
  return rows
}

/** The disputes of a studio: open ones first, then newest first. */
export async function listDisputes(tx: Tx, studio_id: string): Promise<CardDispute[]> {
  const { rows } = await sql<CardDispute>`
    select d.id, d.state, d.amount_minor, d.currency, d.withdrawn_minor, d.reason, d.respond_by, d.evidence_url, d.opened_at,
      p.client_id, c.name as client_name, p.booking_id,
      coalesce(p.invoice_id, (select l.invoice_id from invoice_lines l join invoices i on i.id = l.invoice_id
        where l.booking_id = p.booking_id and l.is_billed and i.voided_at is null limit 1)) as invoice_id
    from card_disputes d left join card_payments p on p.id = d.payment_id
    left join client_records c on c.studio_id = p.studio_id and c.id = p.client_id
    where d.studio_id = ${studio_id}::uuid and d.state is not null
    order by d.state in ('needs_response', 'under_review') desc, d.opened_at desc, d.id limit ${SHOWN_MAX}`.execute(tx)
  return rows
}

export async function listPayouts(tx: Tx, studio_id: string): Promise<CardPayout[]> {
  const { rows } = await sql<CardPayout>`
    select id, state, amount_minor, currency, arrives_on::text as arrives_on from card_payouts
    where studio_id = ${studio_id}::uuid and state is not null order by created_at desc, id limit ${SHOWN_MAX}`.execute(
    tx,
  )
  return rows
}

/** When a studio's books were last compared; undefined if they never were. */
export const getComparison = (tx: Tx, studio_id: string) =>
  tx
    .selectFrom('card_comparisons')
    .select(['compared_at', 'failed_at'])
    .where('studio_id', '=', studio_id)
    .executeTakeFirst()

export async function listDifferences(tx: Tx, studio_id: string): Promise<CardDifference[]> {
  const { rows } = await sql<CardDifference>`
    select f.kind, substring(f.subject from position(':' in f.subject) + 1) as subject, f.currency, f.books_minor,
      f.provider_minor, f.happened_at, f.found_at, p.booking_id
    from card_differences f left join card_payments p on p.id = f.payment_id
    where f.studio_id = ${studio_id}::uuid order by f.happened_at desc, f.subject`.execute(tx)
  return rows
}
