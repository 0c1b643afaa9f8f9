import type { CardDispute } from '@studiohub/contract/features/payments/books/schema.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { Link } from 'react-router'
import { paths } from '#paths.ts'
import { useDisputes } from '../api.ts'

type DisputeNoticeProps = { studio_id: string; booking_id?: string; invoice_id?: string }

/** Shows on a booking or an invoice that its payment is disputed. Only admins see it. */
export function DisputeNotice(props: DisputeNoticeProps) {
  const disputes = useDisputes(props)
  if (disputes.length === 0) return null
  return (
    <ul className="grid gap-2 rounded-md border border-pending/40 bg-pending-soft p-3 text-sm">
      {disputes.map((dispute) => (
        <li key={dispute.id} className="grid gap-1">
          <span>{sentenceOf(dispute)}</span>
          {dispute.state === 'needs_response' && (
            <a
              href={dispute.evidence_url}
              target="_blank"
              rel="noreferrer"
              className="text-link underline underline-offset-4"
            >
              Submit evidence to Stripe
            </a>
          )}
          <Link to={paths.studioCardPayments} className="text-link underline underline-offset-4">
            Card payments
          </Link>
        </li>
      ))}
    </ul>
  )
}

function sentenceOf({ state, amount_minor, currency }: CardDispute): string {
  const amount = moneyText(amount_minor, currency)
  if (state === 'won') return `You won the dispute about ${amount}.`
  if (state === 'lost') return `The dispute about ${amount} was lost: the money was returned to the client.`
  if (state === 'closed') return `The bank ended its inquiry about ${amount}.`
  return `The client disputes ${amount} at their bank.`
}
