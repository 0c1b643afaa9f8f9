import { inclusionLabels, type Plan, planTable } from '@studiohub/contract/features/subscriptions/words.ts'
import { Check, Clock } from 'lucide-react'

/** The table of plans says what is not there yet. */
export const isComingSoon = (tier: Plan['tier'], feature: string) =>
  planTable.find(({ label }) => label === feature)?.plans[tier] === 'soon'

/** A feature on the card of a plan, with a clock instead of the check mark if it is not there yet. */
export function PlanFeature({ tier, feature }: { tier: Plan['tier']; feature: string }) {
  const isSoon = isComingSoon(tier, feature)
  const Icon = isSoon ? Clock : Check
  return (
    <span className={isSoon ? 'flex items-start gap-2 text-muted-foreground' : 'flex items-start gap-2'}>
      <Icon aria-hidden className={isSoon ? 'mt-0.5 size-4 shrink-0' : 'mt-0.5 size-4 shrink-0 text-confirmed'} />
      <span>
        {feature}
        {isSoon && <span className="block text-xs"> {inclusionLabels.soon}</span>}
      </span>
    </span>
  )
}
