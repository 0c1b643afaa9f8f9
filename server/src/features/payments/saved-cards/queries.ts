import type { FeeTerms } from '@studiohub/contract/features/payments/saved-cards/rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'
import type { CardDetails } from '#platform/payments/cards.ts'

/** A saved card, or the page on which a client may enter one (state `open` or `expired`). */
export type SavedCardRow = {
  id: string
  studio_id: string
  client_id: string
  account_id: string
  checkout_id: string | null
  payment_method_id: string | null
  brand: string | null
  last4: string | null
  exp_month: number | null
  exp_year: number | null
  mandate: string
  state: 'open' | 'expired' | 'saved' | 'removed'
  created_at: string
}

const columns = sql`k.id, k.studio_id, k.client_id, k.account_id, k.checkout_id, k.payment_method_id, k.brand, k.last4,
  k.exp_month, k.exp_year, k.mandate, k.state, k.created_at`

type ClientKey = { studio_id: string; client_id: string }

/** The saved card of a client, if the actor may see it. */
export async function getSavedCard(tx: Tx, { studio_id, client_id }: ClientKey): Promise<SavedCardRow | undefined> {
  const { rows } = await sql<SavedCardRow>`
    select ${columns} from saved_cards k where k.studio_id = ${studio_id}::uuid and k.client_id = ${client_id}::uuid
      and k.state = 'saved' order by k.saved_at desc limit 1`.execute(tx)
  return rows[0]
}

/** One card, if the actor may see it. */
export async function findSavedCard(tx: Tx, id: string): Promise<SavedCardRow | undefined> {
  const { rows } = await sql<SavedCardRow>`
    select ${columns} from saved_cards k where k.id = ${id}::uuid`.execute(tx)
  return rows[0]
}

// The functions below require the system role.

/** The data of the studio and the client for a new card; undefined if the studio accepts no cards. */
export async function getCardOwner(tx: Tx, { studio_id, user_id }: { studio_id: string; user_id: string }) {
  const { rows } = await sql<
    FeeTerms & { account_id: string; email: string; slug: string; domain: string | null; brand_colors: unknown }
  >`
    select s.name, s.cancellation_policy, s.cancellation_cutoff_hours, a.account_id, u.email, s.slug, s.brand_colors,
      case when s.domain_verified_at is not null then s.custom_domain end as domain
    from studios s join card_accounts a on a.studio_id = s.id and a.takes_cards
    join auth.users u on u.id = ${user_id}::uuid
    where s.id = ${studio_id}::uuid`.execute(tx)
  return rows[0]
}

type NewCard = Pick<SavedCardRow, 'id' | 'studio_id' | 'client_id' | 'account_id' | 'mandate' | 'created_at'>

export async function insertCard(tx: Tx, card: NewCard) {
  await tx.insertInto('saved_cards').values(card).execute()
}

/** Stores the provider's page on which the client enters a card. */
export async function saveSetup(tx: Tx, id: string, page: { id: string; customer_id: string }) {
  await sql`update saved_cards set checkout_id = ${page.id}, customer_id = ${page.customer_id}
    where id = ${id}::uuid and state = 'open'`.execute(tx)
}

/** The open pages on which a client may have entered a card. */
export async function listOpenCards(tx: Tx, { studio_id, client_id }: ClientKey): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select k.id from saved_cards k where k.studio_id = ${studio_id}::uuid and k.client_id = ${client_id}::uuid
      and k.state = 'open' and k.checkout_id is not null order by k.created_at`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The open pages for which no event came. */
export async function listCardsWithoutEvent(tx: Tx, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select k.id from saved_cards k where k.state = 'open'
      and k.created_at < ${now.toISOString()}::timestamptz - interval '10 minutes'
    order by k.created_at limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Stores the details of a card. @returns false if they were already stored */
export async function saveCardDetails(tx: Tx, id: string, card: CardDetails & { now: Date }): Promise<boolean> {
  const { payment_method_id, brand, last4, exp_month, exp_year, now } = card
  const { rows } = await sql`
    update saved_cards set state = 'saved', payment_method_id = ${payment_method_id}, brand = ${brand}, last4 = ${last4},
      exp_month = ${exp_month}, exp_year = ${exp_year}, saved_at = ${now.toISOString()}::timestamptz
    where id = ${id}::uuid and state = 'open' returning id`.execute(tx)
  return rows.length > 0
}

/** Marks a page as ended without a card. */
export async function expireCardPage(tx: Tx, id: string) {
  await sql`update saved_cards set state = 'expired' where id = ${id}::uuid and state = 'open'`.execute(tx)
}

/** Removes the cards of a client, except `except`. @returns the ids of the removed cards */
export async function removeCards(
  tx: Tx,
  { studio_id, client_id, now, except }: ClientKey & { now: Date; except: string | null },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update saved_cards set state = 'removed', removed_at = ${now.toISOString()}::timestamptz
    where studio_id = ${studio_id}::uuid and client_id = ${client_id}::uuid and state = 'saved'
      and id is distinct from ${except}::uuid returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Removes cards that their owner can no longer remove: the owner deleted the account, was erased, or is no longer a client of
 * the studio. Clears brand, number and expiry. The ids at the provider and the mandate stay, because the provider must still
 * delete the card.
 */
export async function removeCardsOfFormerClients(tx: Tx, { now, limit }: { now: Date; limit: number }) {
  const { rows } = await sql<Pick<SavedCardRow, 'id' | 'studio_id' | 'client_id'>>`
    update saved_cards k set state = 'removed', removed_at = ${now.toISOString()}::timestamptz,
      brand = null, last4 = null, exp_month = null, exp_year = null
    where k.id in (select o.id from saved_cards o where o.state = 'saved' and not exists (${ownerQuery(sql`o`)})
      order by o.id limit ${limit} for update skip locked)
    returning k.id, k.studio_id, k.client_id`.execute(tx)
  return rows
}

const ownerQuery = (card: RawBuilder<unknown>) => sql`
  select from client_records c join auth.users u on u.id = c.user_id and u.deleted_at is null
  where c.studio_id = ${card}.studio_id and c.id = ${card}.client_id and c.removed_at is null`

/** Records that the provider has deleted a card. */
export async function recordDetachment(tx: Tx, id: string, now: Date) {
  await sql`update saved_cards set detached_at = ${now.toISOString()}::timestamptz
    where id = ${id}::uuid and detached_at is null`.execute(tx)
}

/** Removed cards whose deletion at the provider was not confirmed after five hours. Not tried after 30 days. */
export async function listUndetachedCards(tx: Tx, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select k.id from saved_cards k
    where k.state = 'removed' and k.detached_at is null and k.payment_method_id is not null
      and k.removed_at between ${now.toISOString()}::timestamptz - interval '30 days'
        and ${now.toISOString()}::timestamptz - interval '5 hours'
    order by k.removed_at limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** A card that can be charged: it was not removed, and its owner still has an account with which they could remove it. */
export async function getCardToCharge(tx: Tx, card: { id: string } | ClientKey) {
  const filter =
    'id' in card
      ? sql`k.id = ${card.id}::uuid`
      : sql`k.studio_id = ${card.studio_id}::uuid and k.client_id = ${card.client_id}::uuid`
  const { rows } = await sql<{ id: string; account_id: string; customer_id: string; payment_method_id: string }>`
    select k.id, k.account_id, k.customer_id, k.payment_method_id from saved_cards k
    join card_accounts a on a.studio_id = k.studio_id and a.account_id = k.account_id and a.takes_cards
    where ${filter} and k.state = 'saved' and exists (${ownerQuery(sql`k`)}) order by k.saved_at desc limit 1`.execute(
    tx,
  )
  return rows[0]
}

/** Finds the card of an event by the id of its page, only at the account that sent the event. */
export async function findCardOfEvent(
  tx: Tx,
  { account, object_ids }: { account: string; object_ids: readonly string[] },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select k.id from saved_cards k
    where k.account_id = ${account} and k.checkout_id = any(${[...object_ids]}::text[]) limit 1`.execute(tx)
  return rows[0]?.id
}

/** The invoice that contains a fee, whether it is issued, and whether it contains nothing else. */
export async function getInvoiceOfFee(tx: Tx, booking_id: string) {
  const { rows } = await sql<{ invoice_id: string; is_issued: boolean; is_only_fee: boolean }>`
    select i.id as invoice_id, i.issued_at is not null as is_issued,
      i.total_minor <= app.payable_amount((b.fee->>'amount_minor')::bigint, b.tax) and not exists (
        select from invoice_lines o where o.invoice_id = i.id and o.booking_id is distinct from b.id) as is_only_fee
    from bookings b join invoice_lines l on l.booking_id = b.id and l.is_billed
    join invoices i on i.id = l.invoice_id and i.voided_at is null
    where b.id = ${booking_id}::uuid limit 1`.execute(tx)
  return rows[0]
}

/** The studio, client and currency of an invoice. */
export async function getInvoiceOwner(tx: Tx, id: string) {
  const { rows } = await sql<{ studio_id: string; client_id: string | null; currency: string }>`
    select studio_id, client_id, currency from invoices where id = ${id}::uuid`.execute(tx)
  return rows[0]
}

/** Whether a payment has ended and took no money. */
export async function isPaymentExpired(tx: Tx, card_payment_id: string): Promise<boolean> {
  const { rows } = await sql`
    select id from card_payments where id = ${card_payment_id}::uuid and state = 'expired'`.execute(tx)
  return rows.length > 0
}
