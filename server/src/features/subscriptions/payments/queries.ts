import type { Tx } from '#platform/db/transaction.ts'
import type { PaymentReport } from '#platform/payments/payments.ts'

// The queries of this file need system rights.

/** The studio of a provider's customer. It comes from our own row, never from a report. */
export async function getStudioOfCustomer(tx: Tx, customer: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('studio_subscriptions')
    .select('studio_id')
    .where('stripe_customer_id', '=', customer)
    .executeTakeFirst()
  return row?.studio_id
}

/** Stores a studio's customer id unless there is one. @returns the id that is stored */
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

/** The studio's name and contact and the buyer's address, for a new customer at the provider. */
export function getBuyer(tx: Tx, studio_id: string, user_id: string) {
  return tx
    .selectFrom('studios as s')
    .innerJoin('auth.users as u', (join) => join.on('u.id', '=', user_id))
    .select(['s.name', 's.contact_email', 'u.email'])
    .where('s.id', '=', studio_id)
    .executeTakeFirst()
}

/** Stores a report. @returns false if it is a repeat */
export async function insertReport(
  tx: Tx,
  report: Omit<PaymentReport, 'customer'>,
  at: { studio_id: string; now: Date },
) {
  const { id, type, happened_at } = report
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('payment_events')
    .values({
      id,
      type,
      studio_id: at.studio_id,
      happened_at: happened_at.toISOString(),
      received_at: at.now.toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Starts a reading from the provider. @returns its number and the customer; undefined if the studio is not a customer */
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

/** Whether no later reading has started. A later one has a newer state and writes it. */
export async function isNewestReading(tx: Tx, studio_id: string, reading: string): Promise<boolean> {
  const row = await tx
    .selectFrom('studio_subscriptions')
    .select('readings')
    .where('studio_id', '=', studio_id)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined && String(row.readings) === reading
}
