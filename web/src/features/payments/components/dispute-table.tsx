import type { CardDispute } from '@studiohub/contract/features/payments/books/schema.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { Link } from 'react-router'
import { formatInstant } from '#features/bookings/shared/wording.ts'
import { paths } from '#paths.ts'
import { Badge, type Tone } from '#ui/badge.tsx'
import { Table } from '#ui/table.tsx'
import { disputeLabels, reasonText } from '../model/dispute-text.ts'

const tones: Record<CardDispute['state'], Tone> = {
  needs_response: 'pending',
  under_review: 'accent',
  won: 'confirmed',
  lost: 'cancelled',
  closed: 'neutral',
}
const linkClasses = 'text-link underline underline-offset-4'

/** Disputes, and what the studio can do about them. */
export const DisputeTable = ({ disputes, timezone }: { disputes: readonly CardDispute[]; timezone: string }) => (
  <Table
    label="Disputes"
    rows={disputes}
    keyOf={({ id }) => id}
    columns={[
      {
        name: 'Client',
        narrow: 'title',
        cell: ({ client_name, booking_id }) =>
          booking_id ? (
            <Link to={paths.studioBooking(booking_id)} className={linkClasses}>
              {client_name ?? 'Booking'}
            </Link>
          ) : (
            (client_name ?? 'No client')
          ),
      },
      { name: 'Reason', narrow: 'meta', cell: reasonText },
      {
        name: 'Amount',
        align: 'end',
        narrow: 'aside',
        cell: ({ amount_minor, currency }) => moneyText(amount_minor, currency),
      },
      { name: 'State', narrow: 'meta', cell: ({ state }) => <Badge tone={tones[state]}>{disputeLabels[state]}</Badge> },
      {
        name: 'Respond by',
        narrow: 'below',
        cell: ({ state, respond_by }) =>
          state === 'needs_response' && respond_by ? (
            <>
              <span className="@3xl:hidden">Respond by </span>
              {formatInstant(respond_by, timezone)}
            </>
          ) : (
            ''
          ),
      },
      {
        name: 'At Stripe',
        narrow: 'end',
        cell: ({ evidence_url, state }) => (
          <a href={evidence_url} target="_blank" rel="noreferrer" className={linkClasses}>
            {state === 'needs_response' ? 'Send evidence' : 'Open'}
          </a>
        ),
      },
    ]}
  />
)
