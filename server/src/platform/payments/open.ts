import type { Config } from '../config/config.ts'
import type { Cards } from './cards.ts'
import type { Payments } from './payments.ts'

let current: { payments: Payments | null; cards: Cards | null; publicUrl: string } | null = null

/** Sets the payment providers of this process, once, at start: Stripe where it is configured, else none. */
export async function usePayments({
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

// Loaded only where Stripe is configured: its library has 200 files.
async function openStripe(settings: NonNullable<Config['stripe']>): Promise<Payments> {
  const { stripePayments } = await import('./stripe.ts')
  return stripePayments(settings)
}

async function openCards(settings: NonNullable<Config['cards']>): Promise<Cards> {
  const { stripeCards } = await import('./stripe-cards.ts')
  return stripeCards(settings)
}

function requirePayments() {
  if (!current) throw new Error('usePayments has not been called')
  return current
}

/** The payment provider; null if plans are agreed and paid outside of the product. */
export const thePayments = (): Payments | null => requirePayments().payments

/** The provider through which studios take cards; null if the operator has set up none. */
export const theCards = (): Cards | null => requirePayments().cards

/** The page to which the provider's pages return. */
export const returnAddress = (path: string): string => new URL(path, requirePayments().publicUrl).href
