import type { StudioOverview } from '@studiohub/contract/features/admin/studio-overview/schema.ts'
import { plans, subscriptionStatusLabels } from '@studiohub/contract/features/subscriptions/words.ts'
import { Copy } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { arePlansOn } from '#lib/page/plans.ts'
import { RelativeTime } from '#lib/page/relative-time.tsx'
import { formatDateOf } from '#lib/page/time.ts'
import { paths } from '#paths.ts'
import { Badge } from '#ui/badge.tsx'
import { IconButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { copyToClipboard } from '#ui/copy-text.tsx'
import { CounterStrip } from '#ui/counters.tsx'
import { cardStates } from '../model/card-states.ts'

type Fact = { name: string; value: ReactNode }

const MutedText = ({ children }: { children: string }) => <span className="text-muted-foreground">{children}</span>

/** The studio's size, plan, activity and addresses. */
export function StudioFacts({ overview }: { overview: StudioOverview }) {
  return (
    <Card>
      <Sizes sizes={overview.sizes} />
      <div className="grid grid-cols-1 gap-x-10 gap-y-6 border-t border-border pt-4 lg:grid-cols-2">
        <FactGroup title={arePlansOn() ? 'Plan and activity' : 'Activity'} facts={activityFacts(overview)} />
        <FactGroup title="Addresses" facts={addressFacts(overview)} />
      </div>
    </Card>
  )
}

const FactGroup = ({ title, facts }: { title: string; facts: readonly Fact[] }) => (
  <section className="grid grid-cols-1 content-start gap-3">
    <h2 className="text-sm font-semibold">{title}</h2>
    <Facts facts={facts} />
  </section>
)

/** The studio's admins with their addresses. */
export function Owners({ overview: { owners } }: { overview: StudioOverview }) {
  if (owners.length === 0)
    return (
      <p className="text-sm text-muted-foreground">
        This studio has no admin. Assign the role Studio Admin in{' '}
        <Link to={paths.superAdminUsers} className="text-link underline underline-offset-4">
          Users
        </Link>
        .
      </p>
    )
  return (
    <ul aria-label="Owner" className="grid grid-cols-1 text-sm">
      {owners.map(({ user_id, full_name, email, email_proven }) => (
        <li key={user_id} className="flex min-w-0 items-center gap-2">
          <span className="flex min-w-0 flex-wrap gap-x-2">
            <Link
              to={paths.superAdminUser(email)}
              className="max-w-full truncate font-medium text-link underline-offset-4 hover:underline"
            >
              {full_name ?? 'No name'}
            </Link>
            <span className="max-w-full truncate text-muted-foreground">{email}</span>
          </span>
          {!email_proven && <Badge tone="pending">Not confirmed</Badge>}
          <IconButton name={`Copy ${email}`} onClick={() => copyToClipboard(email, 'Address copied')}>
            <Copy aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}

const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="grid grid-cols-[7rem_minmax(0,1fr)] sm:grid-cols-[8rem_minmax(0,1fr)] gap-x-4 gap-y-2.5 text-sm">
    {facts.map(({ name, value }) => (
      <Fragment key={name}>
        <dt className="text-muted-foreground">{name}</dt>
        <dd className="min-w-0 wrap-anywhere">{value}</dd>
      </Fragment>
    ))}
  </dl>
)

function activityFacts({ studio, plan, last_active_at, cards, failed_emails }: StudioOverview): Fact[] {
  return [
    ...(arePlansOn() ? planFacts({ studio, plan }) : []),
    { name: 'Card payments', value: cardStates[cards.state].label },
    { name: 'Created', value: formatDateOf(studio.created_at) },
    {
      name: 'Last activity',
      value: last_active_at ? <RelativeTime at={last_active_at} /> : <MutedText>None yet</MutedText>,
    },
    ...(failed_emails.length === 0
      ? [{ name: 'Failed emails', value: <MutedText>No email has failed.</MutedText> }]
      : []),
  ]
}

function planFacts({ studio: { tier, plan_status }, plan }: Pick<StudioOverview, 'studio' | 'plan'>): Fact[] {
  if (!tier || !plan || !plan_status) return [{ name: 'Plan', value: <MutedText>No plan</MutedText> }]
  const hasEnded = plan_status === 'expired' || plan_status === 'cancelled'
  const endLabel = plan_status === 'trialing' || plan.cancels ? 'Ends' : hasEnded ? 'Ended' : 'Renews'
  return [
    { name: 'Plan', value: `${plans[tier].name}, ${subscriptionStatusLabels[plan_status].toLowerCase()}` },
    { name: endLabel, value: formatDateOf(plan.ends_at) },
    { name: 'Paid by', value: plan.provider === 'stripe' ? 'Stripe' : 'Agreement with you' },
  ]
}

const domainLabels = { proven: 'proven', missing: 'DNS record is gone', unproven: 'not verified' }

function addressFacts({ studio, domain, sender }: StudioOverview): Fact[] {
  const { slug, location, contact_email, contact_phone } = studio
  return [
    {
      name: 'Public page',
      value: (
        <Link to={paths.publicPage(slug)} className="text-link underline-offset-4 hover:underline">
          /s/{slug}
        </Link>
      ),
    },
    { name: 'Domain', value: domain ? `${domain.name}, ${domainLabels[domain.state]}` : <MutedText>None</MutedText> },
    {
      name: 'Emails from',
      value: sender ? (
        `${sender.address}, ${sender.is_proven ? 'verified' : 'not verified'}`
      ) : (
        <MutedText>The platform</MutedText>
      ),
    },
    {
      name: 'Contact',
      value: [contact_email, contact_phone].filter(Boolean).join(', ') || <MutedText>Not set</MutedText>,
    },
    { name: 'Location', value: location ?? <MutedText>Not set</MutedText> },
  ]
}

function Sizes({ sizes: { rooms, crew, clients, recent_bookings } }: Pick<StudioOverview, 'sizes'>) {
  const figures = [
    { name: 'Rooms', value: rooms },
    { name: 'Crew', value: crew },
    { name: 'Clients', value: clients },
    { name: 'Sessions, last 30 days', value: recent_bookings },
  ]
  return (
    <CounterStrip>
      {figures.map(({ name, value }) => (
        <li key={name} className="grid text-sm">
          <h2 className="text-xs text-muted-foreground">{name}</h2>
          <p className="text-lg font-semibold tabular-nums">{value}</p>
        </li>
      ))}
    </CounterStrip>
  )
}
