import type { DisputeState, PayoutState } from '@studiohub/contract/features/payments/words.ts'

/** A studio's own account at the provider, which receives its clients' payments. */
export type CardAccount = {
  id: string
  /** Whether it can charge cards, and whether money is paid out to its bank. */
  takes_cards: boolean
  pays_out: boolean
  /** Whether its owner has completed all forms. */
  is_submitted: boolean
  /** The provider's code for a restriction; null if there is none. */
  problem: string | null
}

/** The studio's brand on a page of the provider. Colors are `#rrggbb`. */
export type PageBrand = { name: string; background: string; primary: string }

/** A payment on the provider's page. */
export type CardPurchase = {
  /** Our id of the payment. The idempotency keys of all calls about it are made from it. */
  payment_id: string
  account: string
  amount_minor: number
  currency: string
  /** The text that the page shows. */
  description: string
  brand: PageBrand
  email: string | null
  /** Only reserves the amount: `capture` takes it, `release` gives it up. */
  is_authorized_first: boolean
  return_url: string
  /** When the page expires. The provider accepts no less than 30 minutes from now. */
  expires_at: Date
}

/** The state of a payment at the provider. Amounts are in the currency of the payment. */
export type CardFacts = {
  page: 'open' | 'complete' | 'expired'
  /** The provider's id of the charge; null if there is none yet. */
  intent_id: string | null
  money: 'none' | 'authorized' | 'paid' | 'released'
  paid_minor: number
  refunded_minor: number
  /** The provider's fee; null if it is not known yet, or in another currency. */
  fee_minor: number | null
  /** When an authorization expires. */
  capture_before: Date | null
}

/** A payment at the provider that has a charge. */
export type CardMoney = { payment_id: string; account: string; intent_id: string }

/** A movement on a studio's balance at the provider. Amounts are before the fee; negative ones reduce the balance. */
export type CardMovement = {
  id: string
  kind: 'payment' | 'payout' | 'fee' | 'other'
  amount_minor: number
  fee_minor: number
  /** ISO 4217. */
  currency: string
  /** The payment that it belongs to, if the provider names it. */
  intent_id: string | null
  payout_id: string | null
  dispute_id: string | null
  happened_at: Date
}

/** A dispute about a payment, as the provider knows it. */
export type CardDispute = {
  id: string
  state: DisputeState
  intent_id: string | null
  amount_minor: number
  currency: string
  reason: string
  respond_by: Date | null
  /** The provider's page on which the studio submits evidence. */
  evidence_url: string
  opened_at: Date
  /** The amounts that were withdrawn and returned because of this dispute. */
  movements: Pick<CardMovement, 'id' | 'amount_minor' | 'fee_minor' | 'currency'>[]
}

export type CardPayout = {
  id: string
  state: PayoutState
  amount_minor: number
  currency: string
  /** `YYYY-MM-DD` */
  arrives_on: string
  created_at: Date
}

/** A card to save for later charges. The idempotency keys of all calls about it are made from our id. */
export type CardToSave = {
  card_id: string
  account: string
  email: string
  /** The text that the page shows. */
  description: string
  brand: PageBrand
  return_url: string
  expires_at: Date
}

/** A saved card, as the provider describes it. */
export type CardDetails = {
  payment_method_id: string
  brand: string
  last4: string
  exp_month: number
  exp_year: number
}

/** A charge in the absence of the card's owner. */
export type CardCharge = {
  payment_id: string
  account: string
  amount_minor: number
  currency: string
  description: string
  customer_id: string
  payment_method_id: string
}

/** A webhook event about a studio's account. We do not trust its data; it only makes us read from the provider. */
export type CardEvent = {
  id: string
  type: string
  account: string
  happened_at: Date
  /** Our id of the payment, and the provider's ids that the event names. */
  payment_id: string | null
  object_ids: string[]
}

/** A provider of card payments. Every call uses the network, so never call it inside a transaction. */
export type CardPaymentProvider = {
  createAccount(studio: { studio_id: string; name: string; email: string; country: string | null }): Promise<string>
  /** The provider's page on which the studio verifies its identity. It can be opened once. */
  createAccountLink(account: string, return_url: string): Promise<{ url: string }>
  getAccount(account: string): Promise<CardAccount>
  /** Opens a page for a payment. Repeating the call returns the same page. */
  createCheckout(purchase: CardPurchase): Promise<{ id: string; url: string }>
  /** Expires a page, unless it was paid. */
  expireCheckout(checkout: { payment_id: string; account: string; checkout_id: string }): Promise<void>
  getPayment(checkout: { account: string; checkout_id: string; currency: string }): Promise<CardFacts>
  /** Opens a page on which a client leaves a card. Repeating the call returns the same page. */
  createSetup(card: CardToSave): Promise<{ id: string; url: string; customer_id: string }>
  /** The card that a client left on a page; null if there is none yet. */
  getSetup(setup: {
    account: string
    checkout_id: string
  }): Promise<{ page: CardFacts['page']; card: CardDetails | null }>
  /** Deletes a saved card. Does nothing if it was deleted before. */
  detach(card: { account: string; payment_method_id: string }): Promise<void>
  /**
   * Charges a saved card in the absence of its owner. Repeated calls charge once. If the bank declines or asks for
   * the owner, that is not an error, and the result has the money `none`.
   */
  charge(charge: CardCharge): Promise<CardFacts>
  getCharge(charge: { account: string; intent_id: string; currency: string }): Promise<CardFacts>
  /** Takes an authorized amount. Does nothing if it was already taken or released. */
  capture(money: CardMoney): Promise<void>
  /** Gives up an authorized amount. Does nothing if it was already taken or released. */
  release(money: CardMoney): Promise<void>
  /** @param money.before_minor the amount that was already refunded, so that a repeated call refunds once */
  refund(money: CardMoney & { amount_minor: number; currency: string; before_minor: number }): Promise<void>
  getDispute(dispute: { account: string; dispute_id: string }): Promise<CardDispute>
  getPayout(payout: { account: string; payout_id: string }): Promise<CardPayout>
  /**
   * A page of the movements on a studio's balance, newest first.
   * @param page.since the time of the oldest to return; null for all
   * @param page.after the last id of the previous page; null for the first page
   * @returns the id with which the next page begins; null at the end
   */
  listMovements(page: {
    account: string
    since: Date | null
    after: string | null
  }): Promise<{ items: CardMovement[]; next: string | null }>
  /**
   * Reads a webhook request; null for an event without an account.
   * @throws AppError BAD_SIGNATURE unless exactly these bytes were signed within the last five minutes
   */
  readEvent(body: Buffer, signature: string | undefined, now: Date): CardEvent | null
}
