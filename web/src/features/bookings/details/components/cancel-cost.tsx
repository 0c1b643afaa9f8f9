import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { cancellationFee } from '@studiohub/contract/features/studios/cancellation/rules.ts'
import { taxedAmount } from '@studiohub/contract/features/studios/taxes/rules.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { lazy, Suspense } from 'react'
import { useBooking } from '#features/bookings/api.ts'
import { useNow } from '#lib/hooks/use-now.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'

/** Who ends the session: the client's policy counts only if it is the client. */
export type CancelledFor = 'studio' | 'client'

/** What cancelling this booking costs its client now; undefined until it is known. */
export function useCancelCost(id: string, enabled: boolean) {
  const { data } = useBooking(id, enabled)
  const now = useNow()
  if (!data) return undefined
  return { booking: data, fee_minor: cancellationFee(data, now)?.amount_minor ?? 0 }
}

const money = ({ currency, tax }: Booking, minor: number) =>
  currency === null ? '' : moneyText(taxedAmount(minor, tax).total_minor, currency)

type Cost = { booking: Booking; fee_minor: number }

const CancelConsequence = lazy(async () => ({
  default: (await import('#features/invoices/shared/cancel-consequence.tsx')).CancelConsequence,
}))

/** Tells a client what cancelling costs and what they get back of what they paid. */
export const OwnCancelCost = (cost: Cost) => (
  <Suspense fallback={null}>
    <CancelConsequence {...cost} />
  </Suspense>
)

type DeskCancelCostProps = Cost & { value: CancelledFor; onChange: (value: CancelledFor) => void }

/** Asks the desk who cancels, where it makes a difference. */
export function DeskCancelCost({ booking, fee_minor, value, onChange }: DeskCancelCostProps) {
  if (fee_minor === 0) return null
  return (
    <Field label="Who cancels" hint="The fee follows from the policy that the client booked under.">
      {(control) => (
        <Select
          {...control}
          choices={[
            { value: 'studio', label: 'The studio, without a fee' },
            { value: 'client', label: `The client, for ${money(booking, fee_minor)}` },
          ]}
          value={value}
          onChange={({ target }) => onChange(target.value === 'client' ? 'client' : 'studio')}
        />
      )}
    </Field>
  )
}
