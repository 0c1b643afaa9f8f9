import type { Tx } from '#platform/db/transaction.ts'
import type { PaymentReport } from '#platform/payments/payments.ts'

// All of it in the rights of jobs.

/** The studio that a provider's customer stands for: what we stored, never what a message says. */
export async function getStudioOfCustomer(tx: Tx, customer: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('studio_subscriptions')
    .select('studio_id')
    .where('stripe_customer_id', '=', customer)
    .executeTakeFirst()
  return row?.studio_id
}

/** Keeps the customer that a studio is at the provider. @returns the one that was kept first */
export async function keepCustomer(tx: Tx, studio_id: string, customer: string): Promise<string | undefined> {
  const row = await tx
    .updateTable('studio_subscriptions')
    .set(({ fn, val }) => ({ stripe_customer_id: fn.coalesce('stripe_customer_id', val(customer)) }))
    .where('studio_id', '=', studio_id)
    .returning('stripe_customer_id')
    .executeTakeFirst()
  return row?.stripe_customer_id ?? undefined
}

export async function keepCheckout(tx: Tx, studio_id: string, checkout: string): Promise<void> {
  await tx
    .updateTable('studio_subscriptions')
    .set({ stripe_checkout_id: checkout })
    .where('studio_id', '=', studio_id)
    .execute()
}

/** The customer at the payment provider: the studio, and the account that buys. */
export function getBuyer(tx: Tx, studio_id: string, user_id: string) {
  return tx
    .selectFrom('studios as s')
    .innerJoin('auth.users as u', (join) => join.on('u.id', '=', user_id))
    .select(['s.name', 's.contact_email', 'u.email'])
    .where('s.id', '=', studio_id)
    .executeTakeFirst()
}

/** Notes a report. @returns false where it was noted before: a repeat */
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

/**
 * Begins a reading of the provider. @returns its number and the customer to ask about, or undefined where the studio is no
 * customer
 */
export async function beginReading(
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

/** Whether no reading has begun since: a later one has seen at least as much, and writes it. */
export async function isNewestReading(tx: Tx, studio_id: string, reading: string): Promise<boolean> {
  const row = await tx
    .selectFrom('studio_subscriptions')
    .select('readings')
    .where('studio_id', '=', studio_id)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined && String(row.readings) === reading
}
