import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { buildInvoiceEntries } from '@studiohub/contract/features/invoices/ledger/rules.ts'
import { computeDueDay } from '@studiohub/contract/features/invoices/rules.ts'
import type { Invoice, InvoiceDetails, InvoiceLine } from '@studiohub/contract/features/invoices/schema.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { buildSessionLines } from './build-lines.ts'
import { findNextNumber, type InvoiceNumber } from './find-next-number.ts'
import { recordLedgerEvent } from './ledger/record-ledger-event.ts'
import { payFromDepositsAndCredit } from './pay-from-deposits.ts'
import { issueDraft, listLines } from './queries.ts'
import { recordMoney } from './record-invoice.ts'
import { lockInvoice, requireDetails } from './require-invoice.ts'
import { getInvoiceBuyer, getInvoiceSeller } from './require-parties.ts'
import { listBillable, listPolicies } from './sessions/queries.ts'
import { getSettings } from './settings/queries.ts'

export type IssueInvoiceInput = { id: string; version?: number | undefined }

/**
 * Gives a draft its number and posts it to the books. Deposits of its sessions and the client's credit pay it first. The
 * studio's lock on money prevents gaps in the numbers.
 */
export const issueInvoice = (caller: Caller, input: IssueInvoiceInput, now: Date): Promise<InvoiceDetails> =>
  asActor(caller, (tx, actor) => issueInvoiceInTransaction(tx, actor, { caller, ...input, now }))

/** Like `issueInvoice`, inside the caller's transaction. */
export async function issueInvoiceInTransaction(
  tx: Tx,
  actor: Actor,
  { caller, id, version, now }: IssueInvoiceInput & { caller: Caller; now: Date },
): Promise<InvoiceDetails> {
  const { invoice: draft, today } = await lockInvoice(tx, actor, { id, now })
  const { studio_id, client_id } = draft
  if (draft.state !== 'draft') fail('INVOICE_ISSUED')
  if (version !== undefined && version !== draft.version) fail('STALE_VERSION')
  const lines = await listLines(tx, id)
  if (lines.length === 0) fail('INVOICE_EMPTY')
  await checkSessions(tx, draft, lines)
  const nextNumber = await findNextNumber(tx, { studio_id, kind: 'invoice', today })
  const { payment_days } = await getSettings(tx, studio_id)
  const fields = {
    ...nextNumber,
    issued_on: today,
    issued_at: now.toISOString(),
    due_on: draft.due_on ?? computeDueDay(today, payment_days),
    seller: await getInvoiceSeller(tx, studio_id),
    buyer: await getInvoiceBuyer(tx, draft, draft.buyer),
    policies: await listPolicies(tx, { studio_id, ids: listBookingIds(lines) }),
  }
  if (!(await issueDraft(tx, id, fields))) fail('INVOICE_ISSUED')
  await postInvoice(tx, actor, { draft, lines, occurred_on: today, recorded_at: now.toISOString() })
  await recordMoney(tx, actor, {
    caller,
    action: 'invoices.issue',
    object_type: 'invoice',
    object_id: id,
    studio_id,
    client_id,
    after: { id, client_id, ...pickNumber(nextNumber), total_minor: draft.total_minor, currency: draft.currency },
  })
  return requireDetails(tx, actor, id, now)
}

const pickNumber = ({ number_year, number_in_year }: InvoiceNumber) => ({ number_year, number_in_year })

/** A session that was cancelled or changed after the draft was saved cannot be invoiced. @throws AppError SESSION_NOT_BILLABLE */
async function checkSessions(tx: Tx, draft: Pick<Invoice, 'id' | 'studio_id' | 'client_id'>, lines: InvoiceLine[]) {
  const ids = listBookingIds(lines)
  if (ids.length === 0) return
  if (draft.client_id === null) fail('SESSION_NOT_BILLABLE')
  const billable = await listBillable(tx, { ...draft, client_id: draft.client_id, ids, invoice_id: draft.id })
  if (billable.length < ids.length) fail('SESSION_NOT_BILLABLE')
  if (billable.some((session) => sumLines(buildSessionLines(session)) !== sumLines(filterLines(lines, session.id))))
    fail('SESSION_NOT_BILLABLE', { message: 'The amount of a session has changed. Save the draft again.' })
}

const filterLines = (lines: readonly InvoiceLine[], id: string) => lines.filter(({ booking_id }) => booking_id === id)
const sumLines = (lines: readonly { amount_minor: number }[]) =>
  lines.reduce((sum, { amount_minor }) => sum + amount_minor, 0)

const listBookingIds = (lines: readonly InvoiceLine[]) => [
  ...new Set(lines.flatMap(({ booking_id }) => (booking_id === null ? [] : [booking_id]))),
]

type InvoicePosting = {
  draft: Pick<Invoice, 'id' | 'studio_id' | 'client_id' | 'currency' | 'total_minor'>
  lines: InvoiceLine[]
  occurred_on: string
  recorded_at: string
}

async function postInvoice(tx: Tx, { user_id }: Actor, { draft, lines, occurred_on, recorded_at }: InvoicePosting) {
  const { id, studio_id, client_id, currency, total_minor: open_minor } = draft
  const event = { studio_id, currency, occurred_on, recorded_at }
  await recordLedgerEvent(tx, {
    ...event,
    kind: 'invoice_issued',
    cause_id: id,
    event_key: `invoice_issued:${id}`,
    entries: buildInvoiceEntries({ client_id, invoice_id: id }, lines),
  })
  const booking_ids = listBookingIds(lines)
  await payFromDepositsAndCredit(tx, { id, studio_id, client_id, user_id, booking_ids, open_minor, event })
}
