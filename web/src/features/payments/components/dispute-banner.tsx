import type { CardDispute } from '@studiohub/contract/features/payments/books/schema.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { formatInstant } from '#features/bookings/shared/wording.ts'
import { ButtonLink } from '#ui/button.tsx'
import { findNextDispute } from '../model/dispute-text.ts'

type DisputeBannerProps = { disputes: readonly CardDispute[]; timezone: string }

/** The dispute to answer first. Only on phones, where the table of disputes is below the first screen. */
export function DisputeBanner({ disputes, timezone }: DisputeBannerProps) {
  const dispute = findNextDispute(disputes)
  if (!dispute) return null
  const { client_name, amount_minor, currency, respond_by, evidence_url } = dispute
  return (
    <div className="grid grid-cols-1 gap-3 rounded-md border border-pending/40 bg-pending-soft p-4 md:hidden">
      <p className="text-sm wrap-anywhere">
        {client_name ?? 'A client'} disputes {moneyText(amount_minor, currency)}
        {respond_by && `: respond by ${formatInstant(respond_by, timezone)}`}.
      </p>
      <ButtonLink>
        <a href={evidence_url} target="_blank" rel="noreferrer">
          Send evidence
        </a>
      </ButtonLink>
    </div>
  )
}
