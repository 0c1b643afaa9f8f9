import { moneyText } from '@studiohub/contract/shared/money.ts'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useChargeFee, useFeeToCharge } from '../api.ts'
import { cardText } from './card-text.ts'

/** Charges the fee of a session to the client's saved card, or emails a payment link. Empty after it is paid. */
export function ChargeFee({ booking_id }: { booking_id: string }) {
  const [isOpen, setOpen] = useState(false)
  const fee = useFeeToCharge(booking_id)
  const charge = useChargeFee()
  if (!fee.data || fee.data.amount_minor <= 0) return null
  const { amount_minor, currency, card } = fee.data
  const amount = moneyText(amount_minor, currency)
  const label = card ? `Charge ${amount}` : `Send a link to pay ${amount}`
  return (
    <div className="mt-2">
      <Button size="small" look="secondary" className="max-md:min-h-11" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={isOpen}
        title={card ? 'Charge the fee?' : 'Ask for the fee?'}
        description={
          card
            ? `${amount} is charged to the ${cardText(card)} that the client saved. If the bank declines, the client gets an email with a link to pay.`
            : `The client has no saved card. They get an invoice for ${amount} by email, with a link to pay.`
        }
        cancelLabel="Not now"
        confirmLabel={label}
        pendingLabel="One moment..."
        isPending={charge.isPending}
        onConfirm={() => charge.mutate({ id: booking_id }, { onSettled: () => setOpen(false) })}
        onClose={() => setOpen(false)}
      />
    </div>
  )
}
