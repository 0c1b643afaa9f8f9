import { type Plan, plans } from '@studiohub/contract/features/subscriptions/words.ts'
import { ChevronRight } from 'lucide-react'
import { Badge } from '#ui/badge.tsx'
import { cx } from '#ui/cx.ts'
import { FieldError } from '#ui/field.tsx'
import { PlanFeature } from '../../subscriptions/shared/plan-feature.tsx'
import { PlanTable } from '../../subscriptions/shared/plan-table.tsx'
import type { OnboardingForm } from '../model/onboarding-form.ts'
import { radioClasses } from './role-cards.tsx'

const priceOf = ({ price_per_month }: Plan) => (price_per_month === null ? 'Custom' : `$${price_per_month}`)

/** The feature that says how much a plan allows. */
const limitOf = ({ features }: Plan) => features.find((feature) => /bookings|rooms/.test(feature))

/** The plans with which a studio can start. Enterprise needs contact first. */
export function PlanCards({ form }: { form: OnboardingForm }) {
  const error = form.formState.errors.tier?.message
  return (
    <fieldset className="grid gap-3" aria-describedby={error ? 'tier-error' : undefined}>
      <legend className="mb-3 text-sm font-medium">Plan</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {Object.values(plans).map((plan) => (
          <PlanCard key={plan.tier} plan={plan} form={form} />
        ))}
      </div>
      {error && <FieldError id="tier-error">{error}</FieldError>}
      <details className="group grid gap-3">
        <summary className="flex min-h-11 cursor-pointer items-center gap-2 text-sm font-medium text-link md:min-h-8 [&::-webkit-details-marker]:hidden">
          <ChevronRight aria-hidden className="size-4 transition duration-150 group-open:rotate-90" />
          Compare the plans
        </summary>
        <PlanTable />
      </details>
    </fieldset>
  )
}

function PlanCard({ plan, form }: { plan: Plan; form: OnboardingForm }) {
  return (
    <label
      className={cx(
        // On phones only the chosen plan shows all of its features, so that all plans are on one screen.
        'group grid content-start gap-3 rounded-md border border-border bg-card p-4 transition duration-150 max-sm:grid-cols-[minmax(0,1fr)_auto] sm:p-5',
        'has-checked:border-link has-checked:bg-link/10 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
        plan.selectable ? 'cursor-pointer hover:bg-muted' : 'cursor-not-allowed text-muted-foreground',
      )}
    >
      <span className="flex items-center justify-between gap-2 max-sm:contents">
        <span className="flex items-center gap-2 font-semibold">
          {plan.name}
          {plan.tier === 'trial' && <Badge tone="accent">No card needed</Badge>}
          {plan.popular && <Badge>Popular</Badge>}
          {!plan.selectable && <Badge>Contact Us</Badge>}
        </span>
        <input
          {...form.register('tier')}
          type="radio"
          value={plan.tier}
          disabled={!plan.selectable}
          className={cx(radioClasses, 'max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1 max-sm:self-center')}
        />
      </span>
      <span className="text-lg font-semibold max-sm:-mt-2 max-sm:text-base">
        {priceOf(plan)}
        {plan.price_per_month !== null && plan.price_per_month > 0 && (
          <span className="text-sm font-normal text-muted-foreground"> / month</span>
        )}
      </span>
      <span className="grid gap-1 text-sm text-muted-foreground max-sm:col-span-2 max-sm:-mt-2">
        {plan.features.map((feature) => (
          <span
            key={feature}
            className={cx(feature !== limitOf(plan) && 'max-sm:hidden max-sm:group-has-checked:block')}
          >
            <PlanFeature tier={plan.tier} feature={feature} />
          </span>
        ))}
      </span>
    </label>
  )
}
