import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { BookingFee } from '@studiohub/contract/features/studios/cancellation/schema.ts'
import { taxedAmount } from '@studiohub/contract/features/studios/taxes/rules.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'

type FeeTextProps = { fee: BookingFee } & Pick<Booking, 'currency' | 'tax'>

/** The fee of a cancelled or missed session, and whether the studio has waived it. */
export function FeeText({ fee, currency, tax }: FeeTextProps) {
  const { kind, percent, amount_minor, waived_at, waive_reason } = fee
  const money = currency === null ? '' : moneyText(taxedAmount(amount_minor, tax).total_minor, currency)
  // A session that is paid with hours of a package costs hours instead of money.
  const amount = amount_minor === 0 ? 'Hours of the package' : money
  const cause = kind === 'no_show' ? 'for the missed session' : 'for the cancellation'
  return (
    <>
      <span className={waived_at ? 'line-through' : ''}>
        {amount} {cause} ({percent}% of the price)
      </span>
      {waived_at && <span className="block">Waived: {waive_reason}</span>}
    </>
  )
}
