import { MINUTE_MS } from '#shared/durations.ts'
import { minorDigits } from '#shared/money.ts'
import { smallestCharge } from '../../prices/deposits/rules.ts'
import { type CardMoney, type PaymentStep, returnStep } from '../rules.ts'
import { INVOICE_PAGE_MINUTES } from './words.ts'

/** A card payment of an invoice, with the data that its next step depends on. */
export type InvoiceCardMoney = CardMoney & { amount_minor: number; created_at: string }

/**
 * The next step of a card payment of an invoice. A payment page ends when the open amount has changed or the page is too
 * old. The next page has the current amount.
 * @param open_minor what the client owes on the invoice now
 */
export function nextInvoiceStep(money: InvoiceCardMoney, open_minor: number, now: Date): PaymentStep {
  if (money.state === 'open') return { kind: isPageCurrent(money, open_minor, now) ? 'none' : 'expire' }
  return money.state === 'paid' ? returnStep(money) : { kind: 'none' }
}

/** Whether a payment page has the current open amount and does not expire soon. */
export const isPageCurrent = (
  { amount_minor, created_at }: Pick<InvoiceCardMoney, 'amount_minor' | 'created_at'>,
  open_minor: number,
  now: Date,
): boolean => amount_minor === open_minor && now.getTime() - Date.parse(created_at) < INVOICE_PAGE_MINUTES * MINUTE_MS

/** Whether an open amount is too small for cards. */
export const isTooSmall = (amount_minor: number, currency: string): boolean =>
  amount_minor > 0 && amount_minor < smallestCharge(currency)

/** Whether an amount can be charged to a card: it is not too small, and if it has three decimals the last one is 0. */
export const isChargeable = (amount_minor: number, currency: string): boolean =>
  amount_minor > 0 && !isTooSmall(amount_minor, currency) && (minorDigits(currency) < 3 || amount_minor % 10 === 0)
