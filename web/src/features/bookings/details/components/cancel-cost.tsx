import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { countChargedMinutes } from '@studiohub/contract/features/prices/reductions/rules.ts'
import { computeCancellationFee } from '@studiohub/contract/features/studios/cancellation/rules.ts'
import { taxedAmount } from '@studiohub/contract/features/studios/taxes/rules.ts'
import { lengthText } from '@studiohub/contract/shared/length.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { lazy, Suspense } from 'react'
import { useBooking } from '#features/bookings/booking-api.ts'
import { useNow } from '#lib/hooks/use-now.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'

/** Who cancels the session. The cancellation policy applies only to the client. */
export type CancelledBy = 'studio' | 'client'

/** The booking and the client's fee for cancelling it now; undefined until the booking has loaded. */
export function useCancelCost(id: string, enabled: boolean) {
  const { data } = useBooking(id, enabled)
  const now = useNow()
  if (!data) return undefined
  const fee = computeCancellationFee(data, now)
  return { booking: data, fee_minor: fee?.amount_minor ?? 0, percent: fee?.percent ?? 0 }
}

// The fee with tax.
const formatFee = ({ currency, tax }: Booking, minor: number) =>
  currency === null ? '' : moneyText(taxedAmount(minor, tax).total_minor, currency)

type CancelCostInput = { booking: Booking; fee_minor: number; percent: number }

/** Says what happens to prepaid hours, such as '2 h go back to the package.' Empty if the session uses none. */
function describeHours({ price_lines }: Booking, percent: number): string {
  const { used, charged } = countChargedMinutes(price_lines, percent)
  if (used === 0) return ''
  if (charged === 0) return `${lengthText(used)} go back to the package.`
  return charged === used ? 'No hours go back to the package.' : `${lengthText(used - charged)} go back to the package.`
}

const CancelConsequence = lazy(async () => ({
  default: (await import('#features/invoices/shared/cancel-consequence.tsx')).CancelConsequence,
}))

/** Tells a client what it costs to cancel, and how much of their payment they get back. */
export function ClientCancelCost({ booking, fee_minor, percent }: CancelCostInput) {
  const hours = describeHours(booking, percent)
  return (
    <>
      <Suspense fallback={null}>
        <CancelConsequence booking={booking} fee_minor={fee_minor} />
      </Suspense>
      {hours && <p className="text-sm font-medium">{hours}</p>}
    </>
  )
}

type DeskCancelCostProps = CancelCostInput & { value: CancelledBy; onChange: (value: CancelledBy) => void }

/** Asks the desk whether the studio or the client cancels. Shows nothing if cancelling costs the client nothing. */
export function DeskCancelCost({ booking, fee_minor, percent, value, onChange }: DeskCancelCostProps) {
  if (percent === 0) return null
  const cost = fee_minor > 0 ? `for ${formatFee(booking, fee_minor)}` : 'who loses the prepaid hours'
  return (
    <Field label="Who cancels" hint="The fee follows the cancellation policy at the time of booking.">
      {(control) => (
        <Select
          {...control}
          choices={[
            { value: 'studio', label: 'The studio, without a fee' },
            { value: 'client', label: `The client, ${cost}` },
          ]}
          value={value}
          onChange={({ target }) => onChange(target.value === 'client' ? 'client' : 'studio')}
        />
      )}
    </Field>
  )
}
