import type { CardDispute } from '@studiohub/contract/features/payments/books/schema.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { ExternalLink, TriangleAlert } from 'lucide-react'
import { formatInstant } from '#features/bookings/shared/wording.ts'
import { ButtonLink } from '#ui/button.tsx'
import { findNextDispute } from '../model/dispute-text.ts'

type DisputeBannerProps = { disputes: readonly CardDispute[]; timezone: string }

/** The dispute to answer first, above everything else, because its deadline cannot be moved. */
export function DisputeBanner({ disputes, timezone }: DisputeBannerProps) {
  const dispute = findNextDispute(disputes)
  if (!dispute) return null
  const { client_name, amount_minor, currency, respond_by, evidence_url } = dispute
  return (
    <section
      aria-label="Dispute to answer"
      className="grid grid-cols-1 gap-3 rounded-md border border-pending/40 bg-pending-soft p-4 md:flex md:items-center md:justify-between"
    >
      <p className="flex min-w-0 gap-2 text-sm">
        <TriangleAlert aria-hidden className="size-5 shrink-0 text-pending" />
        <span className="min-w-0 wrap-anywhere">
          {client_name ?? 'A client'} disputes {moneyText(amount_minor, currency)}
          {respond_by && (
            <>
              : respond by {/* A date does not break inside, unless it is wider than the line. */}
              <span className="inline-block font-medium text-pending">{formatInstant(respond_by, timezone)}.</span>
            </>
          )}
          {!respond_by && '.'}
        </span>
      </p>
      <ButtonLink className="md:shrink-0">
        <a href={evidence_url} target="_blank" rel="noreferrer">
          Send evidence
          <ExternalLink aria-hidden />
        </a>
      </ButtonLink>
    </section>
  )
}
