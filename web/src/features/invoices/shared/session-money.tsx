import { moneyText } from '@studiohub/contract/shared/money.ts'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { useSessionMoney } from '../api.ts'

const SessionPaymentDialog = lazy(async () => ({
  default: (await import('./session-payment-dialog.tsx')).SessionPaymentDialog,
}))

/** The amounts paid and owed for a session, and its invoice. People who may record a payment see a button for it. */
export function SessionMoney({ booking_id }: { booking_id: string }) {
  const { data } = useSessionMoney(booking_id)
  const [isPaying, setPaying] = useState(false)
  if (!data || data.currency === null || data.price_minor === null) return null
  const { paid_minor, owed_minor, currency, invoice_id, invoice_number, methods } = data
  return (
    <div className="mt-2 grid justify-items-start gap-2 text-sm">
      {(data.price_minor > 0 || paid_minor > 0) && (
        <span className="tabular-nums">
          {moneyText(paid_minor, currency)} paid, {moneyText(owed_minor, currency)} open
        </span>
      )}
      {invoice_id && (
        <Link to={paths.studioInvoice(invoice_id)} className="text-link underline-offset-4 hover:underline">
          Invoice {invoice_number}
        </Link>
      )}
      {methods.length > 0 && (
        <Button size="small" look="secondary" className="max-md:min-h-11" onClick={() => setPaying(true)}>
          Take payment
        </Button>
      )}
      <Suspense fallback={null}>
        {isPaying && <SessionPaymentDialog money={data} currency={currency} onClose={() => setPaying(false)} />}
      </Suspense>
    </div>
  )
}
