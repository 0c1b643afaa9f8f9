import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { consequenceText } from '@studiohub/contract/features/studios/cancellation/rules.ts'
import { taxedAmount } from '@studiohub/contract/features/studios/taxes/rules.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { useSessionMoney } from '../api.ts'

type CancelConsequenceProps = {
  booking: Booking
  /** The fee for cancelling now, before tax is added to it. */
  fee_minor: number
}

/**
 * Tells a client what cancelling costs and what is refunded. Renders nothing if nothing was paid and cancelling is always free.
 */
export function CancelConsequence({ booking, fee_minor }: CancelConsequenceProps) {
  const { data, isPending } = useSessionMoney(booking.id)
  const { currency, tax, cancellation_policy } = booking
  const paid_minor = data?.paid_minor ?? 0
  if (isPending) return <p className="text-sm text-muted-foreground">Checking what you paid...</p>
  if (currency === null || (paid_minor === 0 && !cancellation_policy?.no_show_percent)) return null
  const due_minor = taxedAmount(fee_minor, tax).total_minor
  return (
    <p className="text-sm font-medium">
      {consequenceText(due_minor, paid_minor, (minor) => moneyText(minor, currency))}
    </p>
  )
}
