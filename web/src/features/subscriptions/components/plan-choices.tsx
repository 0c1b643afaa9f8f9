import { allowsRooms, canChoose } from '@studiohub/contract/features/subscriptions/rules.ts'
import type { Subscription } from '@studiohub/contract/features/subscriptions/schema.ts'
import { type Plan, plans } from '@studiohub/contract/features/subscriptions/words.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { isComingSoon, PlanFeature } from '../shared/plan-feature.tsx'
import { PlanTable } from '../shared/plan-table.tsx'
import { ChangeDialog } from './change-dialog.tsx'

const offeredPlans = Object.values(plans).filter(({ tier }) => tier !== 'trial')

/** All plans; the current one has a badge and no button. */
export function PlanChoices({ plan }: { plan: Subscription }) {
  const [selectedPlan, setSelectedPlan] = useState<Plan | null>(null)
  const ownTier = offeredPlans.find((offer) => isCurrentPlan(plan, offer))?.tier
  return (
    <section className="grid gap-4">
      <header className="grid gap-0.5">
        <h2 className="text-base font-semibold">Plans</h2>
        <p className="text-sm text-muted-foreground">Changes take effect immediately. Existing bookings stay.</p>
      </header>
      <ul className="grid gap-4 lg:grid-cols-3">
        {offeredPlans.map((offer) => (
          <li
            key={offer.tier}
            className={cx(
              'grid gap-3 rounded-md border bg-card p-4 sm:p-5 lg:grid-rows-[auto_auto_1fr_auto]',
              offer.tier === ownTier ? 'border-primary' : 'border-border',
            )}
          >
            <PlanCard offer={offer} isCurrentPlan={isCurrentPlan(plan, offer)} />
            {offer.tier !== ownTier && (
              <ChoosePlanButton plan={plan} offer={offer} onChoose={() => setSelectedPlan(offer)} />
            )}
          </li>
        ))}
      </ul>
      <PlanTable foldsOnPhones {...(ownTier && { ownTier })} />
      {selectedPlan && <ChangeDialog plan={plan} offer={selectedPlan} onClose={() => setSelectedPlan(null)} />}
    </section>
  )
}

const isCurrentPlan = ({ tier, status, takes_bookings }: Subscription, offer: Plan) =>
  tier === offer.tier && takes_bookings && status !== 'trialing'

function PlanCard({ offer, isCurrentPlan }: { offer: Plan; isCurrentPlan: boolean }) {
  const { tier, name, price_per_month, features, rooms } = offer
  const included = [...features, ...(rooms === null ? [] : [`Up to ${rooms} rooms`])]
  return (
    <>
      <h3 className="flex flex-wrap items-center gap-2 font-semibold max-lg:order-first">
        {name}
        {/* Not green, because its payment may have failed. */}
        {isCurrentPlan && <Badge tone="accent">Your plan</Badge>}
        {offer.popular && !isCurrentPlan && <Badge>Popular</Badge>}
      </h3>
      <p className="text-lg font-semibold">
        {price_per_month === null ? 'Custom' : `$${price_per_month}`}
        {price_per_month !== null && <span className="text-sm font-normal text-muted-foreground"> / month</span>}
      </p>
      <ul className="grid content-start gap-1 text-sm">
        {included
          .toSorted((a, b) => Number(isComingSoon(tier, a)) - Number(isComingSoon(tier, b)))
          .map((feature) => (
            <li key={feature}>
              <PlanFeature tier={tier} feature={feature} />
            </li>
          ))}
      </ul>
    </>
  )
}

function ChoosePlanButton({ plan, offer, onChoose }: { plan: Subscription; offer: Plan; onChoose: () => void }) {
  if (!canChoose(offer)) {
    return (
      <ButtonLink look="secondary">
        <Link to={paths.docsSupport}>Contact Us</Link>
      </ButtonLink>
    )
  }
  if (!allowsRooms(offer.tier, plan.rooms.used)) {
    const reasonId = `${offer.tier}-reason`
    const excess = plan.rooms.used - (offer.rooms ?? 0)
    return (
      <>
        {/* Below the name where the cards are a list. There the button would only take space. */}
        <p id={reasonId} className="text-sm text-muted-foreground max-lg:-order-1">
          Includes {offer.rooms} active rooms; you use {plan.rooms.used}.{' '}
          <Link to={paths.studioSettingsTab('rooms')} className="text-link underline underline-offset-4">
            Deactivate {excess} {excess === 1 ? 'room' : 'rooms'} first.
          </Link>
        </p>
        <Button look="secondary" disabled aria-describedby={reasonId} className="max-lg:hidden">
          Choose {offer.name}
        </Button>
      </>
    )
  }
  return (
    <Button look={offer.popular ? 'primary' : 'secondary'} onClick={onChoose}>
      Choose {offer.name}
    </Button>
  )
}
