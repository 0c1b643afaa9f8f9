import type { Config } from '../config/config.ts'
import type { Payments } from './payments.ts'

let current: { payments: Payments | null; publicUrl: string } | null = null

/** Sets the payment provider of this process, once, at start: Stripe if it is configured, else none. */
export async function usePayments({ stripe, publicUrl }: Pick<Config, 'stripe' | 'publicUrl'>): Promise<void> {
  current = { payments: stripe ? await openStripe(stripe) : null, publicUrl }
}

// Loaded only where Stripe is configured: its library has 200 files.
async function openStripe(settings: NonNullable<Config['stripe']>): Promise<Payments> {
  const { stripePayments } = await import('./stripe.ts')
  return stripePayments(settings)
}

function requirePayments() {
  if (!current) throw new Error('usePayments has not been called')
  return current
}

/** The payment provider; null if plans are agreed and paid outside of the product. */
export const thePayments = (): Payments | null => requirePayments().payments

/** The page to which the provider's pages return. */
export const returnAddress = (path: string): string => new URL(path, requirePayments().publicUrl).href
