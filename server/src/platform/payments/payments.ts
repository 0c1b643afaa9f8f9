/** The plans that are paid through a provider; each has a price there. */
export const paidPlans = ['starter', 'pro'] as const
export type PaidPlan = (typeof paidPlans)[number]

/** A subscription at the provider, with our names for its states. */
export type PaidSubscription = {
  id: string
  /** The item of the subscription that has the plan's price. */
  item_id: string
  /** Null if the price is not one of this installation. */
  plan: PaidPlan | null
  state: 'trialing' | 'active' | 'past_due' | 'suspended' | 'ended'
  cancel_at_period_end: boolean
  period_start: Date
  period_end: Date
  created: Date
}

/** A webhook event of the provider. We do not trust its data; it only makes us read the subscription again. */
export type PaymentEvent = { id: string; type: string; customer: string; happened_at: Date }

/** A payment provider. Every call uses the network, so never call it inside a transaction. */
export type Payments = {
  /** @param key the idempotency key: repeated calls return the first result */
  createCustomer(studio: { studio_id: string; name: string; email: string }): Promise<string>
  createCheckout(purchase: {
    customer: string
    plan: PaidPlan
    studio_id: string
    return_url: string
    key: string
  }): Promise<{ id: string; url: string }>
  /** Expires an unfinished purchase. A finished one does not change. */
  expireCheckout(id: string): Promise<void>
  createPortal(customer: string, return_url: string): Promise<{ url: string }>
  /** All subscriptions of a customer, current and former. */
  listSubscriptions(customer: string): Promise<PaidSubscription[]>
  changePlan(subscription: Pick<PaidSubscription, 'id' | 'item_id'>, plan: PaidPlan): Promise<void>
  setCancelled(id: string, cancelled: boolean): Promise<void>
  /**
   * Reads a webhook request; null for an event that is not about a customer's plan.
   * @throws AppError BAD_SIGNATURE unless exactly these bytes were signed within the last five minutes
   */
  readEvent(body: Buffer, signature: string | undefined, now: Date): PaymentEvent | null
}
