import { Link } from 'react-router'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CounterStrip, StripCounter } from '#ui/counters.tsx'
import { Page } from '#ui/page.tsx'
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
      <div className="grid gap-6 lg:grid-cols-2">
        <OwnApplication />
        <div className="grid gap-6 lg:grid-rows-[auto_1fr]">
          <Card title="Referrals" description="Studios that you referred to StudioHub.">
            <p className="text-sm text-muted-foreground">
              <span className="font-medium text-foreground">No referrals yet</span>. We record referrals by hand. Send
              us the name of the studio that you referred.
            </p>
            <ButtonLink look="secondary" className="justify-self-start">
              <Link to={paths.docsSupport} reloadDocument>
                Tell us about a studio
              </Link>
            </ButtonLink>
          </Card>
          <Card title="Campaign Analytics" description="The results of your campaigns over time.">
            <CounterStrip>
              {figures.map((figure) => (
                <StripCounter key={figure.title} {...figure} />
              ))}
            </CounterStrip>
            <div className="grid gap-1 text-sm">
              <h3 className="font-medium">Coming soon</h3>
              <p className="text-muted-foreground">
                Campaigns are not available yet, so the figures above stay at zero.
              </p>
            </div>
          </Card>
        </div>
      </div>
    </Page>
  )
}
