import type { DifferenceKind } from '@studiohub/contract/features/payments/words.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'
import type { CardMovement } from '#platform/payments/cards.ts'

// All queries in this file require the system role.

/** A studio's account, and when its last comparison was (null before the first one). */
export async function getAccountToCompare(tx: Tx, studio_id: string) {
  const { rows } = await sql<{ account_id: string; compared_at: string | null }>`
    select a.account_id, c.compared_at from card_accounts a left join card_comparisons c on c.studio_id = a.studio_id
    where a.studio_id = ${studio_id}::uuid`.execute(tx)
  return rows[0]
}

/** Stores movements that are not stored yet. @returns the new ones */
export async function insertMovements(
  tx: Tx,
  account: { studio_id: string; account_id: string },
  movements: readonly CardMovement[],
): Promise<{ id: string; kind: DifferenceKind; amount_minor: number; currency: string; happened_at: string }[]> {
  if (movements.length === 0) return []
  return tx
    .insertInto('card_movements')
    .values(movements.map((movement) => ({ ...account, ...movement, happened_at: movement.happened_at.toISOString() })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'kind', 'amount_minor', 'currency', 'happened_at'])
    .execute()
}

export type Difference = {
  subject: string
  kind: DifferenceKind
  currency: string
  payment_id: string | null
  payout_id: string | null
  dispute_ids: string[]
  books_minor: number
  provider_minor: number
  happened_at: string
}

/**
 * The differences between the books and the provider, newest first. Both sides are added up by subject and currency. A subject
 * is a payment, a payout, a fee, or another movement. Its amounts agree if the provider's equals that of the books as they are
 * now, or as they were when the provider was asked. Left out are sales outside of StudioHub, and subjects with more than one
 * currency, because the provider converted these (docs/decisions/0162).
 * @param asked_at when the movements were read from the provider, ISO 8601
 */
export async function findDifferences(
  tx: Tx,
  studio_id: string,
  { asked_at, limit }: { asked_at: string; limit: number },
) {
  const { rows } = await sql<Difference>`
    with provider as (${providerAmounts(studio_id)}), books as (${bookedAmounts(studio_id, asked_at)}),
    both_sides as (
      select subject, currency, coalesce(provider.amount, 0)::bigint as provider_minor,
        coalesce(books.amount, 0)::bigint as books_minor, coalesce(books.amount_when_asked, 0)::bigint as books_minor_when_asked,
        coalesce(provider.last_at, books.last_at) as happened_at,
        provider.payment_id, provider.payout_id, coalesce(provider.dispute_ids, '{}') as dispute_ids
      from provider full join books using (subject, currency)
    ), of_one_currency as (
      select subject from both_sides group by subject having count(*) = 1
    )
    select d.subject, d.currency, d.books_minor, d.provider_minor, d.happened_at, d.dispute_ids,
      case when d.subject like 'payment:%' then 'payment' when d.subject like 'payout:%' then 'payout'
        when d.subject like 'fee:%' then 'fee' else 'other' end as kind,
      -- A subject that only the books have names its payment or payout.
      coalesce(p.id, d.payment_id) as payment_id,
      coalesce(d.payout_id, case when d.subject like 'payout:%' then substring(d.subject from 8) end) as payout_id
    from both_sides d join of_one_currency using (subject) left join card_payments p on d.subject = 'payment:' || p.id
    where d.provider_minor not in (d.books_minor, d.books_minor_when_asked) and d.subject not like 'other:%'
    order by d.happened_at desc, d.subject limit ${limit}`.execute(tx)
  return rows
}

const subjectOfMovement: RawBuilder<string> = sql`case when m.kind = 'fee' then 'fee:' || m.id
  when m.payout_id is not null then 'payout:' || m.payout_id
  when p.id is not null then 'payment:' || p.id else 'other:' || m.id end`

/** What the provider's movements add up to, after its fees. */
const providerAmounts = (studio_id: string) => sql`
  select ${subjectOfMovement} as subject, m.currency, sum(m.amount_minor - m.fee_minor) as amount,
    max(m.happened_at) as last_at, (array_agg(p.id))[1] as payment_id, min(m.payout_id) as payout_id,
    array_remove(array_agg(distinct m.dispute_id), null) as dispute_ids
  from card_movements m left join card_payments p on p.account_id = m.account_id and p.intent_id = m.intent_id
  where m.studio_id = ${studio_id}::uuid group by 1, 2`

/** What the entries of the books add up to, now and when the provider was asked. */
const bookedAmounts = (studio_id: string, asked_at: string) => sql`
  select app.card_subject(e.event_key) as subject, e.currency, sum(e.amount_minor) as amount, max(e.recorded_at) as last_at,
    sum(e.amount_minor) filter (where e.recorded_at <= ${asked_at}::timestamptz) as amount_when_asked
  from ledger_entries e
  where e.studio_id = ${studio_id}::uuid and e.account = 'card_clearing' and app.card_subject(e.event_key) is not null
  group by 1, 2`

type ComparisonResult = { studio_id: string; differences: readonly Difference[]; asked_at: string }

/** Replaces a studio's differences with those of a new comparison. Differences that remain do not change their `found_at`. */
export async function saveDifferences(tx: Tx, { studio_id, differences, asked_at }: ComparisonResult) {
  const subjects = differences.map((difference) => `${difference.subject} ${difference.currency}`)
  await sql`delete from card_differences where studio_id = ${studio_id}::uuid
    and subject || ' ' || currency <> all (${subjects}::text[])`.execute(tx)
  for (const { payout_id, dispute_ids, ...difference } of differences) {
    const { books_minor, provider_minor, happened_at } = difference
    await tx
      .insertInto('card_differences')
      .values({ ...difference, studio_id, found_at: asked_at })
      .onConflict((conflict) =>
        conflict
          .columns(['studio_id', 'subject', 'currency'])
          .doUpdateSet({ books_minor, provider_minor, happened_at }),
      )
      .execute()
  }
  await saveComparison(tx, studio_id, { compared_at: asked_at, failed_at: null, differences: differences.length })
}

type Comparison = { compared_at?: string; failed_at: string | null; differences?: number }

/** Stores when a studio was compared, or that the provider did not answer. */
export async function saveComparison(tx: Tx, studio_id: string, row: Comparison) {
  await tx
    .insertInto('card_comparisons')
    .values({ studio_id, ...row })
    .onConflict((conflict) => conflict.column('studio_id').doUpdateSet(row))
    .execute()
}

/** The studios to compare: all with an account, or only those whose last comparison failed or found differences. */
export async function listStudiosToCompare(tx: Tx, { onlyUnresolved }: { onlyUnresolved: boolean }): Promise<string[]> {
  const { rows } = await sql<{ studio_id: string }>`
    select a.studio_id from card_accounts a left join card_comparisons c on c.studio_id = a.studio_id
    where not ${onlyUnresolved}::boolean or c.failed_at is not null or c.differences > 0
    order by a.studio_id`.execute(tx)
  return rows.map(({ studio_id }) => studio_id)
}
