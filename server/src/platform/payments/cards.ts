/** A studio's own account at the provider, on which its clients are charged. */
export type CardAccount = {
  id: string
  /** Whether it can be charged, and whether money is paid out to its bank. */
  takes_cards: boolean
  pays_out: boolean
  /** Whether its owner has sent all forms. */
  is_submitted: boolean
  /** Why the provider restricts it, as a word of the provider; null: it does not. */
  problem: string | null
}

/** What shall be paid on the provider's page. */
export type CardPurchase = {
  /** Our id of the payment: the keys of all calls about it follow from it. */
  payment_id: string
  account: string
  amount_minor: number
  currency: string
  /** What the page says it is for. */
  description: string
  email: string | null
  /** Only reserves the amount; `capture` takes it, `release` gives it up. */
  is_authorized_first: boolean
  return_url: string
  /** When the page ends by itself. The provider refuses less than 30 minutes from now. */
  expires_at: Date
}

/** What the provider knows of a payment. Amounts are in the currency of the payment. */
export type CardFacts = {
  page: 'open' | 'complete' | 'expired'
  /** The provider's id of the money; null until there is any. */
  intent_id: string | null
  money: 'none' | 'authorized' | 'paid' | 'released'
  paid_minor: number
  refunded_minor: number
  /** What the provider keeps; null if it is not known yet, or in another currency. */
  fee_minor: number | null
  /** When an authorization ends by itself. */
  capture_before: Date | null
}

/** A payment at the provider. */
export type CardMoney = { payment_id: string; account: string; intent_id: string }

/** A webhook event about a studio's account. It is not trusted: it is only a reason to ask. */
export type CardReport = {
  id: string
  type: string
  account: string
  happened_at: Date
  /** Our id of the payment and the provider's ids that it names. */
  payment_id: string | null
  object_ids: string[]
}

/** A provider of card payments. Every call goes over the network, so never call it inside a transaction. */
export type Cards = {
  createAccount(studio: { studio_id: string; name: string; email: string; country: string | null }): Promise<string>
  /** The provider's page on which the studio proves who it is. It can be opened once. */
  createAccountLink(account: string, return_url: string): Promise<{ url: string }>
  getAccount(account: string): Promise<CardAccount>
  /** Opens a page for a payment. A repeated call gives the same page. */
  createCheckout(purchase: CardPurchase): Promise<{ id: string; url: string }>
  /** Ends a page. One on which was paid stays as it is. */
  expireCheckout(checkout: { payment_id: string; account: string; checkout_id: string }): Promise<void>
  getPayment(checkout: { account: string; checkout_id: string; currency: string }): Promise<CardFacts>
  /** Takes an authorized amount, once. It does nothing if the amount was taken or released. */
  capture(money: CardMoney): Promise<void>
  /** Gives up an authorized amount, once. It does nothing if the amount was taken or released. */
  release(money: CardMoney): Promise<void>
  /** @param before what was refunded before: the same refund is made once */
  refund(money: CardMoney & { amount_minor: number; currency: string; before_minor: number }): Promise<void>
  /**
   * Reads a webhook request; null for an event that names no account.
   * @throws AppError BAD_SIGNATURE unless these exact bytes were signed within the last five minutes
   */
  readReport(body: Buffer, signature: string | undefined, now: Date): CardReport | null
}
