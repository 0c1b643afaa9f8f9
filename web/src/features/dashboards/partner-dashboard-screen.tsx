import { ChartNoAxesCombined, DollarSign, Radio, TrendingUp, Users } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Counter, Counters } from '#ui/counters.tsx'
import { Page } from '#ui/page.tsx'
import { EmptyState } from '#ui/states.tsx'
import { SignOutButton } from '../auth/components/sign-out-button.tsx'
import { OwnApplication } from '../partners/components/own-application.tsx'
import { useMe } from '../profile/api.ts'

// Spec section 2: campaigns do not exist yet, so the values are fixed.
const figures = [
  { title: 'Campaign Reach', value: '0', note: 'total impressions', icon: Radio },
  { title: 'ROI', value: '0%', note: 'return on investment', icon: TrendingUp },
  { title: 'Total Spend', value: '$0', note: 'campaign budget', icon: DollarSign },
]

export default function PartnerDashboardScreen() {
  const me = useMe()
  return (
    <Page title="Partner Dashboard" subtitle="Your campaigns, your application and your referrals">
      <Counters columns={3}>
        {figures.map((figure) => (
          <Counter key={figure.title} {...figure} />
        ))}
      </Counters>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <OwnApplication />
        <Card title="Referrals" description="Studios that you referred to StudioHub.">
          <EmptyState
            icon={Users}
            title="No referrals yet"
            action={
              <ButtonLink look="secondary">
                <Link to={paths.docsSupport} reloadDocument>
                  Tell us about a studio
                </Link>
              </ButtonLink>
            }
          >
            We record referrals by hand. Send us the name of the studio that you referred.
          </EmptyState>
        </Card>
      </div>
      <Card title="Campaign Analytics" description="The results of your campaigns over time.">
        <EmptyState icon={ChartNoAxesCombined} title="Coming soon">
          Campaigns are not available yet, so the figures above stay at zero.
        </EmptyState>
      </Card>
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-border pt-4">
        <p className="min-w-0 text-sm wrap-anywhere">
          Signed in as <span className="font-medium">{me.user.email}</span>
        </p>
        <SignOutButton />
      </div>
    </Page>
  )
}
