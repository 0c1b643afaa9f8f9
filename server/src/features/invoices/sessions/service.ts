import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { canChangeInvoices, canSeeSessionMoney, canTakePayment } from '@studiohub/contract/features/invoices/policy.ts'
import { computeHourPrice } from '@studiohub/contract/features/invoices/rules.ts'
import type { BillableSession, SessionMoney } from '@studiohub/contract/features/invoices/schema.ts'
import { paymentMethods } from '@studiohub/contract/features/invoices/words.ts'
import { getBooking } from '#features/bookings/queries.ts'
import { findClientId } from '#features/clients/queries.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { getSettings } from '../settings/queries.ts'
import * as queries from './queries.ts'

/** Sessions of a client that can be invoiced. @param draft_id also includes the sessions of this draft */
export function listBillable(
  caller: Caller,
  {
    studio_id,
    client_id: requested_id,
    draft_id,
  }: { studio_id: string; client_id: string; draft_id?: string | undefined },
) {
  return asActor(caller, async (tx, actor): Promise<{ items: BillableSession[] }> => {
    authorize(canChangeInvoices(requireRole(actor), studio_id))
    const client_id = await findClientId(tx, studio_id, requested_id)
    const billable = client_id ? await queries.listBillable(tx, { studio_id, client_id, invoice_id: draft_id }) : []
    return { items: billable.map(toBillableSession) }
  })
}

function toBillableSession({ price_lines, tax, has_fee, minutes, ...session }: queries.PricedSession): BillableSession {
  return {
    ...session,
    hour_minor: has_fee ? null : computeHourPrice({ ...session, price_lines }, minutes),
    tax_rate_bp: tax?.reverse_charge ? 0 : (tax?.rate_bp ?? 0),
  }
}

/** The amounts paid and owed for a session: for admins, the desk, and the client. */
export function getSessionMoney(caller: Caller, id: string): Promise<SessionMoney> {
  return asActor(caller, (tx, actor) => requireSessionMoney(tx, actor, id))
}

/** Like `getSessionMoney`, in a transaction. @throws AppError NOT_FOUND, FORBIDDEN */
export async function requireSessionMoney(tx: Tx, actor: Actor, id: string): Promise<SessionMoney> {
  requireRole(actor)
  const booking = (await getBooking(tx, id)) ?? fail('NOT_FOUND')
  const { studio_id } = booking
  authorize(canSeeSessionMoney(actor, booking))
  const { client_id: _, ...money } = (await queries.getSessionMoney(tx, id)) ?? fail('NOT_FOUND')
  const { desk_takes_cash } = await getSettings(tx, studio_id)
  const methods = paymentMethods.filter((method) => canTakePayment(actor, studio_id, { method, desk_takes_cash }))
  const canSeeInvoice = actor.role !== 'staff'
  return {
    ...money,
    ...(!canSeeInvoice && { invoice_id: null, invoice_number: null }),
    methods: money.owed_minor > 0 && booking.client_id !== null ? methods : [],
  }
}
