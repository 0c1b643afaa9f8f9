import { Handshake } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Page } from '#ui/page.tsx'
import { EmptyState } from '#ui/states.tsx'
import { SignOutButton } from '../auth/components/sign-out-button.tsx'
import { OwnApplication } from '../partners/components/own-application.tsx'
import { useMe } from '../profile/api.ts'

// Spec section 2: campaigns do not exist yet, so the values are fixed.
const figures = [
  { title: 'Campaign Reach', value: '0', note: 'total impressions' },
  { title: 'ROI', value: '0%', note: 'return on investment' },
  { title: 'Total Spend', value: '$0', note: 'campaign budget' },
]

export default function PartnerDashboardScreen() {
  const me = useMe()
  return (
    <Page title="Partner Dashboard" subtitle={me.user.email} otherActions={<SignOutButton />}>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid gap-6">
          <Card title="Referrals" description="Studios that you referred to StudioHub.">
            <EmptyState
              icon={Handshake}
              title="No referrals yet"
              action={
                <ButtonLink size="large">
                  <Link to={paths.docsSupport} reloadDocument>
                    Tell us about a studio
                  </Link>
                </ButtonLink>
              }
            >
              We record referrals by hand. Send us the name of the studio that you referred.
            </EmptyState>
          </Card>
          <CampaignAnalytics />
        </div>
        <OwnApplication />
      </div>
    </Page>
  )
}

const CampaignAnalytics = () => (
  <Card title="Campaign Analytics" description="The results of your campaigns over time.">
    <ul className="grid gap-3 sm:grid-cols-3">
      {figures.map(({ title, value, note }) => (
        <li
          key={title}
          className="grid gap-0.5 rounded-md border border-border bg-background p-4 max-sm:grid-cols-[1fr_auto] max-sm:items-center max-sm:py-3"
        >
          <h3 className="text-sm font-medium text-muted-foreground">{title}</h3>
          <p className="text-xl font-semibold tabular-nums max-sm:col-start-2 max-sm:row-span-2">{value}</p>
          <p className="text-sm text-muted-foreground">{note}</p>
        </li>
      ))}
    </ul>
    <div className="grid gap-0.5 text-sm">
      <h3 className="font-medium">Coming soon</h3>
      <p className="text-muted-foreground">Campaigns are not available yet, so the figures above stay at zero.</p>
    </div>
  </Card>
)
