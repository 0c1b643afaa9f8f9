import type { CardDispute } from '@studiohub/contract/features/payments/books/schema.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { ExternalLink } from 'lucide-react'
import { Link } from 'react-router'
import { formatInstant } from '#features/bookings/shared/wording.ts'
import { paths } from '#paths.ts'
import { Badge, type Tone } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Table } from '#ui/table.tsx'
import { disputeLabels, findNextDispute, reasonText } from '../model/dispute-text.ts'

const tones: Record<CardDispute['state'], Tone> = {
  needs_response: 'pending',
  under_review: 'accent',
  won: 'confirmed',
  lost: 'cancelled',
  closed: 'neutral',
}
const linkClasses = 'text-link underline underline-offset-4'

const respondByText = ({ state, respond_by }: CardDispute, timezone: string) =>
  state === 'needs_response' && respond_by ? formatInstant(respond_by, timezone) : ''

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
        name: 'State',
        narrow: 'below',
        cell: (dispute) => {
          const respondBy = respondByText(dispute, timezone)
          return (
            <span className="flex flex-wrap gap-x-1 @max-3xl:*:data-badge:border-0 @max-3xl:*:data-badge:bg-transparent @max-3xl:*:data-badge:p-0">
              <Badge tone={tones[dispute.state]}>{disputeLabels[dispute.state]}</Badge>
              {/* A narrow row has no column for it. */}
              {respondBy && (
                <span className="@3xl:hidden">
                  · Respond by <span className="inline-block text-pending">{respondBy}</span>
                </span>
              )}
            </span>
          )
        },
      },
      {
        name: 'Respond by',
        narrow: 'hidden',
        cell: (dispute) => {
          const respondBy = respondByText(dispute, timezone)
          return respondBy ? (
            <span className="text-pending">{respondBy}</span>
          ) : (
            <span className="text-muted-foreground">–</span>
          )
        },
      },
      {
        name: 'Amount',
        align: 'end',
        narrow: 'aside',
        cell: ({ amount_minor, currency }) => (
          <span className="@max-3xl:text-sm @max-3xl:font-medium @max-3xl:text-foreground">
            {moneyText(amount_minor, currency)}
          </span>
        ),
      },
      {
        name: 'At Stripe',
        align: 'end',
        narrow: 'last',
        cell: ({ id, evidence_url, state }) => (
          // The alert above (`DisputeBanner`) has the button of the first dispute, so a narrow row does not repeat it.
          <span
            className={cx('flex justify-end @max-3xl:pt-2', id === findNextDispute(disputes)?.id && '@max-3xl:hidden')}
          >
            <ButtonLink look="secondary" size="small" className="@max-3xl:min-h-11">
              <a href={evidence_url} target="_blank" rel="noreferrer">
                {state === 'needs_response' ? 'Send evidence' : 'View in Stripe'}
                <ExternalLink aria-hidden />
              </a>
            </ButtonLink>
          </span>
        ),
      },
    ]}
  />
)
