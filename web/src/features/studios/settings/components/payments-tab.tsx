import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { CardAccountCard } from '#features/payments/shared/card-account.tsx'
import { useLiveStudio } from '../api.ts'
import { CancellationCard } from './cancellation-card.tsx'
import { TaxCard } from './tax-card.tsx'

/** Settings about payments: the card account, the cancellation policy and taxes. */
export function PaymentsTab({ studio }: { studio: Studio }) {
  useLiveStudio()
  return (
    <div className="grid gap-6">
      <CardAccountCard studio_id={studio.id} />
      <CancellationCard studio={studio} />
      <TaxCard studio={studio} />
    </div>
  )
}
