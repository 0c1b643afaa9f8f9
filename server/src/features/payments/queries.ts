import type { CardMoney } from '@studiohub/contract/features/payments/rules.ts'
import type { PaymentOptions } from '@studiohub/contract/features/payments/schema.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

/** The bank details of a studio, if the actor may see them. */
export async function getBankDetails(tx: Tx, studio_id: string): Promise<PaymentOptions['bank']> {
  const { rows } = await sql<NonNullable<PaymentOptions['bank']>>`
    select holder, iban, bic from door.bank_details(${studio_id}::uuid)`.execute(tx)
  return rows[0] ?? null
}

/** Whether a studio can take cards. */
export async function takesCards(tx: Tx, studio_id: string): Promise<boolean> {
  const { rows } = await sql<{ takes: boolean }>`select door.takes_cards(${studio_id}::uuid) as takes`.execute(tx)
  return rows[0]?.takes === true
}

/** A payment by card. */
export type CardPaymentRow = {
  id: string
  studio_id: string
  client_id: string | null
  booking_id: string | null
  invoice_id: string | null
  /** The saved card to charge; null if the client pays on the provider's page. */
  saved_card_id: string | null
  account_id: string
  amount_minor: number
  currency: string
  is_authorized_first: boolean
  checkout_id: string | null
  checkout_url: string | null
  intent_id: string | null
  state: CardMoney['state']
  paid_minor: number
  refunded_minor: number
  fee_minor: number | null
  /** The part above the open amount at the time of the payment. */
  excess_minor: number
  /** The total to refund to the card: requested by admins, or because the payment was too high. */
  return_minor: number
  /** The row of this payment in `payments`. */
  payment_id: string | null
  created_at: string
}

/** The columns of a `CardPaymentRow`. */
export const paymentColumns = sql`id, studio_id, client_id, booking_id, invoice_id, saved_card_id, account_id, amount_minor, currency,
  is_authorized_first, checkout_id, checkout_url, intent_id, state, paid_minor, refunded_minor, fee_minor, excess_minor,
  return_minor, payment_id, created_at`

/** The most relevant payment of a booking that the actor may see: one with money, else the newest. */
export async function getPaymentOfBooking(tx: Tx, booking_id: string): Promise<CardPaymentRow | undefined> {
  const { rows } = await sql<CardPaymentRow>`
    select ${paymentColumns} from card_payments where booking_id = ${booking_id}::uuid
    order by (state in ('authorized', 'paid', 'refunded', 'released')) desc, created_at desc limit 1`.execute(tx)
  return rows[0]
}

// The functions below require the system role.

/** The data of a booking and of its client for a new payment. */
export async function getPayer(tx: Tx, { booking_id, user_id }: { booking_id: string; user_id: string }) {
  const { rows } = await sql<{
    account_id: string
    email: string
    studio: string
    brand_colors: unknown
    service: string
    slug: string
    domain: string | null
    confirms_at_once: boolean
  }>`
    select a.account_id, u.email, s.name as studio, s.brand_colors, s.slug,
      case when s.domain_verified_at is not null then s.custom_domain end as domain, coalesce(o.label, b.service_type) as service,
      coalesce(o.auto_confirm and o.is_client_bookable, false) as confirms_at_once
    from bookings b join studios s on s.id = b.studio_id
    join card_accounts a on a.studio_id = b.studio_id and a.takes_cards
    left join studio_services o on o.studio_id = b.studio_id and o.key = b.service_type
    join auth.users u on u.id = ${user_id}::uuid
    where b.id = ${booking_id}::uuid`.execute(tx)
  return rows[0]
}

type NewPayment = Pick<
  CardPaymentRow,
  | 'id'
  | 'studio_id'
  | 'client_id'
  | 'booking_id'
  | 'account_id'
  | 'amount_minor'
  | 'currency'
  | 'is_authorized_first'
  | 'created_at'
>

/**
 * Ends an open payment that still has no page. Every attempt for a payment sends the same end time to the provider, so its page
 * would end too soon. The next payment gets a page with a later end.
 * @param created_before the payment is older than this
 */
export async function expirePaymentWithoutPage(
  tx: Tx,
  subject: { booking_id: string } | { invoice_id: string },
  created_before: Date,
) {
  await tx
    .updateTable('card_payments')
    .set({ state: 'expired' })
    .where((row) => row.and(subject))
    .where('state', '=', 'open')
    .where('checkout_id', 'is', null)
    .where('saved_card_id', 'is', null)
    .where('created_at', '<', created_before.toISOString())
    .execute()
}

/** Creates a payment unless the booking has an open one. @returns the open payment, and whether it is new */
export async function getOrCreatePayment(tx: Tx, payment: NewPayment & { booking_id: string }) {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('card_payments')
    .values(payment)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  const { rows } = await sql<CardPaymentRow>`
    select ${paymentColumns} from card_payments where booking_id = ${payment.booking_id}::uuid and state = 'open'`.execute(
    tx,
  )
  return { row: rows[0], isNew: numInsertedOrUpdatedRows === 1n }
}

/** Stores the provider's page of a payment that has none yet. */
export async function saveCheckout(tx: Tx, id: string, checkout: { id: string; url: string }) {
  await tx
    .updateTable('card_payments')
    .set({ checkout_id: checkout.id, checkout_url: checkout.url })
    .where('id', '=', id)
    .where('checkout_id', 'is', null)
    .execute()
}

/** The payments of a booking that may need another step. */
export async function listUnsettledPayments(tx: Tx, booking_id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from card_payments where booking_id = ${booking_id}::uuid and state in ('open', 'authorized', 'paid')
    order by created_at`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Finds the payment of an event by our id or the provider's id. Searches only the account that sent the event. */
export async function findPaymentOfEvent(
  tx: Tx,
  {
    account,
    card_payment_id,
    object_ids,
  }: { account: string; card_payment_id: string | null; object_ids: readonly string[] },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from card_payments where account_id = ${account} and (id = ${card_payment_id}::uuid
      or checkout_id = any(${[...object_ids]}::text[]) or intent_id = any(${[...object_ids]}::text[])) limit 1`.execute(
    tx,
  )
  return rows[0]?.id
}

/**
 * Payments that were not read for too long: open and authorized ones, those with a refund to make, those whose booking has
 * changed since, and those whose fee is not known yet.
 */
export async function listPaymentsWithoutEvent(tx: Tx, now: Date, limit: number): Promise<string[]> {
  const at = sql`${now.toISOString()}::timestamptz`
  const { rows } = await sql<{ id: string }>`
    select p.id from card_payments p left join bookings b on b.id = p.booking_id
    where p.state in ('open', 'authorized', 'paid') and (b.updated_at is null or b.updated_at < ${at} - interval '2 minutes')
      and (p.state = 'open' or p.checkout_id is not null or p.saved_card_id is not null) and coalesce(p.read_at, p.created_at) < ${at} - interval '10 minutes'
      and (p.state <> 'paid' or p.return_minor > p.refunded_minor or coalesce(b.version, 0) is distinct from p.booking_version
        or (p.fee_minor is null and p.created_at > ${at} - interval '7 days' and p.read_at < ${at} - interval '1 hour'))
    order by p.read_at nulls first limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Whether some of a booking's deposit was returned since `since` (ISO 8601). */
export async function wasDepositReturned(tx: Tx, booking_id: string, since: string): Promise<boolean> {
  const { rows } = await sql`
    select from card_payments where booking_id = ${booking_id}::uuid and read_at >= ${since}::timestamptz
      and (state in ('released', 'refunded') or refunded_minor > 0) limit 1`.execute(tx)
  return rows.length > 0
}

/** Counts a new reading from the provider. Of overlapping readings, only the last one may store its result. */
export async function startReading(tx: Tx, id: string, now: Date) {
  const { rows } = await sql<CardPaymentRow & { reading: string }>`
    update card_payments set readings = readings + 1, read_at = ${now.toISOString()}::timestamptz where id = ${id}::uuid
    returning ${paymentColumns}, readings::text as reading`.execute(tx)
  return rows[0]
}

/** Locks and reads a payment. Undefined if a later reading has started. */
export async function lockPayment(tx: Tx, { id, reading }: { id: string; reading: string }) {
  const { rows } = await sql<CardPaymentRow>`
    select ${paymentColumns} from card_payments where id = ${id}::uuid and readings = ${reading}::bigint for update`.execute(
    tx,
  )
  return rows[0]
}

type StoredMoney = Pick<CardPaymentRow, 'id' | 'intent_id' | 'state' | 'paid_minor' | 'refunded_minor' | 'fee_minor'> &
  RecordedMoney

/** The columns that depend on the entries in the books. */
export type RecordedMoney = Pick<CardPaymentRow, 'excess_minor' | 'return_minor' | 'payment_id'>

export async function savePayment(tx: Tx, { id, ...row }: StoredMoney & { booking_version: number | null }) {
  await tx.updateTable('card_payments').set(row).where('id', '=', id).execute()
}

/** Ends a payment whose page was never shown. */
export async function expireUnshownPayment(tx: Tx, id: string) {
  await tx
    .updateTable('card_payments')
    .set({ state: 'expired' })
    .where('id', '=', id)
    .where('checkout_id', 'is', null)
    .execute()
}

/** The data for the email about a payment that arrived too late. */
export async function getLatePayment(tx: Tx, id: string) {
  const { rows } = await sql<{
    studio_id: string
    email: string | null
    name: string
    service: string
    booking_date: string
    start_time: string
    amount_minor: number
    currency: string
    country: string | null
    timezone: string
    slug: string
  }>`
    select p.studio_id, coalesce(u.email, c.email) as email, c.name, coalesce(o.label, b.service_type) as service,
      b.booking_date::text as booking_date, to_char(b.start_time, 'HH24:MI') as start_time, p.amount_minor, p.currency,
      s.country, s.timezone, s.slug
    from card_payments p join bookings b on b.id = p.booking_id join studios s on s.id = p.studio_id
    join client_records c on c.studio_id = p.studio_id and c.id = p.client_id
    left join auth.users u on u.id = c.user_id
    left join studio_services o on o.studio_id = b.studio_id and o.key = b.service_type
    where p.id = ${id}::uuid`.execute(tx)
  return rows[0]
}
