import type { Config } from '../config/config.ts'
import type { Payments } from './payments.ts'
import { stripePayments } from './stripe.ts'

let current: { payments: Payments | null; publicUrl: string } | null = null

/** Names who takes money for plans in this process, once, at start: Stripe where it is set up, else nobody. */
export function usePayments({ stripe, publicUrl }: Pick<Config, 'stripe' | 'publicUrl'>): void {
  current = { payments: stripe ? stripePayments(stripe) : null, publicUrl }
}

function inUse() {
  if (!current) throw new Error('usePayments has not been called')
  return current
}

/** Who takes money for plans; null where plans are agreed on and paid outside of the product. */
export const thePayments = (): Payments | null => inUse().payments

/** The page to which the provider's own pages lead back. */
export const returnAddress = (path: string): string => new URL(path, inUse().publicUrl).href
