import type { Tx } from '#platform/db/transaction.ts'
import type { PaymentEvent } from '#platform/payments/payments.ts'

// All queries in this file require the system role.

/** The studio of a provider's customer, from our own table: what an event says about it is not trusted. */
export async function getStudioOfCustomer(tx: Tx, customer: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('studio_subscriptions')
    .select('studio_id')
    .where('stripe_customer_id', '=', customer)
    .executeTakeFirst()
  return row?.studio_id
}

/** Stores a studio's customer id, unless it already has one. @returns the stored id */
export async function storeCustomer(tx: Tx, studio_id: string, customer: string): Promise<string | undefined> {
  const row = await tx
    .updateTable('studio_subscriptions')
    .set(({ fn, val }) => ({ stripe_customer_id: fn.coalesce('stripe_customer_id', val(customer)) }))
    .where('studio_id', '=', studio_id)
    .returning('stripe_customer_id')
    .executeTakeFirst()
  return row?.stripe_customer_id ?? undefined
}

export async function storeCheckout(tx: Tx, studio_id: string, checkout: string): Promise<void> {
  await tx
    .updateTable('studio_subscriptions')
    .set({ stripe_checkout_id: checkout })
    .where('studio_id', '=', studio_id)
    .execute()
}

/** The data for a new customer at the provider: the studio's name and contact address, and the buyer's address. */
export function getBuyer(tx: Tx, studio_id: string, user_id: string) {
  return tx
    .selectFrom('studios as s')
    .innerJoin('auth.users as u', (join) => join.on('u.id', '=', user_id))
    .select(['s.name', 's.contact_email', 'u.email'])
    .where('s.id', '=', studio_id)
    .executeTakeFirst()
}

/** Stores an event. @returns false if it was already stored */
export async function insertEvent(
  tx: Tx,
  event: Omit<PaymentEvent, 'customer'>,
  { studio_id, now }: { studio_id: string; now: Date },
) {
  const { id, type, happened_at } = event
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('payment_events')
    .values({
      id,
      type,
      studio_id,
      happened_at: happened_at.toISOString(),
      received_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Counts a new reading from the provider. @returns its number and the customer, or undefined if the studio is no customer */
export async function startReading(
  tx: Tx,
  studio_id: string,
): Promise<{ reading: string; customer: string } | undefined> {
  const row = await tx
    .updateTable('studio_subscriptions')
    .set(({ eb }) => ({ readings: eb('readings', '+', 1) }))
    .where('studio_id', '=', studio_id)
    .where('stripe_customer_id', 'is not', null)
    .returning(['readings', 'stripe_customer_id as customer'])
    .executeTakeFirst()
  return row?.customer ? { reading: String(row.readings), customer: row.customer } : undefined
}

/** Whether no later reading has started. If one has, it will write its newer state. */
export async function isNewestReading(tx: Tx, studio_id: string, reading: string): Promise<boolean> {
  const row = await tx
    .selectFrom('studio_subscriptions')
    .select('readings')
    .where('studio_id', '=', studio_id)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined && String(row.readings) === reading
}
