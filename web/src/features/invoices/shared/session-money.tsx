import { moneyText } from '@studiohub/contract/shared/money.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '#lib/server/api.ts'
import { useLive } from '#lib/server/live.ts'
import { paths } from '#paths.ts'

/** What was paid for a session and what it owes, with its invoice for those who may read it. */
export function SessionMoney({ booking_id }: { booking_id: string }) {
  const key = api.invoices.getSessionMoney.key({ input: { id: booking_id } })
  useLive('invoices', key)
  const { data } = useQuery(api.invoices.getSessionMoney.queryOptions({ input: { id: booking_id } }))
  if (!data || data.currency === null || data.price_minor === null) return null
  const { paid_minor, owed_minor, currency, invoice_id, invoice_number } = data
  return (
    <p className="mt-2 text-sm tabular-nums">
      {moneyText(paid_minor, currency)} paid, {moneyText(owed_minor, currency)} open
      {invoice_id && (
        <Link to={paths.studioInvoice(invoice_id)} className="block text-link underline-offset-4 hover:underline">
          Invoice {invoice_number}
        </Link>
      )}
    </p>
  )
}
