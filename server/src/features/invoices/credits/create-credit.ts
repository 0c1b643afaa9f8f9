import { fail } from '@studiohub/contract/errors.ts'
import {
  buildGivenCreditEntries,
  buildPaidOutCreditEntries,
} from '@studiohub/contract/features/invoices/ledger/rules.ts'
import type { LedgerKind } from '@studiohub/contract/features/invoices/ledger/words.ts'
import { canChangeInvoices } from '@studiohub/contract/features/invoices/policy.ts'
import type { ClientBalance, CreditPayout, NewCredit } from '@studiohub/contract/features/invoices/schema.ts'
import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { findClientId } from '#features/clients/queries.ts'
import { getStudio } from '#features/studios/queries.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { getCredit, type LedgerEvent, listBalances } from '../ledger/queries.ts'
import { recordLedgerEvent } from '../ledger/record-ledger-event.ts'
import { insertPayment, type NewPaymentRow } from '../payments/queries.ts'
import { recordMoney } from '../record-invoice.ts'

type ClientKey = { studio_id: string; client_id: string }
type Balances = { items: ClientBalance[] }

/** Gives a client credit, which their next booking or invoice uses. */
export const createCredit = (caller: Caller, input: NewCredit & ClientKey, now: Date): Promise<Balances> =>
  changeCredit(caller, { ...input, method: 'credit' }, { now, kind: 'credit', action: 'invoices.createCredit' })

/** Pays out a client's credit, up to its balance. */
export const payOutCredit = (caller: Caller, input: CreditPayout & ClientKey, now: Date): Promise<Balances> =>
  changeCredit(caller, input, { now, kind: 'payout', action: 'invoices.payOutCredit' })

type CreditChange = NewCredit & ClientKey & { method: CreditPayout['method'] | 'credit' }
type CreditOperation = {
  now: Date
  kind: 'credit' | 'payout'
  action: 'invoices.createCredit' | 'invoices.payOutCredit'
}

function changeCredit(caller: Caller, input: CreditChange, { now, kind, action }: CreditOperation): Promise<Balances> {
  const { studio_id, amount_minor, currency, method, reason } = input
  return asActor(caller, async (tx, actor) => {
    authorize(canChangeInvoices(requireRole(actor), studio_id))
    const client_id = (await findClientId(tx, studio_id, input.client_id)) ?? fail('CLIENT_NOT_IN_STUDIO')
    const { timezone } = (await getStudio(tx, studio_id)) ?? fail('NOT_FOUND')
    await lock(tx, 'money', studio_id)
    if (kind === 'payout' && amount_minor > (await getCredit(tx, { studio_id, client_id, currency }))) {
      fail('AMOUNT_NOT_POSSIBLE', { fields: { amount_minor: 'This is more than the credit of this client.' } })
    }
    const today = todayIn(timezone, now)
    const money = { amount_minor, currency, paid_on: today, note: reason, created_at: now.toISOString() }
    const party = { studio_id, client_id, invoice_id: null, booking_id: null }
    const id = await postCredit(tx, { ...party, kind, method, ...money, created_by: actor.user_id })
    await recordMoney(tx, actor, {
      caller,
      action,
      object_type: 'payment',
      object_id: id,
      studio_id,
      client_id,
      after: { id, client_id, amount_minor, currency, method },
    })
    return { items: await listBalances(tx, { studio_id, client_id, today }) }
  })
}

async function postCredit(tx: Tx, row: NewPaymentRow & { client_id: string }): Promise<string> {
  const { studio_id, client_id, amount_minor, currency, method } = row
  const id = await insertPayment(tx, row)
  const posting: { kind: LedgerKind; entries: LedgerEvent['entries'] } =
    row.kind === 'credit'
      ? { kind: 'credit_given', entries: buildGivenCreditEntries(client_id, amount_minor) }
      : {
          kind: 'credit_paid_out',
          entries: buildPaidOutCreditEntries(client_id, {
            account: method === 'card' ? 'card_clearing' : method,
            amount_minor,
          }),
        }
  await recordLedgerEvent(tx, {
    studio_id,
    currency,
    occurred_on: row.paid_on,
    recorded_at: row.created_at,
    ...posting,
    cause_id: id,
    event_key: `${posting.kind}:${id}`,
  })
  return id
}
