import { canChoose } from '@studiohub/contract/features/subscriptions/rules.ts'
import { type Plan, plans } from '@studiohub/contract/features/subscriptions/words.ts'
import { Link } from 'react-router'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'

const describeLimits = ({ bookings_per_month, rooms }: Plan) =>
  [
    bookings_per_month === null ? 'Unlimited bookings' : `${bookings_per_month} bookings a month`,
    rooms === null ? 'unlimited rooms' : `up to ${rooms} rooms`,
  ].join(', ')

/** What the plans cost, for a studio whose trial or plan has ended. */
export function PlanOffer() {
  return (
    <Card title="Accept bookings again" description="Your rooms, clients and bookings are as you left them.">
      <dl className="grid divide-y divide-border border-y border-border text-sm">
        {Object.values(plans)
          .filter(canChoose)
          .map((offer) => (
            <div key={offer.tier} className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-0.5 py-2.5">
              <dt className="font-medium">{offer.name}</dt>
              <dd className="font-medium tabular-nums">
                ${offer.price_per_month} <span className="font-normal text-muted-foreground">a month</span>
              </dd>
              <dd className="col-span-2 text-muted-foreground">{describeLimits(offer)}</dd>
            </div>
          ))}
      </dl>
      {/* The banner above the page has the main action. */}
      <ButtonLink look="tinted">
        <Link to={paths.studioSettingsTab('plan')}>Compare plans</Link>
      </ButtonLink>
    </Card>
  )
}
