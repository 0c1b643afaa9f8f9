import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { studioTypeLabels } from '@studiohub/contract/features/studios/words.ts'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Page } from '../../ui/page.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useActiveStudio } from '../profile/api.ts'
import { NoStudio } from './parts/no-studio.tsx'

const ResourcesTab = lazy(async () => ({
  default: (await import('../resources/components/resources-tab.tsx')).ResourcesTab,
}))
const ServicesTab = lazy(async () => ({
  default: (await import('../resources/components/services-tab.tsx')).ServicesTab,
}))
const HoursTab = lazy(async () => ({ default: (await import('../resources/components/hours-tab.tsx')).HoursTab }))
const CalendarTab = lazy(async () => ({
  default: (await import('../calendar-feeds/components/calendar-tab.tsx')).CalendarTab,
}))
const MessagesCard = lazy(async () => ({
  default: (await import('../messages/components/messages-card.tsx')).MessagesCard,
}))
const PlanTab = lazy(async () => ({ default: (await import('../subscriptions/components/plan-tab.tsx')).PlanTab }))

export default function SettingsScreen() {
  const { studio } = useActiveStudio()
  if (!studio) {
    return (
      <NoStudio page="Settings" title="No Studio Access">
        You need to be assigned to a studio to view this page.
      </NoStudio>
    )
  }
  return (
    <Page title="Settings" subtitle={`How ${studio.name} is found, reached and booked`}>
      <SettingsTabs studio={studio} />
    </Page>
  )
}

/** The tabs of the settings, by what stands in the address; a room's tabs arrive when they are opened. */
function SettingsTabs({ studio }: { studio: Studio }) {
  const [search, setSearch] = useSearchParams()
  const tabs = [
    { value: 'basic', label: 'Basic Information', content: <BasicTab studio={studio} /> },
    { value: 'rooms', label: 'Rooms & equipment', content: <ResourcesTab studio_id={studio.id} /> },
    { value: 'services', label: 'Services', content: <ServicesTab studio_id={studio.id} /> },
    { value: 'hours', label: 'Hours', content: <HoursTab studio={studio} /> },
    { value: 'plan', label: 'Plan', content: <PlanTab studio={studio} /> },
    { value: 'calendar', label: 'Calendar', content: <Calendars studio={studio} /> },
  ]
  const asked = search.get('tab')
  const value = tabs.find((tab) => tab.value === asked)?.value ?? 'basic'
  const choose = (next: string) => setSearch(next === 'basic' ? {} : { tab: next }, { preventScrollReset: true })
  return (
    <Tabs
      label="Settings"
      value={value}
      onChange={choose}
      tabs={tabs.map((tab) => ({
        ...tab,
        content: <Suspense fallback={<SkeletonRows />}>{tab.content}</Suspense>,
      }))}
    />
  )
}

const Calendars = ({ studio }: { studio: Studio }) => (
  <div className="grid gap-6">
    <CalendarTab />
    <MessagesCard studio_id={studio.id} timezone={studio.timezone} />
  </div>
)

const BasicTab = ({ studio }: { studio: Studio }) => (
  <div className="grid items-start gap-6 lg:grid-cols-2">
    <Links slug={studio.slug} />
    <Basics studio={studio} />
  </div>
)

function Links({ slug }: { slug: string }) {
  const inFull = (path: string) => window.location.origin + path
  return (
    <Card title="Links" description="Hand these to your clients and your crew.">
      <CopyField
        label="Booking link"
        hint="Anybody sees what you offer and when you are free, and books with a new account."
        url={inFull(paths.bookingLink(slug))}
        copied="URL copied to clipboard"
      />
      <CopyField
        label="Sign-up link"
        hint="Whoever signs up here becomes a client of your studio."
        url={inFull(paths.signupLink(slug))}
        copied="URL copied to clipboard"
      />
      <CopyField
        label="Sign-in URL"
        hint="Your own sign-in page, under your brand."
        url={inFull(paths.signinLink(slug))}
        copied="URL copied to clipboard"
      />
    </Card>
  )
}

function Basics({ studio }: { studio: Studio }) {
  const lines = [
    { name: 'Name', value: studio.name },
    { name: 'Type', value: studioTypeLabels[studio.type] },
    { name: 'Address', value: `/${studio.slug}` },
    { name: 'Location', value: studio.location ?? 'Not given' },
    { name: 'Time zone', value: studio.timezone.replaceAll('_', ' ') },
    { name: 'Currency', value: studio.currency },
  ]
  return (
    <Card
      title="Basic Information"
      action={studio.is_active ? <Badge tone="confirmed">Active</Badge> : <Badge tone="cancelled">Inactive</Badge>}
    >
      <dl className="grid text-sm">
        {lines.map(({ name, value }) => (
          <div key={name} className="flex justify-between gap-4 border-b border-border py-2.5 last:border-0">
            <dt className="text-muted-foreground">{name}</dt>
            <dd className="min-w-0 text-right font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
