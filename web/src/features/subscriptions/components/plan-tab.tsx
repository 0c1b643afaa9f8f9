import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import type { Subscription } from '@studiohub/contract/features/subscriptions/schema.ts'
import { plans, subscriptionStatusLabels } from '@studiohub/contract/features/subscriptions/words.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { useNow } from '#lib/hooks/use-now.ts'
import { paths } from '#paths.ts'
import { Badge, type Tone } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { SkeletonCard } from '#ui/skeleton-shapes.tsx'
import { useLiveSubscription, useOpenBillingPortal, useResumeSubscription, useSubscription } from '../api.ts'
import { formatPaidPrice } from '../model/paid-price.ts'
import { BookingsMeter, RoomsMeter } from '../shared/plan-meters.tsx'
import { describePlan, getStatusAt } from '../shared/plan-text.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { PlanChoices } from './plan-choices.tsx'

const tones: Record<Subscription['status'], Tone> = {
  trialing: 'pending',
  active: 'confirmed',
  past_due: 'pending',
  expired: 'cancelled',
  cancelled: 'cancelled',
}

/** The studio's plan, its usage and other plans. */
export function PlanTab({ studio }: { studio: Studio }) {
  useLiveSubscription()
  const subscription = useSubscription(studio.id)
  return (
    <QueryView
      query={subscription}
      loadingText="Loading your plan..."
      skeleton={<SkeletonCard />}
      errorTitle="Error loading settings"
    >
      {(plan) => (
        <div className="grid gap-6">
          <CurrentPlan plan={plan} timezone={studio.timezone} />
          <PlanChoices plan={plan} />
          <CancelPlan plan={plan} timezone={studio.timezone} />
        </div>
      )}
    </QueryView>
  )
}

function CurrentPlan({ plan, timezone }: { plan: Subscription; timezone: string }) {
  const now = useNow()
  const status = getStatusAt(plan, now)
  const price = formatPaidPrice(plan)
  return (
    <Card
      title={`${plans[plan.tier].name} plan`}
      description={
        <>
          {price && <span>{price}. </span>}
          <span>{describePlan(plan, timezone, now)}</span>{' '}
          {plan.payments === 'manual' && plan.status !== 'past_due' && (
            <span>We send you the invoices for your plan.</span>
          )}
        </>
      }
      action={<Badge tone={tones[status]}>{subscriptionStatusLabels[status]}</Badge>}
    >
      <div className="grid gap-3 md:grid-cols-2 md:gap-12">
        <BookingsMeter bookings={plan.bookings} />
        <RoomsMeter rooms={plan.rooms} />
      </div>
      <PlanActions plan={plan} />
    </Card>
  )
}

function PlanActions({ plan }: { plan: Subscription }) {
  const resume = useResumeSubscription()
  const portal = useOpenBillingPortal()
  const { studio_id } = plan
  return (
    <div className="flex flex-wrap items-center gap-3 empty:hidden">
      {plan.takes_bookings && plan.cancel_at_period_end && (
        <Button onClick={() => resume.mutate({ studio_id })} pending={resume.isPending} pendingText="Resuming...">
          Resume plan
        </Button>
      )}
      {plan.status === 'past_due' && !plan.has_portal && (
        <ButtonLink>
          <Link to={paths.docsSupport}>Contact us to pay</Link>
        </ButtonLink>
      )}
      {plan.has_portal && (
        <Button
          look={plan.status === 'past_due' ? 'primary' : 'secondary'}
          onClick={() => portal.mutate({ studio_id })}
          pending={portal.isPending}
        >
          Invoices and card
        </Button>
      )}
    </div>
  )
}

function CancelPlan({ plan, timezone }: { plan: Subscription; timezone: string }) {
  const [isCancelling, setCancelling] = useState(false)
  return (
    <>
      {plan.takes_bookings && !plan.cancel_at_period_end && (
        <Button look="quiet-danger" className="-ml-4 justify-self-start" onClick={() => setCancelling(true)}>
          Cancel plan
        </Button>
      )}
      {isCancelling && <CancelDialog plan={plan} timezone={timezone} onClose={() => setCancelling(false)} />}
    </>
  )
}
