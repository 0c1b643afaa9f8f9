import type { Config } from '../config/config.ts'
import { createSetting } from '../process/setting.ts'
import type { CardPaymentProvider } from './cards.ts'
import type { Payments } from './payments.ts'

type Providers = { payments: Payments | null; cards: CardPaymentProvider | null; publicUrl: string }

const providers = createSetting<Providers>('setPaymentProviders')

/**
 * Sets the payment providers of this process: Stripe if it is configured, else none. Called at start, and before and after
 * the demo is loaded.
 */
export async function setPaymentProviders({
  stripe,
  cards,
  publicUrl,
}: Pick<Config, 'stripe' | 'cards' | 'publicUrl'>): Promise<void> {
  providers.set({
    payments: stripe ? await openStripe(stripe) : null,
    cards: cards ? await openCards(cards) : null,
    publicUrl,
  })
}

// Loaded only if Stripe is configured, because its library has 200 files.
async function openStripe(settings: NonNullable<Config['stripe']>): Promise<Payments> {
  const { createStripePayments } = await import('./stripe.ts')
  return createStripePayments(settings)
}

async function openCards(settings: NonNullable<Config['cards']>): Promise<CardPaymentProvider> {
  const { createStripeCards } = await import('./stripe-cards.ts')
  return createStripeCards(settings)
}

/** The payment provider; null if plans are agreed on and paid outside of the product. */
export const getSubscriptionProvider = (): Payments | null => providers.get().payments

/** The provider with which studios accept cards; null if the operator has not configured one. */
export const getCardProvider = (): CardPaymentProvider | null => providers.get().cards

/** The address to which people return from the provider's pages. */
export const buildReturnUrl = (path: string): string => new URL(path, providers.get().publicUrl).href
