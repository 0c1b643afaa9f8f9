import type { Config } from '../config/config.ts'
import type { CardPaymentProvider } from './cards.ts'
import type { Payments } from './payments.ts'

let current: { payments: Payments | null; cards: CardPaymentProvider | null; publicUrl: string } | null = null

/** Sets the payment providers of this process: Stripe if it is configured, else none. Called once at start. */
export async function setPaymentProviders({
  stripe,
  cards,
  publicUrl,
}: Pick<Config, 'stripe' | 'cards' | 'publicUrl'>): Promise<void> {
  current = {
    payments: stripe ? await openStripe(stripe) : null,
    cards: cards ? await openCards(cards) : null,
    publicUrl,
  }
}

// Loaded only if Stripe is configured, because its library has 200 files.
async function openStripe(settings: NonNullable<Config['stripe']>): Promise<Payments> {
  const { stripePayments } = await import('./stripe.ts')
  return stripePayments(settings)
}

async function openCards(settings: NonNullable<Config['cards']>): Promise<CardPaymentProvider> {
  const { stripeCards } = await import('./stripe-cards.ts')
  return stripeCards(settings)
}

function requireCurrent() {
  if (!current) throw new Error('setPaymentProviders has not been called')
  return current
}

/** The payment provider; null if plans are agreed on and paid outside of the product. */
export const getSubscriptionProvider = (): Payments | null => requireCurrent().payments

/** The provider with which studios accept cards; null if the operator has not configured one. */
export const getCardProvider = (): CardPaymentProvider | null => requireCurrent().cards

/** The address to which people return from the provider's pages. */
export const buildReturnUrl = (path: string): string => new URL(path, requireCurrent().publicUrl).href
