export const tiers = ['trial', 'starter', 'pro', 'enterprise'] as const

export const TRIAL_DAYS = 14
/** So many days before its end a trial reminds its studio. */
export const TRIAL_WARNING_DAYS = 3
/** So long a studio whose payment failed goes on as before. */
export const PAST_DUE_DAYS = 14

export const subscriptionStatuses = ['trialing', 'active', 'past_due', 'expired', 'cancelled'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

export const subscriptionStatusLabels: Record<SubscriptionStatus, string> = {
  trialing: 'Trial',
  active: 'Active',
  past_due: 'Payment due',
  expired: 'Expired',
  cancelled: 'Cancelled',
}

/** Who takes the money: `manual` is an agreement outside of the product. */
export const paymentProviders = ['manual', 'stripe'] as const
export type PaymentProvider = (typeof paymentProviders)[number]

/** A plan as pricing, onboarding and enforcement read it; null means unlimited, or a price that is agreed on. */
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

/** Spec section 3, plan catalogue, with the room caps of section 1; prices in whole US dollars. */
export const plans: Record<Plan['tier'], Plan> = {
  trial: {
    tier: 'trial',
    name: 'Free Trial',
    price_per_month: 0,
    bookings_per_month: 50,
    rooms: 2,
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
