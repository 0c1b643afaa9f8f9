import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'

type BookingFacts = Pick<StudioService, 'auto_confirm' | 'currency' | 'deposit' | 'is_active' | 'is_client_bookable'>

/**
 * What applies when clients book a service: 'Needs approval · Deposit 50%'. Empty for a service that they cannot book.
 * @param currency the studio's
 */
export function formatBookingFacts(service: BookingFacts, currency: string): string {
  const { auto_confirm, is_active, is_client_bookable } = service
  if (!is_active || !is_client_bookable) return ''
  return [auto_confirm ? 'Confirmed immediately' : 'Needs approval', depositText(service, currency)]
    .filter(Boolean)
    .join(' · ')
}

function depositText({ deposit, currency }: BookingFacts, studioCurrency: string): string {
  switch (deposit?.kind) {
    case 'percent':
      return `Deposit ${deposit.percent}%`
    case 'fixed':
      return `Deposit ${moneyText(deposit.amount_minor, currency ?? studioCurrency)}`
    case 'full':
      return 'Paid when booking'
    default:
      return ''
  }
}
