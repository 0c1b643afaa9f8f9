/** The plans that a provider takes money for, each with a price of its own there. */
export const paidPlans = ['starter', 'pro'] as const
export type PaidPlan = (typeof paidPlans)[number]

/** A subscription as the provider has it, in our words. */
export type PaidSubscription = {
  id: string
  /** What is changed when its plan is. */
  item_id: string
  /** Null where it has a price that is none of ours. */
  plan: PaidPlan | null
  state: 'trialing' | 'active' | 'past_due' | 'suspended' | 'ended'
  cancel_at_period_end: boolean
  period_start: Date
  period_end: Date
  created: Date
}

/** Something that the provider reports: proof only that it is worth reading there again. */
export type PaymentReport = { id: string; type: string; customer: string; happened_at: Date }

/** Somebody who takes money for plans. Every call goes over the network, so none is made inside a transaction. */
export type Payments = {
  /** @param key of calls that may be repeated: the second one answers what the first did */
  createCustomer(studio: { studio_id: string; name: string; email: string }): Promise<string>
  createCheckout(purchase: {
    customer: string
    plan: PaidPlan
    studio_id: string
    return_url: string
    key: string
  }): Promise<{ id: string; url: string }>
  /** Makes an unfinished purchase impossible; one that is finished stays as it is. */
  expireCheckout(id: string): Promise<void>
  createPortal(customer: string, return_url: string): Promise<{ url: string }>
  /** All that a customer ever subscribed to. */
  listSubscriptions(customer: string): Promise<PaidSubscription[]>
  changePlan(subscription: Pick<PaidSubscription, 'id' | 'item_id'>, plan: PaidPlan): Promise<void>
  setCancelled(id: string, cancelled: boolean): Promise<void>
  /**
   * Reads what came in under the provider's name; null for what does not concern a customer's plan.
   * @throws Refusal BAD_SIGNATURE unless these very bytes were signed within the last five minutes
   */
  readReport(body: Buffer, signature: string | undefined, now: Date): PaymentReport | null
}
