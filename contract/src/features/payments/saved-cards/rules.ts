import { policySentence } from '../../studios/cancellation/rules.ts'
import type { CancellationPolicy } from '../../studios/cancellation/schema.ts'

/** The fees of a studio's policy. */
export type FeeTerms = { name: string; cancellation_policy: CancellationPolicy; cancellation_cutoff_hours: number }

/** The text to which a client agrees when they leave a card; null: the studio charges no fees. */
export function mandateText({ name, cancellation_policy, cancellation_cutoff_hours }: FeeTerms): string | null {
  const policy = policySentence(cancellation_policy, cancellation_cutoff_hours)
  if (policy === null) return null
  return `${name} may charge this card with the fees for sessions that I cancel late or miss, without asking me again. ${policy} I can remove the card at any time.`
}

/** The expiry of a card as it is printed on it: 03/29. */
export const expiryText = (month: number, year: number): string =>
  `${String(month).padStart(2, '0')}/${String(year % 100).padStart(2, '0')}`
