import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { keptMinutes } from '@studiohub/contract/features/prices/reductions/rules.ts'
import { cancellationFee } from '@studiohub/contract/features/studios/cancellation/rules.ts'
import { taxedAmount } from '@studiohub/contract/features/studios/taxes/rules.ts'
import { lengthText } from '@studiohub/contract/shared/length.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { lazy, Suspense } from 'react'
import { useBooking } from '#features/bookings/api.ts'
import { useNow } from '#lib/hooks/use-now.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'

/** Who cancels the session. The policy applies only if it is the client. */
export type CancelledFor = 'studio' | 'client'

/** The client's fee for cancelling this booking now; undefined until it is known. */
export function useCancelCost(id: string, enabled: boolean) {
  const { data } = useBooking(id, enabled)
  const now = useNow()
  if (!data) return undefined
  const fee = cancellationFee(data, now)
  return { booking: data, fee_minor: fee?.amount_minor ?? 0, percent: fee?.percent ?? 0 }
}

const money = ({ currency, tax }: Booking, minor: number) =>
  currency === null ? '' : moneyText(taxedAmount(minor, tax).total_minor, currency)

type Cost = { booking: Booking; fee_minor: number; percent: number }

/** What happens to prepaid hours: '2 h go back to the package.' Empty if the session uses none. */
function hoursText({ price_lines }: Booking, percent: number): string {
  const { all, kept } = keptMinutes(price_lines, percent)
  if (all === 0) return ''
  if (kept === 0) return `${lengthText(all)} go back to the package.`
  return kept === all ? 'The hours of the package are used up.' : `${lengthText(all - kept)} go back to the package.`
}

const CancelConsequence = lazy(async () => ({
  default: (await import('#features/invoices/shared/cancel-consequence.tsx')).CancelConsequence,
}))

/** Tells a client what cancelling costs, and which part of their payment they get back. */
export function OwnCancelCost({ booking, fee_minor, percent }: Cost) {
  const hours = hoursText(booking, percent)
  return (
    <>
      <Suspense fallback={null}>
        <CancelConsequence booking={booking} fee_minor={fee_minor} />
      </Suspense>
      {hours && <p className="text-sm font-medium">{hours}</p>}
    </>
  )
}

type DeskCancelCostProps = Cost & { value: CancelledFor; onChange: (value: CancelledFor) => void }

/** Asks the desk who cancels, if it makes a difference. */
export function DeskCancelCost({ booking, fee_minor, percent, value, onChange }: DeskCancelCostProps) {
  if (percent === 0) return null
  const cost = fee_minor > 0 ? money(booking, fee_minor) : 'hours of the package'
  return (
    <Field label="Who cancels" hint="The fee follows from the policy that the client booked under.">
      {(control) => (
        <Select
          {...control}
          choices={[
            { value: 'studio', label: 'The studio, without a fee' },
            { value: 'client', label: `The client, for ${cost}` },
          ]}
          value={value}
          onChange={({ target }) => onChange(target.value === 'client' ? 'client' : 'studio')}
        />
      )}
    </Field>
  )
}
