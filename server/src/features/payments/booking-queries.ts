import type { BookingStatus } from '@studiohub/contract/features/bookings/schema.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

// All queries in this file require the system role.

/**
 * The data of a booking that its payment needs. `due_minor` is the amount owed now, with tax; the fee if it was cancelled.
 */
export type PaidBookingRow = {
  id: string
  studio_id: string
  client_id: string | null
  user_id: string | null
  project_id: string | null
  status: BookingStatus
  pay_by: string | null
  cancelled_by: string | null
  starts_at: string
  version: number
  due_minor: number
  held_deposit_minor: number
  deposit_minor: number | null
  currency: string | null
  confirms_at_once: boolean
}

/** Locks a booking. @returns the data that its payment depends on */
export async function lockBooking(tx: Tx, id: string): Promise<PaidBookingRow | undefined> {
  await sql`select from bookings where id = ${id}::uuid for no key update`.execute(tx)
  const { rows } = await sql<PaidBookingRow>`
    select b.id, b.studio_id, b.client_id, c.user_id, b.project_id, b.status, b.pay_by, b.cancelled_by, b.starts_at, b.version,
      b.deposit_minor, b.currency,
      coalesce(app.payable_amount(app.session_amount(b.status, b.no_show_at, b.price_minor, b.fee), b.tax), 0)::bigint as due_minor,
      (select coalesce(-sum(e.amount_minor), 0) from ledger_entries e
        where e.booking_id = b.id and e.account = 'deposits_held')::bigint as held_deposit_minor,
      coalesce(o.auto_confirm and o.is_client_bookable, false) as confirms_at_once
    from bookings b left join client_records c on c.studio_id = b.studio_id and c.id = b.client_id
    left join studio_services o on o.studio_id = b.studio_id and o.key = b.service_type
    where b.id = ${id}::uuid`.execute(tx)
  return rows[0]
}

type WaitEnd = { id: string; status: BookingStatus; now: Date }

/** Ends the wait of a booking for its payment, and sets its status. @returns its new version */
export async function endPaymentWait(tx: Tx, { id, status, now }: WaitEnd): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`
    update bookings set status = ${status}, pay_by = null, cancelled_at = null, cancelled_by = null, cancel_reason = null,
      updated_at = ${now.toISOString()}::timestamptz, version = version + 1
    where id = ${id}::uuid returning version`.execute(tx)
  return rows[0]?.version
}

/** Whether another booking has taken the time of a booking that was cancelled as unpaid. The caller must have the studio's lock. */
export async function isTimeTaken(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select from reservations own join reservations other on other.resource_id = own.resource_id
      and other.during && own.during and other.holder_id <> own.holder_id and other.holds
      where own.booking_id = ${id}::uuid and not own.requested) as taken`.execute(tx)
  return rows[0]?.taken === true
}

export type UnpaidBooking = { id: string; studio_id: string; client_id: string | null; version: number }

const REASON = 'The deposit was not paid in time.'

/** Cancels bookings that were not paid in time, oldest first. This frees their time. @param id limits it to one booking */
export async function cancelUnpaid(tx: Tx, { now, limit, id }: { now: Date; limit: number; id?: string | undefined }) {
  const at = now.toISOString()
  const { rows } = await sql<UnpaidBooking>`
    update bookings set status = 'cancelled', cancelled_at = ${at}::timestamptz, cancel_reason = ${REASON},
      updated_at = ${at}::timestamptz, version = version + 1
    where status = 'pending' and id in (
      select id from bookings where status = 'pending' and pay_by <= ${at}::timestamptz
        and ${id ? sql`id = ${id}::uuid` : sql`true`}
      order by pay_by limit ${limit} for update skip locked)
    returning id, studio_id, client_id, version`.execute(tx)
  return rows
}

/** The studio's time zone, which decides the day of an entry in its books. */
export async function getTimezone(tx: Tx, studio_id: string): Promise<string> {
  const row = await tx.selectFrom('studios').select('timezone').where('id', '=', studio_id).executeTakeFirst()
  return row?.timezone ?? 'UTC'
}
