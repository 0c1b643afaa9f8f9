import { BookOpen, FileDown, Handshake, Network } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CopyField } from '#ui/copy-field.tsx'
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
      <div className="grid grid-cols-1 items-start gap-4 md:gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid grid-cols-1 gap-4 md:gap-6">
          <Referrals />
          <CampaignAnalytics />
        </div>
        <div className="grid grid-cols-1 gap-4 md:gap-6">
          <OwnApplication />
          <PartnerLinks />
        </div>
      </div>
    </Page>
  )
}

const Referrals = () => (
  <Card title="Referrals" description="Refer a studio in two steps.">
    <CopyField
      label="1. Share this link with a studio you know"
      url={new URL(paths.home, location.origin).href}
      copiedText="Link copied"
      copyText="Copy link"
    />
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
      <div className="grid gap-0.5 text-sm">
        <h3 className="font-medium">2. Send us the studio's name</h3>
        <p className="text-muted-foreground">We record the referral and agree on the terms with you.</p>
      </div>
      <ButtonLink className="max-sm:min-h-11 max-sm:w-full">
        <Link to={paths.docsSupport} reloadDocument>
          <Handshake aria-hidden />
          Tell us about a studio
        </Link>
      </ButtonLink>
    </div>
  </Card>
)

const CampaignAnalytics = () => (
  <Card title="Campaign Analytics" action={<h3 className="text-xs leading-6 text-muted-foreground">Coming soon</h3>}>
    <ul className="grid gap-2 sm:grid-cols-3 sm:gap-x-6">
      {figures.map(({ title, value, note }) => (
        <li
          key={title}
          className="flex min-w-0 items-baseline justify-between gap-3 text-xs text-muted-foreground sm:grid sm:content-start sm:gap-0.5"
        >
          <span className="font-medium">{title}</span>
          <span className="flex items-baseline justify-end gap-2 sm:contents">
            <span className="text-base tabular-nums">{value}</span>
            <span>{note}</span>
          </span>
        </li>
      ))}
    </ul>
  </Card>
)

const linkClasses =
  'flex min-h-11 items-center gap-3 rounded-md text-sm font-medium underline-offset-4 hover:underline [&_svg]:size-4 [&_svg]:text-muted-foreground'

const PartnerLinks = () => (
  <Card title="For partners">
    <ul className="-my-2 grid divide-y divide-border">
      <li>
        <a href={paths.network} className={linkClasses}>
          <Network aria-hidden />
          Partner network
        </a>
      </li>
      <li>
        <a href={paths.file('studiohub-partner-guide.pdf')} download className={linkClasses}>
          <FileDown aria-hidden />
          Partner guide (PDF)
        </a>
      </li>
      <li>
        <a href={paths.docs} className={linkClasses}>
          <BookOpen aria-hidden />
          Documentation
        </a>
      </li>
    </ul>
  </Card>
)
