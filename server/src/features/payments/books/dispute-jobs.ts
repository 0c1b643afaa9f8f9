import {
  buildDisputeEntries,
  buildLostDisputeEntries,
  buildProcessorFeeEntries,
  buildReversedLossEntries,
  type LedgerEntry,
} from '@studiohub/contract/features/invoices/ledger/rules.ts'
import type { LedgerKind } from '@studiohub/contract/features/invoices/ledger/words.ts'
import type { DisputeChange } from '@studiohub/contract/features/notices/words.ts'
import type { DisputeState } from '@studiohub/contract/features/payments/words.ts'
import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { insertEntries } from '#features/invoices/ledger/queries.ts'
import { createNotices } from '#features/notices/jobs.ts'
import { insertSystemAuditEntry } from '#platform/audit/audit.ts'
import { asSystem } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import type { CardDispute } from '#platform/payments/cards.ts'
import { getCardProvider } from '#platform/payments/open.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { getTimezone } from '../booking-queries.ts'
import { settlePayment } from '../settlement-jobs.ts'
import * as queries from './dispute-queries.ts'

type DisputeReading = { studio_id: string; dispute: CardDispute; now: Date }

/**
 * Reads a dispute from the provider and stores its changes: the state, the movements of money, and finally the loss. It may run
 * at any time, in parallel with itself, and for events in any order.
 */
export async function readDispute(
  { studio_id, dispute_id }: { studio_id: string; dispute_id: string },
  now: Date,
): Promise<void> {
  const cardProvider = getCardProvider()
  if (!cardProvider) return
  const reading = await asSystem((tx) => queries.startDisputeReading(tx, { id: dispute_id, studio_id }))
  if (!reading) return
  const dispute = await cardProvider.getDispute({ account: reading.account_id, dispute_id })
  await asSystem((tx) => applyDispute(tx, { studio_id, dispute, now }, reading))
}

async function applyDispute(
  tx: Tx,
  disputeReading: DisputeReading,
  { reading, account_id }: { reading: string; account_id: string },
) {
  const { studio_id, dispute } = disputeReading
  await lock(tx, 'money', studio_id)
  const { id, intent_id } = dispute
  const before = await queries.lockDispute(tx, { id, reading, intent_id, account_id })
  if (!before) return
  const money = await recordMoney(tx, disputeReading, { before, reading })
  await queries.saveDispute(tx, dispute, { ...money, payment_id: before.payment?.id ?? null })
  if (before.state === dispute.state && before.withdrawn_minor === money.withdrawn_minor) return
  await insertSystemAuditEntry(tx, {
    studio_id,
    action: 'payments.readDispute',
    object_type: 'card_dispute',
    object_id: id,
    before: { state: before.state },
    after: { state: dispute.state, amount_minor: dispute.amount_minor, booking_id: before.payment?.booking_id ?? null },
  })
  await notifyAdmins(tx, disputeReading, before.state)
  publish(tx, { studio_id, topic: 'invoices', id: studio_id })
  // A refund may have waited for the end of the dispute.
  if (before.payment) await enqueue(tx, settlePayment, { payment_id: before.payment.id })
}

/**
 * Posts every movement once, by its id, and finally the loss. Posts nothing for payments that are not ours or that the provider
 * converted into another currency.
 */
async function recordMoney(
  tx: Tx,
  { studio_id, dispute, now }: DisputeReading,
  { before, reading }: { before: queries.StoredDispute; reading: string },
) {
  const { payment, held_deposit_minor } = before
  if (payment === null) return { withdrawn_minor: 0, lost_minor: 0 }
  const { id: cause_id, client_id, booking_id, currency } = payment
  const party = { client_id, booking_id }
  const occurred_on = todayIn(await getTimezone(tx, studio_id), now)
  const event = { studio_id, cause_id, currency, occurred_on, recorded_at: now.toISOString() }
  const keyOf = (kind: LedgerKind, key: string) => `${kind}:card:${cause_id}:${key}`
  const post = (kind: LedgerKind, key: string, entries: LedgerEntry[]) =>
    insertEntries(tx, { ...event, kind, event_key: keyOf(kind, key), entries })
  const movements = dispute.movements.filter((movement) => movement.currency === currency)
  for (const { id, amount_minor, fee_minor } of movements) {
    const kind = amount_minor < 0 ? 'dispute_opened' : 'dispute_ended'
    await post(kind, id, buildDisputeEntries(party, -amount_minor))
    if (fee_minor !== 0) await post('processor_fee', id, buildProcessorFeeEntries(fee_minor))
  }
  const withdrawn_minor = -movements.reduce((sum, { amount_minor }) => sum + amount_minor, 0)
  const lost_minor = dispute.state === 'lost' ? withdrawn_minor : 0
  const newly_lost_minor = lost_minor - before.lost_minor
  const lossKey = `${dispute.id}:lost:`
  if (newly_lost_minor > 0) {
    const lost = { amount_minor: newly_lost_minor, held_deposit_minor }
    await post('dispute_ended', lossKey + reading, buildLostDisputeEntries(party, lost))
  }
  // The session may have an invoice or a new deposit by now, so only the entries of the loss tell what it posted.
  if (newly_lost_minor < 0) {
    const written_off_minor = await queries.getWrittenOff(tx, { studio_id, key: keyOf('dispute_ended', lossKey) })
    const reversed = { amount_minor: -newly_lost_minor, written_off_minor }
    await post('dispute_ended', lossKey + reading, buildReversedLossEntries(party, reversed))
  }
  return { withdrawn_minor, lost_minor }
}

const noticeOfState: Partial<Record<DisputeState, DisputeChange>> = { won: 'won', lost: 'lost', closed: 'closed' }

/** Notifies the studio's admins of a new dispute and of its end. */
async function notifyAdmins(tx: Tx, { studio_id, dispute }: DisputeReading, previousState: DisputeState | null) {
  const change = noticeOfState[dispute.state] ?? 'opened'
  if (previousState !== null && (noticeOfState[previousState] ?? 'opened') === change) return
  const amount = moneyText(dispute.amount_minor, dispute.currency)
  const respond_by = dispute.respond_by?.toISOString().slice(0, 10) ?? null
  const notice = { studio_id, actor_id: null, subject_id: null, link: '/studio/payments' }
  await createNotices(tx, { ...notice, kind: 'dispute', data: { change, amount, respond_by } }, 'admins')
}
