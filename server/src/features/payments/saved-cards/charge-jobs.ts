import { HOUR_MS } from '@studiohub/contract/shared/durations.ts'
import { asSystem } from '#platform/db/actor.ts'
import type { CardFacts, CardPaymentProvider } from '#platform/payments/cards.ts'
import type { CardPaymentRow } from '../queries.ts'
import { getCardToCharge } from './queries.ts'

// The result for a card that was removed, which must not be charged.
const nothingCharged: CardFacts = {
  page: 'expired',
  intent_id: null,
  money: 'none',
  paid_minor: 0,
  refunded_minor: 0,
  fee_minor: null,
  capture_before: null,
}

/** The provider forgets idempotency keys after a day, so a later call could charge twice. */
const KEY_HOURS = 12

/**
 * Reads a payment with a saved card. The first reading makes the charge. The idempotency key comes from the payment, so a
 * repeat returns the same charge, even after a crash.
 */
export async function readCharge(
  cards: CardPaymentProvider,
  payment: CardPaymentRow & { saved_card_id: string },
): Promise<CardFacts> {
  const {
    id: card_payment_id,
    account_id: account,
    intent_id,
    state,
    amount_minor,
    currency,
    saved_card_id,
    created_at,
  } = payment
  if (intent_id !== null) return cards.getCharge({ account, intent_id, currency })
  const isOld = Date.now() - Date.parse(created_at) > KEY_HOURS * HOUR_MS
  const card =
    state === 'open' && !isOld ? await asSystem((tx) => getCardToCharge(tx, { id: saved_card_id })) : undefined
  if (!card || card.account_id !== account) return nothingCharged
  const { customer_id, payment_method_id } = card
  const description = 'Fee of a cancelled or missed session'
  return cards.charge({
    payment_id: card_payment_id,
    account,
    amount_minor,
    currency,
    description,
    customer_id,
    payment_method_id,
  })
}
