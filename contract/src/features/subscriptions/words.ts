export const tiers = ['trial', 'starter', 'pro', 'enterprise'] as const

export const TRIAL_DAYS = 14
/** A reminder is sent this many days before a trial ends. */
export const TRIAL_WARNING_DAYS = 3
/** A studio with a failed payment can continue for this many days. */
export const PAST_DUE_DAYS = 14

export const subscriptionStatuses = ['trialing', 'active', 'past_due', 'expired', 'cancelled'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

export const subscriptionStatusLabels: Record<SubscriptionStatus, string> = {
  trialing: 'Trial',
  active: 'Active',
  past_due: 'Payment failed',
  expired: 'Expired',
  cancelled: 'Cancelled',
}

/** Who takes the payment; `manual` is an agreement outside of the product. */
export const paymentProviders = ['manual', 'stripe'] as const
export type PaymentProvider = (typeof paymentProviders)[number]

/** A plan with its price and limits. Null: unlimited, or a price by agreement. */
export type Plan = {
  tier: (typeof tiers)[number]
  name: string
  price_per_month: number | null
  bookings_per_month: number | null
  rooms: number | null
  features: readonly string[]
  selectable: boolean
  popular: boolean
}

/** The plans of spec section 3, with the room limits of section 1. Prices are in whole US dollars. */
export const plans: Record<Plan['tier'], Plan> = {
  trial: {
    tier: 'trial',
    name: 'Free Trial',
    price_per_month: 0,
    bookings_per_month: 50,
    rooms: null,
    features: ['14 days, then $199/month', 'Up to 50 bookings/month', 'Basic analytics', 'Email support'],
    selectable: true,
    popular: false,
  },
  starter: {
    tier: 'starter',
    name: 'Starter',
    price_per_month: 199,
    bookings_per_month: 100,
    rooms: 2,
    features: ['Up to 100 bookings/month', 'Advanced analytics', 'Priority email support', 'Custom branding'],
    selectable: true,
    popular: false,
  },
  pro: {
    tier: 'pro',
    name: 'Pro',
    price_per_month: 499,
    bookings_per_month: null,
    rooms: 10,
    features: ['Unlimited bookings', 'Analytics and reports', 'Priority support', 'API access', 'Custom integrations'],
    selectable: true,
    popular: true,
  },
  enterprise: {
    tier: 'enterprise',
    name: 'Enterprise',
    price_per_month: null,
    bookings_per_month: null,
    rooms: null,
    features: ['Unlimited rooms', 'White-label', 'Dedicated account manager', '24/7 phone support'],
    selectable: false,
    popular: false,
  },
}

/** The sentence about prices for search engines and link previews. */
export const PRICE_SUMMARY = `From $${plans.starter.price_per_month} a month, free for ${TRIAL_DAYS} days.`

/** How the table of plans shows that a plan includes a feature. */
export const inclusionLabels = { yes: 'Included', soon: 'Coming soon', no: 'Not included' } as const
export type Inclusion = keyof typeof inclusionLabels | { text: string }

const amount = (most: number | null): Inclusion => ({ text: most === null ? 'Unlimited' : `${most}` })
const everyPlan = (value: Inclusion) => ({ trial: value, starter: value, pro: value, enterprise: value })
const fromStarter = (value: Inclusion) => ({ ...everyPlan(value), trial: 'no' as const })
const fromPro = (value: Inclusion) => ({ ...fromStarter(value), starter: 'no' as const })
const forEnterprise = (value: Inclusion) => ({ ...everyPlan('no'), enterprise: value })
const byPlan = (inclusionOf: (plan: Plan) => Inclusion) => ({
  trial: inclusionOf(plans.trial),
  starter: inclusionOf(plans.starter),
  pro: inclusionOf(plans.pro),
  enterprise: inclusionOf(plans.enterprise),
})

/** The features that each plan includes today, for the pricing page, onboarding and settings. */
export const planTable: readonly { label: string; plans: Record<Plan['tier'], Inclusion> }[] = [
  { label: 'Bookings a month', plans: byPlan(({ bookings_per_month }) => amount(bookings_per_month)) },
  { label: 'Active rooms', plans: byPlan(({ rooms }) => amount(rooms)) },
  { label: 'Online booking, calendar and reminders', plans: everyPlan('yes') },
  { label: 'Clients, crew and check-in', plans: everyPlan('yes') },
  { label: 'Projects, board and the four agents', plans: everyPlan('yes') },
  { label: 'Dashboard and reports', plans: everyPlan('yes') },
  { label: 'Custom branding and own domain', plans: everyPlan('yes') },
  { label: 'Invoices and payments by your clients', plans: everyPlan('yes') },
  { label: 'Calendars, HTTP API and webhooks', plans: everyPlan('yes') },
  { label: 'Email support', plans: everyPlan('yes') },
  { label: 'Priority support', plans: fromStarter('yes') },
  { label: 'Custom integrations', plans: fromPro('soon') },
  { label: 'White-label', plans: forEnterprise('soon') },
  { label: 'Network features', plans: forEnterprise('soon') },
  { label: 'Custom AI training', plans: forEnterprise('soon') },
  { label: 'Account manager and 24/7 phone support', plans: forEnterprise('yes') },
]
